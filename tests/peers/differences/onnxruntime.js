// What ONNX Runtime does otherwise (1.30, on CPU). "Known before the run": a model may hold shapes and parameters, and is then
// checked by other code as it is loaded.

import { countElements } from '../../../docs/rules/elements.js';
import { scalar } from '../../random/nodes/parts.js';
import { ours } from '../answers.js';
import { isShapeKnown } from '../engines/ort_model.js';
import { axisOf, backward, changed, integersOf, is, parameterOf, sizeAlong, withEntries } from './reading.js';

/** @import { Value } from '../../../web/conformance/corpus_values.js' */
/** @import { Example } from '../../random/nodes/example.js' */
/** @import { Difference } from '../judge.js' */

const INT32_MAX = 2n ** 31n - 1n;
const INT64_MAX = 2n ** 63n - 1n;

/** @param {Example} example */
const toMax = (example) => backward(example).filter(({ end }) => end === INT32_MAX || end === INT64_MAX);

/** num_outputs of Split-18, where nothing else is wrong. @param {Example} example */
function countOf(example) {
  const [count] = integersOf(example, 'num_outputs');
  const alone = is(example, 'Split', 18) && count !== undefined && !parameterOf(example, 'split');
  return alone ? Number(count) : undefined;
}

/** Split-18 as ONNX Runtime takes it: by the outputs that the node has. @param {Example} example @returns {Example} */
function byOutputs({ node, ...rest }) {
  const count = { type: '', dims: [], values: [node.outputs ?? 1n] };
  return { ...rest, node: { ...node, attributes: new Map([...node.attributes, ['num_outputs', count]]) } };
}

/** The elements that Compress may take: along an axis, or of all. @param {Example} example */
const sizeTaken = (example) =>
  example.node.attributes.has('axis') ? example.node.dims[axisOf(example)] : countElements(example.node.dims);

/** @param {Example} example the scalar split of SplitToSequence */
function chunkOf(example) {
  const split = parameterOf(example, 'split');
  return is(example, 'SplitToSequence') && split?.dims.length === 0 ? Number(split.values[0]) : undefined;
}

/** @param {Example} example the list split of SplitToSequence, or of another rank */
function sizesOf(example) {
  const split = parameterOf(example, 'split');
  return is(example, 'SplitToSequence') && split && split.dims.length > 0 ? split : undefined;
}

/** @param {Example} example */
const dropsAxis = (example) => integersOf(example, 'keepdims')[0] === 0n;

/** @param {bigint} value */
const isWide = (value) => value !== BigInt.asIntN(32, value);

/** @param {Example} example */
const isOfStrings = (example) => is(example, 'Gather') && example.node.type === 'string';

/** Elements after the axis of Gather. @param {Example} example */
const runOf = (example) => countElements(example.node.dims.slice(axisOf(example) + 1));

