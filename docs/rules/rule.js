// What a row of a rule or a ruling is made of. tools/generate/ties.js holds the corpus against the rows.
import { familyOf, OPERATORS, versionOf } from './operators.js';

/**
 * What the operators' documents say, or follows from them. Every version in `on` must show everything in `gives`.
 * @typedef {object} Rule
 * @property {string} tag its name in the corpus: `# zero-step: ...`
 * @property {string} text for someone who uses the operator
 * @property {string[]} on versions, as `versions()` gives them
 * @property {string[]} gives what its cases may expect, each at least once: `outputs`, or the code of an error
 * @property {RegExp} [shows] what the line of each of its cases has
 * @property {Test[]} [tests] others that execute it; the one proof where a version's case cannot be a line
 */

/**
 * What a document leaves open or contradicts, what others made of it, and what is done here. `text` is the case.
 * @typedef {Rule & { document: string, reference?: string, ort?: string, openvino: string, ours: string }} Ruling
 */

/**
 * @typedef {object} Test
 * @property {string} file
 * @property {string} title as the file has it
 * @property {string[]} [on] versions for which it stands in for a line
 */

/**
 * The versions of an operator, as `Split-18`; a version that is added later is among them.
 * @param {string} family `Split`, `openvino.Split`
 * @param {number} [from]
 * @param {number} [to]
 */
export const versions = (family, from = 1, to = Number.POSITIVE_INFINITY) =>
  OPERATORS.filter(
    (row) => familyOf(row) === family && row.since_version >= from && row.since_version <= to,
  ).map(versionOf);

export const SLICE = versions('Slice');
export const SLICE_WITH_STEPS = versions('Slice', 10);
export const SPLIT = versions('Split');
/** Those in which the node's output count stands for missing lengths. */
export const SPLIT_BY_NODE = versions('Split', 1, 13);
export const SPLIT_BY_ATTRIBUTE = versions('Split', 18);
export const SEQUENCE = versions('SplitToSequence');
export const VARIADIC = versions('VariadicSplit');
export const SPLITTERS = [...SPLIT, ...SEQUENCE, ...VARIADIC];
export const ONNX = [...SLICE, ...SPLIT, ...SEQUENCE];
export const OPENVINO_SLICE = versions('openvino.Slice');
export const OPENVINO_SPLIT = versions('openvino.Split');
export const OPENVINO_CONCAT = versions('openvino.Concat');
export const SLICE_SCATTER = versions('SliceScatter');
export const TENSOR_SCATTER = versions('TensorScatter');
export const SCATTER_UPDATE = versions('ScatterUpdate');
export const FROM_SEQUENCE = versions('ConcatFromSequence');
export const CONCATS = [...versions('Concat'), ...OPENVINO_CONCAT];
/** Those that join any number of tensors. */
export const CONCATENATIONS = [...CONCATS, ...FROM_SEQUENCE];
export const JOINS = [...CONCATENATIONS, ...TENSOR_SCATTER, ...SLICE_SCATTER, ...SCATTER_UPDATE];
export const PAD = versions('Pad');
export const OPENVINO_PAD = versions('openvino.Pad');
export const PADS = [...PAD, ...OPENVINO_PAD];
/** Those with `axes`. */
export const PAD_AXES = versions('Pad', 18);
export const GATHERS_OF_OPENVINO = versions('openvino.Gather');
export const GATHERS_BY_BATCHES = versions('openvino.Gather', 7);
export const GATHERS = [...versions('Gather'), ...GATHERS_OF_OPENVINO];
export const COMPRESS = versions('Compress');
/** Those whose index inputs are `start`, `stop`, `step` and `axes`. */
export const OPENVINO_SLICES = [...OPENVINO_SLICE, ...SLICE_SCATTER];
/** Those with packed types of any width. */
export const OPENVINO = [...VARIADIC, ...OPENVINO_SLICES, ...OPENVINO_SPLIT, ...OPENVINO_CONCAT];
export const EVERY = OPERATORS.map(versionOf);
/** Those that name axes. */
export const WITH_AXES = EVERY.filter((version) => !PADS.includes(version) || PAD_AXES.includes(version));
/** Those with attributes of integers. */
export const WITH_ATTRIBUTES = OPERATORS.filter(({ attributes }) =>
  attributes.some(({ type }) => type === 'int' || type === 'ints'),
).map(versionOf);
