// The cut in PyTorch, which has no negative steps: what goes backwards is taken forwards and flipped.
import { sizesOf } from './cut.js';
import { indexOfCut, toPython } from './python.js';

/** @import { Range } from '../model/slice.js' */
/** @import { Cut } from './cut.js' */
/** @import { Library } from './python.js' */

/** @type {Library} */
const PYTORCH = {
  name: 'torch',
  imports: 'import torch',
  types: {},
  viewed: ['float16', 'bfloat16'],
  array: 'tensor',
  cast: 'to',
  slice: (cut, input) => `${input}[${indexOfCut(cut, forwards)}]${flips(cut)}`,
  concat: 'cat',
  axis: 'dim',
  copy: 'clone',
  write: (cut, updates) => `output[${indexOfCut(cut, forwards)}] = ${updates}${flips(cut)}`,
  split({ walk: [walk], count }, input) {
    const { axis, drops } = walk;
    if (count === 0) return '()';
    if (drops) return `torch.unbind(${input}, dim=${axis})`;
    const { sizes, even } = sizesOf(walk);
    return `torch.split(${input}, ${even && sizes[0] > 0 ? sizes[0] : `[${sizes.join(', ')}]`}, dim=${axis})`;
  },
};

/** @param {Cut} cut */
export const toPyTorch = (cut) =>
  cut.type === 'string' ? '# PyTorch has no tensors of strings.\n' : toPython(cut, PYTORCH);

/** @param {Range} range @returns {Range} */
function forwards({ from, step, count, drops }) {
  if (step > 0) return { from, step, count, drops };
  return { from: from + (count - 1) * step, step: -step, count, drops };
}

/** @param {Cut} cut */
function flips({ walk }) {
  const dropped = walk.filter(({ drops }) => drops).map(({ axis }) => axis);
  const axes = walk
    .filter(({ pieces: [{ step }] }) => step < 0)
    .map(({ axis }) => axis - dropped.filter((each) => each < axis).length);
  return axes.length > 0 ? `.flip(${axes.join(', ')})` : '';
}
