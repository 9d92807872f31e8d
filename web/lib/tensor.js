// Tensor-likes in: other libraries' words for a tensor become one. Checked here is only what is JavaScript's (is it an
// array, of a class that holds the type?); whether sizes, strides and data fit together is the core's to say.
import { mistake } from './errors.js';

/** @import { Data, Layout, Type } from './types.js' */

/**
 * One row of the core's element-type table.
 * @typedef {object} DType
 * @property {Type} name
 * @property {number} bits
 * @property {string[]} classes the first row that names a class is what the class means
 * @property {number} group elements that are stored together ...
 * @property {number} entries ... in this many entries of the array
 * @property {string} [alias]
 */

/**
 * The core's element-type table, and its limits.
 * @typedef {object} Tables
 * @property {DType[]} rows
 * @property {Map<string, number>} byName row of a name or alias
 * @property {Map<string, number>} byClass row that a class means
 * @property {number} maxRank
 * @property {number} maxOutputs
 */

/**
 * A tensor-like, understood: each of its properties has been read once, so that it cannot change any more.
 * @typedef {object} Source
 * @property {number} type row of the table
 * @property {number[]} dims as words
 * @property {number[] | null} stride as words; null: row-major
 * @property {number} offset
 * @property {Data | null} data
 */

/**
 * @param {{ dtypes: DType[], max_rank: number, max_outputs: number }} described
 * @returns {Tables}
 */
export function makeTables({ dtypes: rows, max_rank: maxRank, max_outputs: maxOutputs }) {
  const byName = new Map();
  const byClass = new Map();
  rows.forEach((row, i) => {
    byName.set(row.name, i);
    if (row.alias) byName.set(row.alias, i);
    for (const name of row.classes) if (!byClass.has(name)) byClass.set(name, i);
  });
  return { rows, byName, byClass, maxRank, maxOutputs };
}

// Asks the array itself, which a subclass or a property cannot feign.
const typedArrayName = /** @type {(this: unknown) => string | undefined} */ (
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)?.get
);

/**
 * 'Float32Array', ..., 'Array', or '' for what is neither.
 * @param {unknown} data
 */
export function className(data) {
  return typedArrayName.call(data) ?? (Array.isArray(data) ? 'Array' : '');
}

/**
 * @param {Tables} tables
 * @param {Layout} input
 * @param {string} op to blame
 * @param {string} param to blame
 * @returns {Source}
 */
export function toSource(tables, input, op, param) {
  if (typeof input !== 'object' || input === null) {
    throw mistake('bad_input', op, param, `expected a tensor { type, dims, data }, not ${describe(input)}`);
  }
  const data = input.data ?? null;
  const stride = input.stride ?? null;
  const offset = input.offset ?? 0;
  const sizes = input.dims ?? input.shape;
  const holder = data === null ? '' : className(data);
  if (data !== null && holder === '') {
    throw mistake(
      'bad_input',
      op,
      param,
      `data must be a typed array, or an array of strings, not ${describe(data)}`,
    );
  }
  const rank = typeof sizes === 'object' && sizes !== null ? sizes.length : -1;
  if (sizes === undefined || !Number.isInteger(rank) || rank < 0)
    throw mistake('bad_input', op, param, 'dims must be a list of sizes');
  checkRank(tables, rank, op, param);
  const dims = toNumbers(sizes, rank);
  const type = toType(tables, input.type ?? input.dtype, holder, op, param);
  if (stride === null) {
    return { type, dims, stride: offset === 0 ? null : denseStrides(dims), offset: toNumber(offset), data };
  }
  if (stride.length !== rank) {
    throw mistake('bad_input', op, param, `${stride.length} strides for ${rank} axes`);
  }
  return { type, dims, stride: toNumbers(stride, rank), offset: toNumber(offset), data };
}

/**
 * @param {Tables} tables
 * @param {number} rank
 * @param {string} op to blame
 * @param {string} param to blame
 */
export function checkRank({ maxRank }, rank, op, param) {
  if (rank > maxRank) throw mistake('bad_rank', op, param, `rank ${rank}; at most ${maxRank} is supported`);
}

/**
 * The number that crosses into the core; NaN, which it refuses, for what is no number.
 * @param {unknown} value
 */
export function toNumber(value) {
  if (typeof value === 'number') return value;
  if (typeof value !== 'bigint') return Number.NaN;
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(value))); // beyond, it would be an infinity
}

/**
 * A list, as words.
 * @param {ArrayLike<unknown>} list
 * @param {number} count how many of its entries
 * @returns {number[]}
 */
export function toNumbers(list, count) {
  const words = new Array(count);
  for (let i = 0; i < count; ++i) words[i] = toNumber(list[i]);
  return words;
}

/**
 * Row of the type that is named, or that the class of the data means.
 * @param {Tables} tables
 * @param {unknown} name
 * @param {string} holder class of the data, '' without data
 * @param {string} op
 * @param {string} param
 */
export function toType(tables, name, holder, op, param) {
  const named = name !== undefined && name !== null;
  const type = named ? tables.byName.get(/** @type {string} */ (name)) : tables.byClass.get(holder);
  if (type === undefined) {
    const what = named ? `${describe(name)} is not an element type` : 'the element type is not said';
    throw mistake(
      'bad_type',
      op,
      param,
      `${what}; known are ${tables.rows.map((row) => row.name).join(', ')}`,
    );
  }
  const { classes, name: known } = tables.rows[type];
  if (holder !== '' && !classes.includes(holder)) {
    throw mistake('bad_input', op, param, `${known} data must be ${classes.join(' or ')}, not ${holder}`);
  }
  return type;
}

/**
 * Entries of the array that holds a row-major tensor.
 * @param {Pick<DType, 'group' | 'entries'>} type
 * @param {readonly number[]} dims
 */
export function arrayLength({ group, entries }, dims) {
  let elements = 1;
  for (let i = 0; i < dims.length; ++i) elements *= dims[i];
  return Math.ceil(elements / group) * entries;
}

/** @param {readonly number[]} dims */
function denseStrides(dims) {
  const strides = new Array(dims.length);
  for (let i = dims.length - 1, stride = 1; i >= 0; --i) {
    strides[i] = stride;
    stride *= dims[i];
  }
  return strides;
}

/**
 * A value in an error message.
 * @param {unknown} value
 */
export function describe(value) {
  if (typeof value === 'string') return `'${value.slice(0, 40)}'`;
  if (typeof value === 'object' && value !== null) return className(value) || 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}

/**
 * A new array of the same class. Of a subclass (Node's Buffer) it is the class that the subclass extends.
 * @param {Data} data
 * @param {number} length
 * @returns {Data}
 */
export function newLike(data, length) {
  if (Array.isArray(data)) return new Array(length);
  return new (arrayClass(data))(length);
}

/**
 * The entries [begin, begin + length) of a typed array, not copied.
 * @param {Exclude<Data, string[]>} data
 * @param {number} begin
 * @param {number} length
 * @returns {Data}
 */
export function viewLike(data, begin, length) {
  return new (arrayClass(data))(data.buffer, data.byteOffset + begin * data.BYTES_PER_ELEMENT, length);
}

/**
 * The constructor of a typed array's class.
 * @param {Data} data
 */
export const arrayClass = (data) => /** @type {any} */ (globalThis)[className(data)];
