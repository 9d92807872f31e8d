// Quantized tensors as float32: the bits of ggml, by an oracle that says what each element is; cuts of them along both axes, and what
// they cost, which a server has counted.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, slice as sliceInMemory } from 'microtome';
import { cached } from 'microtome/cached';
import { compress, cost, gather, open, partition, parts, save, slice, slices, split } from 'microtome/source';
import { allBlocksOf, OPAQUE, QUANTIZED, quantizedFile } from '../../support/ggml.js';
import { ggufOf } from '../../support/handmade.js';
import { serveFor } from '../../support/range_server.js';
import { fails, refuses } from '../../support/refusals.js';

/** @typedef {any} Any */

before(() => init());

/** Bits of floats; each NaN counts as one. @param {Any} floats */
const bitsOf = (floats) => {
  const copy = Float32Array.from(floats);
  const bits = new Uint32Array(copy.buffer);
  return bits.map((word, i) => (Number.isNaN(copy[i]) ? 0x7fc00000 : word));
};

/** @param {Any} given @param {Any} wanted @param {string} [what] */
function same(given, wanted, what = '') {
  const [a, b] = [bitsOf(given), bitsOf(wanted)];
  assert.equal(a.length, b.length, what);
  const wrong = a.findIndex((word, i) => word !== b[i]);
  if (wrong >= 0) assert.fail(`${what}: element ${wrong} is ${given[wrong]}, not ${wanted[wrong]}`);
}

/** @param {Uint8Array | string} from @param {object} [options] */
const decodedIn = async (from, options) => (await open(from, options)).tensor('w', { decode: true });

describe('decoded tensors have the bits of ggml', () => {
  for (const [type, { elements }] of Object.entries(QUANTIZED))
    it(type, async () => {
      const { file, floats } = quantizedFile(type, [512, elements], allBlocksOf(type));
      const stored = await decodedIn(file);
      assert.deepEqual([stored.type, stored.dims, stored.storedType], ['float32', [512, elements], type]);
      assert.equal(stored.quantized?.type, type);
      const { data } = await slice(stored, '...');
      same(data, floats, type);
      assert.ok(floats.some((value) => value > 0) && floats.some((value) => value < 0));
    });

  it('-0 where the scale is negative and the code 0; +0 for code 8 of MXFP4', async () => {
    const negative = Uint8Array.of(0, 0xbc, ...new Uint8Array(16).fill(0x88)); // Q4_0 of -1: codes 8 are 0
    const { file } = quantizedFile('Q4_0', [1, 32], negative);
    const { data } = await slice(await decodedIn(file), '...');
    assert.ok([...data].every((value) => Object.is(value, -0)));
    const eights = quantizedFile('MXFP4', [1, 32], Uint8Array.of(127, ...new Uint8Array(16).fill(0x88)));
    const zeros = (await slice(await decodedIn(eights.file), '...')).data;
    assert.ok([...zeros].every((value) => Object.is(value, 0)));
  });

  it('the scales that are numbers for ggml and not elsewhere', async () => {
    const mx = quantizedFile('MXFP4', [1, 32], Uint8Array.of(255, ...new Uint8Array(16).fill(0x11)));
    assert.equal((await slice(await decodedIn(mx.file), '0, 0')).data[0], 2 ** 127);
    const nv = quantizedFile(
      'NVFP4',
      [1, 64],
      Uint8Array.of(0, 0x7f, 0x80, 0xff, ...new Uint8Array(32).fill(0x11)),
    );
    const { data } = await slice(await decodedIn(nv.file), '0, ::16');
    assert.deepEqual([...data], [0, 0, 0, 240]);
  });
});

