// THE tables of operators that are drawn at random: opsets, first the one that all others shrink to, and how a node is drawn for a
// version. To add an operator, add a row.
import { versionsOf } from '../../../docs/rules/operators.js';
import { compresses, gathers, openvinoGathers, scatterUpdates } from './gathers.js';
import { concats, concatsOfSequences, openvinoSlices, sliceScatters, tensorScatters } from './joins.js';
import { openvinoPads, pads } from './pads.js';
import { slices } from './slices.js';
import { openvinoSplits, sequences, splits, variadicSplits } from './splits.js';

/** @import { Node } from '../../../web/conformance/corpus_line.js' */

/** @typedef {{ opset: number, type: string }} Version */

/**
 * @typedef {object} NodeRow
 * @property {readonly number[]} opsets
 * @property {string} [domain] if ai.onnx has an operator of that name too
 * @property {import('fast-check').Arbitrary<(version: Version) => Node>} draw right nodes, but for a number here and there
 */

/** Of engines. */
const ONNX_OPSETS = [18, 21, 24, 26];

/** The newest version, and where versions begin and end. @param {string} op_type @param {number} [from] */
function opsetsOf(op_type, from = 1) {
  const rows = versionsOf(op_type);
  const begins = rows.map(({ since_version }) => since_version);
  const newest = begins[begins.length - 1];
  const later = rows[0].domain === 'ai.onnx' ? ONNX_OPSETS : [];
  const all = [newest, ...begins.flatMap((begin) => [begin - 1, begin]), ...later];
  return [...new Set(all)].filter((opset) => opset >= Math.max(from, begins[0]));
}

/** Operators of several tensors. @type {readonly string[]} */
export const OF_SEVERAL = [
  'Pad',
  'Concat',
  'ConcatFromSequence',
  'TensorScatter',
  'SliceScatter',
  'ScatterUpdate',
];

/** Those that tests/peers compares with engines. @satisfies {Record<string, NodeRow>} */
export const NODES = {
  Slice: { opsets: opsetsOf('Slice'), draw: slices },
  Split: { opsets: opsetsOf('Split'), draw: splits },
  SplitToSequence: { opsets: opsetsOf('SplitToSequence'), draw: sequences },
  VariadicSplit: { opsets: opsetsOf('VariadicSplit'), draw: variadicSplits },
  Gather: { opsets: opsetsOf('Gather'), draw: gathers },
  Compress: { opsets: opsetsOf('Compress'), draw: compresses },
  Pad: { opsets: opsetsOf('Pad'), draw: pads },
  Concat: { opsets: opsetsOf('Concat', 4), draw: concats },
  ConcatFromSequence: { opsets: opsetsOf('ConcatFromSequence'), draw: concatsOfSequences },
  TensorScatter: { opsets: opsetsOf('TensorScatter'), draw: tensorScatters },
  SliceScatter: { opsets: opsetsOf('SliceScatter'), draw: sliceScatters },
  ScatterUpdate: { opsets: opsetsOf('ScatterUpdate'), draw: scatterUpdates },
};

/** Those that no engine has under these names. @satisfies {Record<string, NodeRow>} */
export const OPENVINO_NODES = {
  'openvino.Slice': { domain: 'openvino', opsets: [8, 15], draw: openvinoSlices },
  'openvino.Split': { domain: 'openvino', opsets: [1, 8], draw: openvinoSplits },
  'openvino.Gather': { domain: 'openvino', opsets: [8, 1, 7, 15], draw: openvinoGathers },
  'openvino.Concat': { domain: 'openvino', opsets: [1, 15], draw: concats },
  'openvino.Pad': { domain: 'openvino', opsets: [1, 11, 12, 15], draw: openvinoPads },
};
