// How every call reads what it is given: each property once, and all of them before anything is written. What a caller's own getter
// throws passes through as it is, a getter may call the library itself, and a wrong value is a MicrotomeError, wherever it is.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  assign,
  concat,
  concatFromSequence,
  evaluate,
  gather,
  init,
  MicrotomeError,
  pad,
  plan,
  rearrange,
  slice,
  sliceScatter,
  split,
  splitToSequence,
  tensorScatter,
  variadicSplit,
} from 'microtome';
import { detach } from '../../support/guards.js';

/** @typedef {any} Any */

before(() => init());

const type = /** @type {const} */ ('float32');
const iota = (/** @type {number} */ length) => Float32Array.from({ length }, (_, k) => k);
const grid = () => ({ type, dims: [4, 3], data: iota(12) });
const row = () => ({ dtype: type, shape: [1, 3], stride: [3, 1], offset: 0, data: iota(3) });
const list = () => [grid(), row(), grid()];

/** Arrays that the call at hand may write. @type {Any[]} */
let written = [];

/** @template {Any[] | Float32Array} A @param {A} array @returns {A} */
function toWrite(array) {
  array.fill(/** @type {never} */ (-1));
  written.push(array);
  return array;
}
const floats = (/** @type {number} */ length) => toWrite(new Float32Array(length));
const isUntouched = () => written.every((array) => array.every((/** @type {Any} */ entry) => entry === -1));

const cut = () => plan('Slice', [{ type, dims: [4, 3] }, [1], [3]]);
const joined = () =>
  plan(
    'Concat',
    [
      { type, dims: [4, 3] },
      { type, dims: [1, 3] },
    ],
    { attributes: { axis: 0 } },
  );
const scatter = () => plan('SliceScatter', [{ type, dims: [4, 3] }, { type, dims: [1, 3] }, [1], [2], [1]]); // biome-ignore format: as the others
const into = (/** @type {number} */ rows) => ({
  data: floats(40),
  shape: [rows, 3],
  stride: [4, 1],
  offset: 1,
});

