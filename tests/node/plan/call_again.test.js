// The same call again, and almost the same: the decision that the library remembers of the call before must never show, whatever a
// caller has changed in between, in place or not. Calls that remember their arrays: bind.test.js.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { evaluate, init, slice, split, splitToSequence, variadicSplit } from 'microtome';

/** @typedef {any} Any */

before(() => init());

const floats = (/** @type {number} */ length, first = 0) =>
  Float32Array.from({ length }, (_, k) => first + k);
const valuesOf = (/** @type {Any} */ outputs) =>
  [outputs].flat().map((/** @type {Any} */ { dims, data }) => [dims, [...data]]);

describe('a call again', () => {
  it('sees the lists as they are now', () => {
    const input = { data: floats(6), dims: [6] };
    const starts = [1];
    const ends = BigInt64Array.of(3n);
    assert.deepEqual(valuesOf(slice(input, { starts, ends })), [[[2], [1, 2]]]);
    starts[0] = 2;
    assert.deepEqual(valuesOf(slice(input, { starts, ends })), [[[1], [2]]]);
    ends[0] = 5n;
    assert.deepEqual(valuesOf(slice(input, { starts, ends })), [[[3], [2, 3, 4]]]);
    input.dims[0] = 2;
    input.dims.push(3);
    assert.deepEqual(valuesOf(slice(input, { starts: [0], ends: [1] })), [
      [
        [1, 3],
        [0, 1, 2],
      ],
    ]);
    const split_lengths = { dims: [2], data: Int32Array.of(1, 1) };
    assert.equal(variadicSplit(input, 0, split_lengths)[0].data.length, 3);
    split_lengths.data.set([0, 2]);
    assert.equal(variadicSplit(input, 0, split_lengths)[0].data.length, 0);
  });

  it('gives arrays and dims of its own each time', () => {
    const input = { data: floats(6), dims: [6] };
    const [first, second] = [1, 2].map(() => slice(input, '1:3'));
    assert.notEqual(first.data, second.data);
    assert.notEqual(first.dims, second.dims);
    /** @type {Any} */ (first.dims)[0] = 99;
    first.data.fill(99);
    assert.deepEqual(valuesOf(slice(input, '1:3')), [[[2], [1, 2]]]);
  });

  it('differs if anything of it differs', () => {
    const data = floats(12);
    const calls = [
      () => slice({ data, dims: [4, 3] }, '1:3'),
      () => slice({ data, dims: [3, 4] }, '1:3'),
      () => slice({ data, dims: [12] }, '1:3'),
      () => slice({ type: 'complex64', data, dims: [6] }, '1:3'),
      () => slice({ data: Int32Array.from(data), dims: [4, 3] }, '1:3'),
      () => slice({ data, shape: [4, 3], stride: [1, 4] }, '1:3'),
      () => slice({ data, shape: [4, 2], stride: [3, 1], offset: 1 }, '1:3'),
      () => slice({ data, shape: [4, 2], stride: [3, 1], offset: 0 }, '1:3'),
      () => slice({ data, dims: [4, 3] }, '1'),
      () => slice({ data, dims: [4, 3] }, '1:2'),
      () => slice({ data, dims: [4, 3] }, '1:3:1, ::-1'),
      () => slice({ data, dims: [4, 3] }, { starts: [1], ends: [3] }, { opset: 1 }),
      () => slice({ data, dims: [4, 3] }, { starts: [1], ends: [3], axes: [1] }),
      () => split({ data, dims: [4, 3] }, { num_outputs: 2 }),
      () => split({ data, dims: [4, 3] }, { num_outputs: 3 }),
      () => split({ data, dims: [4, 3] }, { split: [2, 2] }),
      () => split({ data, dims: [4, 3] }, { num_outputs: 2 }, { opset: 13 }),
      () => evaluate('Split', [{ data, dims: [4, 3] }], { attributes: { num_outputs: 3 }, num_outputs: 1 }),
      () => splitToSequence({ data, dims: [4, 3] }, { split: 4 }),
      () => splitToSequence({ data, dims: [4, 3] }, { split: [4] }),
      () => splitToSequence({ data, dims: [4, 3] }, {}),
      () => splitToSequence({ data, dims: [4, 3] }, { keepdims: 0 }),
      () => split({ data, dims: [4, 3] }, { axis: 1, num_outputs: 3 }, { view: true }),
      () => slice({ data, dims: [4, 3] }, '1:3', { view: true }),
    ];
    const expected = calls.map((call) => valuesOf(call()));
    assert.equal(new Set(expected.map((each) => JSON.stringify(each))).size >= 15, true);
    const index = fc.nat(calls.length - 1);
    fc.assert(
      fc.property(index, index, (i, j) => {
        assert.deepEqual([valuesOf(calls[i]()), valuesOf(calls[j]())], [expected[i], expected[j]]);
      }),
      { numRuns: 2000 },
    );
  });
});
