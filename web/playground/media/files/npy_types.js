// The element types of .npy files, as types of the library. To add one, add a row.

/** @import { Type } from '../../../lib/types.js' */

/** By kind and bytes per element, as NumPy's `descr` has them after the byte order. @type {Record<string, Type>} */
const TYPES = {
  b1: 'bool', i1: 'int8', u1: 'uint8', i2: 'int16', u2: 'uint16', i4: 'int32', u4: 'uint32', i8: 'int64', u8: 'uint64',
  f2: 'float16', f4: 'float32', f8: 'float64', c8: 'complex64', c16: 'complex128',
  V2: 'bfloat16', // NumPy has no bfloat16; ml_dtypes saves it like this
  V1: 'uint8', // 8-bit floats, likewise; the file does not say which, and a cut need not know
  M8: 'int64', m8: 'int64', // dates and spans of time
}; // biome-ignore format: a table

/** The `descr` of types that did not come from a file. @type {Partial<Record<Type, string>>} */
const DESCRS = {
  bool: '|b1', int8: '|i1', uint8: '|u1', int16: '<i2', uint16: '<u2', int32: '<i4', uint32: '<u4', int64: '<i8',
  uint64: '<u8', float16: '<f2', float32: '<f4', float64: '<f8', complex64: '<c8', complex128: '<c16', bfloat16: '|V2',
  f8e4m3: '|V1', f8e5m2: '|V1', f8e8m0: '|V1',
}; // biome-ignore format: a table

/**
 * @typedef {object} Descr
 * @property {Type} type
 * @property {number} bytes per element in the file
 * @property {number} swap bytes to be turned around at a time, 1 for none
 * @property {string} text the same type, little-endian
 * @property {'U' | 'S' | ''} strings 4 bytes or 1 per character; '' for no strings
 */

/**
 * @param {string} text such as '<f4', '|b1', '>i8', '<U12', '<M8[ns]'
 * @returns {Descr | null} null for what the library has no type for
 */
export function toDescr(text) {
  const [, order, kind, digits, unit = ''] = /^([<>|=]?)([a-zA-Z])(\d+)(\[\w+\])?$/.exec(text) ?? [];
  if (kind === undefined) return null;
  const count = Number(digits);
  const isBig = order === '>';
  if (kind === 'U' || kind === 'S') {
    const bytes = kind === 'U' ? 4 * count : count;
    const ordered = kind === 'U' ? `<U${count}` : `|S${count}`;
    return { type: 'string', bytes, swap: isBig && kind === 'U' ? 4 : 1, text: ordered, strings: kind };
  }
  const type = TYPES[kind + digits];
  if (type === undefined) return null;
  const whole = kind === 'c' ? count / 2 : count;
  const swap = isBig && kind !== 'V' ? whole : 1;
  const little = `${whole === 1 || kind === 'V' ? '|' : '<'}${kind}${digits}${unit}`;
  return { type, bytes: count, swap, text: little, strings: '' };
}

/** @param {Type} type @returns {string | null} null if .npy has no such type */
export const descrOf = (type) => DESCRS[type] ?? null;
