// Makes web/lib/types/nodes.js, the types of nodes, from the operator table, so that editors know each version.

/** @import { DType } from '../../web/lib/core/tables.js' */
/** @import { AttributeRow, InputRow, OperatorRow, Type } from '../../web/lib/types.js' */

/** Of the names of OpenVINO's versions, if ONNX has an operator of the same name. */
const PREFIX = 'OpenVino';
/** The type of an input that is no tensor of data, by its rank. For rank 0 a list of one is accepted too. */
const INPUTS = { 0: 'Integers', 1: 'IntegerList', '0 or 1': 'Integers' };

/**
 * One type per version and per list of element types, and one that finds versions by operator and opset.
 * @param {readonly OperatorRow[]} operators
 * @param {readonly DType[]} types
 */
export function nodeTypes(operators, types) {
  const names = [...new Set(operators.map(({ op_type }) => op_type))];
  const families = names.map((name) => operators.filter(({ op_type }) => op_type === name));
  const nameOf = namesOf(operators);
  const index = comment([
    'The nodes of all operators, by their domain, then by the opset at which a version is in effect, and the newest.',
    '@typedef {object} Nodes',
    ...families.map((versions) => `@property {${domainsOf(versions, nameOf)}} ${versions[0].op_type}`),
  ]);
  const lists = listsOf(operators, nameOf);
  return [
    ...[...lists].map(([list, name]) => listType(list.split(' '), name, types)),
    ...operators.flatMap((row) => typesOf(row, lists, nameOf(row))),
    index,
  ].join('\n\n');
}

/** @param {readonly string[]} lines */
const comment = (lines) => ['/**', ...lines.map((line) => ` * ${line}`), ' */'].join('\n');

/**
 * Names of the types: `Slice13`, `VariadicSplit1`, and `OpenVinoSlice8` because ONNX has a Slice too.
 * @param {readonly OperatorRow[]} operators
 * @returns {(row: OperatorRow) => string}
 */
function namesOf(operators) {
  const onnx = new Set(operators.filter(isOnnx).map(({ op_type }) => op_type));
  return (row) => `${onnx.has(row.op_type) && !isOnnx(row) ? PREFIX : ''}${row.op_type}${row.since_version}`;
}

/** @param {OperatorRow} row */
const isOnnx = ({ domain }) => domain === 'ai.onnx';

/**
 * Names of the lists of element types, after the first inputs that have them: `Slice1Data`.
 * @param {readonly OperatorRow[]} operators
 * @param {(row: OperatorRow) => string} nameOf
 * @returns {Map<string, string>}
 */
function listsOf(operators, nameOf) {
  const lists = new Map();
  const isPrefixed = (/** @type {OperatorRow} */ row) => Number(nameOf(row).startsWith(PREFIX));
  for (const row of operators.toSorted((a, b) => isPrefixed(a) - isPrefixed(b)))
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
  return `/** @typedef {${quoted([...list, ...aliases])}} ${name} Element types of that input, and of others with the same list. */`;
}

/**
 * @param {OperatorRow} row
 * @param {Map<string, string>} lists
 * @param {string} name
 */
function typesOf(row, lists, name) {
  const { inputs, attributes } = row;
  const title = `${isOnnx(row) ? '' : "OpenVINO's "}${row.op_type}, since opset ${row.since_version}`;
  const holder = attributes.length > 0 ? `${name}Attributes` : 'NoAttributes';
  const listOf = (/** @type {readonly Type[]} */ types) => lists.get(types.join(' ')) ?? '';
  const parameters = inputs.flatMap((input) => {
    const { name, types, optional, rank } = input;
    if (rank === 'any') return [];
    return [`${name}${optional ? '?' : ''}: ${INPUTS[rank]}<${listOf(types)}>${optional ? ' | null' : ''}`];
  });
  const node = comment([
    `${title}.`,
    `@typedef {object} ${name}`,
    `@property {'${tensorsOf(inputs)}'} tensors how many`,
    `@property {${listOf(inputs[0].types)}} types of the tensors`,
    `@property {readonly [${parameters.join(', ')}]} inputs behind the tensors`,
    `@property {${holder}} attributes`,
  ]);
  if (attributes.length === 0) return [node];
  const lines = [`Attributes of ${title}.`, `@typedef {object} ${holder}`, ...attributes.map(attributeOf)];
  return [comment(lines), node];
}

/** @param {readonly InputRow[]} inputs */
function tensorsOf(inputs) {
  if (inputs[0].sequence) return 'sequence';
  if (inputs[0].variadic) return 'several';
  return inputs.filter(({ rank }) => rank === 'any').length > 1 ? 'two' : 'one';
}

/** @param {AttributeRow} row */
function attributeOf({ name, type, optional, default: fallback, choices }) {
  const types = { int: 'OneInteger', ints: 'IntegerList', string: quoted(choices ?? []) };
  const tail = fallback === undefined ? '' : ` default: ${fallback}`;
  return `@property {${types[type]}${optional ? ' | null' : ''}} ${optional ? `[${name}]` : name}${tail}`;
}

/** @param {readonly string[]} words */
const quoted = (words) => words.map((word) => `'${word}'`).join(' | ');

/**
 * @param {readonly OperatorRow[]} versions of one name
 * @param {(row: OperatorRow) => string} nameOf
 */
function domainsOf(versions, nameOf) {
  const domains = [...new Set(versions.map(({ domain }) => domain))];
  const members = domains.map((domain) => {
    const own = versions.filter((row) => row.domain === domain);
    return `'${domain}': ${versionsOf(own, nameOf)}`;
  });
  return `{ ${members.join(', ')} }`;
}

/**
 * @param {readonly OperatorRow[]} versions of one operator, oldest first
 * @param {(row: OperatorRow) => string} nameOf
 */
function versionsOf(versions, nameOf) {
  const newest = `{ newest: ${nameOf(versions[versions.length - 1])} }`;
  const older = versions.slice(0, -1).map((row, i) => {
    const { since_version: until } = versions[i + 1];
    const opsets = Array.from({ length: until - row.since_version }, (_, k) => `'${row.since_version + k}'`);
    return `Record<${opsets.join(' | ')}, ${nameOf(row)}>`;
  });
  return [newest, ...older].join(' & ');
}
