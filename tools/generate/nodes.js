// Makes web/lib/types/nodes.ts, the types of nodes, from the operator table, so that editors know each
// version.

/** @import { AttributeRow, ElementTypeRow, InputRow, OperatorRow, Type } from '../../web/lib/types.ts' */

/** Prefix of an OpenVINO version whose operator has the name of an ONNX operator. */
const PREFIX = 'OpenVino';
/** The type of an input that is a parameter, by its rank. For rank 0, a list of one is accepted too. */
const INPUTS = { 0: 'Integers', 1: 'IntegerList', '0 or 1': 'Integers' };
/** The values that mean that an optional parameter is left out. */
const ABSENT = ' | null | undefined';

/**
 * One type per version, per set of attributes and per list of element types, and one that finds versions by
 * operator and opset.
 * @param {readonly OperatorRow[]} operators
 * @param {readonly ElementTypeRow[]} types
 */
export function nodeTypes(operators, types) {
  const names = [...new Set(operators.map(({ op_type }) => op_type))];
  const nameOf = namesOf(operators);
  const lists = listsOf(operators, nameOf);
  const attributes = attributesOf(operators, nameOf);
  return [
    [...lists].map(([list, name]) => listType(list.split(' '), name, types)).join('\n'),
    ...[...attributes].map(([members, row]) => attributeType(members, row, nameOf(row))),
    operators.map((row) => nodeType(row, lists, attributes, nameOf)).join('\n'),
    '/** The nodes of all operators, by their domain, then by the opset at which a version is in effect, and the newest. */',
  ]
    .join('\n\n')
    .concat('\nexport interface Nodes {\n')
    .concat(
      ...names.map((name) =>
        familyOf(
          operators.filter(({ op_type }) => op_type === name),
          nameOf,
        ),
      ),
    )
    .concat('}');
}

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

/** @param {OperatorRow} row */
const titleOf = (row) =>
  `${row.domain === 'openvino' ? "OpenVINO's " : ''}${row.op_type}, since opset ${row.since_version}`;

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
 * @param {readonly ElementTypeRow[]} types
 */
function listType(list, name, types) {
  const aliases = types.flatMap((type) => (type.alias && list.includes(type.name) ? [type.alias] : []));
  return `export type ${name} = ${quoted([...list, ...aliases])};`;
}

/**
 * The sets of attributes that there are, and the first version that has each.
 * @param {readonly OperatorRow[]} operators
 * @param {(row: OperatorRow) => string} nameOf
 * @returns {Map<string, OperatorRow>}
 */
function attributesOf(operators, nameOf) {
  const sets = new Map();
  for (const row of operators) if (!sets.has(membersOf(row, nameOf))) sets.set(membersOf(row, nameOf), row);
  sets.delete('');
  return sets;
}

/**
 * The attributes of a version, as members of a type that operators do not share.
 * @param {OperatorRow} row
 * @param {(row: OperatorRow) => string} nameOf
 */
const membersOf = (row, nameOf) =>
  row.attributes.length === 0
    ? ''
    : [nameOf(row).replace(/\d+$/, ''), ...row.attributes.map(attributeOf)].join('\n');

/**
 * @param {string} members
 * @param {OperatorRow} row
 * @param {string} name
 */
function attributeType(members, row, name) {
  const [, ...lines] = members.split('\n');
  return `/** Attributes of ${titleOf(row)}. */\nexport interface ${name}Attributes {\n${lines.join('\n')}\n}`;
}

/** @param {AttributeRow} row */
function attributeOf({ name, type, optional, default: fallback, choices }) {
  const types = {
    int: 'OneInteger',
    ints: 'IntegerList',
    string: choices === undefined ? 'string' : quoted(choices),
    object: 'SizesOf',
    'string or object': 'To',
  };
  const comment =
    fallback === undefined
      ? ''
      : `  /** Default: ${typeof fallback === 'string' ? quoted([fallback]) : fallback}. */\n`;
  return `${comment}  ${name}${optional ? '?' : ''}: ${types[type]}${optional ? ABSENT : ''};`;
}

/**
 * @param {OperatorRow} row
 * @param {Map<string, string>} lists
 * @param {Map<string, OperatorRow>} attributes
 * @param {(row: OperatorRow) => string} nameOf
 */
function nodeType(row, lists, attributes, nameOf) {
  const first = attributes.get(membersOf(row, nameOf));
  const listOf = (/** @type {readonly Type[]} */ types) => lists.get(types.join(' ')) ?? '';
  const parameters = row.inputs.flatMap(({ name, types, optional, rank }) =>
    rank === 'any'
      ? []
      : [`${name}${optional ? '?' : ''}: ${INPUTS[rank]}<${listOf(types)}>${optional ? ABSENT : ''}`],
  );
  const words = [
    `'${tensorsOf(row.inputs)}'`,
    listOf(row.inputs[0].types),
    `[${parameters.join(', ')}]`,
    first ? `${nameOf(first)}Attributes` : 'NoAttributes',
  ];
  return `export type ${nameOf(row)} = Node<${words.join(', ')}>;`;
}

/** @param {readonly InputRow[]} inputs */
function tensorsOf(inputs) {
  if (inputs[0].sequence) return 'sequence';
  if (inputs[0].variadic) return 'several';
  return inputs.filter(({ rank }) => rank === 'any').length > 1 ? 'two' : 'one';
}

/** @param {readonly string[]} words */
const quoted = (words) => words.map((word) => `'${word}'`).join(' | ');

/**
 * @param {readonly OperatorRow[]} versions of one operator
 * @param {(row: OperatorRow) => string} nameOf
 */
function familyOf(versions, nameOf) {
  const domains = [...new Set(versions.map(({ domain }) => domain))];
  const members = domains.map((domain) => {
    const own = versions.filter((row) => row.domain === domain);
    return `    '${domain}': ${versionsOf(own, nameOf)};\n`;
  });
  return `  ${versions[0].op_type}: {\n${members.join('')}  };\n`;
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