/** Every call, and what it is given, in one object. @type {Record<string, [() => Any, (given: Any) => Any]>} */
const CALLS = {
  slice: [() => ({ x: grid(), spec: { starts: [1], ends: [3n], axes: [0], steps: Int8Array.of(1) }, options: { opset: 13, view: true } }), ({ x, spec, options }) => slice(x, spec, options)],
  'slice by a string': [() => ({ x: row(), spec: ':, ::-1', options: { out: [floats(3)] } }), ({ x, spec, options }) => slice(x, spec, options)],
  'slice of strings': [() => ({ x: { type: 'string', dims: [2, 2], data: ['a', 'b', 'c', 'd'] }, options: { out: [toWrite(new Array(4))] } }), ({ x, options }) => slice(x, ':, ::-1', options)],
  split: [() => ({ x: grid(), spec: { axis: 1, split: [1, 2] }, options: { out: [{ type, dims: [4, 1], data: floats(4) }, floats(8)] } }), ({ x, spec, options }) => split(x, spec, options)],
  'split by a number': [() => ({ x: grid(), spec: { axis: { dims: [], data: Int32Array.of(0) }, num_outputs: 2 }, options: { opset: 13 } }), ({ x, spec, options }) => split(x, spec, options)],
  splitToSequence: [() => ({ x: grid(), spec: { axis: 0, keepdims: 0 }, options: { view: true } }), ({ x, spec, options }) => splitToSequence(x, spec, options)],
  variadicSplit: [() => ({ x: row(), axis: { dims: [1], shape: [1], data: Int32Array.of(1) }, lengths: { shape: [2], stride: [2], data: Int8Array.of(1, 9, -1) }, options: { out: [floats(1), { ...into(1), shape: [1, 2] }] } }), ({ x, axis, lengths, options }) => variadicSplit(x, axis, lengths, options)],
  concat: [() => ({ list: list(), axis: 0, options: { domain: 'ai.onnx', out: into(9) } }), ({ list, axis, options }) => concat(list, axis, options)],
  concatFromSequence: [() => ({ list: [row(), row()], spec: { axis: -1, new_axis: 1 }, options: { opset: 11, out: [floats(6)] } }), ({ list, spec, options }) => concatFromSequence(list, spec, options)],
  sliceScatter: [() => ({ data: grid(), updates: row(), spec: { start: [1], stop: [2], step: [1], axes: [0] }, options: { out: into(4) } }), ({ data, updates, spec, options }) => sliceScatter(data, updates, spec, options)],
  assign: [() => ({ target: into(4), spec: { starts: [1], ends: [2], axes: [-2], steps: [1] }, updates: row() }), ({ target, spec, updates }) => void assign(target, spec, updates)],
  'assign a value': [() => ({ target: into(4), spec: { starts: [1], ends: [2] }, value: 3 }), ({ target, spec, value }) => void assign(target, spec, value)],
  gather: [() => ({ x: grid(), indices: [1, 0n, 3], spec: { axis: 0 }, options: { opset: 13, out: into(3) } }), ({ x, indices, spec, options }) => gather(x, indices, spec, options)],
  'gather by a tensor': [() => ({ x: grid(), indices: { dims: [2, 1], stride: [2, 1], data: Int32Array.of(1, 9, 0) }, spec: { axis: 1n, batch_dims: 0 }, options: { domain: 'openvino', out: floats(8) } }), ({ x, indices, spec, options }) => gather(x, indices, spec, options)],
  pad: [() => ({ x: grid(), pads: [[1, 0], [1n, -1]], spec: { mode: 'constant', value: 3 }, options: { opset: 18, out: into(5) } }), ({ x, pads, spec, options }) => pad(x, pads, spec, options)],
  'pad by a list': [() => ({ x: grid(), pads: [1, 2], spec: { axes: [-1], mode: 'edge' }, options: { out: floats(24) } }), ({ x, pads, spec, options }) => pad(x, pads, spec, options)],
  'pad by a tensor': [() => ({ x: grid(), pads: { dims: [4], type: 'int32', data: Int32Array.of(1, 0, 0, 0) }, spec: { value: { dims: [], stride: [], offset: 1, data: iota(2) } }, options: { domain: 'openvino' } }), ({ x, pads, spec, options }) => pad(x, pads, spec, options)],
  tensorScatter: [() => ({ cache: grid(), update: { dims: [4, 1], data: iota(4) }, spec: { axis: 1, write_indices: [0, 1n, 2, 5], mode: 'circular' }, options: { opset: 24, out: floats(12) } }), ({ cache, update, spec, options }) => tensorScatter(cache, update, spec, options)],
  rearrange: [() => ({ x: grid(), pattern: '(y h) c -> h c y n', options: { sizes: { h: 2n, n: 1 }, to: { type: 'float32', scale: [1, 2, 3], bias: 0, along: 'c' }, out: floats(12) } }), ({ x, pattern, options }) => rearrange(x, pattern, options)],
  'rearrange by tables': [() => ({ x: { dims: [2], data: Uint8Array.of(1, 2) }, options: { to: { type: 'float32', table: [iota(256), iota(256)], along: 'a' }, out: floats(2) } }), ({ x, options }) => rearrange(x, 'a -> a', options)],
  'evaluate a cut': [() => ({ op_type: 'Split', inputs: [grid(), [1, 3]], options: { opset: 18, domain: '', attributes: { axis: 0 }, num_outputs: 2, out: [floats(3), floats(9)], view: true } }), ({ op_type, inputs, options }) => evaluate(op_type, inputs, options)],
  'evaluate a pad': [() => ({ op_type: 'Pad', inputs: [grid(), [1, 0, 0, 0], 7, [0, 1]], options: { attributes: { mode: 'constant' } } }), ({ op_type, inputs, options }) => evaluate(op_type, inputs, options)],
  'evaluate a join': [() => ({ op_type: 'Concat', inputs: list(), options: { attributes: { axis: 0 } } }), ({ op_type, inputs, options }) => evaluate(op_type, inputs, options)],
  'evaluate a sequence': [() => ({ op_type: 'ConcatFromSequence', inputs: [list()], options: { attributes: { axis: 0, new_axis: 0 } } }), ({ op_type, inputs, options }) => evaluate(op_type, inputs, options)],
  plan: [() => ({ op_type: 'Slice', inputs: [{ type, shape: [4] }, [1], [3], null, { dims: [1], data: Int32Array.of(1) }], options: { domain: 'ai.onnx', attributes: {}, num_outputs: 1n } }), ({ op_type, inputs, options }) => plan(op_type, inputs, options).outputs],
  allocate: [() => ({ like: floats(1), options: { arena: false } }), ({ like, options }) => cut().allocate(like, options)],
  'run a cut': [() => ({ x: grid(), options: { out: [{ dtype: type, data: floats(6) }], view: false } }), ({ x, options }) => cut().run(x, options)],
  'run a cut of strides': [() => ({ x: { ...grid(), stride: [1, 4] }, options: { out: into(2) } }), ({ x, options }) => cut().run(x, options)],
  'run a join': [() => ({ list: list().slice(0, 2), options: { out: [into(5)] } }), ({ list, options }) => joined().run(list, options)],
  'run a scatter': [() => ({ list: list().slice(0, 2), options: { out: floats(12) } }), ({ list, options }) => scatter().run(list, options)],
  'bind a cut': [() => ({ x: row(), options: { out: into(1) } }), ({ x, options }) => plan('Slice', [row(), [0], [1]]).bind(x, options)()],
  'run a gather': [() => ({ x: grid(), options: { out: floats(6) } }), ({ x, options }) => plan('Gather', [grid(), [3, 0]]).run(x, options)],
  'bind a pad': [() => ({ x: grid(), options: { out: floats(20) } }), ({ x, options }) => plan('Pad', [grid(), [0, 1, 0, 1]]).bind(x, options)()],
  'bind a join': [() => ({ list: list().slice(0, 2), options: { out: [floats(15)] } }), ({ list, options }) => joined().bind(list, options)()],
}; // biome-ignore format: a table

