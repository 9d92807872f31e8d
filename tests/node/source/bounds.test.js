// What `open` may cost, whatever is in the file: at most `maxBytes` and `maxRequests` of it are asked for, and nothing is asked for after
// it has failed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { init, MicrotomeError } from 'microtome';
import { cached } from 'microtome/cached';
import { cost, open, slice } from 'microtome/source';
import { Budget } from '../../../web/lib/source/formats/format.ts';
import { Random } from '../../random/random.js';
import {
  field,
  ggufOf,
  modelOf,
  onnxOf,
  outside,
  safetensorsOf,
  u32,
  u64,
  varint,
} from '../../support/handmade.js';
import { npyOfBytes, zipOf } from '../../support/npz_files.js';
import { serveFor } from '../../support/range_server.js';
import { fails, refuses } from '../../support/refusals.js';
import { fileOf, formatNamed } from '../../support/stored.js';
import { countingFile, countingReader } from '../../support/streams.js';

/** @import { Part } from '../../support/npz_files.js' */

/** @typedef {any} Any */

const FIRST = 2 ** 16;
before(() => init());

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Opens, and judges what that took. Gives the error, or the source.
 * @param {ReturnType<typeof countingFile>} file @param {import('microtome/source').OpenOptions} limits
 * @returns {Promise<Any>}
 */
async function openWithin({ from, seen }, { maxBytes = 2 ** 28, maxRequests = 1024, ...options }) {
  const result = await open(from, { maxBytes, maxRequests, ...options }).catch((error) => error);
  const { bytes, requests } = seen;
  assert.ok(bytes <= Math.max(FIRST, maxBytes), `${bytes} bytes, and ${maxBytes} are allowed`);
  assert.ok(requests <= maxRequests, `${requests} requests, and ${maxRequests} are allowed`);
  if (!(result instanceof Error)) return result;
  assert.ok(result instanceof MicrotomeError, result.stack);
  assert.ok(['too_costly', 'bad_format'].includes(result.code), result.message);
  await pause(3);
  assert.deepEqual(seen, { bytes, requests }, 'asked for after the failure');
  return result;
}

/** A .npy file of so many bytes. @param {number} length @param {number} [more] bytes of its header */
const npyOf = (length, more = 0) => npyOfBytes(Buffer.alloc(length, 3), ' '.repeat(more));
/** Members of an .npz file, numbered. @param {Partial<Part>[]} members */
const numbered = (members) =>
  zipOf(members.map((each, i) => ({ name: `${i}.npy`, content: Buffer.alloc(0), ...each })));

/** @param {string} name @param {number} length */
const inline = (name, length) => ({ name, data_type: 2, dims: [length], raw_data: Buffer.alloc(length, 4) });
/** @param {string} name @param {number} length @param {string} location @param {number} [offset] */
const elsewhere = (name, length, location, offset = 0) =>
  outside({ name, data_type: 2, dims: [length] }, { location, offset: `${offset}` });

/** Files of which a number decides are made once. @param {(count: number) => Buffer} make */
function once(make) {
  /** @type {Map<number, Buffer>} */
  const made = new Map();
  return (/** @type {number} */ count) => {
    const file = made.get(count) ?? make(count);
    made.set(count, file);
    return file;
  };
}
const ggufOnce = once((count) => {
  const tensors = Array.from({ length: count }, (_, i) => ({
    name: `t${i}`,
    dims: [1],
    type: 24,
    offset: 32 * i,
  }));
  return ggufOf({ tensors, data: 32 * count });
});
const safetensorsOnce = once((count) => {
  const info = (/** @type {number} */ i) =>
    `"t${i}":{"dtype":"U8","shape":[1],"data_offsets":[${i},${i + 1}]}`;
  return safetensorsOf(`{${Array.from({ length: count }, (_, i) => info(i))}}`, count);
});

