// Integers in: what a caller may give as a parameter, understood. Whether they are integers at all, and fit the
// operator, is the core's to say.
import { mistake } from './errors.js';
import { className, describe } from './tensor.js';

/** @import { TypeTable } from './tensor.js' */

/** In place of a row of the type table: plain numbers have no element type. */
export const UNTYPED = -1;

/**
 * @typedef {object} Argument
 * @property {number} type row of the type table, or UNTYPED
 * @property {number} rank
 * @property {ArrayLike<unknown>} values
 * @property {number} count how many of the values count
 * @property {boolean} halves the values are bit patterns of float16
 */

/**
 * @param {TypeTable} table
 * @param {unknown} value `Integers`, or whatever else a caller may have given
 * @param {string} op to blame
 * @param {string} param to blame
 * @returns {Argument | null} null: absent
 */
export function toArgument(table, value, op, param) {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'object') return { type: UNTYPED, rank: 0, values: [value], count: 1, halves: false };
  if (className(value) !== '') {
    const values = /** @type {ArrayLike<unknown>} */ (value);
    return { type: UNTYPED, rank: 1, values, count: values.length, halves: false };
  }
  return fromTensor(table, /** @type {Record<string, any>} */ (value), op, param);
}

/**
 * @param {TypeTable} table
 * @param {Record<string, any>} tensor
 * @param {string} op
 * @param {string} param
 * @returns {Argument}
 */
function fromTensor(table, tensor, op, param) {
  const { data } = tensor;
  const holder = className(data);
  const dims = tensor.dims ?? tensor.shape;
  if (holder === '' || typeof dims?.length !== 'number' || tensor.stride) {
    throw mistake(
      'bad_input',
      op,
      param,
      'expected an integer, a list, or a row-major tensor { type, dims, data }',
    );
  }
  const name = tensor.type ?? tensor.dtype;
  const type = name === undefined ? table.byClass.get(holder) : table.byName.get(name);
  if (type === undefined) throw mistake('bad_type', op, param, `${describe(name)} is not an element type`);
  const { classes, group, entries } = table.rows[type];
  if (!classes.includes(holder)) {
    throw mistake('bad_input', op, param, `${name} data must be ${classes.join(' or ')}, not ${holder}`);
  }
  let count = 1;
  for (let i = 0; i < dims.length; ++i) count *= toWord(dims[i]);
  if (data.length !== Math.ceil(count / group) * entries) {
    throw mistake(
      'bad_input',
      op,
      param,
      `dims [${Array.from(dims)}] do not fit an array of length ${data.length}`,
    );
  }
  const halves = table.rows[type].name === 'float16' && holder === 'Uint16Array';
  return { type, rank: dims.length, values: data, count, halves };
}

/**
 * The number that crosses into the core; NaN, which it refuses, for what is no number.
 * @param {unknown} value
 */
export function toWord(value) {
  if (typeof value === 'number') return value;
  if (typeof value !== 'bigint') return Number.NaN;
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(value))); // beyond, it would be an infinity
}

/**
 * The value of a float16 bit pattern.
 * @param {number} bits
 */
export function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/**
 * Have two lists of sizes the same entries?
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
export function isSame(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; ++i) if (a[i] !== b[i] && toWord(a[i]) !== toWord(b[i])) return false;
  return true;
}
