// Anything in anything: fields of records, elements at any distance, files inside other files, some tensors of many, bytes of what
// cannot be cut, streams, and functions that sign addresses again.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { before, describe, it } from 'node:test';
import { init, slice as sliceInMemory } from 'microtome';
import { cached } from 'microtome/cached';
import { cost, gather, open, parts, slice, slices } from 'microtome/source';
import { inRoot } from '../../../tools/common/paths.js';
import { randomBytes } from '../../support/ggml.js';
import { ggufOf, modelOf, safetensorsOf } from '../../support/handmade.js';
import { npyOf, zipOf } from '../../support/npz_files.js';
import { serveFor, startRangeServer } from '../../support/range_server.js';
import { fails, refuses } from '../../support/refusals.js';

/** @typedef {any} Any */

before(() => init());

const bytesOf = (/** @type {Any} */ { buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength);

const SOON_MS = 20;

describe('structured arrays, as NumPy 1.24 writes them', () => {
  /** @type {Record<string, { file: string, tensors: Record<string, { dims: number[], data: string }> }>} made by fixtures/structured.py */
  const files = JSON.parse(readFileSync(inRoot('tests/support/fixtures/structured.json'), 'utf8'));

  for (const [name, { file, tensors }] of Object.entries(files)) {
    const bytes = Buffer.from(file, 'base64');

    it(`${name}: each field is a tensor`, async (t) => {
      const server = await serveFor(t, bytes);
      for (const from of [new Uint8Array(bytes), server.url])
        for (const gap of [0, 2 ** 16]) {
          const source = await open(from, { gap });
          const cuttable = Object.keys(tensors);
          assert.deepEqual(source.names.filter((each) => each !== 'in'), cuttable);
          for (const field of cuttable) {
            const stored = source.tensor(field);
            const { dims, data } = tensors[field];
            assert.deepEqual(stored.dims, dims, field);
            server.count();
            const said = cost(stored, '...');
            const all = await slice(stored, '...');
            const { requests, bytes } = server.count();
            if (from === server.url) assert.deepEqual(said, { requests, bytes, useful: all.data.byteLength });
            assert.deepEqual(bytesOf(all.data), Buffer.from(data, 'base64'), `${name} ${field}`);
            if (dims.length === 0 || dims[0] < 3) continue;
            const whole = sliceInMemory(all, '...');
            const cut = await slice(stored, '::-2');
            assert.deepEqual(cut, sliceInMemory(whole, '::-2'), field);
            const picked = await gather(stored, [2, 0, 2]);
            const rows = [2, 0, 2].map((i) => bytesOf(sliceInMemory(whole, `${i}:${i + 1}`).data));
            assert.deepEqual(bytesOf(picked.data), Buffer.concat(rows));
            let length = 0;
            for await (const { data } of parts(stored, '...', { maxBytes: 64 })) length += data.byteLength;
            assert.equal(length, all.data.byteLength);
          }
        }
    }); // biome-ignore format: one

    it(`${name}: so is a field of a member of an .npz file, stored or deflated`, async () => {
      for (const deflate of [false, true]) {
        const source = await open(zipOf([{ name: 'm.npy', content: bytes, deflate }]));
        for (const [field, { data }] of Object.entries(tensors)) {
          const named = source.tensor(field === '' ? 'm' : `m.${field}`);
          assert.deepEqual(bytesOf((await slice(named, '...')).data), Buffer.from(data, 'base64'), field);
        }
      }
    });
  }

  it('a field that is a structure itself is refused alone, and has its bytes', async () => {
    const { file } = files.nested;
    const bytes = Buffer.from(file, 'base64');
    const source = await open(new Uint8Array(bytes));
    refuses(() => source.tensor('in'), 'bad_type', /tensor 'in' is of type \[\('p'/);
    const { data } = await slice(source.tensor('in', { raw: true }), '...');
    const records = bytes.subarray(bytes.length - 4 * 11);
    assert.deepEqual(bytesOf(data), records.subarray(1, records.length - 2));
  });

  it('types that are none are a bad header', async () => {
    for (const descr of ["[('a')]", "[('a', 3)]", "[('a', '<f4', (-1,))]", '[]', "['a', '<f4']", `${'['.repeat(40)}${']'.repeat(40)}`, "[('a', '<f4') ('b', '<f4')]"]) {
      const text = `{'descr': ${descr}, 'fortran_order': False, 'shape': (2,), }\n`;
      const file = Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), Buffer.of(text.length, 0), Buffer.from(text), Buffer.alloc(99)]);
      await fails(open(new Uint8Array(file)), 'bad_format', /npy: a structured type that is not one/);
    }
  });

  it('records that the file does not have, and names that are twice, are a bad header', async () => {
    const many = npyOf('X', [2 ** 40], new Uint8Array(9)).toString('latin1').replace("'X'", "[('a', '<f4')]");
    await fails(open(new Uint8Array(Buffer.from(many, 'latin1'))), 'bad_format');
  });
}); // biome-ignore format: tables