/** Files that were drawn, by their formats. @type {Record<string, (random: Random) => Buffer>} */
const DRAWN = {
  npz(random) {
    const count = random.pick([1, 5, 60]);
    const sizes = [10, 3000, 70_000, 200_000];
    const members = Array.from({ length: count }, () => ({
      content: npyOf(random.pick(sizes), random.pick([0, 0, 5000, 300_000])),
      deflate: random.chance(0.2),
    }));
    const [{ content }] = members;
    if (random.chance(0.2))
      members[random.below(count)].content = Buffer.from('\x93NUMPY\x09 is none', 'latin1');
    return numbered(random.chance(0.2) ? [...members, { content, claims: { at: 0 } }] : members);
  },
  onnx(random) {
    const sizes = [10, 3000, 70_000, 150_000];
    return modelOf(
      ...Array.from({ length: random.between(1, 60) }, (_, i) => inline(`w${i}`, random.pick(sizes))),
    );
  },
  safetensors: (random) => safetensorsOnce(random.pick([1, 1000, 20_000])),
  gguf: (random) => ggufOnce(random.pick([1, 1000, 30_000])),
};

describe('open', () => {
  for (const [format, draw] of Object.entries(DRAWN))
    it(`keeps to what it may fetch of ${format} files`, async () => {
      const random = new Random(format.length);
      let opened = 0;
      for (let run = 0; run < 60; ++run) {
        const file = draw(random);
        const maxBytes = random.pick([0, 1000, 70_000, 130_000, 400_000, 2 ** 20, 2 ** 23, 2 ** 28]);
        const maxRequests = random.pick([1, 3, 7, 1024, 1024]);
        const result = await openWithin(countingFile(file), { maxBytes, maxRequests });
        if (!(result instanceof MicrotomeError)) opened += 1;
        else if (maxBytes === 2 ** 28 && maxRequests === 1024) assert.equal(result.code, 'bad_format');
      }
      assert.ok(opened > 5);
    });

  it('reads one header once, however many members are said to have it', async () => {
    const content = npyOf(9, 2 ** 20);
    const { length } = content;
    const others = Array(499).fill({ claims: { at: 0, packed: length, size: length } });
    const error = await openWithin(countingFile(numbered([{ content }, ...others])), { maxBytes: 2 ** 22 });
    assert.match(error.message, /overlaps another/);
  });

  it('reads headers of members alone where what is between them is too much', async () => {
    const file = countingFile(numbered(Array.from({ length: 400 }, () => ({ content: npyOf(50_000) }))));
    const source = await openWithin(file, { maxBytes: 2 ** 20 });
    assert.equal(source.names.length, 400);
  });

  it('reads all members of a file that may be read as a whole', async () => {
    const zip = numbered(Array.from({ length: 20_000 }, () => ({ content: npyOf(20) })));
    for (const from of [zip, cached(zip), countingFile(zip).from]) {
      const source = await open(/** @type {Any} */ (from), { maxBytes: 2 * zip.length });
      assert.equal(source.names.length, 20_000);
      for (const name of source.names) source.tensor(name);
    }
    const part = await open(zip, { maxBytes: zip.length / 2 });
    const late = /** @type {string} */ (part.names.at(-1));
    refuses(() => part.tensor(late), 'too_costly', /npz: '19999.npy' takes \d+ bytes/);
  });

  it('may ask for 16384 members one by one, and no more', async () => {
    const zip = numbered(Array.from({ length: 1500 }, () => ({ content: npyOf(3000) })));
    const { from, seen } = countingFile(zip);
    const maxBytes = 2 ** 21;
    const source = await open(from, { maxBytes });
    assert.equal(source.names.length, 1500);
    assert.ok(seen.requests > 1024, `${seen.requests}`);
    await assert.rejects(open(from, { maxBytes, maxRequests: 1024 }), { code: 'too_costly' });
    const many = countingFile(numbered(Array.from({ length: 20_000 }, () => ({ content: npyOf(3000) }))));
    await assert.rejects(open(many.from, { maxBytes: 22e6 }), { message: /more than 16384 requests/ });
    assert.equal(many.seen.requests, 16384);
  });

  it('ends what it has begun when one member is bad', async () => {
    const members = Array.from({ length: 201 }, (_, i) => ({
      content: i ? npyOf(90_000) : npyOf(5).fill(32, 10),
    }));
    const file = countingFile(numbered(members));
    const error = await openWithin(file, {});
    assert.equal(error.code, 'bad_format');
    assert.ok(file.seen.requests < 20, `${file.seen.requests} requests`);
  });

  it('asks a server that claims 2^50 bytes at most maxRequests times', async () => {
    const tensorOf = (/** @type {number} */ i) =>
      field(5, 2, onnxOf('TensorProto', inline(`w${String(i).padStart(9, '0')}`, 100_000)));
    const { length } = tensorOf(0);
    const head = Buffer.from([8, 8, 58, ...varint(2 ** 50 - 20)]);
    const endless = (/** @type {number} */ at, /** @type {number} */ count) => {
      const first = Math.max(0, Math.floor((at - head.length) / length));
      const skipped = at < head.length ? at : at - head.length - first * length;
      const pieces = Array.from({ length: Math.ceil(count / length) + 2 }, (_, i) => tensorOf(first + i));
      if (at < head.length) pieces.unshift(head);
      return Uint8Array.from(Buffer.concat(pieces).subarray(skipped, skipped + count));
    };
    const file = countingReader(2 ** 50, endless);
    const error = await openWithin(file, { maxRequests: 50 });
    assert.match(error.message, /more than 50 requests; raise maxRequests/);
    assert.equal(file.seen.requests, 50);
    assert.equal((await openWithin(countingReader(2 ** 50, endless), {})).code, 'too_costly');
    assert.equal(
      (await openWithin(countingReader(2 ** 50, endless), { maxBytes: 100_000 })).code,
      'too_costly',
    );
  });
});

