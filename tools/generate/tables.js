// Makes the tables of operators and of element types from the module's own.
import { table } from './markdown.js';

/** @import { OperatorRow } from '../../web/lib/types.js' */
/** @import { DType } from '../../web/lib/core/tables.js' */

/**
 * The short table of the README: one row per operator, with the number of element types of each version.
 * @param {readonly OperatorRow[]} operators
 */
export function supportTable(operators) {
  const names = [...new Set(operators.map(({ op_type }) => op_type))];
  const rows = names.map((name) => {
    const versions = operators.filter(({ op_type }) => op_type === name);
    const counts = [...new Set(versions.map(({ types }) => types.length))];
    const groups = counts.map((count) => {
      const since = versions.filter(({ types }) => types.length === count).map((row) => row.since_version);
      return `${since.join(', ')} (${count} element types)`;
    });
    return [name, versions[0].domain, groups.join('; ')];
  });
  return table([['operator', 'domain', 'versions'], ...rows]);
}

/**
 * The full table: one row per version. Each set of element types has a letter, which the list below the table explains.
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
    names(row.inputs),
    names(row.attributes),
    `${letter(row)} (${row.types.length})`,
  ]);
  const legend = sets.map((set, i) => `- ${String.fromCharCode(65 + i)}: ${set}`);
  return [
    table([['operator', 'version', 'domain', 'inputs', 'attributes', 'element types'], ...rows]),
    'A question mark means optional.',
    legend.join('\n'),
  ].join('\n\n');
}

/** @param {readonly { name: string, optional: boolean }[]} parameters */
const names = (parameters) =>
  parameters.map(({ name, optional }) => `\`${name}\`${optional ? '?' : ''}`).join(' ');

/** @param {readonly DType[]} types */
export function typeTable(types) {
  const holders = (/** @type {DType} */ { classes, entries, group, bits }) =>
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