describe('byteStride', () => {
  it('is that of records of 15 bytes, at any byte, both ways and in both orders', async (t) => {
    const content = randomBytes(20 * 15 + 7, 3);
    const view = new DataView(content.buffer);
    const server = await serveFor(t, content);
    for (const endian of /** @type {const} */ (['little', 'big']))
      for (const [at, step] of [[5, 15], [5 + 19 * 15, -15]]) {
        const layout = /** @type {const} */ ({ type: 'float32', dims: [20, 2], at, byteStride: [step, 4], endian });
        const stored = (await open(server.url, { layout, gap: 0 })).tensor();
        assert.deepEqual([stored.byteStride, stored.stride, stored.at], [[step, 4], undefined, at]);
        const wanted = Float32Array.from({ length: 40 }, (_, k) => view.getFloat32(at + (k >> 1) * step + 4 * (k & 1), endian === 'little'));
        for (const spec of ['...', '3:9', '::-3, 1', '7', '::4, ::-1']) {
          server.count();
          const said = cost(stored, spec);
          const { data, dims } = await slice(stored, spec);
          const { requests, bytes } = server.count();
          assert.deepEqual(said, { requests, bytes, useful: data.byteLength });
          const expected = sliceInMemory({ dims: [20, 2], data: wanted }, spec);
          assert.deepEqual([dims, bytesOf(data)], [expected.dims, bytesOf(expected.data)], spec);
        }
        assert.equal(cost(stored, '...').bytes, 160);
        const [a, b] = await slices(stored, ['0', '19']);
        assert.deepEqual(bytesOf(b.data), bytesOf(wanted.subarray(38)));
        assert.deepEqual(bytesOf(a.data), bytesOf(wanted.subarray(0, 2)));
      }
  });

  it('in pieces that end in the middle of elements, and into the caller\'s arrays', async (t) => {
    const content = randomBytes(13 * 5000, 4);
    const layout = /** @type {const} */ ({ type: 'float64', dims: [5000], at: 3, byteStride: [13] });
    const server = await serveFor(t, content.subarray(0, 13 * 5000 - 2));
    const out = new Float64Array(5000);
    const stored = (await open(server.url, { layout, maxRequest: 1001 })).tensor();
    await slice(stored, '::-1', { out });
    const view = new DataView(content.buffer);
    const wanted = Float64Array.from({ length: 5000 }, (_, i) => view.getFloat64(3 + 13 * (4999 - i), true));
    assert.deepEqual(bytesOf(out), bytesOf(wanted));
  });

  it('reads a BMP from the bottom', async () => {
    const rows = Uint8Array.from({ length: 4 * 12 }, (_, i) => Math.floor(i / 12));
    const layout = /** @type {const} */ ({ type: 'uint8', dims: [4, 3, 3], at: 54 + 36, byteStride: [-12, 3, 1] });
    const picture = await open(new Uint8Array([...new Uint8Array(54), ...rows]), { layout });
    assert.equal((await slice(picture.tensor(), ':, 0, 0')).data.join(), '3,2,1,0');
  });

  it('of elements that fit is a stride; what leads out of the file, and two of both, are refused', async () => {
    const file = new Uint8Array(40);
    const at8 = (await open(file, { layout: { type: 'float32', dims: [3], byteStride: [8] } })).tensor();
    assert.deepEqual([at8.stride, at8.byteStride], [[2], undefined]);
    const bad = (/** @type {Any} */ layout, /** @type {Any} */ code) => fails(open(file, { layout }), code);
    await bad({ type: 'float32', dims: [3], byteStride: [19] }, 'bad_input');
    await bad({ type: 'float32', dims: [3], at: 10, byteStride: [-7] }, 'bad_input');
    await bad({ type: 'float32', dims: [3], byteStride: [8], stride: [1] }, 'conflict');
    await bad({ type: 'u4', dims: [3], byteStride: [8] }, 'bad_type');
    await bad({ type: 'float32', dims: [3], byteStride: [1.5] }, 'not_integer');
    await bad({ type: 'float32', dims: [3], byteStride: [8, 8] }, 'bad_input');
  });
}); // biome-ignore format: tables

