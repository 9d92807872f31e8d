// Elements as people read them: numbers of all types, decoded from their bits.

/** @import { Type } from '../../../lib/types.js' */

/**
 * Small floats: bits of exponent and mantissa, the exponent's bias, and whether the largest exponent means infinity (and NaN).
 * @type {Record<string, [exponent: number, mantissa: number, bias: number, infinity: boolean]>}
 */
const FLOATS = {
  float16: [5, 10, 15, true],
  bfloat16: [8, 7, 127, true],
  f8e5m2: [5, 2, 15, true],
  f8e4m3: [4, 3, 7, false],
  f4e2m1: [2, 1, 1, false],
};

/**
 * @param {Type} type no string
 * @param {any} data
 * @param {number} k which element
 * @returns {string}
 */
export function sayValue(type, data, k) {
  if (type === 'bool') return data[k] ? 'true' : 'false';
  if (type.startsWith('complex')) {
    const im = data[2 * k + 1];
    return `${sayNumber(data[2 * k])} ${im < 0 ? '−' : '+'} ${sayNumber(Math.abs(im))}i`;
  }
  if (type === 'f8e8m0') return data[k] === 255 ? 'NaN' : sayNumber(2 ** (data[k] - 127));
  const isPacked = ['u4', 'i4', 'f4e2m1'].includes(type);
  const bits = isPacked ? (data[k >> 1] >> (4 * (k & 1))) & 15 : data[k];
  if (type === 'i4') return String(bits > 7 ? bits - 16 : bits);
  return type in FLOATS ? sayNumber(toFloat(bits, type)) : sayNumber(bits);
}

/** @param {number | bigint} value */
function sayNumber(value) {
  if (typeof value === 'bigint' || Number.isSafeInteger(value))
    return Object.is(value, -0) ? '-0' : String(value);
  return Number.isFinite(value) ? String(Number(value.toPrecision(6))) : String(value);
}

/**
 * @param {number} bits
 * @param {string} type
 */
export function toFloat(bits, type) {
  const [exponent, mantissa, bias, infinity] = FLOATS[type];
  const sign = bits >> (exponent + mantissa) ? -1 : 1;
  const power = (bits >> mantissa) & (2 ** exponent - 1);
  const part = bits & (2 ** mantissa - 1);
  const isTop = power === 2 ** exponent - 1;
  if (isTop && infinity) return part === 0 ? sign * Infinity : Number.NaN;
  if (type === 'f8e4m3' && isTop && part === 7) return Number.NaN;
  if (power === 0) return sign * part * 2 ** (1 - bias - mantissa);
  return sign * (1 + part / 2 ** mantissa) * 2 ** (power - bias);
}
