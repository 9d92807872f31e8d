// Buffers that change: detached, resized and grown between plan and run, and between two runs. A buffer that has
// become too short is an error, and then nothing has been written. tests/node/plan/bind.test.js does the same for a bound plan.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { concat, init, plan, slice, sliceScatter, split, variadicSplit } from 'microtome';
import { detach } from '../../support/guards.js';

/** @typedef {any} Any */

before(() => init());

const Shared = /** @type {Any} */ (SharedArrayBuffer);
const bufferOf = (/** @type {number} */ bytes, Class = ArrayBuffer) =>
  new /** @type {Any} */ (Class)(bytes, { maxByteLength: 4 * bytes });
const fill = (/** @type {Any} */ array) => {
  array.set(array.map((/** @type {Any} */ _, /** @type {number} */ k) => k));
  return array;
};
const type = /** @type {const} */ ('float32');
const cut = (/** @type {number[]} */ dims, /** @type {Any[]} */ ...args) =>
  plan('Slice', /** @type {Any} */ ([{ type, dims }, ...args]));
const join = (/** @type {number[]} */ dims, /** @type {number} */ axis, new_axis = 0) =>
  plan(
    'ConcatFromSequence',
    [
      [
        { type, dims },
        { type, dims },
      ],
    ],
    { attributes: { axis, new_axis } },
  );

/** A cut and a join of each way: dims of its tensors, how many there are, and the plan. @type {[string, number[], number, (dims: number[]) => Any][]} */
const JOBS = [
  ['scalar', [4, 4], 1, (dims) => cut(dims, [1, 1], [3, 3])],
  ['runs', [40, 4096], 1, (dims) => cut(dims, [0], [2000], [1])],
  ['staged', [100, 100], 1, (dims) => cut(dims, [0], [100], [1], [2])],
  ['scalar', [3, 3], 2, (dims) => join(dims, 1)],
  ['runs', [30, 4096], 2, (dims) => join(dims, 0)],
  ['staged', [100, 100], 2, (dims) => join(dims, 2, 1)],
]; // biome-ignore format: a table

for (const [way, dims, tensors, make] of JOBS)
  describe(`${tensors === 1 ? 'a cut' : 'a join'} whose way is ${way}`, () => {
    const count = dims[0] * dims[1];
    const param = tensors === 1 ? 'data' : 'input_sequence';
    const inputs = (/** @type {(bytes: number) => Any} */ memory = bufferOf) =>
      Array.from({ length: tensors }, () => ({ type, dims, data: fill(new Float32Array(memory(4 * count), 0, count)) })); // biome-ignore format: one line
    const run = (/** @type {Any} */ planned, /** @type {Any[]} */ list, options = {}) =>
      planned.run(tensors === 1 ? list[0] : list, options)[0].data;
    const expected = () => run(make(dims), inputs());
    const length = () => expected().length;

    it('goes that way', () => assert.equal(make(dims).moves[0].way, way));

    it('refuses data that is gone or too short, before the first run and between two', () => {
      for (const runs of [0, 2])
        for (const take of [detach, (/** @type {Any} */ buffer) => buffer.resize(4 * count - 4), (/** @type {Any} */ buffer) => buffer.resize(0)]) // biome-ignore format: one line
          for (let which = 0; which < tensors; ++which) {
            const planned = make(dims);
            const list = inputs();
            const out = [new Float32Array(length())];
            for (let i = 0; i < runs; ++i) assert.deepEqual(run(planned, list, { out }), expected());
            take(list[which].data.buffer);
            out[0].fill(-1);
            for (const options of [{ out }, {}, ...(tensors === 1 ? [{ view: true }] : [])])
              assert.throws(() => run(planned, list, options), { code: 'bad_input', param });
            assert.ok(out[0].every((value) => value === -1));
          }
    });

    it('takes data that has grown back, and refuses more of it than was planned', () => {
      const planned = make(dims);
      const list = inputs();
      const { buffer } = list[0].data;
      const tracking = { ...list[0], data: new Float32Array(buffer) };
      buffer.resize(0);
      buffer.resize(4 * count);
      fill(list[0].data);
      assert.deepEqual(run(planned, list), expected());
      assert.deepEqual(run(planned, [tracking, ...list.slice(1)]), expected());
      buffer.resize(8 * count);
      assert.deepEqual(run(planned, list), expected());
      assert.throws(() => run(planned, [tracking, ...list.slice(1)]), { code: 'bad_input', param });
    });

    it('refuses an out that is gone or of another length', () => {
      const planned = make(dims);
      const list = inputs();
      const buffer = bufferOf(4 * length());
      const out = [new Float32Array(buffer)];
      assert.deepEqual(run(planned, list, { out }), expected());
      for (const bytes of [buffer.byteLength - 4, buffer.byteLength + 4, 0]) {
        buffer.resize(bytes);
        assert.throws(() => run(planned, list, { out }), { code: 'bad_out', message: /needs an array of length/ }); // biome-ignore format: one line
      }
      buffer.resize(4 * length());
      assert.deepEqual(run(planned, list, { out }), expected());
      detach(buffer);
      assert.throws(() => run(planned, list, { out }), { code: 'bad_out' });
    });

    it('moves from and into memory that threads share, also where it can grow', () => {
      for (const memory of [
        (/** @type {number} */ bytes) => new Shared(bytes),
        (/** @type {number} */ bytes) => bufferOf(bytes, Shared),
      ]) {
        // biome-ignore format: one line
        const list = inputs(memory);
        const out = [new Float32Array(memory(4 * length()), 0, length())];
        const planned = make(dims);
        for (let i = 0; i < 3; ++i) {
          out[0].fill(-1);
          assert.deepEqual(Float32Array.from(run(planned, list, { out })), expected());
          const { buffer } = list[0].data;
          if (buffer.growable) buffer.grow(buffer.byteLength + 8);
        }
        assert.deepEqual(Float32Array.from(list[0].data), fill(new Float32Array(count)), 'never changed');
      }
    });
  });

