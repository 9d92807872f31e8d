// The operator versions as their documents declare them. Tests compare the library's table with this one, so nothing in src/ or
// web/lib knows it. The versions of one operator are neighbours, oldest first; ai.onnx's operator of a name is before OpenVINO's.

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
const NUMBERS_OF_OPENVINO = T1.filter((type) => type !== 'string');
const CACHED = [...A16, 'u4', 'i4', 'f4e2m1', 'f8e4m3', 'f8e5m2', 'f8e8m0'];

/**
 * @typedef {object} Input
 * @property {string} name
 * @property {string[]} types
 * @property {boolean} optional
 * @property {0 | 1 | '0 or 1' | 'any'} rank
 * @property {true} [variadic] any number of tensors, each an input
 * @property {true} [sequence] any number of tensors, together one input
 * @property {true} [value] one element of the data's type; the corpus lists it, too
 */

/**
 * @typedef {object} Attribute
 * @property {string} name
 * @property {'int' | 'ints' | 'float' | 'string' | 'object' | 'string or object'} type
 * @property {boolean} optional
 * @property {number | string} [default]
 * @property {string[]} [choices] of a string
 */

/**
 * @typedef {object} Row
 * @property {string} domain
 * @property {string} op_type
 * @property {number} since_version
 * @property {Input[]} inputs
 * @property {Attribute[]} attributes
 * @property {string[]} types those of the first input
 */

/** @param {string} name @param {string[]} types @param {Input['rank']} [rank] @returns {Input} */
const needed = (name, types, rank = 1) => ({ name, types, optional: false, rank });
/** @param {string} name @param {string[]} types @param {Input['rank']} [rank] @returns {Input} */
const optional = (name, types, rank = 1) => ({ name, types, optional: true, rank });

/** @param {string} name @param {string[]} types @returns {Input} */
const tensor = (name, types) => needed(name, types, 'any');

/**
 * @param {string} domain
 * @param {string} op_type
 * @param {number} since_version
 * @param {Input[]} inputs
 * @param {Attribute[]} attributes
 * @returns {Row}
 */
const row = (domain, op_type, since_version, inputs, attributes) => ({
  domain,
  op_type,
  since_version,
  inputs,
  attributes,
  types: inputs[0].types,
});

/** @param {string} op_type @param {number} since_version @param {Input[]} inputs @param {Attribute[]} attributes */
const onnx = (op_type, since_version, inputs, attributes) =>
  row('ai.onnx', op_type, since_version, inputs, attributes);
/** @param {string} op_type @param {number} since_version @param {Input[]} inputs @param {Attribute[]} attributes */
const openvino = (op_type, since_version, inputs, attributes) =>
  row('openvino', op_type, since_version, inputs, attributes);

/** @param {string} name @returns {Attribute} */
const int = (name) => ({ name, type: 'int', optional: false });
/** @param {string} name @param {number} fallback @returns {Attribute} */
const intOr = (name, fallback) => ({ name, type: 'int', optional: true, default: fallback });
/** @param {string} name @param {boolean} isOptional @returns {Attribute} */
const ints = (name, isOptional) => ({ name, type: 'ints', optional: isOptional });
const axis = intOr('axis', 0);
/** @type {Attribute} */
const anyAxis = { name: 'axis', type: 'int', optional: true };
const keepdims = intOr('keepdims', 1);
/** @type {Attribute} */
const num_outputs = { name: 'num_outputs', type: 'int', optional: true };
/** @type {Attribute} */
const mode = {
  name: 'mode',
  type: 'string',
  optional: true,
  default: 'linear',
  choices: ['linear', 'circular'],
};

