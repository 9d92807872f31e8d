// Joins whose caller changes the memory or the lists while the call is read: buffers that are detached or shrink, getters that
// change their answer, lists that lie about their length. What is left decides; where that is an error, nothing has been written.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  assign,
  concat,
  concatFromSequence,
  evaluate,
  init,
  MicrotomeError,
  plan,
  sliceScatter,
  split,
  tensorScatter,
} from 'microtome';
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

    it('refuses what a getter takes away while the call is read: another tensor, one read before, out', () => {
      for (const take of [detach, (/** @type {Any} */ buffer) => buffer.resize(8)]) {
        const made = () => {
          const data = new Float32Array(bufferOf(4 * count));
          fill(data);
          return tensor(data);
        };
        const [first, second] = [made(), made()];
        const taking = { ...second, get data() { take(first.data.buffer); return second.data; } }; // biome-ignore format: one line
        const array = minus(2 * count);
        refuses(() => planned().run([first, taking], { out: [array] }), 'bad_input', array);
        const other = made();
        const ahead = { ...first, get data() { take(other.data.buffer); return second.data; } }; // biome-ignore format: one line
        refuses(() => planned().run([ahead, other], { out: [array] }), 'bad_input', array);
        const late = made();
        const out = { get data() { take(late.data.buffer); return array; } }; // biome-ignore format: one line
        refuses(() => planned().run([second, late], { out: [/** @type {Any} */ (out)] }), 'bad_input', array);
        const gone = new Float32Array(bufferOf(8 * count));
        const strided = { data: gone, offset: 0, get stride() { take(gone.buffer); return undefined; } }; // biome-ignore format: one line
        refuses(() => planned().run([second, second], { out: [/** @type {Any} */ (strided)] }), 'bad_out');
      }
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

describe('a target', () => {
  const updates = { dims: [2], data: Float32Array.of(8, 9) };
  const target = () => ({ dims: [6], data: new Float32Array(bufferOf(24)).fill(-1) });

  it('that is taken away by what is read after it is refused', () => {
    for (const take of [detach, (/** @type {Any} */ buffer) => buffer.resize(8)]) {
      const into = target();
      const bySpec = { get starts() { take(into.data.buffer); return [0]; }, ends: [2] }; // biome-ignore format: one line
      refuses(() => assign(into, bySpec, updates), 'bad_out', into.data);
      const other = target();
      const byUpdates = { ...updates, get data() { take(other.data.buffer); return updates.data; } }; // biome-ignore format: one line
      refuses(() => assign(other, ':2', byUpdates), 'bad_out', other.data);
      const inPlace = target();
      const byOther = { ...updates, get data() { take(inPlace.data.buffer); return updates.data; } }; // biome-ignore format: one line
      refuses(() => sliceScatter(inPlace, byOther, ':2', { out: inPlace.data }), 'bad_out', inPlace.data);
    }
  });

  it('whose properties change is read once', () => {
    const first = new Float32Array(6);
    const reads = { data: 0, dims: 0 };
    const changing = {
      get dims() { return ++reads.dims === 1 ? [6] : [600]; },
      get data() { return ++reads.data === 1 ? first : new Float32Array(1); },
    }; // biome-ignore format: one line per property
    assert.equal(assign(changing, '1:3', updates), changing);
    assert.deepEqual([...first], [0, 8, 9, 0, 0, 0]);
    assert.deepEqual(reads, { data: 1, dims: 1 });
  });

  it('of a Proxy that throws is an error with its cause', () => {
    const cause = new Error('no');
    const proxy = new Proxy({}, { get: () => { throw cause; } }); // biome-ignore format: one line
    for (const call of [
      () => assign(/** @type {Any} */ (proxy), ':', updates),
      () => assign(target(), ':2', /** @type {Any} */ (proxy)),
      () => assign(target(), /** @type {Any} */ (new Proxy({}, { ownKeys: () => { throw cause; } })), updates), // biome-ignore format: one line
      () => tensorScatter(/** @type {Any} */ (proxy), updates),
      () => concat([updates, /** @type {Any} */ (proxy)], 0),
    ])
      assert.throws(
        call,
        (/** @type {Any} */ error) => error instanceof MicrotomeError && error.cause === cause,
      );
  });
});

describe('lists of tensors', () => {
  const x = { dims: [2], data: Float32Array.of(1, 2) };
  const lying = (/** @type {unknown} */ length) =>
    new Proxy([x, x], { get: (list, key) => (key === 'length' ? length : /** @type {Any} */ (list)[key]) });

  it('that lie about their length are read as long as they say, or refused', () => {
    for (const join of [
      (/** @type {Any} */ list) => concat(list, 0),
      (/** @type {Any} */ list) => concatFromSequence(list, { axis: 0 }),
      (/** @type {Any} */ list) => evaluate('Concat', list, { attributes: { axis: 0 } })[0],
      (/** @type {Any} */ list) => plan('Concat', [x, x], { attributes: { axis: 0 } }).run(list)[0],
    ]) {
      const codeOf = (/** @type {unknown} */ length) => {
        try {
          return join(lying(length)).data.length;
        } catch (error) {
          assert.ok(error instanceof MicrotomeError, String(error));
          return error.code;
        }
      };
      assert.equal(codeOf(2), 4);
      assert.equal(codeOf(3), 'missing');
      assert.equal(codeOf(2 ** 53 - 1), 'too_many_inputs');
      for (const length of [0, -1, 1.5, Number.NaN, '2', { valueOf: () => 2 }, Symbol('2')])
        assert.match(String(codeOf(length)), /^(missing|bad_input|bad_argument)$/, String(length));
    }
  });

  it('that shrink while they are read miss what is gone', () => {
    const array = minus(6);
    /** @type {Any[]} */ const list = [];
    list.push({ dims: [2], get data() { list.length = 1; return x.data; } }, x, x); // biome-ignore format: one line
    const result = concat(list, 0, { out: array });
    assert.deepEqual(
      [result.dims, [...array]],
      [[6], [1, 2, 1, 2, 1, 2]],
      'the list was read before its tensors',
    );
    assert.equal(list.length, 1);
  });

  it('of numbers with a valueOf are not asked for it', () => {
    const number = { valueOf: () => assert.fail('valueOf was called'), [Symbol.toPrimitive]: () => assert.fail('it was converted') }; // biome-ignore format: one line
    const array = minus(4);
    refuses(() => concat([x, x], /** @type {Any} */ ([number]), { out: array }), 'not_integer', array);
    for (const size of [number, Symbol('4'), '4']) {
      const out = /** @type {Any} */ ({ data: array, dims: [size], stride: [1], offset: 0 });
      refuses(() => concat([x, x], 0, { out }), 'bad_out', array);
    }
    const cache = { dims: [1, 4], data: array };
    const update = { dims: [1, 1], data: Float32Array.of(1) };
    const spec = /** @type {Any} */ ({ axis: 1, write_indices: [number] });
    refuses(() => tensorScatter(cache, update, spec, { out: array }), 'not_integer', array);
    refuses(
      () => assign(cache, /** @type {Any} */ ({ starts: [number], ends: [1] }), update),
      'not_integer',
      array,
    );
  });
});

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
    let reads = 0;
    const changing = { data: array, shape: [1, 2], stride: [2, 2], get offset() { return reads++ % 2; } }; // biome-ignore format: one line
    split(x, shape, { out: [changing, changing] });
    assert.deepEqual([...array.subarray(0, 4)], [1, 3, 2, 4], 'what it says the first and the second time');
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
