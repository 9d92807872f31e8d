// The same call again, and almost the same: the decision that the library remembers of the call before must never show, whatever a
// caller has changed in between, in place or not. Calls that remember their arrays: bind.test.js.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { evaluate, init, rearrange, slice, split, splitToSequence, variadicSplit } from 'microtome';

/** @typedef {any} Any */

before(() => init());

const floats = (/** @type {number} */ length, first = 0) =>
  Float32Array.from({ length }, (_, k) => first + k);
const valuesOf = (/** @type {Any} */ outputs) =>
  [outputs]
    .flat()
    .map((/** @type {Any} */ { type, dims, data, ...place }) => [dims, [...data], ...Object.values(place)]);

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
    /** @returns {Any} */
    const stridedView = () => slice(input, '1:5:2', { view: 'strided' });
    const view = stridedView();
    view.dims[0] = view.stride[0] = view.offset = 99;
    const { dims, stride, offset, data } = stridedView();
    assert.deepEqual([dims, stride, offset], [[2], [2], 1]);
    assert.equal(data, input.data);
    const scale = [2, 3];
    const square = { data: Uint8Array.of(1, 2, 3, 4), dims: [2, 2] };
    const scaled = () =>
      valuesOf(rearrange(square, 'h w -> w h', { to: { type: 'float32', scale, along: 'w' } }));
    assert.deepEqual(scaled(), [[[2, 2], [2, 6, 6, 12]]]); // biome-ignore format: dims and data
    scale[1] = 5;
    square.data[0] = 7;
    assert.deepEqual(scaled(), [[[2, 2], [14, 6, 10, 20]]]); // biome-ignore format: dims and data
  });

  it('reads each scale once and in order, whatever the list is', () => {
    /** @type {string[]} */
    const seen = [];
    const counted = (/** @type {Any} */ list) =>
      new Proxy(list, {
        get(own, name) {
          seen.push(String(name));
          return own[name];
        },
      });
    const input = { data: Uint8Array.of(1, 2, 3), dims: [3] };
    /** @type {Any} */
    const to = {
      type: 'float32',
      along: 'c',
      scale: counted([2, 3, 4]),
      bias: counted({ ...[1, 0, 1], length: 3 }),
    };
    for (let i = 0; i < 2; ++i) {
      seen.length = 0;
      assert.deepEqual(valuesOf(rearrange(input, 'c -> c', { to })), [[[3], [3, 6, 13]]]);
      assert.deepEqual(
        seen.filter((name) => /^(length|\d)$/.test(name)),
        ['length', '0', '1', '2', 'length', '0', '1', '2'],
      );
    }
    for (const wrong of /** @type {Any[]} */ ([[1, '2', {}], BigInt64Array.of(1n, 2n, 3n)]))
      assert.throws(
        () => rearrange(input, 'c -> c', { to: { ...to, scale: wrong } }),
        /entry [01] of scale is ('2'|1n); it must be a number/,
      );
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
      () => slice({ data, dims: [4, 3] }, '1:3', { view: 'strided' }),
      () => slice({ data, dims: [3, 4] }, '1:3', { view: 'strided' }),
      () => slice({ data, shape: [4, 3], stride: [1, 4], offset: 0 }, '1:3', { view: 'strided' }),
      () => rearrange({ data, dims: [4, 3] }, 'a b -> b a'),
      () => rearrange({ data, dims: [4, 3] }, 'a b -> a b'),
      () => rearrange({ data, dims: [4, 3] }, 'a b -> (a b)'),
      () => rearrange({ data, dims: [3, 4] }, 'a b -> b a'),
      () => rearrange({ data: Int32Array.from(data), dims: [4, 3] }, 'a b -> b a'),
      () => rearrange({ data, dims: [4, 3] }, '(a c) b -> c b a', { sizes: { c: 2 } }),
      () => rearrange({ data, dims: [4, 3] }, '(a c) b -> c b a', { sizes: { c: 4 } }),
      () => rearrange({ data, dims: [4, 3] }, 'a b -> b a', { to: 'int32' }),
      () => rearrange({ data, dims: [4, 3] }, 'a b -> b a', { to: { type: 'int32', scale: 2 } }),
      () =>
        rearrange({ data, dims: [4, 3] }, 'a b -> b a', {
          to: { type: 'float32', bias: [1, 2, 3, 4], along: 'a' },
        }),
      () =>
        rearrange({ data, dims: [4, 3] }, 'a b -> b a', {
          to: { type: 'float32', bias: [1, 2, 3], along: 'b' },
        }),
      () => rearrange({ data, dims: [4, 3] }, `a b -> ${' '.repeat(80)} b a`),
      () => rearrange({ data, dims: [4, 3] }, `a b -> ${' '.repeat(80)} a b`),
    ];
    const expected = calls.map((call) => valuesOf(call()));
    assert.equal(new Set(expected.map((each) => JSON.stringify(each))).size >= 26, true);
    const index = fc.nat(calls.length - 1);
    fc.assert(
      fc.property(index, index, (i, j) => {
        assert.deepEqual([valuesOf(calls[i]()), valuesOf(calls[j]())], [expected[i], expected[j]]);
      }),
      { numRuns: 2000 },
    );
  });
});