const indices = [
  needed('starts', TIND),
  needed('ends', TIND),
  optional('axes', TIND),
  optional('steps', TIND),
];
const openvinoIndices = [needed('start', T2), needed('stop', T2), needed('step', T2), optional('axes', T2)];
const PADDED = [
  ...['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'],
  ...['float16', 'float32', 'float64'],
];
const PADDED_21 = [...A16, 'f8e4m3', 'f8e5m2', 'u4', 'i4'];
const PADDED_23 = [...PADDED_21, 'f4e2m1'];
const PADDED_24 = [...PADDED_23, 'f8e8m0'];
/** @param {string} name @param {string[]} types @returns {Input} */
const fillingOf = (name, types) => ({ ...optional(name, types, 0), value: true });
/** @type {Attribute} */
const floatValue = { name: 'value', type: 'float', optional: true, default: 0 };
/** @param {...string} more words @returns {Attribute} */
const padMode = (...more) => {
  const choices = ['constant', 'reflect', 'edge', ...more];
  return { name: 'mode', type: 'string', optional: true, default: 'constant', choices };
};
/** @param {string[]} types @param {boolean} [hasAxes] @returns {Input[]} */
const padded = (types, hasAxes = true) => [
  tensor('data', types),
  needed('pads', ['int64']),
  fillingOf('constant_value', types),
  ...(hasAxes ? [optional('axes', TIND)] : []),
];
/** @param {number} version @param {string[]} types */
const openvinoPad = (version, types) =>
  openvino(
    'Pad',
    version,
    [tensor('data', types), needed('pads_begin', T2), needed('pads_end', T2), fillingOf('pad_value', types)],
    [
      {
        name: 'pad_mode',
        type: 'string',
        optional: false,
        choices: ['constant', 'reflect', 'edge', 'symmetric'],
      },
    ],
  );

/** Of any rank. @param {string[]} types */
const positions = (types) => needed('indices', types, 'any');
/** @param {string[]} types @returns {Input[]} */
const several = (types) => [{ ...tensor('inputs', types), variadic: true }];
/** @param {string[]} types @returns {Input[]} */
const sequence = (types) => [{ ...tensor('input_sequence', types), sequence: true }];

/** @type {Row[]} */
export const OPERATORS = [
  onnx('Slice', 1, [tensor('data', A15)], [ints('starts', false), ints('ends', false), ints('axes', true)]),
  onnx('Slice', 10, [tensor('data', A15), ...indices], []),
  onnx('Slice', 11, [tensor('data', A15), ...indices], []),
  onnx('Slice', 13, [tensor('data', A16), ...indices], []),
  onnx('Split', 1, [tensor('input', FLOATS), optional('split', FLOATS)], [axis, ints('split', true)]),
  onnx('Split', 2, [tensor('input', A15)], [axis, ints('split', true)]),
  onnx('Split', 11, [tensor('input', A15)], [axis, ints('split', true)]),
  onnx('Split', 13, [tensor('input', A16), optional('split', ['int64'])], [axis]),
  onnx('Split', 18, [tensor('input', A16), optional('split', ['int64'])], [axis, num_outputs]),
  onnx('SplitToSequence', 11, [tensor('input', A15), optional('split', TIND, '0 or 1')], [axis, keepdims]),
  onnx('SplitToSequence', 24, [tensor('input', A16), optional('split', TIND, '0 or 1')], [axis, keepdims]),
  openvino('VariadicSplit', 1, [tensor('data', T1), needed('axis', T2, 0), needed('split_lengths', T2)], []),
  openvino('Slice', 8, [tensor('data', T1), ...openvinoIndices], []),
  openvino('Split', 1, [tensor('data', T1), needed('axis', T2, 0)], [int('num_splits')]),
  onnx('Gather', 1, [tensor('data', A15), positions(TIND)], [axis]),
  onnx('Gather', 11, [tensor('data', A15), positions(TIND)], [axis]),
  onnx('Gather', 13, [tensor('data', A16), positions(TIND)], [axis]),
  openvino('Gather', 1, [tensor('data', T1), positions(T2), needed('axis', T2, 0)], []),
  openvino('Gather', 7, [tensor('data', T1), positions(T2), needed('axis', T2, 0)], [intOr('batch_dims', 0)]),
  openvino('Gather', 8, [tensor('data', T1), positions(T2), needed('axis', T2, 0)], [intOr('batch_dims', 0)]),
  onnx('Compress', 9, [tensor('input', A15), needed('condition', ['bool'])], [anyAxis]),
  onnx('Compress', 11, [tensor('input', A15), needed('condition', ['bool'])], [anyAxis]),
  onnx('Concat', 1, several(FLOATS), [intOr('axis', 1)]),
  onnx('Concat', 4, several(A15), [int('axis')]),
  onnx('Concat', 11, several(A15), [int('axis')]),
  onnx('Concat', 13, several(A16), [int('axis')]),
  onnx('ConcatFromSequence', 11, sequence(A15), [int('axis'), intOr('new_axis', 0)]),
  onnx(
    'TensorScatter',
    24,
    [tensor('past_cache', CACHED), tensor('update', CACHED), optional('write_indices', ['int64'])],
    [intOr('axis', -2), mode],
  ),
  openvino('Concat', 1, several(NUMBERS_OF_OPENVINO), [int('axis')]),
  openvino(
    'SliceScatter',
    15,
    [tensor('data', NUMBERS_OF_OPENVINO), tensor('updates', NUMBERS_OF_OPENVINO), ...openvinoIndices],
    [],
  ),
  openvino(
    'ScatterUpdate',
    3,
    [
      tensor('data', NUMBERS_OF_OPENVINO),
      positions(T2),
      tensor('updates', NUMBERS_OF_OPENVINO),
      needed('axis', T2, 0),
    ],
    [],
  ),
  onnx('Pad', 1, [tensor('data', FLOATS)], [ints('paddings', false), padMode(), floatValue]),
  onnx('Pad', 2, [tensor('data', FLOATS)], [ints('pads', false), padMode(), floatValue]),
  onnx('Pad', 11, padded(PADDED, false), [padMode()]),
  onnx('Pad', 13, padded(A16, false), [padMode()]),
  onnx('Pad', 18, padded(A16), [padMode()]),
  onnx('Pad', 19, padded(A16), [padMode('wrap')]),
  onnx('Pad', 21, padded(PADDED_21), [padMode('wrap')]),
  onnx('Pad', 23, padded(PADDED_23), [padMode('wrap')]),
  onnx('Pad', 24, padded(PADDED_24), [padMode('wrap')]),
  onnx('Pad', 25, padded(PADDED_24), [padMode('wrap')]),
  openvinoPad(1, NUMBERS_OF_OPENVINO),
  openvinoPad(12, T1),
];

