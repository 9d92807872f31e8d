// Files that need others beside them: parts of a model that is split, and weights of their own. They are found by the address of the
// first, with what signs it, or among the files that a user picked.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { init } from 'microtome';
import { cached } from 'microtome/cached';
import { cost, open, slice } from 'microtome/source';
import { FILES, HELD } from '../../../support/format_files.js';
import { ggufOf, modelOf, outside, safetensorsOf, u64 } from '../../../support/handmade.js';
import { fails, refuses } from '../../../support/refusals.js';

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

/** Bytes of an integer of each type. */
const WIDTHS = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];
/** A GGUF file with these integers, and tensors of one float. @param {Record<string, [type: number, value: number]>} integers @param {string[]} [names] */
const ggufWith = (integers, names = []) =>
  ggufOf({
    metadata: Object.entries(integers).map(([key, [type, value]]) => [
      key,
      type,
      u64(value).subarray(0, WIDTHS[type]),
    ]),
    tensors: names.map((name, i) => ({ name, dims: [1], offset: 32 * i })),
    data: 32 * names.length,
  });

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

  for (const [name, folder] of [[INDEX, 'o/a%2Fb%2F'], [FIRST, 'o/a%2fb%2f'], ['outside.onnx', 'o/a%20b%2F'], ['outside.onnx', 'a%2Fb/']])
    it(`are in the folder that an escaped slash ends: ${folder}${name}`, async () => {
      /** @type {string[]} */ const seen = [];
      const unfolded = (/** @type {Any} */ url, /** @type {Any} */ options) => {
        seen.push(url);
        return fetch(url.replace(folder, ''), options);
      };
      await check(await open(`${home}${folder}${name}?sig=a%2Fb`, { fetch: unfolded }), name);
      assert.ok(seen.length > 1 && seen.every((url) => url.startsWith(home + folder)), seen.join());
    }); // biome-ignore format: a table

  it('of one name in two folders are told apart by their paths, or refused', async () => {
    const shard = (/** @type {string} */ name, /** @type {number} */ byte) =>
      safetensorsOf({ [name]: { dtype: 'U8', shape: [1], data_offsets: [0, 1] } }, Buffer.of(byte));
    const weights = ['a', 'b'].map((name) =>
      outside({ name, data_type: 2, dims: [1] }, { location: `./${name}/w` }),
    );
    const index = Buffer.from(JSON.stringify({ weight_map: { a: 'a/w', b: 'b/w' } }));
    const at = (/** @type {string} */ path, /** @type {Uint8Array} */ bytes) =>
      Object.assign(picked(path.slice(path.lastIndexOf('/') + 1), bytes), { webkitRelativePath: path });
    for (const [bytes, [a, b]] of /** @type {const} */ ([
      [modelOf(...weights), [Buffer.of(1), Buffer.of(2)]],
      [index, [shard('a', 1), shard('b', 2)]],
    ])) {
      const files = [at('m/old/a/w', b), at('m/b/w', b), at('m/a/w', a)];
      const source = await open(at('m/model', bytes), { files });
      for (const [i, name] of ['a', 'b'].entries())
        assert.deepEqual([...(await slice(source.tensor(name), ':')).data], [i + 1]);
      for (const files of [[picked('w', a)], [picked('w', b), picked('w', a)], [at('m/a/w', a)]])
        await assert.rejects(open(picked('model', bytes), { files }), {
          code: 'bad_argument',
          param: 'files',
          message: /do not say which of them is '(\.\/)?[ab]\/w'; pass the Files of a picked folder/,
        });
    }
  });

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

  it('are asked for with a signal each: hosts warn of many listeners', async () => {
    const signals = new Set();
    const spied = (/** @type {Any} */ url, /** @type {Any} */ options) => {
      signals.add(options.signal);
      return fetch(url, options);
    };
    await open(`${home}${INDEX}?sig=a%2Fb`, { fetch: spied });
    assert.equal(signals.size, 3);
  });

  it('that are not there hide only their own tensors of an index', async () => {
    const source = await open(picked(INDEX), { files: [picked('model-00001-of-00002.safetensors')] });
    assert.deepEqual((await slice(source.tensor('b'), '...')).dims, [3]);
    refuses(() => source.tensor('c'), 'source_failed', /model-00002-of-00002.*files: \[\.\.\.\]/);
  });

  it('that are not there, or are others, are missed by the first part of a GGUF file', async () => {
    const failing = /** @type {[Any, Any, string, RegExp][]} */ ([
      [FILES[FIRST], {}, 'source_failed', /first of 3 parts, and its name does not say.*files: \[\.\.\.\]/],
      [picked(FIRST), {}, 'source_failed', /split-00002-of-00003\.gguf/],
      [picked(FIRST), { files: all.filter(({ name }) => name !== OTHERS[1]) }, 'source_failed', /split-00003-of-00003\.gguf/],
      [picked(FIRST), { files: [picked(OTHERS[0], FILES[OTHERS[1]]), picked(OTHERS[1])] }, 'bad_format', /'split-00002-of-00003\.gguf': gguf: it says that it is part 3 of 3/],
      [picked(FIRST), { files: [picked(OTHERS[0], FILES['plain.gguf']), picked(OTHERS[1])] }, 'bad_format', /says that it is part 1 of 1/],
    ]); // biome-ignore format: a table
    for (const [from, options, code, message] of failing)
      await assert.rejects(open(from, options), { code, message });
  });

  it('are no more asked for if a part of a GGUF file is not there', async () => {
    /** @type {string[]} */ const opened = [];
    const fetch = async (/** @type {Any} */ url) => {
      opened.push(url);
      return new Response(null, { status: 404 });
    };
    const first = ggufWith({ 'split.no': [2, 0], 'split.count': [2, 5000] });
    const answering = async (/** @type {Any} */ url) =>
      opened.length > 0 || !url.endsWith('-00001-of-05000.gguf')
        ? fetch(url)
        : new Response(first, { status: 206, headers: { 'content-range': `bytes 0-${first.length - 1}/${first.length}` } }); // biome-ignore format: one
    const message = /answers 404/;
    await assert.rejects(open('http://x/a-00001-of-05000.gguf', { fetch: answering }), { code: 'source_failed', message }); // biome-ignore format: one
    assert.ok(opened.length <= 6, `${opened.length}`);
  });

  it('are counted by a GGUF file as an integer of any type, and so are their tensors', async () => {
    const part = (/** @type {number} */ no, /** @type {number} */ type, /** @type {number} */ tensors) =>
      ggufWith({ 'split.no': [type, no], 'split.count': [type, 2], 'split.tensors.count': [type, tensors] }, [`t${no}`]); // biome-ignore format: one
    const names = ['a-00001-of-00002.gguf', 'a-00002-of-00002.gguf'];
    const opened = (/** @type {number} */ type, tensors = 2) => {
      const [first, second] = names.map((name, i) => picked(name, part(i, type, tensors)));
      return open(first, { files: [second] });
    };
    for (const type of [0, 1, 2, 3, 4, 5, 10, 11])
      assert.deepEqual((await opened(type)).names, ['t0', 't1'], `${type}`);
    const code = 'bad_format';
    for (const type of [6, 7, 12])
      await assert.rejects(opened(type), { code, message: /split\.no must be an integer/ });
    await assert.rejects(opened(5, 3), { code, message: /split\.tensors\.count is 3, but the parts have 2 tensors/ }); // biome-ignore format: one
    for (const count of [-1, 2 ** 31 - 1]) {
      const many = picked(names[0], ggufWith({ 'split.count': [5, count] }));
      await assert.rejects(open(many), { code, message: /more than 8192 other files/ });
    }
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
      [{ weight_map: { z: 'plain.gguf' } }, /'plain.gguf': safetensors: the file does not begin with/],
      [
        { weight_map: Object.fromEntries(Array.from({ length: 8193 }, (_, i) => [i, `${i}.safetensors`])) },
        /more than 8192 other files/,
      ],
      [{ metadata: {} }, /no index/],
      ...['ab', [shard], null, 7].map(
        (map) => /** @type {[unknown, RegExp]} */ ([{ weight_map: map }, /no index/]),
      ),
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
    await fails(open(Buffer.from('{"weight_map": {"a": "b'), { files: all }), 'bad_format', /no index/);
    for (const twice of ['"a": "x", "a": ', '"a": "x", "\\u0061": '])
      await assert.rejects(open(Buffer.from(`{"weight_map": {${twice}"${shard}"}}`), { files: all }), {
        code: 'bad_format',
        message: /two equal keys/,
      });
    const index = JSON.stringify({ weight_map: { z: '\ud800.safetensors' } });
    const fetch = async () => new Response(index);
    await assert.rejects(open('http://x/index.json', { fetch }), {
      code: 'bad_format',
      message: /'.u\{d800\}\.safetensors' is not in the folder/,
    });
    const map = `"weight_map": {"a": "${shard}"}`;
    for (const text of [
      `\ufeff{${map}}`,
      `\n\t {${map}}`,
      `{"format": "pt", ${map}}`,
      `{"metadata": null,\r\n${map}}`,
      `{"x": "${'x'.repeat(999)}", ${map}}`,
      `{"metadata": {"by": "\x7f\x80\x9b\x9f"}, ${map}}`, // control characters that are legal in JSON
    ])
      assert.deepEqual((await open(Buffer.from(text), { files: all })).names, ['a'], text);
    await assert.rejects(open(Buffer.from('{"error": "weight_map"}')), {
      message: /is text that begins with/,
    });
    const source = await open(Buffer.from(`{"weight_map": {"a": "${shard}"}}`), {
      files: all,
      format: 'safetensors',
    });
    assert.deepEqual([...source.names], ['a']);
    await assert.rejects(open(`${home}${INDEX}`), { code: 'source_failed' });
  });

  it('are found in an index with any other JSON in it', async () => {
    const shard = 'model-00001-of-00002.safetensors';
    const opened = (/** @type {string} */ text) => open(Buffer.from(`{"metadata": ${text}, "weight_map": {"a": "${shard}"}}`), { files: all }); // biome-ignore format: one
    const deep = (/** @type {number} */ depth) => '['.repeat(depth) + ']'.repeat(depth);
    const values = ['0', '-0.5e+10', '1E5', '12.25e-3', 'true', 'false', 'null', '""', '"\\u0041\\"{["', '[]', '{}', '[ 1 , [ ] , { "a" : [ { } ] } ]', '{"a":1,"b":{"c":[]}}', deep(511), '\t\n\r 5 \r', '{"weight_map": 5}', '{"a":1,"a":2}']; // biome-ignore format: one
    for (const text of values) {
      assert.ok(JSON.parse(text) !== undefined);
      assert.deepEqual((await opened(text)).names, ['a'], text);
    }
    const wrong = ['', '01', '+1', '1.', '.5', '1e', '0x1', 'True', 'NaN', 'nul', '[', ']', '[1,]', '[,1]', '[1 2]', '{"a"}', '{"a":}', '{a:1}', '{"a":1,}', '{,}', '[}', '{]', '"\n"', '"\\x"', "'x'", '1 2', '/**/1', '{"a":1]', '[1}', '{1:2}']; // biome-ignore format: one
    for (const text of wrong) {
      assert.throws(() => JSON.parse(text));
      await fails(opened(text), 'bad_format', /no index/);
    }
    await fails(opened(deep(515)), 'bad_format', /no index/);
    const map = `"weight_map": {"a": "${shard}"}`;
    for (const text of [`{${map}, ${map}}`, `{${map}} x`, `{${map},}`, `{${map}`, `{"a": 1}`])
      await fails(open(Buffer.from(text), { files: all, format: 'safetensors' }), 'bad_format', /no index|two equal keys/); // biome-ignore format: one
  });

  it('must be an array of Files', async () => {
    for (const files of [{}, [1], [new Blob([])]])
      await assert.rejects(open(FILES['plain.gguf'], { files: /** @type {Any} */ (files) }), {
        code: 'bad_argument',
        message: /files: must be an array of Files/,
      });
  });
});
