// Makes web/lib/types/nodes.js, the types of nodes, from the operator table, so that editors know each version.

/** @import { AttributeRow, InputRow, OperatorRow } from '../../web/lib/types.js' */

/** The type of an input, by its rank. For rank 0 a list of one is accepted too. */
const INPUTS = { 0: 'Integers', 1: 'IntegerList', '0 or 1': 'Integers', any: 'TensorLike' };
const ATTRIBUTES = { int: 'OneInteger', ints: 'IntegerList' };

/**
 * One type per version, and one that maps operator and opset to them.
 * @param {readonly OperatorRow[]} operators
 */
export function nodeTypes(operators) {
  const names = [...new Set(operators.map(({ op_type }) => op_type))];
  const families = names.map((name) => operators.filter(({ op_type }) => op_type === name));
  const index = comment([
    'The nodes of all operators, by the opset at which a version is in effect, and the newest.',
    '@typedef {object} Nodes',
    ...families.map((versions) => `@property {${versionsOf(versions)}} ${versions[0].op_type}`),
  ]);
  return [...operators.flatMap(typesOf), index].join('\n\n');
}

/** @param {readonly string[]} lines */
const comment = (lines) => ['/**', ...lines.map((line) => ` * ${line}`), ' */'].join('\n');

/** @param {OperatorRow} row */
const nameOf = ({ op_type, since_version }) => `${op_type}${since_version}`;

/** @param {OperatorRow} row */
function typesOf(row) {
  const { domain, inputs, attributes } = row;
  const title = `${row.op_type}, since opset ${row.since_version}`;
  const holder = attributes.length > 0 ? `${nameOf(row)}Attributes` : 'NoAttributes';
  const node = comment([
    `${title}.`,
    `@typedef {object} ${nameOf(row)}`,
    `@property {readonly [${inputs.slice(1).map(inputOf).join(', ')}]} inputs behind the first`,
    `@property {${holder}} attributes`,
    `@property {${domain === 'ai.onnx' ? "'ai.onnx' | ''" : `'${domain}'`}} domain`,
  ]);
  if (attributes.length === 0) return [node];
  const lines = [`Attributes of ${title}.`, `@typedef {object} ${holder}`, ...attributes.map(attributeOf)];
  return [comment(lines), node];
}

/** @param {InputRow} row */
const inputOf = ({ name, optional, rank }) =>
  `${name}${optional ? '?' : ''}: ${INPUTS[rank]}${optional ? ' | null' : ''}`;

/** @param {AttributeRow} row */
function attributeOf({ name, type, optional, default: fallback }) {
  const tail = fallback === undefined ? '' : ` default: ${fallback}`;
  return `@property {${ATTRIBUTES[type]}${optional ? ' | null' : ''}} ${optional ? `[${name}]` : name}${tail}`;
}

/** @param {readonly OperatorRow[]} versions of one operator, oldest first */
function versionsOf(versions) {
  const newest = `{ newest: ${nameOf(versions[versions.length - 1])} }`;
  const older = versions.slice(0, -1).map((row, i) => {
    const { since_version: until } = versions[i + 1];
    const opsets = Array.from({ length: until - row.since_version }, (_, k) => `'${row.since_version + k}'`);
    return `Record<${opsets.join(' | ')}, ${nameOf(row)}>`;
  });
  return [newest, ...older].join(' & ');
}
