// Integers in: numbers, bigints, lists and typed arrays of them, tensors; and what is none of these.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  evaluate,
  gather,
  init,
  pad,
  plan,
  slice,
  split,
  splitToSequence,
  tensorScatter,
  variadicSplit,
} from 'microtome';
import { newest } from '../../support/newest.js';

/** @typedef {any} Any */

before(() => init());

const input = { data: Float32Array.from({ length: 24 }, (_, k) => k), dims: [4, 6] };

const haveDims = (/** @type {Any[]} */ outputs, /** @type {number[][]} */ ...wanted) =>
  assert.deepEqual(
    outputs.map(({ dims }) => dims),
    wanted,
  );
const refuses = (
  /** @type {() => unknown} */ call,
  /** @type {string} */ code,
  /** @type {string} */ param,
) => assert.throws(call, { code, param });

/** Ways to say [1, 3]. @type {Record<string, Any>} */
const LISTS = {
  numbers: [1, 3],
  bigints: [1n, 3n],
  both: [1, 3n],
  Int32Array: Int32Array.of(1, 3),
  BigInt64Array: BigInt64Array.of(1n, 3n),
  Uint8Array: Uint8Array.of(1, 3),
  Float64Array: Float64Array.of(1, 3),
  'an int64 tensor': { type: 'int64', dims: [2], data: BigInt64Array.of(1n, 3n) },
  'an int32 tensor': { type: 'int32', dims: [2], data: Int32Array.of(1, 3) },
  'a tensor without type': { dims: [2], data: BigInt64Array.of(1n, 3n) },
  'a tensor in other words': { dtype: 'int32', shape: [2], data: Int32Array.of(1, 3) },
};

describe('lists of integers', () => {
  for (const [what, list] of Object.entries(LISTS)) {
    it(`may be ${what}`, () => {
      const before = structuredClone(list);
      const expected = slice(input, '1:4, 3:6').data;
      const ends =
        list.dims || list.shape
          ? { ...list, data: list.data.map(() => (list.data instanceof BigInt64Array ? 9n : 9)) }
          : [9, 9];
      assert.deepEqual(slice(input, { starts: list, ends }).data, expected);
      assert.deepEqual(list, before);
    });
  }

  it('have the length of their memory, whatever a subclass says', () => {
    class Long extends Int32Array {
      get length() {
        return 4;
      }
    }
    const list = (/** @type {number[]} */ ...entries) => new Long(entries);
    const tensor = { dims: list(4, 6), data: input.data };
    assert.deepEqual(gather(tensor, list(1, 3)), gather(input, [1, 3]));
    assert.deepEqual(slice(tensor, { starts: list(1, 3), ends: list(4, 6) }), slice(input, '1:4, 3:6'));
    assert.deepEqual(pad(tensor, list(1, 0, 0, 1)), pad(input, [1, 0, 0, 1]));
  });
});

describe('single integers', () => {
  it('may be numbers, bigints and tensors, of rank 0 or, where the document says so, of one element', () => {
    const scalar = (/** @type {Any} */ data, /** @type {number[]} */ dims) => ({ dims, data });
    for (const axis of [1, 1n, -1, -1n, scalar(Int8Array.of(1), []), scalar(Int8Array.of(-1), [1]), [1]]) {
      haveDims(variadicSplit(input, axis, [2, 4]), [4, 2], [4, 4]);
    }
    for (const axis of [1, 1n, -1]) {
      assert.equal(split(input, { axis, num_outputs: 3n }).length, 3);
      assert.equal(split(input, { axis, num_outputs: 3 }, { opset: 11n }).length, 3);
    }
    for (const chunk of [4, 4n, scalar(BigInt64Array.of(4n), []), scalar(Int32Array.of(4), [])]) {
      haveDims(splitToSequence(input, { axis: 1n, split: chunk }), [4, 4], [4, 2]);
    }
    refuses(() => split(input, { axis: /** @type {any} */ ([1]), num_outputs: 2 }), 'bad_rank', 'axis');
    assert.throws(() => splitToSequence(input, { split: [4], axis: 1 }), { code: 'sum_mismatch' });
  });
});

describe('integers of any size', () => {
  it('are clamped by Slice', () => {
    const far = [2 ** 31 - 1, 2 ** 53, 2 ** 60, 2n ** 63n - 1n, 1e300, 10n ** 400n];
    for (const end of far) {
      assert.deepEqual(slice(input, { starts: [1], ends: [end] }).dims, [3, 6], `${end}`);
      const start = typeof end === 'bigint' ? -end : -end;
      assert.deepEqual(slice(input, { starts: [start], ends: [2] }).dims, [2, 6], `${start}`);
    }
    assert.deepEqual(
      slice(input, { starts: [-(2n ** 63n)], ends: [2n ** 63n - 1n], axes: [0], steps: [2n ** 62n] }).dims,
      [1, 6],
    );
  });

  it('are not rounded to a sum that fits', () => {
    const { data } = { data: new Uint8Array(0) };
    const dims = [2 ** 53 - 1, 0];
    assert.equal(variadicSplit({ data, dims }, 0, [2n ** 53n - 2n, 1n]).length, 2);
    assert.throws(() => variadicSplit({ data, dims }, 0, [2n ** 53n + 1n, -2n]), { code: 'bad_size' });
    assert.throws(() => variadicSplit({ data, dims }, 0, [2n ** 53n]), { code: 'sum_mismatch' });
    assert.throws(() => slice({ data, dims: [2 ** 53, 0] }, '...'), { code: 'too_large' });
  });
});