describe('all files of a model together', () => {
  const COUNT = 40;
  const shard = safetensorsOf({ t: { dtype: 'U8', shape: [750_000], data_offsets: [0, 750_000] } }, 750_000);
  // All shards are alike, so the index is not right, which is seen after all of them are read.
  const map = Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`t${i}`, `${i}`]));
  const index = Buffer.from(JSON.stringify({ weight_map: map }));
  const PIECE = 10_000;
  /** Answers as a server, and counts the requests, and the bytes that are read of bodies. @param {{ ranges: boolean, length: boolean, hidden?: boolean }} manners */
  function counting({ ranges, length, hidden = false }) {
    const seen = { bytes: 0, requests: 0 };
    const fetch = async (/** @type {Any} */ url, /** @type {Any} */ { headers }) => {
      seen.requests += 1;
      const file = url.endsWith('.json') ? index : shard;
      const [, first, last] = /(\d+)-(\d*)/.exec(headers.get('range')) ?? [];
      const begin = Number(first);
      const end = last ? Math.min(Number(last) + 1, file.length) : file.length;
      const isAll = !ranges && url !== MAIN;
      if (begin >= file.length) return new Response(null, { status: 416 });
      let bytes = isAll ? file : file.subarray(begin, end);
      const said = new Headers(length ? { 'content-length': `${bytes.length}` } : {});
      if (!isAll && !hidden) said.set('content-range', `bytes ${begin}-${end - 1}/${file.length}`);
      const pull = (/** @type {Any} */ to) => {
        const piece = bytes.subarray(0, PIECE);
        bytes = bytes.subarray(piece.length);
        seen.bytes += piece.length;
        if (piece.length > 0) to.enqueue(Uint8Array.from(piece));
        else to.close();
      };
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const response = new Response(body, { status: isAll ? 200 : 206, headers: said });
      return hidden ? Object.defineProperty(response, 'type', { value: 'cors' }) : response;
    };
    return { seen, fetch: /** @type {Any} */ (fetch) };
  }
  const MAIN = 'http://x/m.json';

  for (const ranges of [true, false])
    for (const length of [true, false])
      it(`take at most maxBytes, from a server that ${ranges ? 'honours' : 'ignores'} ranges and says ${length ? '' : 'no '}lengths`, async () => {
        for (const maxBytes of [200_000, 2 ** 20, 4 * 2 ** 20]) {
          const { fetch, seen } = counting({ ranges, length });
          const all = index.length + COUNT * (ranges ? FIRST : shard.length);
          const isEnough = maxBytes >= all;
          const opened = open(MAIN, { fetch, maxBytes });
          if (isEnough) await opened.then(undefined, (error) => assert.equal(error.code, 'bad_format'));
          else await fails(opened, ranges ? 'too_costly' : 'range_ignored', /maxBytes/);
          const over = length ? 0 : 6 * PIECE; // each has one piece that is one too many
          assert.ok(seen.bytes <= maxBytes + over, `${seen.bytes} of ${maxBytes}`);
        }
      });

  it('take at most maxRequests, of which some ask for the size', async () => {
    for (const maxRequests of [1, 2, 10, 50]) {
      const { fetch, seen } = counting({ ranges: true, length: true, hidden: true });
      await fails(open(MAIN, { fetch, maxRequests }), 'too_costly', /raise maxRequests/);
      assert.ok(seen.requests <= maxRequests, `${seen.requests} of ${maxRequests}`);
    }
  });

  it('that are kept as a whole have maxBytes together, also after open', async () => {
    const weights = new Uint8Array(300_000).map((_, i) => i);
    const model = modelOf(...[0, 1, 2].map((i) => elsewhere(`w${i}`, 9, `${i}.bin`)));
    const fetch = async (/** @type {Any} */ url) => new Response(url.endsWith('.bin') ? weights : model);
    const source = await open('http://x/m.onnx', { fetch: /** @type {Any} */ (fetch), maxBytes: 700_000 });
    for (const i of [0, 1]) assert.equal((await slice(source.tensor(`w${i}`), '3')).data[0], 3);
    const [w1, w2] = [source.tensor('w1'), source.tensor('w2')];
    await fails(slice(w2, '3'), 'range_ignored', /longer than 100000 bytes, which maxBytes/);
    assert.equal((await slice(w1, '4')).data[0], 4);
  });
});

