// What ONNX Runtime does otherwise with Pad (1.30, on CPU).

import { countElements } from '../../../docs/rules/elements.js';
import { tensorsOf } from '../../../web/conformance/corpus_line.js';
import { ours } from '../answers.js';
import { goesOn, inTwo, isEmpty, modeOf, padsOf } from './pads.js';
import { changed, is, parameterOf } from './reading.js';

/** @import { Value } from '../../../web/conformance/corpus_values.js' */
/** @import { Answer } from '../answers.js' */
/** @import { Example } from '../../random/nodes/example.js' */
/** @import { Difference } from '../judge.js' */

/** Its value, if it has one. @param {Example} example */
const fillingOf = ({ node }) => tensorsOf(node)[1];

/** Crops, and pads what is left. @param {Example} example @returns {Answer} */
function croppedFirst(example) {
  const [crop, pad] = inTwo(example);
  const { outputs, ...failed } = ours(crop);
  if (!outputs) return failed;
  return ours(pad, (data) => data.with(0, { ...data[0], ...outputs[0] }));
}

/** @type {Omit<Difference, 'engine'>[]} */
export const ONNXRUNTIME_PAD = [
  { ruling: 'G11', title: 'an axis is cropped, and what is left of it goes on',
    covers: (example) => {
      const axes = padsOf(example);
      const isCropped = axes.some(({ size, kept }) => kept < size) && axes.every(({ kept }) => kept > 0n);
      return goesOn(example) && isCropped;
    }, does: croppedFirst },
  { ruling: 'G11', title: 'and if nothing is left, it is an error',
    covers: (example) => goesOn(example) && padsOf(example).some(({ kept }) => kept === 0n),
    does: /Pad: invalid mode: \d with zero effective input extent/ },
  { ruling: 'G14', title: 'reflect of more than the rest of the axis is an error',
    covers: (example) => modeOf(example) === 'reflect' && padsOf(example).some(({ begin, end, kept }) => begin >= kept || end >= kept),
    does: /Pad reflect: (pre|post)-pad \(\d+\) exceeds maximum allowed/ },
  { ruling: 'G15', title: 'reflect of one element is an error',
    covers: (example) => modeOf(example) === 'reflect' && padsOf(example).some(({ begin, end, kept }) => kept === 1n && (begin > 0n || end > 0n)),
    does: /Pad reflect requires axis length >= 2 after slicing/ },
  { ruling: 'G16', title: 'an empty tensor cannot wrap', covers: (example) => modeOf(example) === 'wrap' && isEmpty(example),
    does: /Unexpected mode of 3/ },
  { ruling: 'G19', title: 'a value of one element may have any rank',
    covers: (example) => is(example, 'Pad') && (fillingOf(example)?.dims.length ?? 0) > 1, does: ({ node, ...rest }) => {
      const tensors = tensorsOf(node).map((tensor, i) =>
        tensor && i === 1 ? { ...tensor, dims: [countElements(tensor.dims)] } : tensor,
      );
      return { ...rest, node: { ...node, tensors } };
    } },
  { ruling: 'G22', title: 'pads may have the shape [1, 2n]',
    covers: (example) => {
      const dims = is(example, 'Pad', 11) ? parameterOf(example, 'pads')?.dims : undefined;
      return dims?.length === 2 && dims[0] === 1;
    },
    does: (example) => {
      const { type, values } = /** @type {Value} */ (parameterOf(example, 'pads'));
      return changed(example, 'pads', { type, dims: [values.length], values });
    } },
  { ruling: 'G23', title: 'a scalar cannot be padded, not even by nothing',
    covers: (example) => is(example, 'Pad') && example.node.dims.length === 0, does: /Input tensor has no dimensions/ },
  { ruling: 'none', title: 'axes of int32, when they are a constant, are an error',
    covers: (example) => example.constant && parameterOf(example, 'axes')?.type === 'int32' && is(example, 'Pad'),
    does: /ParseData type mismatch for tensor: axes/ },
]; // biome-ignore format: a table
