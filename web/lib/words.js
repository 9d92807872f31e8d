// Words: arrays seen as unsigned integers, which can be copied one by one without changing a bit. JavaScript may change
// the bits of a NaN on its way through a variable, and makes a BigInt of every 64-bit integer.
import { bufferOf, byteLengthOf, byteOffsetOf, className } from './arrays.js';

/** @type {Record<string, any>} */
const WORDS = {
  Float16Array: Uint16Array,
  Float32Array: Uint32Array,
  Float64Array: Uint32Array,
  BigInt64Array: Uint32Array,
  BigUint64Array: Uint32Array,
};

/**
 * @param {any} array
 * @returns {any} the array itself, if its entries are no floats and no BigInts
 */
export function toWords(array) {
  const Words = WORDS[className(array)];
  if (Words === undefined) return array;
  return new Words(bufferOf(array), byteOffsetOf(array), byteLengthOf(array) / Words.BYTES_PER_ELEMENT);
}
