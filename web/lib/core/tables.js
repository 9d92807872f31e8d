// The core's tables on their way in the module's section: lists without names, and types as sets of bits, because each name would
// stand there fifty times.
/** @import { OperatorRow, Type } from '../types.js' */

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
 * What src/describe.cpp says.
 * @typedef {object} Described
 * @property {DType[]} dtypes
 * @property {OperatorRow[]} operators
 * @property {number} max_rank
 * @property {number} max_outputs
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

/** What the build writes. @param {Described} described */
export function packTables({ dtypes, operators, max_rank, max_outputs }) {
  const setOf = (/** @type {readonly string[]} */ types) =>
    dtypes.reduce((set, { name }, i) => set + (types.includes(name) ? 2 ** i : 0), 0);
  return [
    max_rank,
    max_outputs,
    dtypes.map(({ name, bits, group, entries, classes, alias }) => [
      name,
      bits,
      group,
      entries,
      classes,
      ...(alias ? [alias] : []),
    ]),
    operators.map(({ domain, op_type, since_version, inputs, attributes }) => [
      domain,
      op_type,
      since_version,
      inputs.map(({ name, types, optional, rank }) => [name, setOf(types), optional, rank]),
      attributes,
    ]),
  ];
}

/**
 * @param {any} packed
 * @returns {Described}
 */
export function unpackTables([max_rank, max_outputs, typeRows, operatorRows]) {
  const dtypes = typeRows.map((/** @type {any[]} */ [name, bits, group, entries, classes, alias]) => ({
    name,
    bits,
    group,
    entries,
    classes,
    alias,
  }));
  /** @type {Record<number, string[]>} made once each: there are seven, and a host has optimized nothing yet */
  const lists = {};
  const listOf = (/** @type {number} */ set) =>
    typeRows.flatMap((/** @type {string[]} */ [type], /** @type {number} */ i) =>
      (set >> i) & 1 ? type : [],
    );
  const operators = operatorRows.map(
    (/** @type {any[]} */ [domain, op_type, since_version, inputRows, attributes]) => {
      const inputs = inputRows.map((/** @type {any[]} */ [name, set, optional, rank]) => {
        lists[set] ??= listOf(set);
        return { name, types: lists[set], optional, rank };
      });
      return { domain, op_type, since_version, inputs, attributes, types: inputs[0].types };
    },
  );
  return { dtypes, operators, max_rank, max_outputs };
}

/**
 * @param {Described} described
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

/**
 * Bytes of an entry of the array; 1 for strings.
 * @param {Pick<DType, 'bits' | 'entries'>} type
 */
export const unitOf = ({ bits, entries }) => (bits % 8 === 0 && bits > 0 ? bits / 8 / entries : 1);