describe('data without memory', () => {
  it('is enough for nothing', () => {
    const data = new Float32Array(8);
    const buffer = bufferOf(32);
    const outside = new Float32Array(buffer, 16, 4);
    detach(data.buffer);
    buffer.resize(8);
    for (const gone of [data, outside]) {
      for (const options of [{}, { view: true }, { out: [new Float32Array(0)] }])
        assert.equal(slice({ data: gone, dims: [0, 3] }, '...', options).data.length, 0);
      assert.equal(split({ data: gone, dims: [0] }, { split: [0, 0] }, { view: true }).length, 2);
      assert.throws(() => slice({ data: gone, dims: [1] }, '1:'), { code: 'bad_input' });
    }
  });

  it('is seen in lists of integers', () => {
    const starts = Int32Array.of(1);
    detach(starts.buffer);
    const x = { data: new Float32Array(4), dims: [4] };
    assert.throws(() => slice(x, { starts, ends: [2] }), { code: 'length_mismatch' });
    assert.throws(() => variadicSplit(x, 0, starts), { code: 'sum_mismatch' });
    assert.throws(() => slice({ data: new Float32Array(4), dims: starts }, '1'), { name: 'MicrotomeError' });
  });
});

it('an array may be an input of a join and its out only in place', () => {
  const array = Float32Array.of(-1, -1, -1, -1);
  const whole = { dims: [4], data: array };
  const part = { dims: [2], data: array.subarray(0, 2) };
  const refuses = (/** @type {() => unknown} */ call) => assert.throws(call, { code: 'bad_out' });
  refuses(() => concat([part, part], 0, { out: array }));
  refuses(() => sliceScatter(whole, part, '2:', { out: array }));
  refuses(() => sliceScatter({ ...whole, data: array.slice() }, whole, ':', { out: array }));
  assert.deepEqual([...array], [-1, -1, -1, -1]);
  const one = { dims: [2], data: Float32Array.of(5, 6) };
  assert.equal(sliceScatter(whole, one, '1:3', { out: array }).data, array);
  assert.deepEqual([...array], [-1, 5, 6, -1]);
});