describe('a file inside another one', () => {
  const inner = npyOf('<f4', [4, 3], bytesOf(Float32Array.from({ length: 12 }, (_, i) => i)));
  const outer = new Uint8Array([...randomBytes(100_001, 1), ...inner, ...randomBytes(100_000, 2)]);
  const part = { at: 100_001, length: inner.length };

  it('is read as one of its own, and nothing outside of it', async (t) => {
    const server = await serveFor(t, outer);
    for (const from of [outer, new Blob([outer]), server.url]) {
      const source = await open(/** @type {Any} */ (from), part);
      const { data } = await slice(source.tensor(), '1:3, 1');
      assert.equal(data.join(), '4,7');
      const { place } = source.tensor();
      assert.deepEqual([place?.at, place?.length], [100_001 + inner.length - 48, 48]);
      const again = await open(/** @type {Any} */ (place).from, { at: place?.at, length: place?.length, layout: { type: 'float32', dims: [4, 3] } });
      assert.equal((await slice(again.tensor(), '3, 2')).data[0], 11);
    }
    const ranges = server.seen.map(({ range }) => range?.match(/\d+/g)?.map(Number) ?? []);
    assert.ok(ranges.length > 0 && ranges.every(([first, last]) => first >= part.at && last < part.at + part.length), `${ranges}`);
    assert.equal(server.seen[0].range, `bytes=100001-${100_000 + inner.length}`);
  });

  it('also with a cache, and of a server that ignores ranges', async (t) => {
    const server = await serveFor(t, outer);
    const kept = await open(/** @type {Any} */ (cached(server.url)), part);
    assert.equal((await slice(kept.tensor(), '2, 2')).data[0], 8);
    assert.deepEqual(cost(kept.tensor(), '...').requests, 0);
    const whole = await startRangeServer(outer, (answer) => {
      answer.status = 200;
      answer.body = answer.file;
      delete answer.headers['content-range'];
      delete answer.headers['Content-Range'];
    });
    t.after(() => whole.close());
    assert.equal((await slice((await open(whole.url, part)).tensor(), '2, 2')).data[0], 8);
  });

  it('must be inside; without a length it goes to the end', async (t) => {
    await fails(open(outer, { at: 200_000, length: 2000 }), 'bad_input', /bytes 200000 to 202000 are not inside the file of/);
    await fails(open(outer, { at: 300_000 }), 'bad_input');
    const end = outer.subarray(0, 100_001 + inner.length);
    const server = await serveFor(t, end);
    for (const from of [end, server.url])
      assert.equal((await slice((await open(from, { at: 100_001 })).tensor(), '0, 1')).data[0], 1);
    await fails(open(server.url, { at: 100_001, length: inner.length + 1 }), 'bad_format', /has 100177 bytes/);
  });
}); // biome-ignore format: tables

