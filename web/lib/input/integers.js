// Integers in: what a caller may give as a parameter, understood. Whether they are integers at all, and fit the
// operator, is the core's to say.
import { className } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { readLength, readNumbers, toNumber } from '../base/read.js';
import { arrayLength } from '../core/tables.js';
import { checkRank, readTensor, toType } from './tensor.js';

/** @import { Tables } from '../core/tables.js' */

/** In place of a row of the type table: plain numbers have no element type. */
export const UNTYPED = -1;

/**
 * @typedef {object} Argument
 * @property {number} type row of the type table, or UNTYPED
 * @property {number} rank
 * @property {number[]} values as words; a copy, because its caller may change a list later
 */

/**
 * @param {Tables} tables
 * @param {unknown} value `Integers`, or whatever else a caller may have given
 * @param {string} op to blame
 * @param {string} param to blame
 * @returns {Argument | null} null: absent
 */
export function toArgument(tables, value, op, param) {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'object') return { type: UNTYPED, rank: 0, values: [toNumber(value)] };
  if (className(value) === '') {
    return fromTensor(tables, /** @type {Record<string, any>} */ (value), op, param);
  }
  const list = /** @type {ArrayLike<unknown>} */ (value);
  const count = readLength(list, op, param);
  if (count < 0) throw mistake('bad_input', op, param, 'is a list without a length');
  checkCount(tables, count, op, param);
  return { type: UNTYPED, rank: 1, values: readNumbers(list, count, op, param) };
}

/**
 * @param {Tables} tables
 * @param {Record<string, any>} tensor
 * @param {string} op
 * @param {string} param
 * @returns {Argument}
 */
function fromTensor(tables, tensor, op, param) {
  const { data, sizes, stride, named } = /** @type {Record<string, any>} */ (readTensor(tensor, op, param));
  const holder = className(data);
  const rank = readLength(sizes, op, param);
  if (holder === '' || rank < 0 || stride) {
    throw mistake(
      'bad_input',
      op,
      param,
      'expected an integer, a list, or a row-major tensor { type, dims, data }',
    );
  }
  const type = toType(tables, named, holder, op, param);
  const row = tables.rows[type];
  checkRank(tables, rank, op, param);
  const dims = readNumbers(sizes, rank, op, param);
  const count = dims.reduce((product, size) => product * size, 1);
  const length = readLength(data, op, param);
  if (!Number.isInteger(count) || length !== arrayLength(row, dims)) {
    throw mistake('bad_input', op, param, `dims [${dims}] do not fit an array of length ${length}`);
  }
  checkCount(tables, count, op, param);
  const values = readNumbers(data, count, op, param);
  return {
    type,
    rank,
    values: row.name === 'float16' && holder === 'Uint16Array' ? values.map(fromHalf) : values,
  };
}

/**
 * @param {Tables} tables
 * @param {number} count
 * @param {string} op
 * @param {string} param
 */
function checkCount({ maxOutputs }, count, op, param) {
  if (count <= maxOutputs) return;
  throw mistake('too_many_outputs', op, param, `${count} entries; at most ${maxOutputs} are possible`);
}

/**
 * The value of a float16 bit pattern.
 * @param {number} bits
 */
function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/**
 * Has a list the same entries as one of words?
 * @param {ArrayLike<unknown>} a
 * @param {readonly number[]} b
 */
export function isSame(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < b.length; ++i) {
    const entry = a[i];
    if (entry !== b[i] && toNumber(entry) !== b[i]) return false;
  }
  return true;
}
