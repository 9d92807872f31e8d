// Results that other libraries for JavaScript get wrong, or refuse, and that must never be ours. Each names its source: a
// package as published (read or run), or an issue of its project. To add one, add a test.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { evaluate, init, slice, split, splitToSequence, variadicSplit } from 'microtome';

before(() => init());

const INT32_MAX = 2 ** 31 - 1;

/** @param {readonly { data: ArrayLike<unknown> }[]} tensors */
const lists = (tensors) => tensors.map(({ data }) => Array.from(data));
const iota = (/** @type {number} */ count) => Float32Array.from({ length: count }, (_, k) => k);
const vector = (/** @type {number} */ count) => ({ dims: [count], data: iota(count) });

describe('not as TensorFlow.js', () => {
  // tfjs-backend-wasm 4.22: stridedSlice of int32 gives its bits as float32, [1.4e-45, ...]
  it('steps through int32 and gives int32', () => {
    const { type, data } = slice({ dims: [6], data: Int32Array.of(1, 2, 3, 4, 5, 6) }, '::2');
    assert.equal(type, 'int32');
    assert.deepEqual(data, Int32Array.of(1, 3, 5));
  });

  // tfjs 4.22: split(x, [-1, 2]) throws, and every call with a -1 puts the size into the caller's array
  it('takes a -1 among the sizes at any place, and leaves the array alone', () => {
    for (const split_lengths of [
      [-1, 2],
      [2, -1],
      [1, -1, 2],
    ]) {
      const given = Object.freeze([...split_lengths]);
      const sizes = variadicSplit(vector(5), 0, given).map(({ dims }) => dims[0]);
      assert.deepEqual(given, split_lengths);
      assert.equal(
        sizes.reduce((sum, size) => sum + size),
        5,
      );
      sizes.forEach((size, i) => {
        assert.equal(size, given[i] === -1 ? 5 - (given.length === 3 ? 3 : 2) : given[i]);
      });
    }
  });

  it('says so where a -1 is not allowed, and leaves the array alone', () => {
    const given = [-1, 2];
    assert.throws(() => split(vector(5), { split: given }), {
      code: 'bad_size',
      op: 'Split-18',
      param: 'split',
    });
    assert.deepEqual(given, [-1, 2]);
  });

  // tfjs 4.22 rejects BigInt64Array and Float64Array
  it('cuts int64 and float64', () => {
    assert.deepEqual(
      slice({ dims: [3], data: BigInt64Array.of(1n, -(2n ** 63n), 3n) }, '::-1').data,
      BigInt64Array.of(3n, -(2n ** 63n), 1n),
    );
    assert.deepEqual(
      slice({ dims: [3], data: Float64Array.of(0.1, 0.2, 0.3) }, '1:').data,
      Float64Array.of(0.2, 0.3),
    );
  });
});