describe('weights in other files', () => {
  const home = mkdtempSync(join(tmpdir(), 'microtome-'));
  after(() => rmSync(home, { recursive: true }));
  const weights = new Uint8Array(300_000).map((_, i) => i * 7);
  const model = modelOf(
    ...Array.from({ length: 40 }, (_, i) => elsewhere(`w${i}`, 5000, `${i % 20}.bin`, i * 100)),
  );

  it('are not asked for by open, and cost just what the cut costs', async (t) => {
    /** @type {Record<string, Uint8Array>} */ const files = { '/m.onnx': model };
    for (let i = 0; i < 20; ++i) files[`/${i}.bin`] = weights;
    const server = await serveFor(t, files);
    const url = server.url.replace('/data', '/m.onnx');
    for (const from of [url, cached(url)]) {
      server.count();
      const source = await open(from);
      const { requests, bytes } = server.count();
      if (from === url) assert.deepEqual([requests, bytes], [1, model.length]);
      else assert.ok(requests <= 21);
      const random = new Random(4);
      for (let run = 0; run < 30; ++run) {
        const i = random.below(40);
        const [low, high] = [random.below(2000), random.between(2001, 5000)];
        const stored = source.tensor(`w${i}`);
        const said = cost(stored, `${low}:${high}`);
        const { data } = await slice(stored, `${low}:${high}`);
        assert.deepEqual(data, weights.slice(i * 100 + low, i * 100 + high));
        const seen = server.count();
        assert.deepEqual(seen, { requests: said.requests, bytes: said.bytes });
      }
    }
    assert.equal(await open(cached(url), { maxBytes: 200_000 }).catch(({ code }) => code), 'too_costly');
  });

  it('must be long enough, and are refused by the first cut if they are not', async (t) => {
    const short = {
      '/m.onnx': model,
      '/0.bin': weights.subarray(0, 1000),
      '/1.bin': weights.subarray(0, 5100),
    };
    const server = await serveFor(t, /** @type {Any} */ (short));
    const source = await open(server.url.replace('/data', '/m.onnx'));
    await assert.rejects(slice(source.tensor('w0'), '900:'), {
      code: 'bad_format',
      message: /has 1000 bytes, but its tensors need 7000/,
    });
    await fails(slice(source.tensor('w1'), '0:9'), 'bad_format', /has 5100 bytes/);
    await fails(slice(source.tensor('w2'), '0:9'), 'source_failed', /answers 404/);
  });

  it('are never more than a cut may take, even where the server ignores ranges', async (t) => {
    /** @type {Record<string, Uint8Array>} */ const files = { '/m.onnx': model };
    for (let i = 0; i < 20; ++i) files[`/${i}.bin`] = weights;
    const server = await serveFor(t, files, (answer) => {
      answer.status = 200;
      answer.body = answer.file;
      delete answer.headers['content-range'];
    });
    const source = await open(server.url.replace('/data', '/m.onnx'));
    const x = source.tensor('w1');
    await fails(
      slice(x, '1:3', { maxBytes: 1000 }),
      'range_ignored',
      /longer than 1000 bytes, which maxBytes/,
    );
    const both = await Promise.allSettled([slice(x, '1:3', { maxBytes: 1000 }), slice(x, '1:3')]);
    assert.deepEqual(both.map(({ status }) => status), ['rejected', 'fulfilled']); // biome-ignore format: one line
    server.count();
    await slice(x, '1:3', { maxBytes: 1000 });
    assert.deepEqual(server.count(), { requests: 0, bytes: 0 });
    await slice(source.tensor('w2'), '1:3', { maxBytes: weights.length });
  });

  for (const [said, code] of /** @type {const} */ ([
    [true, 'bad_format'],
    [false, 'source_short'],
  ]))
    it(`may not end before the data: ${code} if the server says ${said ? '' : 'not '}where`, async (t) => {
      const files = {
        '/m.onnx': modelOf(elsewhere('w', 500, 'w.bin', 4000)),
        '/w.bin': new Uint8Array(1000),
      };
      const server = await serveFor(t, /** @type {Any} */ (files), (answer) => {
        if (answer.file.length !== 1000) return;
        answer.status = 416;
        answer.body = new Uint8Array(0);
        delete answer.headers['content-range'];
        if (said) answer.headers['content-range'] = 'bytes */1000';
      });
      const source = await open(server.url.replace('/data', '/m.onnx'));
      await assert.rejects(slice(source.tensor('w'), '1:3'), { code });
    });

  it('are not waited for if they are pipes', {
    skip: process.platform === 'win32' && 'no named pipes',
  }, async () => {
    mkdirSync(join(home, 'model'));
    execFileSync('mkfifo', [join(home, 'model', 'w.bin')]);
    writeFileSync(join(home, 'model', 'm.onnx'), modelOf(elsewhere('a', 9, 'w.bin'), inline('b', 3)));
    const source = await open(pathToFileURL(join(home, 'model', 'm.onnx')));
    assert.throws(() => source.tensor('a'), { code: 'source_failed', message: /not a file/ });
    assert.deepEqual([...(await slice(source.tensor('b'), ':')).data], [4, 4, 4]);
    await source.close();
  });

  it('count among the requests of open', async () => {
    mkdirSync(join(home, 'many'));
    const many = modelOf(...Array.from({ length: 30 }, (_, i) => elsewhere(`w${i}`, 9, `${i}.bin`)));
    writeFileSync(join(home, 'many', 'm.onnx'), many);
    const url = pathToFileURL(join(home, 'many', 'm.onnx'));
    await fails(open(url, { maxRequests: 20 }), 'too_costly', /raise maxRequests/);
    const opened = await open(url, { maxRequests: 31 });
    assert.equal(opened.names.length, 30);
    await opened.close();
  });
});

