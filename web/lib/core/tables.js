// The core's element types and limits. They are generated from the C++ (src/describe.cpp), with the module that they describe.
import described from './wasm/tables.js';

/** @import { InputRow, OperatorRow, Type } from '../types.js' */

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
 * An operator version, with a set of element types as one number: bit i is row i of their table.
 * @typedef {Omit<OperatorRow, 'types' | 'inputs'> & { inputs: (Omit<InputRow, 'types'> & { types: number })[] }} DescribedRow
 */

/**
 * What src/describe.cpp says.
 * @typedef {object} Described
 * @property {DType[]} dtypes
 * @property {DescribedRow[]} operators
 * @property {number} max_rank
 * @property {number} max_outputs
 */

export const DTYPES = described.dtypes;
export const MAX_RANK = described.max_rank;
export const MAX_OUTPUTS = described.max_outputs;

/** The linker's id of the module that this is built with. */
export const BUILD = described.build;

/** @type {Map<unknown, number>} the row of a name or alias */
const BY_NAME = new Map();
/** @type {Map<string, number>} the row that a class of arrays means */
const BY_CLASS = new Map();

DTYPES.forEach(({ name, alias, classes }, row) => {
  for (const each of alias === undefined ? [name] : [name, alias]) BY_NAME.set(each, row);
  for (const each of classes) if (!BY_CLASS.has(each)) BY_CLASS.set(each, row);
});

/** Row of the type that a caller names. @param {unknown} name */
export const typeNamed = (name) => BY_NAME.get(name);

/** Row of the type that a class of arrays means. @param {string} holder */
export const typeOfClass = (holder) => BY_CLASS.get(holder);

/** @param {readonly number[]} dims */
export function countOf(dims) {
  let elements = 1;
  for (let i = 0; i < dims.length; ++i) elements *= dims[i];
  return elements;
}

/**
 * Entries of the array that holds a row-major tensor.
 * @param {Pick<DType, 'group' | 'entries'>} type
 * @param {readonly number[]} dims
 */
export const arrayLength = ({ group, entries }, dims) => Math.ceil(countOf(dims) / group) * entries;

/**
 * Elements that an array of so many entries holds.
 * @param {Pick<DType, 'group' | 'entries'>} type
 * @param {number} length
 */
export const elementsIn = ({ group, entries }, length) => Math.floor(length / entries) * group;

/**
 * Bytes of an entry of the array; 1 for strings.
 * @param {Pick<DType, 'bits' | 'entries'>} type
 */
export const unitOf = ({ bits, entries }) => (bits % 8 === 0 && bits > 0 ? bits / 8 / entries : 1);
