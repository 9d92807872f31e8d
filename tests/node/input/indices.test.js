// Index tensors: integers as tensors have offset and strides as data has, and a type that the parameter takes.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { evaluate, gather, init, plan, slice, split, splitToSequence, variadicSplit } from 'microtome';
import { newest } from '../../support/newest.js';

/** @typedef {any} Any */

before(() => init());

const x = { dims: [4, 6], data: Float32Array.from({ length: 24 }, (_, k) => k) };
const type = 'int32';
const numbers = Int32Array.of(9, 1, 8, 3, 7);
const dimsOf = (/** @type {Any[]} */ outputs) => outputs.map(({ dims }) => dims);

describe('index tensors', () => {
  it('of one integer may start anywhere', () => {
    const one = (/** @type {Any} */ data) => ({ dims: [], offset: 2, data });
    assert.deepEqual(dimsOf(variadicSplit(x, one(Int8Array.of(7, 7, -1)), [2, 4])), [[4, 2], [4, 4]]);
    assert.equal(splitToSequence(x, { split: one(BigInt64Array.of(7n, 7n, 3n)) }).length, 2);
    assert.equal(split(x, { axis: one(Int32Array.of(7, 7, 1)), num_outputs: 2 })[0].dims[1], 3);
  }); // biome-ignore format: dims side by side

  it('of floats are read by elements too (Split-1)', () => {
    const dims = [4];
    const half = { type: /** @type {const} */ ('float16'), dims, data: new Uint16Array(4) };
    const halves = { ...half, dims: [2], stride: [-2], offset: 2, data: Uint16Array.of(0x4200, 0, 0x3c00) };
    assert.deepEqual(dimsOf(evaluate('Split', [half, halves], { opset: 1 })), [[1], [3]]);
    const single = { dims, data: new Float32Array(4) };
    const lengths = { dims: [2], stride: [2], data: Float32Array.of(1, 0.5, 3) };
    assert.deepEqual(dimsOf(evaluate('Split', [single, lengths], { opset: 1 })), [[1], [3]]);
  });

  it('keep to their data', () => {
    const refuse = (/** @type {Any} */ starts, code = 'bad_input', message = /./) =>
      assert.throws(() => slice(x, { starts: { type, ...starts }, ends: [9, 9] }), {
        code,
        op: newest('Slice'),
        param: 'starts',
        message,
      });
    const outside = /strides reach outside the 5 elements of its data$/;
    refuse({ data: numbers, shape: [2], stride: [2], offset: 3 }, 'bad_input', outside);
    refuse({ data: numbers, shape: [2], stride: [-2], offset: 1 }, 'bad_input', outside);
    refuse({ data: numbers, shape: [2], stride: [1], offset: -1 }, 'bad_input', outside);
    refuse({ data: numbers, shape: [2], stride: [2 ** 53], offset: 0 }, 'bad_input', outside);
    refuse({ data: numbers, shape: [2], stride: [1e308], offset: 0 }, 'bad_input', outside);
    refuse({ data: numbers, shape: [1], offset: 5 }, 'bad_input', outside);
    refuse({ data: numbers, shape: [2], strides: [2] }, 'bad_input', /not row-major, so give the offset/);
    refuse({ data: numbers, shape: [2], stride: [1, 1] }, 'bad_input', /stride has length 2, but the rank is 1/);
    refuse({ data: numbers, shape: [2], stride: 1 }, 'bad_input', /stride must be a list, not 1/);
    refuse({ data: numbers, shape: [4] }, 'bad_input', /4 int32 elements take an array of length 4, not 5/);
    refuse({ data: numbers, shape: [-1], stride: [1] }, 'bad_input', /size of axis 0 is -1; /);
    refuse({ data: numbers, shape: ['2'] }, 'bad_input', /size of axis 0 is '2', a string; /);
    refuse({ data: numbers, shape: [2], stride: [0.5] }, 'not_integer', /the stride of axis 0 is 0\.5; /);
    refuse({ data: numbers, shape: [2], stride: [1], offset: 0.5 }, 'not_integer', /the offset is 0\.5; /);
    refuse({ data: numbers, shape: [2], stride: [1], offset: '1' }, 'not_integer', /the offset is '1', a string/);
    refuse({ data: numbers, shape: [2, 2], stride: [1, 1], offset: 0 }, 'bad_rank');
    refuse({ data: numbers, shape: [2 ** 40], stride: [0] }, 'too_many_axes', /1099511627776 entries/);
    refuse({ data: numbers, shape: [2 ** 40, 2 ** 40], stride: [0, 0] }, 'too_many_axes');
  }); // biome-ignore format: a table

  it('with any offset and strides have the elements that data has', () => {
    const data = Int32Array.from({ length: 24 }, (_, k) => (k * 7) % 5);
    const size = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(
        size,
        fc.integer({ min: -9, max: 9 }),
        fc.integer({ min: -3, max: 30 }),
        (n, step, offset) => {
          const tensor = { data, shape: [n], stride: [step], offset };
          const ours = () => dimsOf(variadicSplit({ dims: [sum, 0], data: new Uint8Array(0) }, 0, tensor));
          let sum = 0;
          let elements;
          try {
            elements = slice(tensor, '...').data;
          } catch {
            return void assert.throws(ours, { code: 'bad_input' });
          }
          sum = elements.reduce((total, element) => total + element, 0);
          return void assert.deepEqual(
            ours(),
            Array.from(elements, (element) => [element, 0]),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('with strides are read in order, without a list for each entry', () => {
    const count = 5000;
    const random = (/** @type {number} */ i) => (i * 7919) % 24;
    let lists = 0;
    const { from } = Array;
    Array.from = (/** @type {Any[]} */ ...given) => {
      lists += 1;
      return /** @type {Any} */ (from).apply(Array, given);
    };
    try {
      for (const [Class, toEntry] of /** @type {Any[]} */ ([[Int32Array, Number], [BigInt64Array, BigInt]])) {
        const data = new Class(2 * count);
        for (let i = 0; i < data.length; ++i) data[i] = toEntry(random(i));
        const layouts = [
          { shape: [count, 1], stride: [2, 1], offset: 1 },
          { shape: [50, 100], stride: [-1, 50], offset: 49 },
          { shape: [], stride: [], offset: 9 },
          { shape: [count, 0, 2], stride: [1, 1, 1], offset: 0 },
        ];
        for (const { shape, stride, offset } of layouts) {
          const given = gather({ dims: [24], data: x.data }, { data, shape, stride, offset });
          assert.deepEqual(given.dims, shape);
          const [rows = 1, columns = 1, depth = 1] = shape;
          for (let k = 0; k < rows * columns * depth; ++k) {
            const at = offset + Math.floor(k / columns) * (stride[0] ?? 0) + (k % columns) * (stride[1] ?? 0);
            assert.equal(given.data[k], random(at));
          }
        }
      }
    } finally {
      Array.from = from;
    }
    assert.ok(lists < 200, `${lists} lists`);
  }); // biome-ignore format: a table
});

describe('the output count of a node', () => {
  it('may be a tensor of int32 or int64, as an attribute may', () => {
    for (const data of [Int32Array.of(2), BigInt64Array.of(2n)]) {
      const num_outputs = /** @type {Any} */ ({ dims: [], data });
      assert.equal(split(x, { num_outputs }).length, 2);
      assert.equal(split(x, { num_outputs }, { opset: 13 }).length, 2);
      assert.equal(evaluate('Split', [x], { num_outputs, opset: 11 }).length, 2);
      assert.equal(plan('Split', [x], { num_outputs, opset: 11 }).outputs.length, 2);
    }
  });

  it('is a tensor of no other type, and one integer', () => {
    /** @type {[string, Any][]} */
    const others = [
      ['float16', Uint16Array.of(0x4000)], ['bfloat16', Uint16Array.of(0x4000)], ['u4', Uint8Array.of(2)],
      ['float32', Float32Array.of(2)], ['uint8', Uint8Array.of(2)], ['bool', Uint8Array.of(1)], ['string', ['2']],
      ['complex64', Float32Array.of(2, 0)], ['uint64', BigUint64Array.of(2n)],
    ]; // biome-ignore format: a table
    for (const opset of [11, 13, 18]) {
      const refuse = (/** @type {Any} */ num_outputs, /** @type {string} */ code) =>
        assert.throws(() => split(x, { num_outputs }, { opset }), { code, param: 'num_outputs' });
      for (const [type, data] of others) refuse({ type, dims: [], data }, 'bad_type');
      refuse({ dims: [1], data: Int32Array.of(2) }, 'bad_rank');
      refuse([2], 'bad_rank');
      refuse({}, 'bad_input');
    }
  });
});