describe('what a header of many megabytes becomes', () => {
  it('is nothing: objects are not made of what no tensor has', async () => {
    const { default: v8 } = await import('node:v8');
    const size = 30e6;
    for (const value of ['[{}', '{"a":[{}', '{"a":"b"', '"x"'].map((each) => each)) {
      const many = `${value}${',{}'.repeat(size / 3)}`;
      const header = Buffer.from(`{"__metadata__":${many}]}}`);
      const before = v8.getHeapStatistics().used_heap_size;
      await assert.rejects(open(safetensorsOf(header.toString('latin1'))), { code: 'bad_format' });
      const made = v8.getHeapStatistics().used_heap_size - before;
      assert.ok(made < 2 * size, `${made} bytes of heap`);
    }
    for (const value of ['{}', '[[],{"a":{}}]', '"x"', '0', '{"a":"b"}']) {
      const many = `${value},`.repeat(size / (value.length + 1));
      const index = Buffer.from(`{"metadata":[${many}0],"weight_map":{}}`);
      const before = v8.getHeapStatistics().used_heap_size;
      assert.deepEqual((await open(index)).names, []);
      const made = v8.getHeapStatistics().used_heap_size - before;
      assert.ok(made < size, `${made} bytes of heap`);
    }
  });
});

describe('the numbers of a Constant', () => {
  it('take a few times their bytes while they are read', async () => {
    const { default: v8 } = await import('node:v8');
    const { runInNewContext } = await import('node:vm');
    v8.setFlagsFromString('--expose-gc');
    const held = () => {
      runInNewContext('gc')();
      return v8.getHeapStatistics().used_heap_size;
    };
    const count = 2e6;
    const value = Buffer.concat([
      field(1, 2, Buffer.from('value_ints')),
      field(8, 2, Buffer.alloc(count, 1)),
    ]);
    const node = Buffer.concat([
      field(2, 2, Buffer.from('x')),
      field(4, 2, Buffer.from('Constant')),
      field(5, 2, value),
    ]);
    const file = Buffer.concat([Buffer.from([8, 8]), field(7, 2, field(1, 2, node))]);
    let most = 0;
    const before = held();
    const reads = fileOf(file);
    const { spend } = reads.budget;
    let calls = 0;
    reads.budget.spend = (...given) => {
      if (++calls % 500_000 === 0) most = Math.max(most, held() - before);
      spend.apply(reads.budget, given);
    };
    const [entry] = await formatNamed('onnx').read(reads);
    assert.ok(!entry.refused);
    assert.deepEqual([entry.type, entry.dims], ['int64', [count]]);
    assert.ok(calls >= count && most < 4 * count, `${most} bytes of heap`);
  });
});

