// `gather` of a file: what it gives is what `gather` in memory gives, and what it fetches is what `slices` of the same indices fetches.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { gather as gatherInMemory, init } from 'microtome';
import { cost, gather, open } from 'microtome/source';
import { bytesOf, countElements, noise } from '../../../docs/rules/elements.js';
import { fails } from '../../support/refusals.js';
import { countingFile } from '../../support/streams.js';

/** @typedef {any} Any */

before(() => init());

const FILE = new Uint8Array(200_000).map((_, i) => (i * 2654435761) >>> 9);
const TABLE = { type: /** @type {const} */ ('uint8'), dims: [200, 1000] };

/** @param {object} [options] */
async function tableOf(options) {
  const { from, count } = countingFile(FILE);
  const stored = (await open(from, { layout: TABLE, ...options })).tensor();
  count();
  return { stored, count };
}

/** Slices of single indices along an axis. @param {readonly number[]} indices @param {number} axis @param {number} rank */
const slicesOf = (indices, axis, rank) =>
  indices.map((index) => Array.from({ length: rank }, (_, a) => (a === axis ? index : ':')).join());

const TYPES = ['uint8', 'int16', 'float32', 'complex128', 'u1', 'u3', 'i4', 'f8e4m3', 'bfloat16', 'nf4'];
/** Those that ONNX does not list have rows in OpenVINO, whose indices outside the axis are not drawn. */
const asListed = (/** @type {string} */ type) =>
  /^(u\d|i4|f8|nf4)/.test(type) ? /** @type {const} */ ({ domain: 'openvino' }) : {};