/**
 * The same values behind a Proxy that calls back before each read of a property. Writes go through unchanged.
 * @param {Any} value
 * @param {(path: string) => void} onRead
 * @param {string} [path]
 * @returns {Any}
 */
function observed(value, onRead, path = '') {
  const isOpen = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
  if (!isOpen || written.includes(value)) return value;
  const get = (/** @type {Any} */ target, /** @type {string | symbol} */ key) => {
    onRead(`${path}.${String(key)}`);
    return observed(target[key], onRead, `${path}.${String(key)}`);
  };
  return new Proxy(value, { get });
}

/** @param {string} name @param {(path: string) => void} onRead @returns {() => Any} the call, of new values */
function callOf(name, onRead = () => {}) {
  const [make, call] = CALLS[name];
  written = [];
  const given = make();
  const parts = Object.entries(given).map(([key, value]) => [key, observed(value, onRead, key)]);
  return () => call(Object.fromEntries(parts));
}

/** Calls that a getter makes: one of each way of moving, of strings, and one that fails. */
function callAgain() {
  const wide = { dims: [64, 64], data: new Uint16Array(4096).map((_, k) => k) };
  assert.equal(slice(wide, { starts: [0], ends: [64], axes: [1], steps: [2] }).data[33], 66);
  assert.deepEqual([...concat([grid(), row()], 0).data.subarray(11)], [11, 0, 1, 2]);
  assert.deepEqual(slice({ dims: [2], data: ['a', 'b'] }, '::-1').data, ['b', 'a']);
  assert.throws(() => split(wide, { split: [1] }), { code: 'sum_mismatch' });
}

