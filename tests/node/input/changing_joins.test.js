// Joins whose buffers change: detached, resized and grown before the first run, and between two. A buffer that has become
// too short is an error, and then nothing has been written. Also one array that is given for several outputs, or as an input
// too.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { concat, init, MicrotomeError, plan, sliceScatter, split } from 'microtome';
import { detach } from '../../support/guards.js';

/** @typedef {any} Any */

before(() => init());

const bufferOf = (/** @type {number} */ bytes, Class = ArrayBuffer) =>
  new /** @type {Any} */ (Class)(bytes, { maxByteLength: 4 * bytes });
const counting = (/** @type {number} */ count, buffer = new ArrayBuffer(4 * count)) =>
  new Float32Array(buffer, 0, count).map((_, k) => k + 1);
const fill = (/** @type {Any} */ array) => array.forEach((/** @type {Any} */ _, /** @type {number} */ k) => { array[k] = k + 1; }); // biome-ignore format: one line
const minus = (/** @type {number} */ count) => new Float32Array(count).fill(-1);
const isMinus = (/** @type {Any} */ array) => [].every.call(array, (entry) => entry === -1);

/** @param {() => unknown} call @param {string} code @param {...Any} watched arrays of -1; detached ones have nothing to show */
function refuses(call, code, ...watched) {
  assert.throws(call, (/** @type {Any} */ error) => {
    assert.ok(error instanceof MicrotomeError, String(error?.stack));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, /^\w+(-\d+)?: ./);
    return true;
  });
  for (const array of watched) assert.ok(isMinus(array), 'a failed call has written');
}

/** A join of each way: dims of both tensors, axis. @type {Record<string, [number[], number]>} */
const JOBS = { scalar: [[3, 3], 1], runs: [[30, 4096], 0], staged: [[100, 100], 2] };

for (const [way, [dims, at]] of Object.entries(JOBS)) {
  describe(`a join whose way is ${way}`, () => {
    const type = /** @type {const} */ ('float32');
    const count = dims[0] * dims[1];
    const planned = () => plan('ConcatFromSequence', [[{ type, dims }, { type, dims }]], { attributes: at === 2 ? { axis: 2, new_axis: 1 } : { axis: at } }); // biome-ignore format: one line
    const tensor = (/** @type {Any} */ data = counting(count)) => ({ type, dims, data });
    const expected = () => planned().run([tensor(), tensor()])[0].data;

    it('goes that way', () => assert.equal(planned().moves[0].way, way));

    it('refuses tensors that are gone or too short, before the first run and between two', () => {
      for (const runs of [0, 2]) {
        for (const take of [detach, (/** @type {Any} */ buffer) => buffer.resize(4 * count - 4)]) {
          for (const which of [0, 1]) {
            const cut = planned();
            const list = [0, 1].map(() => tensor(new Float32Array(bufferOf(4 * count))));
            for (const { data } of list) fill(data);
            const out = [new Float32Array(2 * count)];
            for (let i = 0; i < runs; ++i) assert.deepEqual(cut.run(list, { out })[0].data, expected());
            take(list[which].data.buffer);
            out[0].fill(-1);
            refuses(() => cut.run(list, { out }), 'bad_input', out[0]);
            refuses(() => cut.run(list), 'bad_input');
          }
        }
      }
    });

    it('refuses an out that is gone or of another length, between two runs', () => {
      const cut = planned();
      const list = [tensor(), tensor()];
      const buffer = bufferOf(8 * count);
      const out = [new Float32Array(buffer)];
      for (let i = 0; i < 2; ++i) assert.deepEqual(cut.run(list, { out })[0].data, expected());
      for (const bytes of [8 * count - 4, 8 * count + 4, 0]) {
        buffer.resize(bytes);
        refuses(() => cut.run(list, { out }), 'bad_out');
      }
      buffer.resize(8 * count);
      assert.deepEqual(cut.run(list, { out })[0].data, expected());
      detach(buffer);
      refuses(() => cut.run(list, { out }), 'bad_out');
    });

    it('joins from and into memory that threads share, also where it can grow', () => {
      const Shared = /** @type {Any} */ (SharedArrayBuffer);
      for (const make of [
        (/** @type {number} */ bytes) => new Shared(bytes),
        (/** @type {number} */ bytes) => bufferOf(bytes, Shared),
      ]) {
        const list = [0, 1].map(() => tensor(new Float32Array(make(4 * count), 0, count)));
        for (const { data } of list) fill(data);
        const out = [new Float32Array(make(8 * count), 0, 2 * count)];
        const cut = planned();
        for (let i = 0; i < 3; ++i) {
          out[0].fill(-1);
          cut.run(list, { out });
          assert.deepEqual(Float32Array.from(out[0]), expected());
          const [{ data }] = list;
          const buffer = /** @type {Any} */ (data.buffer);
          if (buffer.growable) buffer.grow(4 * count + 8 * (i + 1));
        }
        for (const { data } of list) assert.deepEqual(Float32Array.from(data), counting(count));
      }
    });
  });
}

describe('one array for several outputs', () => {
  const x = { dims: [2, 2], data: Float32Array.of(1, 2, 3, 4) };

  it('is refused, as an array, as a tensor, and with strides', () => {
    const array = minus(8);
    const two = array.subarray(0, 2);
    const tensor = { data: two };
    const strided = { data: array, shape: [1, 2], stride: [2, 2], offset: 0 };
    const shape = { num_outputs: 2 };
    refuses(() => split(x, shape, { out: [two, two] }), 'bad_out', array);
    refuses(() => split(x, shape, { out: [tensor, tensor] }), 'bad_out', array);
    refuses(() => split(x, shape, { out: [strided, strided] }), 'bad_out', array);
    refuses(() => split(x, shape, { out: [strided, { ...strided, offset: 2 }] }), 'bad_out', array);
  });

  it('may be an input of a join only in place', () => {
    const array = Float32Array.of(-1, -1, -1, -1);
    const whole = { dims: [4], data: array };
    const part = { dims: [2], data: array.subarray(0, 2) };
    refuses(() => concat([part, part], 0, { out: array }), 'bad_out', array);
    refuses(() => sliceScatter(whole, part, '2:', { out: array }), 'bad_out', array);
    refuses(
      () => sliceScatter({ dims: [4], data: minus(4) }, { dims: [4], data: array }, ':', { out: array }),
      'bad_out',
      array,
    );
    const one = { dims: [2], data: Float32Array.of(5, 6) };
    assert.equal(sliceScatter(whole, one, '1:3', { out: array }).data, array);
    assert.deepEqual([...array], [-1, 5, 6, -1]);
  });
});