/** @type {Omit<Difference, 'engine'>[]} */
export const ONNXRUNTIME = [
  { ruling: 'D2', title: 'a slice backward whose end is INT32_MAX or INT64_MAX goes to the beginning',
    covers: (example) => is(example, 'Slice', 10) && toMax(example).length > 0,
    does: (example) => withEntries(example, 'ends', toMax(example), -(2n ** 31n)) },
  { ruling: 'D8', title: 'a scalar cannot be sliced, not even by nothing',
    covers: (example) => is(example, 'Slice') && example.node.dims.length === 0, does: /Cannot slice scalars/ },
  { ruling: 'D16', title: 'chunks that would be empty before the last are an error',
    covers: (example) => {
      const [count, size] = [countOf(example) ?? 0, sizeAlong(example)];
      return count <= size && Math.ceil(size / count) * (count - 1) >= size;
    }, does: /exceeds the remaining size of the selected axis|^Invalid dimension: -/ },
  { ruling: 'D17', title: 'more chunks than the axis is long are an error',
    covers: (example) => (countOf(example) ?? 0) > sizeAlong(example) && sizeAlong(example) > 0,
    does: /Invalid num_outputs value|^Invalid dimension: -/ },
  { ruling: 'D18', title: 'chunks of an axis of size 0 are an error',
    covers: (example) => countOf(example) !== undefined && sizeAlong(example) === 0, does: /Invalid num_outputs value/ },
  { ruling: 'D19', title: 'num_outputs below 1 is ignored, where no shape is known before the run',
    covers: (example) => (countOf(example) ?? 1) < 1 && !isShapeKnown(example), does: byOutputs },
  { ruling: 'D19', title: 'and on an axis of size 0 it ends the process',
    covers: (example) => (countOf(example) ?? 1) < 1 && sizeAlong(example) === 0, does: 'SIGFPE' },
  { ruling: 'D21',
    title: 'without split and num_outputs, equal pieces by the outputs, where no shape is known before the run, or it is 0',
    covers: (example) => is(example, 'Split', 18) && !parameterOf(example, 'split') && !parameterOf(example, 'num_outputs') && (!isShapeKnown(example) || sizeAlong(example) === 0),
    does: byOutputs },
  { ruling: 'D22', title: 'more outputs than num_outputs, of a shape that is known before the run, end the process',
    covers: (example) => (countOf(example) ?? Infinity) < Number(example.node.outputs) && isShapeKnown(example), does: 'SIGABRT' },
  { ruling: 'D22', title: 'otherwise the outputs count, not num_outputs',
    covers: (example) => (countOf(example) ?? 0) >= 1 && countOf(example) !== Number(example.node.outputs), does: byOutputs },
  { ruling: 'D28', title: 'an empty split is as good as none',
    covers: (example) => is(example, 'Split', 2) && parameterOf(example, 'split')?.dims.join() === '0',
    does: (example) => {
      const without = changed(example, 'split', null);
      return is(example, 'Split', 18) ? byOutputs(without) : without;
    } },
  { ruling: 'D40', title: "of Split, an absent split that is named '' counts as given",
    covers: (example) => example.blanks && countOf(example) !== undefined,
    does: /If 'num_outputs' is specified, the 'split' input should not be provided/ },
  { ruling: 'D34', title: 'keepdims=0 is obeyed with a scalar split too: pieces lose their axis',
    covers: (example) => dropsAxis(example) && (chunkOf(example) ?? 0) >= 1,
    does: (example) => {
      const axis = Number(integersOf(example, 'axis')[0] ?? 0);
      const { outputs = [], ...rest } = ours(example);
      return { outputs: outputs.map(({ dims, data }) => ({ dims: dims.toSpliced(axis, 1), data })), ...rest };
    } },
  { ruling: 'D34', title: 'which larger ones cannot', covers: (example) => dropsAxis(example) && (chunkOf(example) ?? 0) > 1,
    does: /Tensor::Reshape.*shape_\.Size\(\) == new_shape\.Size\(\) was false/ },
  { ruling: 'D35', title: 'a scalar split of 0, when it is a constant, ends the process',
    covers: (example) => chunkOf(example) === 0 && example.constant, does: 'SIGFPE' },
  { ruling: 'D37', title: 'an empty split is as good as none', covers: (example) => sizesOf(example)?.values.length === 0,
    does: (example) => changed(example, 'split', null) },
  { ruling: 'D37', title: 'and, when it is a constant, an error',
    covers: (example) => sizesOf(example)?.values.length === 0 && example.constant, does: /Input 'split' can not be empty/ },
  { ruling: 'D38', title: 'a split of any rank is a list', covers: (example) => (sizesOf(example)?.dims.length ?? 0) > 1,
    does: (example) => {
      const { type, values } = /** @type {Value} */ (sizesOf(example));
      return changed(example, 'split', { type, dims: [values.length], values });
    } },
  { ruling: 'J2', title: 'of the axis of TensorScatter, only the lower 32 bits count',
    covers: (example) => is(example, 'TensorScatter') && integersOf(example, 'axis').some(isWide),
    does: (example) => {
      const [axis] = integersOf(example, 'axis');
      return changed(example, 'axis', scalar('', BigInt.asIntN(32, axis)));
    } },
  { ruling: 'J15', title: 'a negative index is an error, circular or not',
    covers: (example) => is(example, 'TensorScatter') && integersOf(example, 'write_indices').some((first) => first < 0n),
    does: /write_indices\[\d+\] = -\d+ is negative/ },
  { ruling: 'none', title: 'Compress takes a scalar as a list of one element',
    covers: (example) => is(example, 'Compress') && example.node.dims.length === 0,
    does: ({ node, ...rest }) => ({ ...rest, node: { ...node, dims: [1] } }) },
  { ruling: 'N22', title: 'a condition is not read beyond the axis, and may have any rank',
    covers: (example) => is(example, 'Compress') && (integersOf(example, 'condition').length > sizeTaken(example) || (parameterOf(example, 'condition')?.dims.length ?? 1) !== 1),
    does: (example) => {
      const { type, values } = /** @type {Value} */ (parameterOf(example, 'condition'));
      const own = values.slice(0, sizeTaken(example));
      return changed(example, 'condition', { dims: [own.length], type, values: own });
    } },
  { ruling: 'none', title: 'of each run of strings that Gather takes, only the first is copied',
    covers: (example) => isOfStrings(example) && runOf(example) > 1,
    does: (example) => {
      const { outputs = [], ...rest } = ours(example);
      const run = runOf(example);
      const firsts = (/** @type {string[]} */ data) => data.map((each, i) => (i % run === 0 ? each : ''));
      return { outputs: outputs.map(({ dims, data }) => ({ dims, data: firsts(data) })), ...rest };
    } },
]; // biome-ignore format: a table