describe('cuts of decoded tensors', () => {
  const DIMS = [3, 20, 512];
  const SPECS = [
    '...',
    '1',
    ':, 3:7',
    ':, :, 100:300',
    '2, ::-3, 511',
    '::-2, 5:9, 33:500:7',
    ':, :, -1',
    '0, 0, 0',
    '0:0',
  ];

  for (const type of ['Q4_0', 'Q6_K', 'MXFP4', 'NVFP4'])
    for (const options of [{}, { gap: 0 }, { gap: 100, maxRequest: 1000 }])
      it(`${type} with ${JSON.stringify(options)}: what memory gives, for what \`cost\` says`, async (t) => {
        const { file, floats } = quantizedFile(type, DIMS);
        const server = await serveFor(t, file);
        const stored = await decodedIn(server.url, options);
        const whole = { dims: DIMS, data: floats };
        for (const spec of SPECS) {
          server.count();
          const said = cost(stored, spec);
          const { dims, data } = await slice(stored, spec);
          const wanted = sliceInMemory(whole, spec);
          assert.deepEqual(dims, wanted.dims);
          same(data, wanted.data, spec);
          const { requests, bytes } = server.count();
          assert.deepEqual(said, { requests, bytes, useful: data.byteLength }, spec);
        }
      });

  it('take the blocks that they touch, and no byte beside them', async (t) => {
    const { file } = quantizedFile('Q4_K', [100, 1024]);
    const stored = await decodedIn((await serveFor(t, file)).url, { gap: 0 });
    assert.deepEqual(cost(stored, '5'), { requests: 1, bytes: 4 * 144, useful: 4096 });
    assert.deepEqual(cost(stored, '5, 300:301'), { requests: 1, bytes: 144, useful: 4 });
    assert.deepEqual(cost(stored, '5, 255:257'), { requests: 1, bytes: 288, useful: 8 });
    assert.deepEqual(cost(stored, ':, 300'), { requests: 100, bytes: 14400, useful: 400 });
  });

  it('gather, compress, slices, split, parts, save, partition and caches do the same', async (t) => {
    const { file, floats } = quantizedFile('Q5_K', [40, 512]);
    const server = await serveFor(t, file);
    const stored = await decodedIn(server.url, { gap: 0 });
    const row = (/** @type {number} */ i) => floats.subarray(512 * i, 512 * (i + 1));
    server.count();
    const indices = [7, 3, 39, 7];
    const said = cost(stored, { indices });
    same(
      (await gather(stored, indices)).data,
      indices.flatMap((i) => [...row(i)]),
      'gather',
    );
    assert.deepEqual(server.count(), { requests: said.requests, bytes: said.bytes });
    assert.equal(said.bytes, 3 * 352);
    const mask = Uint8Array.from({ length: 512 }, (_, i) => Number(i === 300 || i === 5));
    const taken = await compress(stored, mask, { axis: 1 });
    same(
      taken.data,
      [...Array(40).keys()].flatMap((i) => [row(i)[5], row(i)[300]]),
      'compress',
    );
    const [a, b] = await slices(stored, ['3', ':, 17']);
    same(a.data, row(3), 'slices');
    same(
      b.data,
      [...Array(40).keys()].map((i) => row(i)[17]),
      'slices',
    );
    const [left, right] = await split(stored, { axis: 1, split: [100, 412] });
    assert.deepEqual([left.dims, right.data[0]], [[40, 100], floats[100]]);
    const out = new Float32Array(600);
    await slice(stored, '9', { out: { data: out, shape: [512], stride: [1], offset: 50 } });
    same(out.subarray(50, 562), row(9), 'out');

    const inParts = [];
    server.count();
    const cut = { maxBytes: 5000 };
    const counted = cost(stored, ':, 3:', cut);
    for await (const { data } of parts(stored, ':, 3:', cut)) inParts.push(...data);
    same(inParts, sliceInMemory({ dims: [40, 512], data: floats }, ':, 3:').data, 'parts');
    assert.deepEqual(server.count(), { requests: counted.requests, bytes: counted.bytes });

    const { readable, writable } = new TransformStream();
    const saved = save(stored, writable, { format: 'safetensors' });
    const copy = await open(await new Response(readable).blob());
    await saved;
    same((await slice(copy.tensor('w'), '...')).data, floats, 'save');

    const specs = partition(stored, ':, 5:9', 3);
    assert.equal(specs[0], '0:14, 5:9');

    const kept = await decodedIn(/** @type {Any} */ (cached(server.url)));
    await slice(kept, '3:9');
    server.count();
    assert.equal(cost(kept, '4, 100').bytes, 0);
    same((await slice(kept, '4')).data, row(4), 'cached');
    assert.equal(server.count().requests, 0);
  });

  it('are read in pieces of whole blocks, also of local files beyond a piece', async () => {
    const { file, floats } = quantizedFile('Q8_0', [600, 4096]);
    same((await slice(await decodedIn(file, { maxRequest: 100_000 }), '::-1, 1:')).data,
      sliceInMemory({ dims: [600, 4096], data: floats }, '::-1, 1:').data); // biome-ignore format: one
  });
});

describe('what cannot be decoded', () => {
  const all = Object.entries(OPAQUE);

  it('is refused by the name of its type, and can be cut as it is', async () => {
    for (const [type, [code, elements, bytes]] of all) {
      const file = ggufOf({ tensors: [{ name: 'w', dims: [elements, 2], type: code }], data: 2 * bytes });
      const source = await open(file);
      assert.deepEqual(source.tensor('w').dims, [2, 1, bytes]);
      refuses(
        () => source.tensor('w', { decode: true }),
        'bad_type',
        new RegExp(`'w' is ${type}, which cannot be decoded`),
      );
    }
  });

  it('is given as it is if it is not quantized', async () => {
    const source = await open(ggufOf({ tensors: [{ name: 'w', dims: [4, 2] }], data: 32 }));
    const [plain, decoded] = [source.tensor('w'), source.tensor('w', { decode: true })];
    assert.deepEqual([decoded.type, decoded.dims, decoded.quantized], [plain.type, plain.dims, undefined]);
  });

  it('and options that are wrong are refused', async () => {
    const source = await open(quantizedFile('Q4_0', [1, 32]).file);
    refuses(
      () => source.tensor('w', /** @type {Any} */ ({ decode: 1 })),
      'bad_argument',
      /decode: must be a boolean, not 1/,
    );
    refuses(
      () => source.tensor('w', /** @type {Any} */ ({ decoded: true })),
      'bad_argument',
      /'decoded' is not an option of tensor/,
    );
    const stored = source.tensor('w', { decode: true });
    await fails(slice(stored, '0', { maxBytes: 17 }), 'too_costly');
  });
});
