// The same call again, and almost the same: the decision that the library remembers of the call before must never show, whatever a
// caller has changed in between, in place or not. Calls that remember their arrays: bind.test.js.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { evaluate, init, plan, slice, split, splitToSequence, variadicSplit } from 'microtome';

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

  it('fails where it must, also after one that did not', () => {
    const x = { data: floats(6), dims: [2, 3] };
    const right = () => assert.equal(split(x, { axis: 1, split: [1, 2] })[1].data.length, 4);
    for (let i = 0; i < 3; ++i) {
      right();
      assert.throws(() => split({ ...x, data: floats(5) }, { axis: 1, split: [1, 2] }), {
        code: 'bad_input',
      });
      assert.throws(() => split({ ...x, offset: 1 }, { axis: 1, split: [1, 2] }), { code: 'bad_input' });
      right();
      assert.throws(() => split(x, { axis: 1, split: [1, 3] }), { code: 'sum_mismatch' });
      assert.throws(() => split(x, { axis: 1, split: /** @type {Any} */ (['1', 2]) }), {
        code: 'not_integer',
      });
      assert.throws(
        () => split(x, { axis: 1, split: { dims: [2], data: /** @type {Any} */ (Int8Array.of(1, 2)) } }),
        {
          code: 'bad_type',
        },
      );
      assert.throws(() => split(x, { axis: 1, split: { dims: [2, 1], data: BigInt64Array.of(1n, 2n) } }), {
        code: 'bad_rank',
      });
    }
  });
});

describe('a run again', () => {
  const make = () => {
    const planned = plan('Split', [{ type: 'float32', dims: [4, 3] }], {
      attributes: { axis: 1, num_outputs: 3 },
    });
    const input = /** @type {Any} */ ({ type: 'float32', dims: [4, 3], data: floats(12) });
    const out = /** @type {Any[]} */ ([floats(4), { data: floats(4) }, floats(4)]);
    const run = () => planned.run(input, { out });
    for (let i = 0; i < 2; ++i)
      assert.deepEqual(
        run().map(({ data }) => [...data]),
        [
          [0, 3, 6, 9],
          [1, 4, 7, 10],
          [2, 5, 8, 11],
        ],
      );
    return { planned, input, out, run };
  };

  it('sees new values in the same array', () => {
    const { input, out, run } = make();
    input.data.set(floats(12, 100));
    assert.deepEqual([...run()[1].data], [101, 104, 107, 110]);
    assert.deepEqual([...out[1].data], [101, 104, 107, 110]);
  });

  it('sees another array in the same object', () => {
    const { input, run } = make();
    input.data = floats(12, 50);
    assert.deepEqual([...run()[0].data], [50, 53, 56, 59]);
  });

  it('sees other strides in the same object', () => {
    const { input, run } = make();
    input.stride = [1, 4];
    assert.deepEqual([...run()[0].data], [0, 1, 2, 3]);
    delete input.stride;
    assert.deepEqual([...run()[0].data], [0, 3, 6, 9]);
    input.offset = 1;
    assert.throws(run, { code: 'bad_input' });
  });

  it('sees other arrays in the same out', () => {
    const { out, run } = make();
    const other = floats(4);
    const kept = out[0];
    kept.fill(-1);
    out[0] = other;
    assert.equal(run()[0].data, other);
    assert.deepEqual([...other, ...kept], [0, 3, 6, 9, -1, -1, -1, -1]);
    out[1].data = floats(4);
    assert.equal(run()[1].data, out[1].data);
  });

  /** What is changed between runs, and the error of the next. @type {Record<string, [string, (all: ReturnType<typeof make>) => void]>} */
  const changes = {
    'other dims in place': ['bad_input', ({ input }) => input.dims.reverse()],
    'other dims': ['bad_input', ({ input }) => (input.dims = [12])],
    'no dims': ['bad_input', ({ input }) => (input.dims = null)],
    'another type': ['bad_input', ({ input }) => (input.type = 'complex64')],
    'no data': ['bad_input', ({ input }) => (input.data = undefined)],
    'data of another length': ['bad_input', ({ input }) => (input.data = floats(11))],
    'data of another class': ['bad_input', ({ input }) => (input.data = new Int32Array(12))],
    'data that has gone to another thread': [
      'bad_input',
      ({ input }) => structuredClone(input.data, { transfer: [input.data.buffer] }),
    ],
    'an array of out too many': ['bad_out', ({ out }) => out.push(floats(4))],
    'one too few': ['bad_out', ({ out }) => out.pop()],
    'one twice': ['bad_out', ({ out }) => (out[0] = out[2])],
    'one of another length': ['bad_out', ({ out }) => (out[0] = floats(5))],
    'the input in out': ['bad_out', ({ out, input }) => (out[0] = input.data.subarray(0, 4))],
    'one that has gone to another thread': [
      'bad_out',
      ({ out }) => structuredClone(out[0], { transfer: [out[0].buffer] }),
    ],
    'a type in out that is another': ['bad_out', ({ out }) => (out[1].type = 'int8')],
    'an array of out inside the data': [
      'bad_out',
      ({ out, input }) => {
        input.data = floats(12);
        out[0] = input.data.subarray(4, 8);
      },
    ],
  };
  for (const [what, [code, change]] of Object.entries(changes)) {
    it(`sees ${what}`, () => {
      const all = make();
      change(all);
      assert.throws(all.run, { name: 'MicrotomeError', code });
    });
  }

  it('keeps nothing of a run that failed', () => {
    const { out, run } = make();
    const kept = out[0];
    out[0] = floats(5);
    assert.throws(run, { code: 'bad_out' });
    assert.throws(run, { code: 'bad_out' });
    out[0] = kept;
    assert.deepEqual([...run()[0].data], [0, 3, 6, 9]);
  });

  it('without out gives new arrays, and always new tensors', () => {
    const { planned, input, out } = make();
    assert.notEqual(planned.run(input)[0].data, planned.run(input)[0].data);
    const [first, second] = [planned.run(input, { out }), planned.run(input, { out })];
    assert.notEqual(first, second);
    assert.notEqual(first[0], second[0]);
  });
});

describe('NaNs', () => {
  it('keep their bits in every way of moving', () => {
    for (const size of [4, 40, 4000]) {
      const bits = new Uint32Array(size * size).map((_, i) => 0x7f800001 + (i % 1000));
      const x = { dims: [size, size], data: new Float32Array(bits.buffer) };
      for (const spec of [':, ::2', ':, ::-1', '1:3, 1:3', ':, 1:3']) {
        const wanted = slice({ dims: [size, size], data: bits }, spec).data;
        for (let i = 0; i < (size === 4 ? 20_000 : 1); ++i) {
          const { data } = slice(x, spec);
          assert.ok(Buffer.from(data.buffer).equals(Buffer.from(wanted.buffer)), `${size} ${spec}`);
        }
      }
    }
  });
});
