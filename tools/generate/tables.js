// Makes the documents' tables of operators and of element types from those of the module.
import { table } from './markdown.js';

/** @import { ElementTypeRow, OperatorRow } from '../../web/lib/types.ts' */

/**
 * The short table of the README: one row per operator, with its versions in each domain and the number of its
 * element types.
 * @param {readonly OperatorRow[]} operators
 */
export function supportTable(operators) {
  const domains = [...new Set(operators.map(({ domain }) => domain))];
  const names = [...new Set(operators.map(({ op_type }) => op_type))];
  const rows = names.map((name) => {
    const versions = operators.filter(({ op_type }) => op_type === name);
    const inEach = domains.map((domain) => {
      const own = versions.filter((row) => row.domain === domain);
      return own.map(({ since_version }) => since_version).join(', ');
    });
    const counts = versions.map(({ types }) => types.length);
    const range = [...new Set([Math.min(...counts), Math.max(...counts)])];
    return [name, ...inEach, range.join(' to ')];
  });
  return table([['operator', ...domains, 'number of element types, by version'], ...rows]);
}

/**
 * The full table: one row per version. Each set of element types has a letter, which the list below the table
 * explains.
 * @param {readonly OperatorRow[]} operators
 */
export function operatorTable(operators) {
  const sets = [...new Set(operators.map(({ types }) => types.join(', ')))];
  const letter = (/** @type {OperatorRow} */ { types }) =>
    String.fromCharCode(65 + sets.indexOf(types.join(', ')));
  const rows = operators.map((row) => [
    row.op_type,
    `${row.since_version}`,
    row.domain,
    namesOf(row.inputs),
    namesOf(row.attributes),
    `${letter(row)} (${row.types.length})`,
  ]);
  const legend = sets.map((set, i) => `- ${String.fromCharCode(65 + i)}: ${set}`);
  return [
    table([['operator', 'version', 'domain', 'inputs', 'attributes', 'element types'], ...rows]),
    operators.some(({ inputs }) => inputs.some(({ variadic }) => variadic))
      ? 'A question mark means optional, and three dots any number.'
      : 'A question mark means optional.',
    legend.join('\n'),
  ].join('\n\n');
}

/** @param {readonly { name: string, optional: boolean, variadic?: true, sequence?: true }[]} parameters */
const namesOf = (parameters) =>
  parameters
    .map(({ name, optional, variadic, sequence }) => {
      const number = variadic ? '...' : sequence ? ' (a sequence)' : '';
      return `\`${name}\`${optional ? '?' : number}`;
    })
    .join(' ');

/** @param {readonly ElementTypeRow[]} types */
export function typeTable(types) {
  const holders = (/** @type {ElementTypeRow} */ { classes, entries, group, bits }) =>
    `${classes.join(' or ')}${bits % 8 ? ', packed' : entries > group ? ', (re, im) interleaved' : ''}`;
  const kinds = [...new Set(types.map(holders))];
  const rows = kinds.map((kind) => [
    types
      .filter((type) => holders(type) === kind)
      .map(({ name }) => name)
      .join(' '),
    kind.replace('Array or', 'Array, or'),
  ]);
  return table([['type', 'data'], ...rows]);
}
