// The core's tables on their way in the module's section: lists without names, and types as sets of bits, because each name would
// stand there fifty times.
/** @import { Described } from './tensor.js' */

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