describe('everything that is given', () => {
  for (const name of Object.keys(CALLS)) {
    it(`is read once before anything is written, also by getters that call the library: ${name}`, () => {
      const expected = structuredClone([callOf(name)(), written]);
      /** @type {string[]} */ const reads = [];
      const result = callOf(name, (path) => {
        reads.push(path);
        assert.ok(isUntouched(), `something was written before ${path} was read`);
        callAgain();
      })();
      assert.deepEqual(structuredClone([result, written]), expected);
      assert.ok(reads.length > 0, 'this test sees what is read');
      assert.deepEqual(reads.filter((path, i) => reads.indexOf(path) < i), [], 'read again'); // biome-ignore format: one line
    });

    it(`may throw: the exception passes through as it is, and nothing is written: ${name}`, () => {
      const own = [new Error('own'), Symbol('own'), undefined];
      let reads = 0;
      callOf(name, () => { reads += 1; })(); // biome-ignore format: one line
      for (let last = 1; last <= reads; ++last) {
        let left = last;
        let where = '';
        const thrown = own[last % own.length];
        const call = callOf(name, (path) => {
          if (--left > 0) return;
          where = path;
          throw thrown;
        });
        try {
          call();
          assert.fail(`nothing was thrown by ${where}`);
        } catch (error) {
          assert.equal(error, thrown, where);
        }
        assert.ok(isUntouched(), where);
      }
    });
  }
});

/** Values that are wrong almost everywhere. @type {(() => Any)[]} */
const WRONG = [
  undefined, null, true, Number.NaN, -0, -1, 1.5, 7, Infinity, 2 ** 53, 1e308, 1n, 10n ** 400n, '', 'float64', '__proto__', '1:x',
  ','.repeat(1 << 16), Symbol('s'), () => 1, Float32Array, Object(1), { valueOf: () => assert.fail('converted') }, new Date(0), new Map([[1, 2]]), new Error('e'), [], [1], [[1]],
  new Proxy(iota(12), {}), Promise.resolve([1]), new Set([1]), [null], [Symbol('s')], Object.freeze([4, 3]), new Array(3), new Array(2 ** 26), { length: -1 }, { length: 1.5 }, { length: 2 ** 53 - 1 },
  { length: 1 }, Object.create(null), new ArrayBuffer(48), new DataView(new ArrayBuffer(48)), new Float32Array(0), new Int8Array(12),
  BigInt64Array.of(1n), Object.seal(iota(12)), new Float32Array(new SharedArrayBuffer(48)),
].map((value) => () => value); // biome-ignore format: a list
WRONG.push(
  () => { const array = iota(12); detach(array.buffer); return array; },
  () => { const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return { ...grid(), proxy }; },
); // biome-ignore format: a list

/** The places in a value, each as the object and the key. @param {Any} value @returns {[Any, string][]} */
function placesIn(value) {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => [[value, key], ...placesIn(each)]);
}

describe('a wrong value', () => {
  for (const [name, [make, call]] of Object.entries(CALLS)) {
    it(`anywhere is a mistake, and nothing is written, or it is not wrong there: ${name}`, () => {
      const { length } = placesIn(make());
      let mistakes = 0;
      for (let place = 0; place < length; ++place)
        for (const wrong of WRONG) {
          written = [];
          const given = make();
          const [object, key] = placesIn(given)[place];
          object[key] = wrong();
          try {
            call(given);
          } catch (/** @type {Any} */ error) {
            mistakes += 1;
            assert.ok(error instanceof MicrotomeError, `${key}: ${error?.stack}`);
            assert.ok(error.message.length < 2000, `${key}: ${error.message.slice(0, 300)}`);
            assert.ok(
              !('cause' in error) || /^(bad_out|out_of_memory)$/.test(error.code),
              `${key}: ${error.message.slice(0, 300)}`,
            );
            assert.ok(isUntouched(), `${key}: ${error.message.slice(0, 300)}`);
          }
        }
      assert.ok(mistakes > length, 'most of them are mistakes');
    });
  }
});
