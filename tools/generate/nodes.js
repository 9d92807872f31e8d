// Makes web/lib/types/nodes.js, the types of nodes, from the operator table, so that editors know each version.

/** @import { DType } from '../../web/lib/core/tables.js' */
/** @import { AttributeRow, InputRow, OperatorRow, Type } from '../../web/lib/types.js' */

/** The type of an input, by its rank. For rank 0 a list of one is accepted too. */
const INPUTS = { 0: 'Integers', 1: 'IntegerList', '0 or 1': 'Integers', any: 'TensorLike' };
const ATTRIBUTES = { int: 'OneInteger', ints: 'IntegerList' };

/**
 * One type per version and per list of element types, and one that finds versions by operator and opset.
 * @param {readonly OperatorRow[]} operators
 * @param {readonly DType[]} types
 */
export function nodeTypes(operators, types) {
  const names = [...new Set(operators.map(({ op_type }) => op_type))];
  const families = names.map((name) => operators.filter(({ op_type }) => op_type === name));
  const index = comment([
    'The nodes of all operators, by the opset at which a version is in effect, and the newest.',
    '@typedef {object} Nodes',
    ...families.map((versions) => `@property {${versionsOf(versions)}} ${versions[0].op_type}`),
  ]);
  const lists = listsOf(operators);
  return [
    ...[...lists].map(([list, name]) => listType(list.split(' '), name, types)),
    ...operators.flatMap((row) => typesOf(row, lists)),
    index,
  ].join('\n\n');
}

/** @param {readonly string[]} lines */
const comment = (lines) => ['/**', ...lines.map((line) => ` * ${line}`), ' */'].join('\n');

/** @param {OperatorRow} row */
const nameOf = ({ op_type, since_version }) => `${op_type}${since_version}`;

/**
 * Names of the lists of element types, after the first inputs that have them: `Slice1Data`.
 * @param {readonly OperatorRow[]} operators
 * @returns {Map<string, string>}
 */
function listsOf(operators) {
  const lists = new Map();
  for (const row of operators)
    for (const { name, types } of row.inputs) {
      const words = name.split('_').map((word) => word[0].toUpperCase() + word.slice(1));
      if (!lists.has(types.join(' '))) lists.set(types.join(' '), `${nameOf(row)}${words.join('')}`);
    }
  return lists;
}

/**
 * @param {readonly string[]} list
 * @param {string} name
 * @param {readonly DType[]} types
 */
function listType(list, name, types) {
  const aliases = types.flatMap((type) => (type.alias && list.includes(type.name) ? [type.alias] : []));
  const all = [...list, ...aliases].map((type) => `'${type}'`).join(' | ');
  return `/** @typedef {${all}} ${name} Element types of that input, and of others with the same list. */`;
}

/**
 * @param {OperatorRow} row
 * @param {Map<string, string>} lists
 */
function typesOf(row, lists) {
  const { domain, inputs, attributes } = row;
  const title = `${row.op_type}, since opset ${row.since_version}`;
  const holder = attributes.length > 0 ? `${nameOf(row)}Attributes` : 'NoAttributes';
  const listOf = (/** @type {readonly Type[]} */ types) => lists.get(types.join(' ')) ?? '';
  /** @param {InputRow} input */
  const inputOf = ({ name, types, optional, rank }) =>
    `${name}${optional ? '?' : ''}: ${INPUTS[rank]}<${listOf(types)}>${optional ? ' | null' : ''}`;
  const node = comment([
    `${title}.`,
    `@typedef {object} ${nameOf(row)}`,
    `@property {${listOf(inputs[0].types)}} types of the first input`,
    `@property {readonly [${inputs.slice(1).map(inputOf).join(', ')}]} inputs behind the first`,
    `@property {${holder}} attributes`,
    `@property {${domain === 'ai.onnx' ? "'ai.onnx' | ''" : `'${domain}'`}} domain`,
  ]);
  if (attributes.length === 0) return [node];
  const lines = [`Attributes of ${title}.`, `@typedef {object} ${holder}`, ...attributes.map(attributeOf)];
  return [comment(lines), node];
}

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
