// Hostile values: whatever JavaScript lets a caller hand over. A new one is a row of LEAVES.
import { createContext, runInContext } from 'node:vm';
import { detach, guarded, tracking } from '../../support/guards.js';

/** @typedef {any} Any */

/** What the values' own code throws. */
export class Hostile extends Error {}

const realm = createContext();
const THROWN = [
  new Hostile('no'),
  null,
  undefined,
  5,
  'a text',
  Symbol('thrown'),
  Object.freeze({}),
  Object.create(null),
];
let turn = 0;
export const fail = () => {
  throw THROWN[++turn % THROWN.length];
};

/**
 * Was it thrown by a value's own code, or by the host on behalf of a Proxy or of an array that cannot be written?
 * @param {unknown} cause
 */
export const isTheirs = (cause) =>
  THROWN.includes(/** @type {Any} */ (cause)) ||
  (cause instanceof TypeError &&
    /proxy|incompatible receiver|read only|only a getter|not extensible|sealed or frozen|Cannot redefine/i.test(
      cause.message,
    ));

export const floats = (/** @type {number} */ n) => guarded(Float32Array, n);
const resizable = (/** @type {number} */ bytes) =>
  new /** @type {Any} */ (ArrayBuffer)(bytes, { maxByteLength: 2 * bytes });
const growable = (/** @type {number} */ bytes) =>
  new /** @type {Any} */ (SharedArrayBuffer)(bytes, { maxByteLength: 2 * bytes });
const withOwn = (/** @type {Any} */ object, /** @type {PropertyDescriptorMap} */ properties) =>
  Object.defineProperties(object, properties);

/** What getters do besides: calls of the library. */
export const calls = { make: () => {} };

/** @param {() => void} what @param {Any} value */
export function doing(what, value) {
  what();
  return value;
}

/** A subclass that runs code wherever it can. */
class Subclass extends Float32Array {
  static get [Symbol.species]() {
    return fail();
  }
  get length() {
    return fail();
  }
  get byteOffset() {
    return 1;
  }
  get BYTES_PER_ELEMENT() {
    return 3;
  }
  set() {
    fail();
  }
  /** @returns {Any} */
  subarray() {
    return fail();
  }
  get [Symbol.toStringTag]() {
    return /** @type {Any} */ ('Float64Array');
  }
}

/** @type {ProxyHandler<Any>} */
const THROWING = {
  get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail, getPrototypeOf: fail, set: fail,
}; // biome-ignore format: a row

const revoked = (/** @type {Any} */ target) => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};

/** @param {Any} length */
const ofLength = (length) => new Proxy([1, 2], { get: (_, key) => (key === 'length' ? length : 1) });