describe('only', () => {
  const member = (/** @type {number} */ i) => ({ name: `m${i}.npy`, content: npyOf('<i4', [300, 300], Buffer.alloc(360_000, i)) });
  const MANY = zipOf(Array.from({ length: 40 }, (_, i) => member(i)));

  it('one member of an .npz by URL: directory, its header, its data', async (t) => {
    const server = await serveFor(t, MANY);
    const source = await open(server.url, { only: 'm17' });
    assert.deepEqual(source.names, ['m17']);
    assert.equal(server.count().requests, 3, 'the first bytes, the directory, the header');
    assert.equal((await slice(source.tensor(), '5, 5')).data[0], 0x11111111);
    assert.equal(server.count().requests, 1);
    refuses(() => source.tensor('m18'), 'bad_argument');
  });

  it('takes a list and a function, of every format', async () => {
    const info = (/** @type {number} */ at) => ({ dtype: 'U8', shape: [2], data_offsets: [at, at + 2] });
    const files = [
      safetensorsOf({ a: info(0), b: info(2), c: info(4) }, 6),
      ggufOf({ tensors: ['a', 'b', 'c'].map((name, i) => ({ name, offset: 32 * i })), data: 96 }),
      modelOf(...['a', 'b', 'c'].map((name) => ({ name, data_type: 2, dims: [2], raw_data: Buffer.alloc(2) }))),
      zipOf(['a', 'b', 'c'].map((name) => ({ name: `${name}.npy`, content: npyOf('|u1', [2], Buffer.alloc(2)) }))),
    ];
    for (const file of files) {
      const bytes = new Uint8Array(file);
      assert.deepEqual((await open(bytes, { only: ['c', 'a'] })).names, ['a', 'c']);
      assert.deepEqual((await open(bytes, { only: (name) => name > 'a' })).names, ['b', 'c']);
      const none = await open(bytes, { only: 'd' });
      refuses(() => none.tensor('d'), 'bad_argument', /'d' is not among the 3 tensors of the file: 'a', 'b', 'c'/);
      await fails(open(bytes, { only: () => { throw new Error('mine'); } }), 'bad_argument', /only: threw an error: .*mine/);
    }
    await fails(open(MANY, { only: /** @type {Any} */ (7) }), 'bad_argument');
  });

  it('opens only the files of a model that have one of them, and knows that the others belong to it', async (t) => {
    const shard = (/** @type {string} */ name) => safetensorsOf({ [name]: { dtype: 'U8', shape: [2], data_offsets: [0, 2] } }, 2);
    const weight_map = { a: 'one.safetensors', b: 'two.safetensors' };
    const server = await serveFor(t, { '/x.json': Buffer.from(JSON.stringify({ weight_map })), '/one.safetensors': shard('a'), '/two.safetensors': shard('b') });
    const source = await open(new URL('/x.json', server.url), { only: 'b' });
    assert.deepEqual([source.names, source.files.map((each) => each.split('/').pop()).sort()], [['b'], ['one.safetensors', 'two.safetensors', 'x.json']]);
    assert.equal(server.seen.length, 2);
    assert.equal((await slice(source.tensor(), '...')).data.length, 2);
  });
}); // biome-ignore format: tables

describe('raw', () => {
  it('gives the bytes of any tensor, also of one that is refused', async () => {
    const odd = safetensorsOf({ w: { dtype: 'F8_E4M3FNUZ', shape: [3], data_offsets: [0, 3] }, x: { dtype: 'I16', shape: [2], data_offsets: [3, 7] } }, Uint8Array.of(1, 2, 3, 4, 5, 6, 7));
    const rows = /** @type {[Uint8Array, string, number[]][]} */ ([
      [odd, 'w', [1, 2, 3]],
      [odd, 'x', [4, 5, 6, 7]],
      [ggufOf({ tensors: [{ name: 'a', type: 4 }, { name: 'b', offset: 32 }], data: new Uint8Array(64).fill(7, 0, 32) }), 'a', Array(32).fill(7)],
      [npyOf('<f16', [2], Uint8Array.from({ length: 32 }, (_, i) => i)), '', Array.from({ length: 32 }, (_, i) => i)],
      [zipOf([{ name: 'note.txt', content: Buffer.from('hi'), deflate: true }]), 'note.txt', [104, 105]],
      [zipOf([{ name: 'note.txt', content: Buffer.from('hi') }]), 'note.txt', [104, 105]],
      [modelOf({ name: 'v', data_type: 25, dims: [8], raw_data: Buffer.of(1, 2) }), 'v', [1, 2]],
      [modelOf({ name: 'v', data_type: 7, dims: [1], int64_data: [5] }), 'v', [5, 0, 0, 0, 0, 0, 0, 0]],
    ]);
    for (const [file, name, wanted] of rows) {
      const stored = (await open(new Uint8Array(file))).tensor(name, { raw: true });
      assert.deepEqual([stored.type, stored.dims], ['uint8', [wanted.length]], name);
      assert.deepEqual([...(await slice(stored, '...')).data], wanted);
    }
    const source = await open(new Uint8Array(odd));
    assert.equal(source.tensor('w', { raw: true }).storedType, 'F8_E4M3FNUZ');
    refuses(() => source.tensor('w', { raw: true, decode: true }), 'conflict');
    const strings = await open(new Uint8Array(modelOf({ name: 's', data_type: 8, dims: [1], string_data: [Buffer.from('x')] })));
    refuses(() => strings.tensor('s', { raw: true }), 'bad_type');
  });
}); // biome-ignore format: tables

