// Integers in: what a caller may give as a parameter, understood. Whether they are integers at all, and fit the
// operator, is the core's to say.
import { className } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import {
  describe,
  INTEGERS,
  readLength,
  readNumber,
  readNumbers,
  SIZES,
  STRIDES,
  toNumber,
  unreadable,
  wrongEntry,
} from '../base/read.js';
import { arrayLength, countOf, DTYPES, elementsIn, MAX_OUTPUTS, MAX_RANK } from '../core/tables.js';
import { hullOf, readTensor, understandTensor } from './tensor.js';

/** @import { DType } from '../core/tables.js' */
/** @import { Entries } from '../base/read.js' */
/** @import { Source } from './tensor.js' */

/** In place of a row of the type table: plain numbers have no element type. */
export const UNTYPED = -1;
/** Parameters of which all 64 bits count. */
const EXACT = ['write_indices'];
/** No int64 is as large. */
const BEYOND = 2 ** 63;
/** Parameters that have an entry per axis. The lists of all others have one per output. */
const PER_AXIS = ['starts', 'ends', 'axes', 'steps', 'start', 'stop', 'step'];

/**
 * @typedef {object} Argument
 * @property {number} type row of the type table, or UNTYPED
 * @property {number} rank
 * @property {number[]} values as words; a copy, because its caller may change a list later
 * @property {boolean} [exact] each value is two words, its upper and lower half
 */

/**
 * @param {unknown} value `Integers`, or whatever else a caller may have given
 * @param {string} op to blame
 * @param {string} param to blame
 * @returns {Argument | null} null: absent
 */
export function toArgument(value, op, param) {
  if (!EXACT.includes(param)) return readArgument(value, op, param, toNumber);
  const argument = readArgument(value, op, param, toExact);
  if (argument === null) return null;
  if (argument.type === UNTYPED) checkInt64(argument.values, op, param);
  return { ...argument, values: argument.values.flatMap(toHalves), exact: true };
}

/**
 * An infinity is for the core to refuse.
 * @param {readonly (number | bigint)[]} values
 * @param {string} op
 * @param {string} param
 */
function checkInt64(values, op, param) {
  const i = values.findIndex(
    (value) => (value >= BEYOND || value < -BEYOND) && value !== Infinity && value !== -Infinity,
  );
  if (i < 0) return;
  throw mistake('index_out_of_range', op, param, `entry ${i} is ${describe(values[i])}; it must be an int64`);
}

/** As it is, where it is a bigint. @param {unknown} value @returns {any} */
const toExact = (value) => (typeof value === 'bigint' ? value : toNumber(value));

/**
 * An integer of 64 bits as two words.
 * @param {number | bigint} value
 */
function toHalves(value) {
  if (typeof value === 'number') {
    const high = Math.floor(value / 2 ** 32);
    return [high, value - high * 2 ** 32];
  }
  const bits = BigInt.asIntN(64, value);
  return [Number(bits >> 32n), Number(bits & 0xffffffffn)];
}

/**
 * @param {unknown} value
 * @param {string} op
 * @param {string} param
 * @param {(value: unknown) => number} convert
 * @returns {Argument | null}
 */
function readArgument(value, op, param, convert) {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'object')
    return { type: UNTYPED, rank: 0, values: [readNumber(value, '', op, param, convert)] };
  if (className(value) === '') {
    return fromTensor(/** @type {Record<string, any>} */ (value), op, param, convert);
  }
  const list = /** @type {ArrayLike<unknown>} */ (value);
  const count = readLength(list, op, param);
  if (count < 0) throw mistake('bad_input', op, param, 'is a list without a length');
  checkCount(count, op, param);
  return { type: UNTYPED, rank: 1, values: readNumbers(list, count, INTEGERS, op, param, convert) };
}

/**
 * @param {object} tensor
 * @param {string} op
 * @param {string} param
 * @param {(value: unknown) => number} convert
 * @returns {Argument}
 */
