// Strided inputs, `{ data, shape, stride, offset }` as ndarray has them: forwards, backwards, broadcast, overlapping, and
// never outside of their data. Random ones of every type: ../call/random.test.js.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { assign, concat, init, plan, rearrange, slice, split, variadicSplit } from 'microtome';
import { newest } from '../../support/newest.js';

/** @typedef {any} Any */

before(() => init());

const data = Int16Array.from({ length: 24 }, (_, k) => 100 + k);

/**
 * The elements of a strided tensor in row-major order, one by one.
 * @param {ArrayLike<number>} from
 * @param {readonly number[]} shape
 * @param {readonly number[]} stride
 * @param {number} offset
 * @returns {number[]}
 */
function elementsOf(from, shape, stride, offset) {
  if (shape.length === 0) return [from[offset]];
  const [size, ...sizes] = shape;
  const [step, ...steps] = stride;
  return Array.from({ length: size }, (_, i) => elementsOf(from, sizes, steps, offset + i * step)).flat();
}

describe('strided inputs', () => {
  /** Layouts that the random tests below do not draw. @type {Record<string, { shape: number[], stride: number[], offset?: number }>} */
  const layouts = {
    windows: { shape: [10, 5], stride: [2, 1] },
    'unit axes with strides beyond the data': { shape: [1, 4, 1], stride: [1e9, 2, -1e9] },
    'without elements, whatever the rest': { shape: [0, 4], stride: [1e12, -1e12], offset: -5 },
  };
  for (const [what, { shape, stride, offset }] of Object.entries(layouts)) {
    it(`are read: ${what}`, () => {
      const input = { data, shape, stride, ...(offset === undefined ? {} : { offset }) };
      const before = structuredClone(input);
      const expected = elementsOf(data, shape, stride, offset ?? 0);
      const output = slice(input, '...');
      assert.deepEqual([output.type, output.dims, [...output.data]], ['int16', shape, expected]);
      if (shape.length > 0) {
        const dense = { data: Int16Array.from(expected), dims: shape };
        assert.deepEqual(slice(input, '::-2'), slice(dense, '::-2'));
        assert.deepEqual(slice(input, '..., 1:'), slice(dense, '..., 1:'));
        const lengths = [shape[0] >> 1, -1];
        assert.deepEqual(variadicSplit(input, 0, lengths), variadicSplit(dense, 0, lengths));
      }
      assert.deepEqual(input, before);
    });
  }

  /** @type {Record<string, Any>} */
  const outside = {
    'past the end': { shape: [4, 6], stride: [6, 1], offset: 1 },
    'before the beginning': { shape: [4], stride: [-1], offset: 2 },
    'at a negative offset': { shape: [4], stride: [1], offset: -1 },
    'with a stride too large': { shape: [2], stride: [24] },
    'with strides that overflow': { shape: [4, 4], stride: [2 ** 53, 2 ** 53] },
    'with strides that cancel out at the end only': { shape: [3, 3], stride: [20, -20] },
    'with an offset alone': { shape: [4, 6], offset: 1 },
  };
  for (const [what, input] of Object.entries(outside)) {
    it(`that reach outside are refused: ${what}`, () => {
      for (const call of [
        () => slice({ data, ...input }, '...'),
        () => split({ data, ...input }, { num_outputs: 1 }),
      ]) {
        assert.throws(call, { code: 'bad_input', message: /outside the 24 elements/ });
      }
    });
  }

  it('whose words make no sense are refused', () => {
    const refuse = (/** @type {Any} */ input, /** @type {string} */ code) =>
      assert.throws(() => slice({ data, ...input }, '...'), { code, op: newest('Slice'), param: 'data' });
    refuse({ shape: [2, 2], stride: [1] }, 'bad_input');
    refuse({ shape: [2], stride: [1, 1] }, 'bad_input');
    refuse({ shape: [2], stride: [1.5] }, 'not_integer');
    refuse({ shape: [2], stride: ['1'] }, 'not_integer');
    refuse({ shape: [2], stride: [1], offset: 0.5 }, 'not_integer');
    refuse({ shape: [2], stride: [Number.NaN] }, 'not_integer');
    refuse({ shape: [2.5] }, 'bad_input');
    refuse({ shape: [-2] }, 'bad_input');
    refuse({ shape: ['2'] }, 'bad_input');
    refuse({ shape: 24 }, 'bad_input');
    refuse({ shape: null }, 'bad_input');
    refuse({}, 'bad_input');
  });

  it('may be of any size if they have no elements', () => {
    const [huge, none] = [2 ** 53 - 1, new Float32Array(0)];
    const many = new Array(20).fill(huge);
    for (const dims of [
      [...many, 0],
      [0, ...many],
      [huge, huge, 0, huge, huge],
    ])
      for (const layout of [{}, { offset: 0 }, { offset: 3 }, { stride: dims.map(() => 1), offset: 0 }]) {
        const input = { dims, data: none, ...layout };
        const cut = slice(input, '...');
        assert.deepEqual([cut.dims, cut.data.length], [dims, 0]);
        assert.deepEqual(slice(input, '...', { view: true }).dims, dims);
        assert.deepEqual(slice(input, '...', { out: { dims, data: none, ...layout } }).dims, dims);
        assert.deepEqual(plan('Slice', [input, '...']).run(input)[0].dims, dims);
        assert.deepEqual(plan('Slice', [input, '...']).allocate()[0].length, 0);
        const names = dims.map((_, a) => String.fromCharCode(97 + a));
        const pattern = `${names.join(' ')} -> ${[...names].reverse().join(' ')}`;
        for (const to of /** @type {const} */ ([undefined, 'uint8']))
          assert.deepEqual(rearrange(input, pattern, { to }).dims, [...dims].reverse());
        assert.deepEqual(concat([input, input], dims.indexOf(0)).dims, dims);
        assign(input, '...', input);
      }
    const dims = [huge, 2, 0];
    assert.throws(() => slice({ dims: [huge, 2], data: none }, '...'), { code: 'too_large' });
    assert.equal(slice({ dims, data: none }, '..., 0:1').data.length, 0);
  });

  it('of an output must nest, and the message does not say more', () => {
    const out = { data: new Float32Array(9), shape: [3, 2], stride: [2, 3], offset: 0 };
    const message =
      /with strides \[2,3\] its elements may overlap: each must exceed the sum of \(size - 1\) \* stride of the smaller ones$/;
    const input = { dims: [3, 2], data: new Float32Array(6) };
    assert.throws(() => slice(input, '...', { out }), { code: 'bad_out', param: 'out', message });
    assert.throws(() => assign(out, '...', input), { code: 'bad_out', param: 'target', message });
  });

  it('of complex numbers and strings count elements', () => {
    const complex = {
      type: /** @type {const} */ ('complex64'),
      data: Float32Array.of(0, 1, 2, 3, 4, 5),
      shape: [2],
      stride: [-2],
      offset: 2,
    };
    assert.deepEqual([...slice(complex, '...').data], [4, 5, 0, 1]);
    assert.throws(() => slice({ ...complex, offset: 3 }, '...'), { code: 'bad_input' });
    const texts = { data: ['a', 'b', 'c', 'd'], shape: [2, 2], stride: [1, 2] };
    assert.deepEqual(slice(texts, '...').data, ['a', 'c', 'b', 'd']);
  });

  it('alias as views where they are one run', () => {
    const run = { data, shape: [2, 3], stride: [3, 1], offset: 4 };
    const view = slice(run, '1:', { view: true });
    assert.deepEqual([view.data.buffer, view.data.byteOffset], [data.buffer, 14]);
    const reversed = slice({ data, shape: [24], stride: [-1], offset: 23 }, '::-1', { view: true });
    assert.equal(reversed.data.buffer, data.buffer);
    assert.deepEqual(reversed.data, data);
  });

  it('may differ from run to run of a plan', () => {
    const planned = plan('Slice', [{ type: 'int16', dims: [3, 4] }, [1], [3], [1]]);
    const dense = planned.run({ data: data.subarray(0, 12), dims: [3, 4] });
    assert.deepEqual([...dense[0].data], [101, 102, 105, 106, 109, 110]);
    const transposed = planned.run({ data, shape: [3, 4], stride: [1, 3] });
    assert.deepEqual([...transposed[0].data], [103, 106, 104, 107, 105, 108]);
    assert.deepEqual(planned.run({ data: data.subarray(0, 12), dims: [3, 4] }), dense);
    assert.throws(() => planned.run({ data, shape: [3, 4], stride: [10, 3] }), { code: 'bad_input' });
    const strided = plan('Slice', [{ type: 'int16', shape: [3, 4], stride: [1, 3] }, [1], [3], [1]]);
    assert.deepEqual(strided.run({ data: data.subarray(0, 12), dims: [3, 4] }), dense);
    assert.deepEqual(strided.run({ data, shape: [3, 4], stride: [1, 3] }), transposed);
  });

  it('of any kind give what their elements give', () => {
    const axes = fc.array(fc.record({ size: fc.nat(4), stride: fc.integer({ min: -9, max: 9 }) }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(
        axes,
        fc.integer({ min: -3, max: 30 }),
        fc.integer({ min: -3, max: 3 }),
        (each, offset, step) => {
          const shape = each.map(({ size }) => size);
          const stride = each.map((axis) => axis.stride);
          const reach = each.filter(({ size }) => size > 1).map((axis) => (axis.size - 1) * axis.stride);
          const first = reach.reduce((sum, n) => sum + Math.min(n, 0), offset);
          const last = reach.reduce((sum, n) => sum + Math.max(n, 0), offset);
          const input = { data, shape, stride, offset };
          if (!shape.includes(0) && (first < 0 || last >= data.length)) {
            assert.throws(() => slice(input, '...'), { code: 'bad_input' });
            return;
          }
          const elements = Int16Array.from(elementsOf(data, shape, stride, offset));
          assert.deepEqual(slice(input, '...').data, elements);
          if (step === 0 || shape.length === 0) return;
          const spec = `..., ::${step}`;
          assert.deepEqual(slice(input, spec), slice({ data: elements, dims: shape }, spec));
        },
      ),
      { numRuns: 3000 },
    );
  });
});
