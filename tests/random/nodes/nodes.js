// THE tables of operators that are drawn at random: opsets, first the one that all others shrink to, and how a node is drawn for a
// version. To add an operator, add a row.
import { concats, concatsOfSequences, openvinoSlices, sliceScatters, tensorScatters } from './joins.js';
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

/** Operators of several tensors. @type {readonly string[]} */
export const JOINS = ['Concat', 'ConcatFromSequence', 'TensorScatter', 'SliceScatter'];

/** Those that tests/peers compares with engines. @satisfies {Record<string, NodeRow>} */
export const NODES = {
  Slice: { opsets: [13, 1, 9, 10, 11, 12, 18, 21, 24, 26], draw: slices },
  Split: { opsets: [18, 1, 2, 10, 11, 12, 13, 17, 21, 24, 26], draw: splits },
  SplitToSequence: { opsets: [24, 11, 13, 18, 23, 26], draw: sequences },
  VariadicSplit: { opsets: [1], draw: variadicSplits },
  Concat: { opsets: [13, 4, 10, 11, 12, 18, 21, 24, 26], draw: concats },
  ConcatFromSequence: { opsets: [11, 12, 13, 18, 24, 26], draw: concatsOfSequences },
  TensorScatter: { opsets: [24, 25, 26], draw: tensorScatters },
  SliceScatter: { opsets: [15], draw: sliceScatters },
};

/** Those that no engine has under these names. @satisfies {Record<string, NodeRow>} */
export const OPENVINO_NODES = {
  'openvino.Slice': { domain: 'openvino', opsets: [8, 15], draw: openvinoSlices },
  'openvino.Split': { domain: 'openvino', opsets: [1, 8], draw: openvinoSplits },
  'openvino.Concat': { domain: 'openvino', opsets: [1, 15], draw: concats },
};