describe('what is kept of headers', () => {
  const COUNT = 300;
  const each = (/** @type {(i: number) => Buffer} */ make) =>
    Buffer.concat(Array.from({ length: COUNT }, (_, i) => make(i)));
  const text = (/** @type {(i: number) => string} */ make) =>
    Array.from({ length: COUNT }, (_, i) => make(i)).join();
  const model = (/** @type {Buffer} */ graph, rest = Buffer.alloc(0)) =>
    Buffer.concat([Buffer.from([8, 8]), field(7, 2, graph), rest]);
  const named = (/** @type {number} */ i) => field(8, 2, Buffer.from(`${i}`));
  const zeros = Buffer.alloc(1);
  /** Files of many parts of a few bytes each. @type {Record<string, [format: string, Uint8Array]>} */
  const FILES = {
    'tensors of safetensors': ['safetensors', safetensorsOf(`{${text((i) => `"${i}":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}`)}}`)],
    'metadata of safetensors': ['safetensors', safetensorsOf(`{"__metadata__":{${text((i) => `"${i}":""`)}}}`)],
    'tensors of an index': ['safetensors', Buffer.from(`{"weight_map":{${text((i) => `"${i}":"x"`)}}}`)],
    'tensors of GGUF': ['gguf', ggufOf({ tensors: Array.from({ length: COUNT }, (_, i) => ({ name: `${i}`, dims: [0], type: 24 })) })],
    'initializers of ONNX': ['onnx', model(each((i) => field(5, 2, named(i))))],
    'functions of ONNX': ['onnx', model(zeros.subarray(1), each((i) => field(25, 2, field(1, 2, Buffer.from(`${i}`)))))],
    'attributes of ONNX before their operator': ['onnx', model(field(1, 2, each(() => Buffer.from([42, 0]))))],
    'a sequence of ONNX': ['onnx', Buffer.concat([Buffer.from([16, 1]), each(() => Buffer.from([26, 0]))])],
    'members of .npz': ['npz', zipOf(Array.from({ length: COUNT }, (_, i) => ({ name: `${i}`, content: zeros })))],
  }; // biome-ignore format: a table
  for (const [what, [format, bytes]] of Object.entries(FILES))
    it(`is counted: ${what}`, async () => {
      const file = fileOf(bytes, { others: {} });
      let kept = 0;
      file.budget.keep = () => {
        kept += 1;
      };
      await formatNamed(format).read(file);
      assert.ok(kept >= COUNT && kept <= COUNT + 1, `${kept}`);
    });

  it('is at most a million parts, of all files together', () => {
    const budget = new Budget(0, 0);
    for (let i = 0; i < 2 ** 20; ++i) budget.keep();
    assert.throws(() => budget.keep(), {
      code: 'too_costly',
      what: 'headers of more than 1048576 tensors and other parts',
    });
  });

  it('is little of data in other files: three words of each tensor', async () => {
    const pairs = Array.from({ length: 5 }, (_, i) => [`k${i}`, 'x'.repeat(99)]);
    const external = { ...Object.fromEntries(pairs), location: 'w.bin', offset: '1', length: '2' };
    const file = fileOf(modelOf(outside({ name: 'a', data_type: 2, dims: [2] }, external)), {
      others: { 'w.bin': Buffer.alloc(3) },
    });
    const [{ refused }] = await formatNamed('onnx').read(file);
    assert.equal(refused, undefined);
  });

  it('is no pile of arrays in arrays', async () => {
    const nested = (/** @type {number} */ depth) =>
      Buffer.concat([...Array(depth).fill(Buffer.concat([u32(9), u64(1)])), u32(0), u64(0)]);
    const opened = (/** @type {number} */ depth) => open(ggufOf({ metadata: [['a', 9, nested(depth)]] }));
    assert.deepEqual((await opened(60)).names, []);
    await fails(opened(70), 'bad_format', /more than 64 nested arrays/);
  });
});

