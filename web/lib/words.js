// Words: arrays seen as unsigned integers of at most 32 bits, which can be copied one by one without changing a bit.
// JavaScript may change the bits of a NaN on its way through a variable, and makes a BigInt of every 64-bit integer. And a
// loop that has seen more than four classes of arrays takes thirty times as long: of words there are three.
import { bufferOf, byteLengthOf, byteOffsetOf, className } from './arrays.js';

/** @type {Record<string, any>} */
const WORDS = {
  Uint8Array,
  Uint8ClampedArray: Uint8Array,
  Int8Array: Uint8Array,
  Uint16Array,
  Int16Array: Uint16Array,
  Float16Array: Uint16Array,
  Uint32Array,
  Int32Array: Uint32Array,
  Float32Array: Uint32Array,
  Float64Array: Uint32Array,
  BigInt64Array: Uint32Array,
  BigUint64Array: Uint32Array,
};

/**
 * Another array on the same memory, also of one that is of a subclass.
 * @param {any} array typed
 * @returns {Uint8Array | Uint16Array | Uint32Array}
 */
export function toWords(array) {
  const Words = WORDS[className(array)];
  return new Words(bufferOf(array), byteOffsetOf(array), byteLengthOf(array) / Words.BYTES_PER_ELEMENT);
}
