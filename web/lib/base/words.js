// Words: arrays seen as unsigned integers of at most 32 bits, which can be copied one by one without changing a bit.
// JavaScript may change the bits of a NaN on its way through a variable, and makes a BigInt of every 64-bit integer. And a
// loop that has seen more than four classes of arrays takes thirty times as long: of words there are three.
import { bufferOf, byteLengthOf, byteOffsetOf, CLASSES, className } from './arrays.js';

/** By bytes of an entry; wider ones are several words. @type {any[]} */
const WORDS = [null, Uint8Array, Uint16Array, null, Uint32Array];

/**
 * Another array on the same memory, also of one that is of a subclass.
 * @param {any} array typed
 * @returns {Uint8Array | Uint16Array | Uint32Array}
 */
export function toWords(array) {
  const Words = WORDS[Math.min(4, CLASSES[className(array)].BYTES_PER_ELEMENT)];
  return new Words(bufferOf(array), byteOffsetOf(array), byteLengthOf(array) / Words.BYTES_PER_ELEMENT);
}
