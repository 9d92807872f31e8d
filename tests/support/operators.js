// The 12 operator versions as their documents declare them: the test's own table, to which the library's is compared.

const A15 =
  'bool complex64 complex128 float64 float32 float16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 string'.split(
    ' ',
  );
const A16 = [...A15, 'bfloat16'];
const FLOATS = ['float16', 'float32', 'float64'];
const T1 =
  'bool bfloat16 float16 float32 float64 i4 int8 int16 int32 int64 u1 u2 u3 u4 u6 uint8 uint16 uint32 uint64 nf4 f8e4m3 f8e5m2 f8e8m0 f4e2m1 string'.split(
    ' ',
  );
const T2 = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'];
const TIND = ['int32', 'int64'];

/**
 * @typedef {object} Row
 * @property {string} domain
 * @property {string} op_type
 * @property {number} since_version
 * @property {{ name: string, types: string[], optional: boolean, rank: 0 | 1 | '0 or 1' | 'any' }[]} inputs
 * @property {{ name: string, type: string, optional: boolean, default?: number }[]} attributes
 * @property {string[]} types
 */

/** @typedef {Row['inputs'][number]} Input */

/** @param {string} name @param {string[]} types @param {Input['rank']} [rank] @returns {Input} */
const needed = (name, types, rank = 1) => ({ name, types, optional: false, rank });
/** @param {string} name @param {string[]} types @param {Input['rank']} [rank] @returns {Input} */
const optional = (name, types, rank = 1) => ({ name, types, optional: true, rank });

/**
 * @param {string} op_type
 * @param {number} since_version
 * @param {string} name of the first input
 * @param {string[]} types of the first input
 * @param {Row['inputs']} inputs the others
 * @param {Row['attributes']} attributes
 * @returns {Row}
 */
const row = (op_type, since_version, name, types, inputs, attributes) => ({
  domain: op_type === 'VariadicSplit' ? 'openvino' : 'ai.onnx',
  op_type,
  since_version,
  inputs: [needed(name, types, 'any'), ...inputs],
  attributes,
  types,
});

/** @param {string} name @param {boolean} isOptional */
const ints = (name, isOptional) => ({ name, type: 'ints', optional: isOptional });
const axis = { name: 'axis', type: 'int', optional: true, default: 0 };
const keepdims = { name: 'keepdims', type: 'int', optional: true, default: 1 };
const num_outputs = { name: 'num_outputs', type: 'int', optional: true };
const indices = [
  needed('starts', TIND),
  needed('ends', TIND),
  optional('axes', TIND),
  optional('steps', TIND),
];

/** @type {Row[]} */
export const OPERATORS = [
  row('Slice', 1, 'data', A15, [], [ints('starts', false), ints('ends', false), ints('axes', true)]),
  row('Slice', 10, 'data', A15, indices, []),
  row('Slice', 11, 'data', A15, indices, []),
  row('Slice', 13, 'data', A16, indices, []),
  row('Split', 1, 'input', FLOATS, [optional('split', FLOATS)], [axis, ints('split', true)]),
  row('Split', 2, 'input', A15, [], [axis, ints('split', true)]),
  row('Split', 11, 'input', A15, [], [axis, ints('split', true)]),
  row('Split', 13, 'input', A16, [optional('split', ['int64'])], [axis]),
  row('Split', 18, 'input', A16, [optional('split', ['int64'])], [axis, num_outputs]),
  row('SplitToSequence', 11, 'input', A15, [optional('split', TIND, '0 or 1')], [axis, keepdims]),
  row('SplitToSequence', 24, 'input', A16, [optional('split', TIND, '0 or 1')], [axis, keepdims]),
  row('VariadicSplit', 1, 'data', T1, [needed('axis', T2, 0), needed('split_lengths', T2)], []),
];

/**
 * The row in effect at an opset; undefined before the first.
 * @param {string} op_type
 * @param {number} opset
 */
export const rowAt = (op_type, opset) =>
  OPERATORS.findLast((each) => each.op_type === op_type && each.since_version <= opset);