describe('streams and Responses', () => {
  const file = npyOf('<i4', [3], bytesOf(Int32Array.of(7, 8, 9)));
  const last = async (/** @type {Any} */ from, options = {}) =>
    (await slice((await open(from, options)).tensor(), '-1')).data[0];

  it('are read as a whole, and cost nothing more', async () => {
    const chunks = () => Readable.from([file.subarray(0, 9), file.subarray(9)]);
    const source = await open(new Response(file));
    assert.deepEqual(cost(source.tensor(), '...'), { requests: 0, bytes: 0, useful: 12 });
    for (const from of [new Response(file), new Response(file).body, new Blob([file]).stream(), chunks(), Readable.toWeb(chunks())])
      assert.equal(await last(from), 9);
    assert.equal(await last(new Blob([new Uint8Array(4), file]).stream(), { at: 4, length: file.length }), 9);
  });

  it('fail as files do', async () => {
    await fails(open(new Response('no', { status: 404 })), 'source_failed', /the Response has status 404/);
    const read = new Response(file);
    await read.arrayBuffer();
    await fails(open(read), 'source_failed', /the Response cannot be read/);
    await fails(open(new Response(null)), 'bad_format', /empty/);
    await fails(open(Readable.from(['text'])), 'source_failed', /a stream must give Uint8Arrays, not 'text'/);
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    await fails(open(/** @type {Any} */ (broken)), 'source_failed', /gone/);
    let isCancelled = false;
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)), cancel() { isCancelled = true; } });
    await fails(open(/** @type {Any} */ (endless), { maxBytes: 5000 }), 'too_costly', /more than 5000 bytes/);
    assert.ok(isCancelled);
    const silent = new ReadableStream({ pull: () => new Promise(() => {}) });
    await fails(open(/** @type {Any} */ (silent), { timeout: SOON_MS }), 'source_failed');
    const stop = new AbortController();
    const opening = open(/** @type {Any} */ (new ReadableStream({ pull: () => new Promise(() => {}) })), { signal: stop.signal });
    setTimeout(() => stop.abort(), 10);
    await fails(opening, 'aborted');
  });
}); // biome-ignore format: tables

