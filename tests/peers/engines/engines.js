// THE table of engines. To add one, add a row; where it does otherwise than this library, ../differences says why.

import { TYPES } from '../../../docs/rules/elements.js';
import { findNumpy } from '../../../tools/common/numpy.js';
import { installGroup, versionOf } from '../../../tools/common/packages.js';
import { MISTAKE_KINDS, OF_TENSORS } from '../../random/nodes/mistakes.js';
import { OF_SEVERAL } from '../../random/nodes/nodes.js';
import { startNumpy } from './numpy.js';
import { startOrt } from './ort.js';

/** @import { Answer } from '../answers.js' */
/** @import { Example, OpType } from '../../random/nodes/example.js' */
/** @import { MistakeKind } from '../../random/nodes/mistakes.js' */

/** @typedef {{ ask: (example: Example) => Promise<Answer>, stop: () => void }} Asked */

/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {() => Promise<string | undefined>} version undefined if it is not installed
 * @property {string} otherwise what a user can do if it is not installed
 * @property {readonly OpType[]} [lacks] operators for which nothing of it can stand
 * @property {() => Promise<Asked>} start
 * @property {(op_type: OpType) => readonly string[]} types element types that it has: almost all examples are of those that the version has too
 * @property {(op_type: OpType) => readonly MistakeKind[]} mistakes that it can be asked about
 */

const WIDE = [
  'float32', 'float64', 'float16', 'uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32', 'uint64', 'int64', 'bool', 'string',
  'bfloat16',
]; // biome-ignore format: a table
/** Of Pad, without those of which no version has a kernel. */
const PADDED = ['float32', 'float64', 'int8', 'uint8', 'uint32', 'int32', 'uint64', 'int64', 'bool'];
const IN_SEQUENCES = ['float32', 'float64', 'float16', 'int32', 'int64', 'bool', 'string'];

/** Mistakes that are not about how a document types its parameters. @type {MistakeKind[]} */
const OF_VALUES = ['entry', 'more', 'fewer'];
/** @type {MistakeKind[]} */
const OF_NODES = MISTAKE_KINDS.filter((kind) => !OF_TENSORS.includes(kind));
/** Operators of OpenVINO, which others stand for. @type {OpType[]} */
const FOREIGN = ['VariadicSplit', 'SliceScatter', 'ScatterUpdate'];

/** @type {Engine[]} */
export const ENGINES = [
  {
    name: 'onnxruntime',
    lacks: ['ScatterUpdate'],
    version: async () =>
      (await installGroup('tests/peers')) ? versionOf('tests/peers', 'onnxruntime-node') : undefined,
    otherwise: 'connect to the network, so that npm can install onnxruntime-node',
    start: () => startOrt(),
    types: (op_type) =>
      ({ SplitToSequence: IN_SEQUENCES, Pad: PADDED })[/** @type {string} */ (op_type)] ?? WIDE,
    mistakes: (op_type) => [
      ...(FOREIGN.includes(op_type) ? OF_VALUES : OF_NODES),
      ...(OF_SEVERAL.includes(op_type) ? OF_TENSORS : []),
    ],
  },
  {
    name: 'numpy',
    version: async () => (await findNumpy())?.version,
    otherwise: 'install NumPy for python3, or name a Python that has it in MICROTOME_PYTHON',
    start: startNumpy,
    types: () => TYPES,
    mistakes: (op_type) => [
      'entry',
      .../** @type {MistakeKind[]} */ (OF_SEVERAL.includes(op_type) ? ['size', 'taller', 'word'] : []),
      .../** @type {MistakeKind[]} */ (op_type === 'Pad' ? ['more', 'fewer', 'absent', 'scalar'] : []),
    ],
  },
];