/**
 * The versions of an operator, oldest first.
 * @param {string} op_type
 * @param {string} [domain] without, ai.onnx's where both have the name
 */
export function versionsOf(op_type, domain) {
  const named = OPERATORS.filter((each) => each.op_type === op_type);
  return named.filter((each) => each.domain === (domain ?? named[0].domain));
}

/**
 * The row in effect at an opset; undefined before the first.
 * @param {string} op_type
 * @param {number} opset
 * @param {string} [domain]
 */
export const rowAt = (op_type, opset, domain) =>
  versionsOf(op_type, domain).findLast((each) => each.since_version <= opset);

/** `Split`, `openvino.Split`: how the corpus calls an operator. @param {Row} row */
export const familyOf = ({ op_type, domain }) =>
  versionsOf(op_type)[0].domain === domain ? op_type : `${domain}.${op_type}`;

/** `Split-18`, `openvino.Split-1`. @param {Row} row */
export const versionOf = (row) => `${familyOf(row)}-${row.since_version}`;

/** Does the corpus list it with the tensors of data? Others it names. @param {Input} input */
export const isListed = ({ rank, value, name }) => (rank === 'any' && name !== 'indices') || value === true;

/** Does a value fill a part of the output? @param {Row} row */
export const isFilling = ({ inputs, attributes }) =>
  inputs.some(({ value }) => value) || attributes.some(({ type }) => type === 'float');

/** Does it take one tensor apart? Others join several. @param {Row} row */
export const isCut = (row) =>
  !isFilling(row) &&
  row.inputs.filter((input) => isListed(input) && !input.variadic && !input.sequence).length === 1;

/** May its outputs be views of the data? @param {Row} row */
export const hasViews = (row) => isCut(row) && !['Gather', 'Compress'].includes(row.op_type);

/** The input that a plan is run with: one tensor, or a list. @param {Row} row @param {any[]} tensors that the corpus lists */
export const runInputOf = (row, tensors) =>
  isCut(row) ? tensors[0] : isFilling(row) ? tensors.slice(0, 1) : tensors;

/** Our own operator, which no document has. @type {Row} */
export const REARRANGE = row(
  'microtome',
  'Rearrange',
  1,
  [tensor('input', [...new Set([...A16, ...T1])])],
  [
    { name: 'pattern', type: 'string', optional: false },
    { name: 'sizes', type: 'object', optional: true },
    { name: 'to', type: 'string or object', optional: true },
  ],
);