describe('first bytes of files', () => {
  const COUNT = 400;
  const shardOf = (/** @type {string} */ name) =>
    safetensorsOf({ [name]: { dtype: 'U8', shape: [70_000], data_offsets: [0, 70_000] } }, 70_000);
  const map = Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`${i}`, `${i}`]));
  const index = Buffer.from(JSON.stringify({ weight_map: map }));
  const model = modelOf(...Array.from({ length: COUNT }, (_, i) => elsewhere(`${i}`, 9, `${i}`)));
  const fetch = async (/** @type {Any} */ url, /** @type {Any} */ { headers }) => {
    const name = url.slice(url.lastIndexOf('/') + 1);
    const file = name === 'index' ? index : name === 'model' ? model : shardOf(name);
    const [begin, last] = (/(\d+)-(\d+)/.exec(headers.get('range')) ?? []).slice(1).map(Number);
    const end = Math.min(last + 1, file.length);
    const range = { 'content-range': `bytes ${begin}-${end - 1}/${file.length}`, etag: '"1"' };
    return new Response(file.subarray(begin, end), { status: 206, headers: range });
  };
  for (const name of ['index', 'model'])
    for (const isCached of [false, true])
      it(`are not kept of the files of ${name === 'index' ? 'an index' : 'a model'}, ${isCached ? 'but as far as a cache may' : 'but while they are opened'}`, async () => {
        const { default: v8 } = await import('node:v8');
        const { runInNewContext } = await import('node:vm');
        v8.setFlagsFromString('--expose-gc');
        const collect = async () => {
          for (let i = 0; i < 3; ++i) {
            runInNewContext('gc')();
            await pause(5);
          }
          return process.memoryUsage().arrayBuffers;
        };
        const before = await collect();
        const url = `http://x/${name}`;
        const from = isCached ? cached(url, { maxBytes: 2 ** 20 }) : url;
        const source = await open(from, { fetch: /** @type {Any} */ (fetch) });
        for (const each of source.names) source.tensor(each);
        const kept = (await collect()) - before;
        // a cache remembers versions of files within 16 MiB, of which each has its first bytes
        const most = isCached ? 17 * 2 ** 20 + FIRST : 2 ** 20;
        assert.ok(kept <= most, `${kept} bytes`);
        assert.equal(source.names.length, COUNT);
        assert.ok(from);
      });
});

describe('blocks that were read', () => {
  it('are not held to the end of the cut', async () => {
    const { default: v8 } = await import('node:v8');
    const { runInNewContext } = await import('node:vm');
    v8.setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const size = 96 * 2 ** 20;
    const block = new Uint8Array(2 ** 20);
    const { from } = countingReader(size, (_, length) =>
      length <= block.length ? block.slice(0, length) : new Uint8Array(length),
    );
    const layout = /** @type {const} */ ({ type: 'uint8', dims: [96 * 2 ** 20] });
    const stored = (
      await open(cached(from, { maxBytes: 2 ** 20 }), { layout, maxRequest: 2 ** 20, concurrency: 2 })
    ).tensor();
    const out = new Uint8Array(size);
    collect();
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    let calls = 0;
    const onprogress = () => {
      if (++calls % 16 > 0) return;
      collect();
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    };
    await slice(stored, ':', { out, onprogress });
    assert.ok(calls >= 96);
    assert.ok(most < size / 2, `${most} bytes`);
  });
});