/** @type {Record<string, () => Any>} */
export const LEAVES = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  NaN: () => Number.NaN,
  '-0': () => -0,
  0: () => 0,
  1: () => 1,
  '-1': () => -1,
  1.5: () => 1.5,
  Infinity: () => Number.POSITIVE_INFINITY,
  '2^53': () => 2 ** 53,
  '1e308': () => 1e308,
  '1n': () => 1n,
  '-2n^64': () => -(2n ** 64n),
  '10n^5000': () => 10n ** 5000n,
  'an empty text': () => '',
  'a text': () => 'float32',
  'an index text': () => '1:3, ::2',
  'a strange text': () => '__proto__',
  'a long text': () => ','.repeat(1 << 16),
  'a symbol': () => Symbol('s'),
  'a function': () => () => 1,
  'a class': () => Subclass,
  'an empty object': () => ({}),
  'no prototype': () => Object.create(null),
  'a text that cannot be made': () => ({ toString: fail, valueOf: fail, [Symbol.toPrimitive]: fail }),
  'a boxed number': () => Object(1),
  'a boxed text': () => Object('ab'),
  'a date': () => new Date(0),
  'a map': () => new Map([[1, 2]]),
  'a promise': () => Promise.resolve(1),
  'an error': () => new Error('e'),
  '[]': () => [],
  '[1]': () => [1],
  '[4, 6]': () => [4, 6],
  '[1, 3]': () => [1, 3],
  '[-1, 1n]': () => [-1, 1n],
  '[24]': () => [24],
  '[[1]]': () => [[1]],
  '[null]': () => [null],
  '[x]': () => [Symbol('x')],
  'a frozen list': () => Object.freeze([4, 6]),
  holes: () => Object.assign(new Array(2), { 1: 3 }),
  'a list of holes': () => new Array(2 ** 32 - 1),
  'a list with a getter': () => withOwn([1, 2], { 1: { get: fail } }),
  'a list that does things': () => withOwn([4, 6], { 1: { get: () => doing(calls.make, 6) } }),
  'texts': () => ['a', 'b', 'c', 'd'],
  'frozen texts': () => Object.freeze(['a', 'b', 'c', 'd']),
  'texts with a getter': () => withOwn(['a', 'b', 'c', 'd'], { 2: { get: fail } }),
  'texts with a setter': () => withOwn(['a', 'b', 'c', 'd'], { 2: { get: () => 'c', set: fail } }),
  'length 2^53': () => ({ length: 2 ** 53 - 1 }),
  'length 2^32': () => ({ length: 2 ** 32, 0: 1 }),
  'length -1': () => ({ length: -1 }),
  'length 1.5': () => ({ length: 1.5 }),
  'a length that throws': () => ({ get length() { return fail(); } }), // biome-ignore format: a row
  'a list of length 2^53': () => ofLength(2 ** 53 - 1),
  'a list of length x': () => ofLength(Symbol('x')),
  'a list of length {}': () => ofLength({ valueOf: fail }),
  'a list of length NaN': () => ofLength(Number.NaN),
  'a proxy of a list': () => new Proxy([4, 6], {}),
  'a proxy of an object': () => new Proxy({}, {}),
  'a proxy of floats': () => new Proxy(floats(24), {}),
  'a proxy that throws': () => new Proxy({}, THROWING),
  'a proxy of a list that throws': () => new Proxy([1], THROWING),
  'a proxy of a function': () => new Proxy(fail, {}),
  'a revoked proxy': () => revoked({}),
  'a revoked proxy of a list': () => revoked([]),
  'an inconsistent proxy': () => new Proxy(Object.freeze({ data: 1, length: 2, 0: 3 }), { get: () => 7 }),
  'floats 4': () => floats(4),
  'floats 6': () => floats(6),
  'floats 12': () => floats(12),
  'floats 24': () => floats(24),
  'bytes 24': () => guarded(Uint8Array, 24),
  'clamped 24': () => guarded(Uint8ClampedArray, 24),
  'int64 2': () => BigInt64Array.of(1n, 3n),
  'int32 1': () => Int32Array.of(1),
  'no floats': () => new Float32Array(0),
  'a Buffer': () => Buffer.from([1, 2, 3, 4]),
  'floats of a subclass': () => guarded(Subclass, 24),
  'floats of a subclass, 6': () => guarded(Subclass, 6),
  'floats of another realm': () => runInContext('new Float32Array(24)', realm),
  'a list of another realm': () => runInContext('[4, 6]', realm),
  'floats that feign a length': () => withOwn(floats(6), { length: { value: 24 } }),
  'floats that feign a buffer': () => withOwn(floats(24), { buffer: { value: new ArrayBuffer(8) }, byteOffset: { value: 4 } }),
  'floats with a constructor': () => withOwn(floats(24), { constructor: { get: fail }, set: { get: fail }, subarray: { value: fail } }),
  'floats without a prototype': () => Object.setPrototypeOf(floats(24), null),
  'sealed floats': () => Object.seal(floats(24)),
  'detached floats': () => { const array = new Float32Array(24); detach(array.buffer); return array; }, // biome-ignore format: a row
  'resizable floats': () => guarded(Float32Array, 24, (n) => new Uint8Array(resizable(n))),
  'shared floats': () => guarded(Float32Array, 24, (n) => new Uint8Array(new SharedArrayBuffer(n))),
  'growable floats': () => guarded(Float32Array, 24, (n) => new Uint8Array(growable(n))),
  'floats that track': () => tracking(resizable(96)),
  'six floats that track': () => tracking(resizable(24)),
  'floats out of bounds': () => { const buffer = resizable(96); const array = new Float32Array(buffer, 0, 24); buffer.resize(40); return array; }, // biome-ignore format: a row
  'a buffer': () => new ArrayBuffer(96),
  'a DataView': () => new DataView(new ArrayBuffer(96)),
}; // biome-ignore format: one row per value
