// Values of the corpus as the tensors and attributes that an implementation takes.
import { classOf, encode, PACKED } from '../../docs/rules/elements.js';

/** @import { Value } from './corpus_values.js' */

/** Types whose elements are no entries of their arrays, or no numbers. */
const ENCODED = [...PACKED, 'complex64', 'complex128', 'string'];

/** @param {Value | undefined} value */
export function toTensor(value) {
  if (value === undefined) return null;
  const { type, dims, values } = value;
  const Class = classOf(type);
  if (type === 'float16') return { type, dims, data: Uint16Array.from(values, (v) => toHalf(Number(v))) };
  if (ENCODED.includes(type)) return { type, dims, data: encode(type, values.map(Number)) };
  const isBig = Class === BigInt64Array || Class === BigUint64Array;
  return {
    type,
    dims,
    data: Class.from(values, (/** @type {number | bigint} */ v) => (isBig ? v : Number(v))),
  };
}

/** @param {Value} value */
export function toAttribute(value) {
  if (value.text !== undefined) return value.text;
  if (value.type !== '') return toTensor(value);
  const plain = value.values.map(toNumber);
  return value.dims.length === 0 ? plain[0] : plain;
}

/** A bigint only where a number would not be exact. @param {number | bigint} value */
export const toNumber = (value) =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** The float16 nearest to a number that is one, or not a finite one. @param {number} value */
export function toHalf(value) {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = Object.is(value, -0) || value < 0 ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size === Number.POSITIVE_INFINITY) return sign | 0x7c00;
  for (let bits = 0; bits < 0x7c00; ++bits) if (halfValue(bits) === size) return sign | bits;
  throw new Error(`${value} is not a float16`);
}

/** @param {number} bits without the sign */
function halfValue(bits) {
  const exponent = bits >> 10;
  const fraction = bits & 1023;
  return exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
}
