// Files that need others beside them: parts of a model that is split, and weights of their own. They are found by the address of the
// first, with what signs it, or among the files that a user picked.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { init } from 'microtome';
import { cached } from 'microtome/cached';
import { cost, open, slice } from 'microtome/source';
import { FILES, HELD } from '../../../support/format_files.js';

/** @typedef {any} Any */

before(() => init());

const INDEX = 'model.safetensors.index.json';
const [FIRST, ...OTHERS] = Object.keys(FILES).filter((name) => /^split-/.test(name));
/** @param {string} name @param {Uint8Array} [bytes] */
const picked = (name, bytes = FILES[name]) => new File([Uint8Array.from(bytes)], name);
const all = Object.keys(FILES).map((name) => picked(name));

/** @param {Any} source @param {string} name what it must hold */
async function check(source, name) {
  assert.deepEqual([...source.names].sort(), Object.keys(HELD[name]).sort());
  for (const [key, held] of Object.entries(HELD[name])) {
    const { data } = /** @type {Any} */ (await slice(source.tensor(key), '...'));
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    assert.equal(bytes.toString('base64'), held?.data, key);
  }
}

describe('files beside a file', () => {
  /** What was asked for. @type {string[]} */ const asked = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://x');
    asked.push(pathname.slice(1) + search);
    const bytes = FILES[decodeURIComponent(pathname.slice(1))];
    if (!bytes || search !== '?sig=a%2Fb') {
      response.writeHead(403).end();
      return;
    }
    const [begin, end] = (/bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).slice(1).map(Number);
    const stop = Math.min(end + 1, bytes.length);
    const headers = { 'Content-Range': `bytes ${begin}-${stop - 1}/${bytes.length}`, ETag: `"${pathname}"` };
    response.writeHead(206, headers).end(bytes.subarray(begin, stop));
  });
  /** @type {string} */ let home;
  before(async () => {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    home = `http://127.0.0.1:${/** @type {Any} */ (server.address()).port}/`;
  });
  after(() => server.close());

  for (const name of [INDEX, FIRST, 'halves-00001-of-00002.gguf', 'outside.onnx']) {
    it(`are found by its address, with what signs it: ${name}`, async () => {
      await check(await open(`${home}${name}?sig=a%2Fb`), name);
      assert.ok(asked.every((each) => each.endsWith('?sig=a%2Fb')));
      await check(await open(new Request(`${home}${name}?sig=a%2Fb`)), name);
      await check(await open(cached(`${home}${name}?sig=a%2Fb`)), name);
    });
    it(`are found among the files that are given: ${name}`, async () => {
      await check(await open(picked(name), { files: all }), name);
      const handle = { getFile: async () => picked(name), name };
      await check(await open(/** @type {Any} */ (handle), { files: all }), name);
      await check(await open(cached(picked(name)), { files: all }), name);
    });
  }

  it('take one request each to open, and cost what they say', async () => {
    asked.length = 0;
    const source = await open(`${home}${INDEX}?sig=a%2Fb`);
    assert.equal(asked.length, 3);
    const tensor = source.tensor('c');
    assert.deepEqual(cost(tensor, '0'), { requests: 1, bytes: 2, useful: 2 });
    await slice(tensor, '0');
    assert.equal(asked.length, 4);
    const stop = open(`${home}${INDEX}?sig=a%2Fb`, { maxRequests: 2 });
    await assert.rejects(stop, { code: 'too_costly' });
  });

  it('that are not there hide only their own tensors of an index', async () => {
    const source = await open(picked(INDEX), { files: [picked('model-00001-of-00002.safetensors')] });
    assert.deepEqual((await slice(source.tensor('b'), '...')).dims, [3]);
    assert.throws(() => source.tensor('c'), {
      code: 'source_failed',
      message: /model-00002-of-00002.*files: \[\.\.\.\]/,
    });
  });

  it('that are not there, or are others, are missed by the first part of a GGUF file', async () => {
    const failing = /** @type {[Any, Any, string, RegExp][]} */ ([
      [FILES[FIRST], {}, 'source_failed', /first of 3 parts, and its name does not say.*files: \[\.\.\.\]/],
      [picked(FIRST), {}, 'source_failed', /split-00002-of-00003\.gguf/],
      [picked(FIRST), { files: all.filter(({ name }) => name !== OTHERS[1]) }, 'source_failed', /split-00003-of-00003\.gguf/],
      [picked(FIRST), { files: [picked(OTHERS[0], FILES[OTHERS[1]]), picked(OTHERS[1])] }, 'bad_format', /'split-00002-of-00003\.gguf' says that it is part 3 of 3/],
      [picked(FIRST), { files: [picked(OTHERS[0], FILES['plain.gguf']), picked(OTHERS[1])] }, 'bad_format', /says that it is part 1 of 1/],
    ]); // biome-ignore format: a table
    for (const [from, options, code, message] of failing)
      await assert.rejects(open(from, options), { code, message });
  });

  it('can be opened by themselves', async () => {
    for (const name of OTHERS) await check(await open(FILES[name]), name);
  });

  it('must be what an index says', async () => {
    /** @param {unknown} index @param {object} [options] */
    const opened = (index, options) => open(Buffer.from(JSON.stringify(index)), { files: all, ...options });
    const shard = 'model-00001-of-00002.safetensors';
    const wrong = /** @type {[unknown, RegExp][]} */ ([
      [{ weight_map: { a: 7 } }, /must name the file of tensor 'a'/],
      [{ weight_map: { z: shard } }, /tensor 'z' is not in 'model-00001/],
      [{ weight_map: { z: 'plain.gguf' } }, /safetensors: the file does not begin with/],
      [{ metadata: {} }, /no index/],
      [{ weight_map: { z: 'weights.bin' }, metadata: { a: '\n' } }, /./],
    ]);
    for (const [index, message] of wrong)
      await assert.rejects(opened(index), { code: 'bad_format', message });
    const names = (
      await opened({ weight_map: JSON.parse(`{"__proto__": "${shard}", "a": "${shard}"}`) }).catch(
        (error) => error,
      )
    ).message;
    assert.match(names, /'__proto__' is not in/);
    await assert.rejects(open(Buffer.from('{"weight_map": {"a": "b'), { files: all }), {
      code: 'bad_format',
      message: /no index/,
    });
    const source = await open(Buffer.from(`{"weight_map": {"a": "${shard}"}}`), {
      files: all,
      format: 'safetensors',
    });
    assert.deepEqual([...source.names], ['a']);
    await assert.rejects(open(`${home}${INDEX}`), { code: 'source_failed' });
  });

  it('must be an array of Files', async () => {
    for (const files of [{}, [1], [new Blob([])]])
      await assert.rejects(open(FILES['plain.gguf'], { files: /** @type {Any} */ (files) }), {
        code: 'bad_argument',
        message: /files: must be an array of Files/,
      });
  });
});