describe('gather of a file', () => {
  const call = fc
    .record({
      type: fc.constantFrom(...TYPES),
      dims: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
      shape: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
      order: /** @type {fc.Arbitrary<'C' | 'F'>} */ (fc.constantFrom('C', 'F')),
      gap: fc.constantFrom(0, 1, 7, 1000),
      maxRequest: fc.constantFrom(16, 50, 1000),
      axis: fc.nat(3),
      fromEnd: fc.boolean(),
    })
    .chain((each) => {
      const axis = each.axis % each.dims.length;
      const size = each.dims[axis];
      const length = countElements(each.shape);
      const indices = fc.array(fc.integer({ min: -size, max: size - 1 }), {
        minLength: length,
        maxLength: length,
      });
      return fc.record({ each: fc.constant({ ...each, axis }), indices });
    });

  it('gives what it gives in memory, and costs what slices of its indices cost', () =>
    fc.assert(
      fc.asyncProperty(call, async ({ each, indices }) => {
        const { type, dims, shape, order, axis, fromEnd, ...options } = each;
        const data = noise(type, countElements(dims));
        const { from, count } = countingFile(Buffer.concat([Buffer.alloc(3), bytesOf(data)]));
        const layout = /** @type {Any} */ ({ type, dims, order, at: 3 });
        const stored = (await open(from, { layout, ...options })).tensor();
        const steps = order === 'F' ? dims : [...dims].reverse();
        const strides = steps.map((_, a) => steps.slice(0, a).reduce((x, y) => x * y, 1));
        const stride = order === 'F' ? strides : strides.reverse();
        const list = shape.length === 0 ? indices[0] : { dims: shape, data: Int32Array.from(indices) };
        const spec = { axis: fromEnd ? axis - dims.length : axis };
        const expected = gatherInMemory(
          /** @type {Any} */ ({ type, shape: dims, stride, offset: 0, data }),
          list,
          spec,
          asListed(type),
        );
        count();
        const said = cost(stored, { indices: list, ...spec });
        assert.deepEqual(count(), { requests: 0, bytes: 0 });
        const made = await gather(stored, list, spec, { maxRequests: Number.POSITIVE_INFINITY });
        assert.deepEqual(made, expected);
        assert.deepEqual(count(), { requests: said.requests, bytes: said.bytes });
        assert.equal(said.useful, expected.data.byteLength);
        const { requests, bytes } = cost(stored, slicesOf(indices, axis, dims.length));
        assert.deepEqual([said.requests, said.bytes], [requests, bytes]);
      }),
      { numRuns: 400 },
    ));

  it('refuses wrong ones before anything is fetched', async () => {
    const { stored, count } = await tableOf();
    for (const [indices, spec, code, what] of /** @type {Any[]} */ ([
      [[0, 5, 200], {}, 'index_out_of_range', /entry 2 is 200/],
      [[1, 2, -201], {}, 'index_out_of_range', /entry 2 is -201/],
      [2 ** 32, {}, 'index_out_of_range', /entry 0/],
      [[0.5], {}, 'not_integer', /0\.5/],
      [[0], { axis: 2 }, 'bad_axis', /2/],
      [[0], { batch_dims: 1 }, 'unknown_attribute', /batch_dims/],
      [undefined, {}, 'missing', /indices/],
      [{ dims: [1], type: 'uint8', data: Uint8Array.of(1) }, {}, 'bad_type', /uint8/],
    ])) {
      const error = { code, message: what };
      await assert.rejects(gather(stored, indices, spec), error);
      if (indices !== undefined) assert.throws(() => cost(stored, { indices, ...spec }), error);
    }
    await fails(gather(stored, [0], {}, /** @type {Any} */ ({ domain: 'openvino' })), 'bad_argument');
    await assert.rejects(gather(stored, [0, 100], {}, { maxBytes: 1999 }), { code: 'too_costly' });
    await assert.rejects(gather(stored, [0, 100], {}, { out: new Uint8Array(1999) }), { code: 'bad_out' });
    assert.deepEqual(count(), { requests: 0, bytes: 0 });
  });

  it('fetches repeated indices once, joined, in any order', async () => {
    const { stored, count } = await tableOf({ gap: 0 });
    const indices = [7, 120, 8, 7, 120, 6];
    assert.deepEqual(cost(stored, { indices }), { requests: 2, bytes: 4000, useful: 6000 });
    await gather(stored, indices);
    assert.deepEqual(count(), { requests: 2, bytes: 4000 });
  });

  it('takes millions of indices, if few differ or are neighbours', async () => {
    const { stored, count } = await tableOf({ gap: 0 });
    const indices = Int32Array.from({ length: 2 ** 21 }, (_, i) => (i * 7) % 180);
    assert.deepEqual(cost(stored, { indices, axis: 1 }), {
      requests: 200,
      bytes: 36000,
      useful: 2 ** 21 * 200,
    });
    const { data } = await gather(stored, indices, { axis: 1 }, { maxBytes: 36000 });
    assert.deepEqual(count(), { requests: 200, bytes: 36000 });
    for (const i of [0, 1, 26, 2 ** 21 - 1]) assert.equal(data[2 ** 21 * 3 + i], FILE[3000 + indices[i]]);
  });

  it('writes into out, also with strides', async () => {
    const { stored } = await tableOf();
    const out = new Uint8Array(3000);
    assert.equal((await gather(stored, [5, 5, 4], {}, { out })).data, out);
    const expected = gatherInMemory({ ...TABLE, data: FILE }, [5, 5, 4]).data;
    assert.deepEqual(out, expected);
    const frame = new Uint8Array(6000).fill(9);
    const placed = { data: frame, dims: [3, 1000], stride: [1, 3], offset: 1 };
    await gather(stored, [5, 5, 4], {}, { out: placed });
    const wanted = new Uint8Array(6000).fill(9);
    expected.forEach((each, i) => {
      wanted[1 + Math.floor(i / 1000) + 3 * (i % 1000)] = each;
    });
    assert.deepEqual(frame, wanted);
  });
});

describe('a local file', () => {
  it('has no limit of requests, but one of bytes', async () => {
    const bytes = new Uint8Array(500_000).map((_, i) => i % 251);
    const layout = /** @type {const} */ ({ type: 'uint8', dims: [5000, 100] });
    const indices = Array.from({ length: 2000 }, (_, i) => 2 * i);
    for (const from of [bytes, new Blob([bytes])]) {
      const x = (await open(from, { layout, gap: 0 })).tensor();
      assert.equal(cost(x, { indices }).requests, 2000);
      const { data } = await gather(x, indices);
      assert.deepEqual(data.slice(100, 103), bytes.slice(200, 203));
      await fails(gather(x, indices, {}, { maxBytes: 1000 }), 'too_costly');
    }
    const read = (/** @type {number} */ at, /** @type {number} */ length) => bytes.slice(at, at + length);
    const other = (await open({ size: bytes.length, read }, { layout, gap: 0 })).tensor();
    await fails(gather(other, indices), 'too_costly');
  });
});