describe('a function that gives an address', () => {
  const FILE = randomBytes(300_000, 9);
  const LAYOUT = /** @type {const} */ ({ layout: { type: 'uint8', dims: [300, 1000] }, retries: 0, gap: 0 });

  /** A server that takes an address of the newest signature only. @param {Any} t */
  async function signed(t) {
    const state = { valid: 0, asked: 0, status: 403 };
    const server = await serveFor(t, FILE);
    server.fault = (answer) => {
      if (Number(answer.sent['x-key']) === state.valid) return;
      answer.status = state.status;
      answer.body = Buffer.from('expired');
    };
    const from = async () => {
      state.asked += 1;
      return new Request(`${server.url}?s=${state.valid}`, { headers: { 'X-Key': `${state.valid}` } });
    };
    return { state, server, from };
  }

  it('is asked again after 401 and 403, once for ranges that fail together', async (t) => {
    const { state, from } = await signed(t);
    const stored = (await open(from, LAYOUT)).tensor();
    assert.equal(state.asked, 1);
    for (const status of [403, 401]) {
      state.valid += 1;
      state.status = status;
      const { data } = await slice(stored, '::30, 7');
      assert.deepEqual([...data], Array.from({ length: 10 }, (_, i) => FILE[30_000 * i + 7]));
    }
    assert.equal(state.asked, 3);
  });

  it('that fails again ends the call, and no other status asks it', async (t) => {
    const { state, from, server } = await signed(t);
    const stored = (await open(from, LAYOUT)).tensor();
    const fault = server.fault;
    server.fault = (answer) => { answer.status = 403; answer.body = new Uint8Array(0); };
    await fails(slice(stored, '5'), 'source_failed', /answers 403/);
    assert.equal(state.asked, 2);
    server.fault = (answer) => { answer.status = 404; answer.body = new Uint8Array(0); };
    await fails(slice(stored, '5'), 'source_failed', /answers 404/);
    assert.equal(state.asked, 2);
    server.fault = fault;
    assert.equal((await slice(stored, '5, 5')).data[0], FILE[5005]);
  });

  it('may give any file, and must give one', async () => {
    const layout = { layout: /** @type {const} */ ({ type: 'uint8', dims: [3] }) };
    for (const from of [() => Uint8Array.of(1, 2, 3), async () => new Blob([Uint8Array.of(1, 2, 3)])])
      assert.equal((await slice((await open(from, layout)).tensor(), '2')).data[0], 3);
    await fails(open(() => { throw new Error('no key'); }, layout), 'source_failed', /your function failed: .*no key/);
    await fails(open(/** @type {Any} */ (() => () => {}), layout), 'bad_argument');
    await fails(open(/** @type {Any} */ (() => 7), layout), 'bad_argument');
  });

  it('that has failed once is called again', async (t) => {
    const { state, from } = await signed(t);
    let isDown = false;
    const stored = (await open(() => (isDown ? Promise.reject(new Error('no key')) : from()), LAYOUT)).tensor();
    state.valid += 1;
    isDown = true;
    await fails(slice(stored, '5'), 'source_failed', /your function failed: .*no key/);
    isDown = false;
    assert.equal((await slice(stored, '5, 5')).data[0], FILE[5005]);
  });

  it('also signs the shards of a model, and its weights', async (t) => {
    const data = randomBytes(400, 3);
    const shard = safetensorsOf({ w: { dtype: 'U8', shape: [4, 100], data_offsets: [0, 400] } }, data);
    const outside = { name: 'w', dims: [4, 100], data_type: 2, data_location: 1, external_data: [{ key: 'location', value: 'b.bin' }] };
    const files = {
      '/m/a.safetensors.index.json': Buffer.from(JSON.stringify({ weight_map: { w: 'one.safetensors' } })),
      '/m/one.safetensors': shard,
      '/m/a.onnx': modelOf(outside),
      '/m/b.bin': data,
    };
    for (const name of ['a.safetensors.index.json', 'a.onnx'])
      for (const wrap of [(/** @type {Any} */ from) => from, cached]) {
        let valid = 0;
        const server = await serveFor(t, files);
        const from = async () => new URL(`/m/${name}?s=${valid}`, server.url);
        const stored = (await open(wrap(from), { fetch: (/** @type {Any} */ url, /** @type {Any} */ options) =>
          new URL(url).search === `?s=${valid}` ? fetch(url, options) : Promise.resolve(new Response('expired', { status: 403 })) })).tensor('w');
        valid += 1;
        assert.deepEqual(bytesOf((await slice(stored, '2')).data), Buffer.from(data.subarray(200, 300)));
      }
  });

  it('of another file is noticed', async (t) => {
    const { state, from, server } = await signed(t);
    const stored = (await open(from, LAYOUT)).tensor();
    state.valid += 1;
    server.file = randomBytes(300_001, 5);
    await fails(slice(stored, '5'), 'source_changed');
  });
}); // biome-ignore format: tables