describe('not as ONNX Runtime', () => {
  // onnxruntime-web 1.30: "Reading data from non-tensor typed value is not supported"; issues 15511, 14493, 8007
  it('gives a sequence as its members', () => {
    const pieces = splitToSequence({ dims: [3, 2], data: iota(6) }, { keepdims: 0 });
    assert.deepEqual(
      pieces.map(({ dims }) => dims),
      [[2], [2], [2]],
    );
    assert.deepEqual(lists(pieces), [
      [0, 1],
      [2, 3],
      [4, 5],
    ]);
  });

  // onnxruntime 1.30, CPU: kernels of SplitToSequence for 7 element types only
  it('has sequences of every element type', () => {
    assert.deepEqual(lists(splitToSequence({ dims: [3], data: Uint8Array.of(7, 8, 9) }, { split: 2 })), [
      [7, 8],
      [9],
    ]);
    const complex = {
      type: /** @type {const} */ ('complex64'),
      dims: [2],
      data: Float32Array.of(1, -1, 2, -2),
    };
    assert.deepEqual(lists(splitToSequence(complex)), [
      [1, -1],
      [2, -2],
    ]);
  });

  // onnxruntime 1.30: "Split size 2 exceeds the remaining size of the selected axis, 1"
  it('splits 5 into 4', () => {
    assert.deepEqual(lists(split(vector(5), { num_outputs: 4 })), [[0, 1], [2, 3], [4], []]);
  });

  // onnxruntime 1.30: "Cannot slice scalars"
  it('leaves a scalar a scalar', () => {
    assert.deepEqual(slice({ dims: [], data: Float32Array.of(7) }, { starts: [], ends: [] }), {
      type: 'float32',
      dims: [],
      data: Float32Array.of(7),
    });
  });

  // onnxruntime 1.30: the whole axis backward, for INT32_MAX and INT64_MAX only; issues 11107, 2272
  it('takes the greatest end for an end, backward too', () => {
    for (const end of [INT32_MAX - 1, INT32_MAX, 2n ** 63n - 1n]) {
      assert.deepEqual(slice(vector(5), { starts: [4], ends: [end], steps: [-1] }).dims, [0]);
    }
  });

  // onnxruntime 1.30: these three end its process
  it('survives what it cannot do', () => {
    const x = vector(4);
    const inModel = (/** @type {object} */ options, /** @type {any[]} */ ...inputs) =>
      evaluate('Split', [x, ...inputs], options);
    assert.throws(() => inModel({ attributes: { num_outputs: 2 }, num_outputs: 3 }), {
      code: 'count_mismatch',
    });
    assert.throws(() => split({ dims: [0], data: iota(0) }, { num_outputs: 0 }), { code: 'bad_count' });
    assert.throws(() => splitToSequence(x, { split: 0 }), { code: 'bad_size' });
  });

  // onnxruntime-web 1.30, WebGL: "currently non-1 steps is not supported" (issue 14588); Split to opset 12 only (issue 19779)
  it('has steps in every version that has them, and Split in every opset', () => {
    for (const opset of [10, 11, 13, 18, 24]) {
      assert.deepEqual(lists([slice(vector(5), { starts: [4], ends: [-9], steps: [-2] }, { opset })]), [
        [4, 2, 0],
      ]);
    }
    for (const opset of [1, 2, 11, 13, 18, 24]) {
      assert.deepEqual(lists(split(vector(4), { split: [1, 3] }, { opset })), [[0], [1, 2, 3]]);
    }
  });

  // onnxruntime-web 1.30, JSEP: the end of a negative step is clamped to 0; its check for step 0 is never called
  it('reverses a whole axis to its first element, and refuses step 0', () => {
    assert.deepEqual(lists([slice(vector(5), { starts: [-1], ends: [-(2 ** 31)], steps: [-1] })]), [
      [4, 3, 2, 1, 0],
    ]);
    assert.throws(() => slice(vector(5), { starts: [0], ends: [5], steps: [0] }), {
      code: 'zero_step',
      param: 'steps',
    });
  });

  // onnxruntime-web, WebGPU: float16 was refused (issue 26690), Slice failed (18892), Split made a shader that did not compile (24259)
  it('slices and splits float16 bit by bit', () => {
    const bits = Uint16Array.of(0x3c00, 0x7c01, 0xfe55, 0x8000, 0x0001, 0x7bff);
    const x = { type: /** @type {const} */ ('float16'), dims: [2, 3], data: bits };
    assert.deepEqual(slice(x, ':, ::2').data, Uint16Array.of(0x3c00, 0xfe55, 0x8000, 0x7bff));
    assert.deepEqual(lists(split(x, { axis: 1, split: [1, 2] })), [
      [0x3c00, 0x8000],
      [0x7c01, 0xfe55, 0x0001, 0x7bff],
    ]);
  });
});

describe('not as others', () => {
  // numjs, issue 19: a[1::2] of six elements gives the first one only
  it('numjs: goes on from 1 by 2 to the end', () => {
    assert.deepEqual(lists([slice(vector(6), '1::2')]), [[1, 3, 5]]);
  });

  // @jax-js/jax 0.1.25 (its ONNX part): steps of 0 or less are refused, and so are Splits that are not even
  it('jax-js: steps backward, splits unevenly', () => {
    assert.deepEqual(lists([slice(vector(4), { starts: [3], ends: [0], steps: [-1] })]), [[3, 2, 1]]);
    assert.deepEqual(lists(split(vector(7), { num_outputs: 3 })), [[0, 1, 2], [3, 4, 5], [6]]);
  });

  // scijs/ndarray has no split (cwise, issue 14); its views are taken here as they are
  it('scijs: splits a view that is not row-major', () => {
    const view = { data: iota(6), shape: [3, 2], stride: [-2, 1], offset: 4 };
    assert.deepEqual(lists(split(view, { axis: 1, num_outputs: 2 })), [
      [4, 2, 0],
      [5, 3, 1],
    ]);
  });

  // WebNN has no negative steps and no tensors without elements; transformers.js slices with step 1 only
  it('WebNN, transformers.js: steps backward, over nothing too', () => {
    const { dims } = slice({ dims: [0, 3], data: iota(0) }, '::-1, ::-1');
    assert.deepEqual(dims, [0, 3]);
  });
});
