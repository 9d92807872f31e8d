// Typed arrays, through intrinsics captured when this module is loaded. A caller's array may be of a subclass, override its
// length, or be on a buffer that was resized or detached; overrides have no effect here, and none of the caller's code runs
// while entries move.
import { mistake } from './mistake.js';

const { prototype } = Object.getPrototypeOf(Uint8Array);
const getter = (/** @type {PropertyKey} */ key) =>
  /** @type {(this: unknown) => any} */ (Object.getOwnPropertyDescriptor(prototype, key)?.get);

const typedArrayName = getter(Symbol.toStringTag);
const lengthOfTyped = getter('length');
const buffer = getter('buffer');
const byteOffset = getter('byteOffset');
const byteLength = getter('byteLength');
const set = /** @type {Uint8Array['set']} */ (prototype.set);

const NAMES = `Float16Array Float32Array Float64Array Int8Array Int16Array Int32Array BigInt64Array Uint8Array
  Uint8ClampedArray Uint16Array Uint32Array BigUint64Array`;

/** The classes of typed arrays by their names: pure, so that an entry that needs none leaves it out. @type {Record<string, any>} */
export const CLASSES = /* @__PURE__ */ (() =>
  Object.fromEntries(NAMES.split(/\s+/).map((name) => [name, /** @type {any} */ (globalThis)[name]])))();

/**
 * 'Float32Array', ..., 'Array', or '' for what is neither.
 * @param {unknown} data
 */
export function className(data) {
  const name = typedArrayName.call(data);
  if (name !== undefined) return /** @type {string} */ (name);
  try {
    return Array.isArray(data) ? 'Array' : '';
  } catch {
    return ''; // a Proxy that was revoked
  }
}

/**
 * Entries of a typed array; 0 if its buffer was detached, or is too short by now.
 * @param {unknown} array
 * @returns {number}
 */
export const lengthOf = (array) => lengthOfTyped.call(array);

/**
 * @param {unknown} array
 * @returns {ArrayBufferLike}
 */
export const bufferOf = (array) => buffer.call(array);

/**
 * @param {unknown} array
 * @returns {number}
 */
export const byteOffsetOf = (array) => byteOffset.call(array);

/**
 * @param {unknown} array
 * @returns {number}
 */
export const byteLengthOf = (array) => byteLength.call(array);

/**
 * Copies a whole typed array into another of its class, as if through a third: they may overlap.
 * @param {any} to
 * @param {any} from
 * @param {number} at the entry of `to` that is written first
 */
export const copyInto = (to, from, at) => set.call(to, from, at);

/**
 * The same memory in an array of this class, whose entries are as wide; itself where it is one.
 * @param {any} array typed
 * @param {string} holder
 */
export function asClass(array, holder) {
  const name = className(array);
  if (name === holder) return array;
  const Class = CLASSES[holder];
  return new Class(bufferOf(array), byteOffsetOf(array), byteLengthOf(array) / Class.BYTES_PER_ELEMENT);
}

/**
 * @param {any} a array, also of strings
 * @param {any} b
 */
export const sharesMemory = (a, b) =>
  className(a) === 'Array' || className(b) === 'Array' ? a === b : bufferOf(a) === bufferOf(b);

/**
 * @param {string} holder class of the array
 * @param {any} from its length, or an array of this class to copy
 * @param {string} op to blame
 * @throws {MicrotomeError} `out_of_memory`
 */
export function newArray(holder, from, op) {
  try {
    return new CLASSES[holder](from);
  } catch (cause) {
    const what = `no memory for a ${holder} of length ${from.length ?? from}: give arrays as out, ask for view: true, or cut less`;
    throw mistake('out_of_memory', op, '', what, { cause });
  }
}

/** Bytes of the new arrays of one call: more than any host has. */
const MOST_BYTES = 2 ** 40;

/**
 * Call it before the first of several arrays is made: a host that makes one after the other until its memory is full may be
 * killed by its system.
 * @param {string} holder class of the arrays
 * @param {number} entries of all of them
 * @param {string} op to blame
 * @throws {MicrotomeError} `too_large`
 */
export function checkNewArrays(holder, entries, op) {
  const bytes = entries * CLASSES[holder].BYTES_PER_ELEMENT;
  if (bytes <= MOST_BYTES) return;
  const what = `${bytes} bytes of new arrays; at most 2^40 are made: give arrays as out, ask for view: true, or cut less`;
  throw mistake('too_large', op, '', what);
}

/** Unsigned integers by bytes of an entry. Wider entries are several words. @type {any[]} */
const WORDS = [null, Uint8Array, Uint16Array, null, Uint32Array];

/**
 * The same memory as words: unsigned integers of at most 32 bits, which can be copied one by one without changing a bit.
 * JavaScript may change the bits of a NaN on its way through a variable, and makes a BigInt of every 64-bit integer. And a loop
 * that has seen more than four classes of arrays takes thirty times as long: of words there are three.
 * @param {any} array typed, also of a subclass
 * @returns {Uint8Array | Uint16Array | Uint32Array}
 */
export function toWords(array) {
  const Words = WORDS[Math.min(4, CLASSES[className(array)].BYTES_PER_ELEMENT)];
  return new Words(bufferOf(array), byteOffsetOf(array), byteLengthOf(array) / Words.BYTES_PER_ELEMENT);
}
