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
 * @typedef {object} TypeTable
 * @property {DType[]} rows
 * @property {Map<string, number>} byName row of a name or alias
 * @property {Map<string, number>} byClass row that a class means
 */

/**
 * A tensor-like, understood.
 * @typedef {object} Source
 * @property {number} type row of the table
 * @property {ArrayLike<number>} dims
 * @property {ArrayLike<number> | null} stride null: row-major
 * @property {number} offset
 * @property {Data | null} data
 */

/**
 * @param {DType[]} rows
 * @returns {TypeTable}
 */
export function makeTypeTable(rows) {
  const byName = new Map();
  const byClass = new Map();
  rows.forEach((row, i) => {
    byName.set(row.name, i);
    if (row.alias) byName.set(row.alias, i);
    for (const name of row.classes) if (!byClass.has(name)) byClass.set(name, i);
  });
  return { rows, byName, byClass };
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
 * @param {TypeTable} table
 * @param {Layout} input
 * @param {string} op to blame
 * @param {string} param to blame
 * @returns {Source}
 */
export function toSource(table, input, op, param) {
  if (typeof input !== 'object' || input === null) {
    throw mistake('bad_input', op, param, `expected a tensor { type, dims, data }, not ${describe(input)}`);
  }
  const data = input.data ?? null;
  const stride = input.stride ?? null;
  const offset = input.offset ?? 0;
  const dims = input.dims ?? input.shape;
  const holder = data === null ? '' : className(data);
  if (data !== null && holder === '') {
    throw mistake(
      'bad_input',
      op,
      param,
      `data must be a typed array, or an array of strings, not ${describe(data)}`,
    );
  }
  if (dims === undefined || dims === null || typeof dims !== 'object' || !(dims.length >= 0)) {
    throw mistake('bad_input', op, param, 'dims must be a list of sizes');
  }
  const strided = stride !== null || offset !== 0;
  if (strided && stride !== null && stride.length !== dims.length) {
    throw mistake('bad_input', op, param, `${stride.length} strides for ${dims.length} axes`);
  }
  const type = toType(table, input.type ?? input.dtype, holder, op, param);
  return { type, dims, stride: strided ? (stride ?? denseStrides(dims)) : null, offset, data };
}

/**
 * Row of the type that is named, or that the class of the data means.
 * @param {TypeTable} table
 * @param {unknown} name
 * @param {string} holder class of the data, '' without data
 * @param {string} op
 * @param {string} param
 */
function toType(table, name, holder, op, param) {
  const named = name !== undefined && name !== null;
  const type = named ? table.byName.get(/** @type {string} */ (name)) : table.byClass.get(holder);
  if (type === undefined) {
    const what = named ? `${describe(name)} is not an element type` : 'the element type is not said';
    throw mistake(
      'bad_type',
      op,
      param,
      `${what}; known are ${table.rows.map((row) => row.name).join(', ')}`,
    );
  }
  const { classes, name: known } = table.rows[type];
  if (holder !== '' && !classes.includes(holder)) {
    throw mistake('bad_input', op, param, `${known} data must be ${classes.join(' or ')}, not ${holder}`);
  }
  return type;
}

/** @param {ArrayLike<number>} dims */
function denseStrides(dims) {
  const strides = new Array(dims.length);
  for (let i = dims.length - 1, stride = 1; i >= 0; --i) {
    strides[i] = stride;
    stride *= /number|bigint/.test(typeof dims[i]) ? Number(dims[i]) : Number.NaN; // which the core refuses
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