describe('positions to write', () => {
  const cache = { dims: [1, 5], data: Uint8Array.of(0, 1, 2, 3, 4) };
  const update = { dims: [1, 2], data: Uint8Array.of(8, 9) };
  const scatter = (/** @type {Any} */ first, /** @type {'linear' | 'circular'} */ mode) => [
    ...tensorScatter(cache, update, { axis: 1, mode, write_indices: [first] }).data,
  ];

  it('are any int64, to the last bit', () => {
    assert.deepEqual(scatter(2n ** 63n - 1n, 'circular'), [0, 1, 8, 9, 4]); // 2^63 - 1 is 2 modulo 5
    assert.deepEqual(scatter(-(2n ** 63n), 'circular'), [0, 1, 8, 9, 4]);
    assert.deepEqual(scatter(-(2 ** 63), 'circular'), [0, 1, 8, 9, 4]);
    assert.deepEqual(scatter(2 ** 63 - 1024, 'circular'), [9, 1, 2, 3, 8]);
  });

  it('are nothing beyond that: they do not wrap', () => {
    for (const mode of /** @type {const} */ (['linear', 'circular'])) {
      for (const first of [2 ** 63, -(2 ** 63) - 2048, 1e300, 2n ** 63n, -(2n ** 63n) - 1n, 10n ** 400n]) {
        assert.throws(() => scatter(first, mode), {
          code: 'index_out_of_range',
          param: 'write_indices',
          message: /entry 0 is .*; it must be an int64$/,
        });
      }
    }
    assert.deepEqual(cache.data, Uint8Array.of(0, 1, 2, 3, 4));
  });

  it('are integers', () => {
    for (const first of [Number.POSITIVE_INFINITY, Number.NaN, 0.5, 2 ** 51 + 0.5, -1e-10])
      refuses(() => scatter(first, 'circular'), 'not_integer', 'write_indices');
    const tensor = { type: /** @type {const} */ ('float32'), dims: [1], data: Float32Array.of(1e30) };
    assert.throws(
      () => tensorScatter(cache, update, { axis: 1, write_indices: /** @type {Any} */ (tensor) }),
      { code: 'bad_type' },
    );
  });
});

describe('dims', () => {
  it('may be bigints, as protobuf libraries give them, and typed arrays', () => {
    const { data } = input;
    /** @type {Any[]} */
    const forms = [[4n, 6n], BigInt64Array.of(4n, 6n), Int32Array.of(4, 6), [4, 6n]];
    const planned = plan('Slice', [{ type: 'float32', dims: [4, 6] }, [1], [3]]);
    for (const dims of forms) {
      assert.deepEqual(slice({ data, dims }, '1:3, 2').dims, [2]);
      assert.deepEqual(slice({ data, dims, offset: 0 }, '1:3, 2').dims, [2]);
      assert.deepEqual(planned.run({ data, dims })[0].dims, [2, 6]);
      assert.deepEqual(
        plan('Slice', [{ type: 'float32', dims }, [1], [3]]).run({ data, dims: [4, 6] })[0].dims,
        [2, 6],
      );
    }
    const starts = { dims: /** @type {Any} */ ([1n]), data: Int32Array.of(1) };
    assert.deepEqual(slice(input, { starts, ends: [2] }).dims, [1, 6]);
  });
});

describe('what is no integer', () => {
  /** @type {Any[]} */
  const fractions = [1.5, Number.NaN, Number.POSITIVE_INFINITY, '1', true, {}, null, undefined];
  for (const value of fractions) {
    it(`is refused in a list: ${typeof value === 'string' ? `'${value}'` : String(value)}`, () => {
      refuses(() => slice(input, { starts: [value], ends: [2] }), 'not_integer', 'starts');
      refuses(() => split(input, { split: [4, value] }), 'not_integer', 'split');
      refuses(() => variadicSplit(input, 0, [value]), 'not_integer', 'split_lengths');
    });
  }

  it('is refused alone', () => {
    for (const value of /** @type {Any[]} */ ([1.5, Number.NaN, '1', true, Symbol('1'), () => 1])) {
      refuses(() => split(input, { axis: value, num_outputs: 2 }), 'not_integer', 'axis');
      refuses(() => split(input, { num_outputs: value }), 'not_integer', 'num_outputs');
      refuses(
        () => evaluate('Split', [input], { num_outputs: value, opset: 13 }),
        'not_integer',
        'num_outputs',
      );
      refuses(() => variadicSplit(input, value, [4]), 'not_integer', 'axis');
    }
  });

  it('is refused as a tensor that does not hold together', () => {
    const refuse = (/** @type {Any} */ starts, /** @type {string} */ code) =>
      assert.throws(() => slice(input, { starts, ends: [2] }), {
        code,
        op: newest('Slice'),
        param: 'starts',
      });
    refuse({}, 'bad_input');
    refuse({ data: [1] }, 'bad_input');
    refuse({ dims: [1] }, 'bad_input');
    refuse({ dims: [2], data: Int32Array.of(1) }, 'bad_input');
    refuse({ dims: [1], data: new DataView(new ArrayBuffer(4)) }, 'bad_input');
    refuse({ type: 'int64', dims: [1], data: Int32Array.of(1) }, 'bad_input');
    refuse({ type: 'int65', dims: [1], data: Int32Array.of(1) }, 'bad_type');
    refuse({ type: 'int16', dims: [1], data: Int16Array.of(1) }, 'bad_type');
    refuse({ type: 'string', dims: [1], data: ['1'] }, 'bad_type');
    refuse({ type: 'u4', dims: [2], data: Uint8Array.of(1) }, 'bad_type');
    refuse({ dims: [1, 1], data: Int32Array.of(1) }, 'bad_rank');
    refuse({ dims: [], data: Int32Array.of(1) }, 'bad_rank');
    refuse({ dims: new Array(33).fill(1), data: Int32Array.of(1) }, 'bad_rank');
  });
});