function fromTensor(tensor, op, param, convert) {
  const read = readTensor(tensor, op, param);
  const missing = read.data === null ? 'data' : (read.sizes ?? null) === null ? 'dims' : '';
  if (missing !== '') {
    const what = `expected an integer, a list of integers, or a tensor { type, dims, data }, not an object without ${missing}`;
    throw mistake('bad_input', op, param, what);
  }
  const source = understandTensor(read, op, param);
  const row = DTYPES[source.type];
  const count = countElements(source, row, op, param);
  checkCount(count, op, param);
  const values = readValues(source, count, op, param, convert);
  const areBits = row.name === 'float16' && source.holder === 'Uint16Array';
  return { type: source.type, rank: source.dims.length, values: areBits ? values.map(fromHalf) : values };
}

/**
 * How many elements a tensor of integers has. They must be inside its array; for other tensors the core checks that.
 * @param {Source} source
 * @param {DType} row
 * @param {string} op
 * @param {string} param
 */
function countElements({ dims, stride, offset, length }, row, op, param) {
  const isInteger = Number.isInteger;
  check(dims, (size) => isInteger(size) && size >= 0, SIZES, op, param);
  const count = dims.includes(0) ? 0 : countOf(dims);
  if (stride === null) {
    const needed = arrayLength(row, dims);
    if (length === needed) return count;
    const what = `${count} ${row.name} elements take an array of length ${needed}, not ${length}`;
    throw mistake('bad_input', op, param, what);
  }
  if (!isInteger(offset))
    throw mistake('not_integer', op, param, `the offset is ${offset}; it must be an integer`);
  check(stride, isInteger, STRIDES, op, param);
  const { first, last } = hullOf(dims, stride, offset);
  const held = elementsIn(row, length);
  if (count === 0 || (first >= 0 && last < held)) return count;
  throw mistake('bad_input', op, param, `offset and strides reach outside the ${held} elements of its data`);
}

/**
 * @param {readonly number[]} list
 * @param {(entry: number) => boolean} isLegal
 * @param {Entries} entries
 * @param {string} op
 * @param {string} param
 */
function check(list, isLegal, entries, op, param) {
  const wrong = list.findIndex((entry) => !isLegal(entry));
  if (wrong >= 0) throw wrongEntry(entries, wrong, list[wrong], op, param);
}

/**
 * The elements in row-major order, as words. Where an entry is no element (packed types, complex numbers, strings), they are
 * nothing that means anything: no parameter has such a type, which the core says.
 * @param {Source} source
 * @param {number} count
 * @param {string} op
 * @param {string} param
 * @param {(value: unknown) => number} convert
 * @returns {number[]}
 */
function readValues({ data, dims, stride, offset }, count, op, param, convert) {
  const list = /** @type {ArrayLike<unknown>} */ (data);
  const places = stride === null || count === 0 ? null : placesOf(dims, stride, offset);
  const values = new Array(count);
  try {
    for (let i = 0; i < count; ++i) values[i] = convert(list[places === null ? i : places[i]]);
  } catch (cause) {
    throw unreadable(cause, op, param);
  }
  return values;
}

/**
 * Where the elements are, in row-major order.
 * @param {readonly number[]} dims none of them 0
 * @param {readonly number[]} stride
 * @param {number} offset
 */
export const placesOf = (dims, stride, offset) =>
  dims.reduce(
    (places, size, axis) =>
      places.flatMap((place) => Array.from({ length: size }, (_, i) => place + i * stride[axis])),
    [offset],
  );

/**
 * Nothing is read of a list that is longer than any parameter may be.
 * @param {number} count
 * @param {string} op
 * @param {string} param
 */
function checkCount(count, op, param) {
  if (count <= MAX_OUTPUTS) return;
  if (PER_AXIS.includes(param))
    throw mistake('too_many_axes', op, param, `${count} entries; at most ${MAX_RANK} axes are possible`);
  throw mistake('too_many_outputs', op, param, `${count} entries; at most ${MAX_OUTPUTS} are possible`);
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
