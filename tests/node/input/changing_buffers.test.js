// Buffers that change: detached, resized and grown between plan and run, and between two runs. A buffer that has
// become too short is an error, and then nothing has been written. tests/node/plan/bind.test.js does the same for a bound plan.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, plan, slice, split, variadicSplit } from 'microtome';
import { detach } from '../../support/guards.js';

/** @typedef {any} Any */

before(() => init());

const bufferOf = (/** @type {number} */ bytes, Class = ArrayBuffer) =>
  new /** @type {Any} */ (Class)(bytes, { maxByteLength: 4 * bytes });
const filled = (/** @type {Any} */ array) => array.map((/** @type {Any} */ _, /** @type {number} */ k) => k);
const fill = (/** @type {Any} */ array) => {
  array.set(filled(array));
  return array;
};

/** One job of each way: dims, and the arguments of Slice. @type {Record<string, [number[], Any[]]>} */
const JOBS = {
  scalar: [[4, 4], [[1, 1], [3, 3]]],
  runs: [[40, 4096], [[0], [2000], [1]]],
  staged: [[100, 100], [[0], [100], [1], [2]]],
}; // biome-ignore format: a table

for (const [way, [dims, args]] of Object.entries(JOBS)) {
  describe(`a plan whose job is ${way}`, () => {
    const type = /** @type {const} */ ('float32');
    const count = dims[0] * dims[1];
    const planned = () => plan('Slice', [{ type, dims }, .../** @type {Any} */ (args)]);
    const length = () => planned().outputs[0].dims.reduce((n, size) => n * size);
    const expected = () => planned().run({ type, dims, data: fill(new Float32Array(count)) })[0].data;

    it('goes that way', () => assert.equal(planned().moves[0].way, way));

    it('refuses data that was detached, before the first run and between two', () => {
      const cut = planned();
      const input = { type, dims, data: fill(new Float32Array(count)) };
      const out = [new Float32Array(length())];
      for (const runs of [0, 2]) {
        for (let i = 0; i < runs; ++i) assert.deepEqual(cut.run(input, { out })[0].data, expected());
        detach(input.data.buffer);
        out[0].fill(-1);
        assert.throws(() => cut.run(input, { out }), { code: 'bad_input', param: 'data' });
        assert.throws(() => cut.run(input), { code: 'bad_input' });
        assert.throws(() => cut.run(input, { view: true }), { code: 'bad_input' });
        assert.ok(out[0].every((value) => value === -1));
        input.data = fill(new Float32Array(count));
      }
    });

    it('refuses data that has shrunk, also if the array is no longer inside its buffer, and takes it when it has grown back', () => {
      for (const tracks of [true, false]) {
        const buffer = bufferOf(4 * count);
        const data = fill(tracks ? new Float32Array(buffer) : new Float32Array(buffer, 0, count));
        const cut = planned();
        const input = { type, dims, data };
        const out = [new Float32Array(length())];
        for (let i = 0; i < 2; ++i) cut.run(input, { out });
        buffer.resize(4 * count - 4);
        assert.throws(() => cut.run(input, { out }), { code: 'bad_input' });
        buffer.resize(0);
        assert.throws(() => cut.run(input, { out }), { code: 'bad_input' });
        assert.deepEqual(out[0], expected());
        buffer.resize(4 * count);
        fill(data);
        for (let i = 0; i < 2; ++i) assert.deepEqual(cut.run(input, { out })[0].data, expected());
        buffer.resize(8 * count);
        if (tracks)
          assert.throws(() => cut.run(input, { out }), { code: 'bad_input' }, 'twice as many entries');
        else assert.deepEqual(cut.run(input, { out })[0].data, expected());
      }
    });

    it('refuses an out that was detached or resized', () => {
      const cut = planned();
      const input = { type, dims, data: fill(new Float32Array(count)) };
      const buffer = bufferOf(4 * length());
      const out = [new Float32Array(buffer)];
      for (let i = 0; i < 2; ++i) cut.run(input, { out });
      assert.deepEqual(out[0], expected());
      for (const bytes of [4 * length() - 4, 4 * length() + 4, 0]) {
        buffer.resize(bytes);
        assert.throws(() => cut.run(input, { out }), {
          code: 'bad_out',
          message: /needs an array of length/,
        });
      }
      buffer.resize(4 * length());
      assert.deepEqual(cut.run(input, { out })[0].data, expected());
      detach(buffer);
      assert.throws(() => cut.run(input, { out }), { code: 'bad_out' });
    });

    it('cuts from and into memory that threads share, also where it can grow', () => {
      const shared = /** @type {Any} */ (SharedArrayBuffer);
      for (const make of [
        (/** @type {number} */ bytes) => new shared(bytes),
        (/** @type {number} */ bytes) => bufferOf(bytes, shared),
      ]) {
        const input = { type, dims, data: fill(new Float32Array(make(4 * count), 0, count)) };
        const out = [new Float32Array(make(4 * length()), 0, length())];
        const cut = planned();
        for (let i = 0; i < 3; ++i) {
          out[0].fill(-1);
          cut.run(input, { out });
          assert.deepEqual(Float32Array.from(out[0]), expected());
          if (input.data.buffer.growable) input.data.buffer.grow(4 * count + 8 * (i + 1));
        }
        assert.deepEqual(Float32Array.from(input.data), fill(new Float32Array(count)), 'never changed');
      }
    });
  });
}

describe('data without memory', () => {
  it('is enough for nothing', () => {
    const data = new Float32Array(8);
    const buffer = bufferOf(32);
    const outside = new Float32Array(buffer, 16, 4);
    detach(data.buffer);
    buffer.resize(8);
    for (const gone of [data, outside]) {
      for (const options of [{}, { view: true }, { out: [new Float32Array(0)] }]) {
        assert.equal(slice({ data: gone, dims: [0, 3] }, '...', options).data.length, 0);
        assert.deepEqual(slice({ data: gone, dims: [0, 3] }, ':, ::2', options).dims, [0, 2]);
      }
      assert.equal(split({ data: gone, dims: [0] }, { split: [0, 0] }, { view: true }).length, 2);
      assert.throws(() => slice({ data: gone, dims: [8] }, '1:'), { code: 'bad_input' });
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
