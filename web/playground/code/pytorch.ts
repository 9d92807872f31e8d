// The cut in PyTorch, which has no negative steps: what goes backwards is taken forwards and flipped.
import { reversed } from '../model/slice.ts';
import { type Cut, sizesOf } from './cut.ts';
import { indexOfCut, type Library, toPython } from './python.ts';

const PYTORCH: Library = {
  name: 'torch',
  imports: 'import torch',
  types: {},
  viewed: ['float16', 'bfloat16'],
  array: 'tensor',
  cast: 'to',
  index: (cut) => indexOfCut(cut, (range) => (range.step < 0 ? reversed(range) : range)),
  flips,
  concat: 'cat',
  axis: 'dim',
  copy: 'clone',
  split({ walk: [walk], count }, input) {
    const { axis, drops } = walk;
    if (count === 0) return '()';
    if (drops) return `torch.unbind(${input}, dim=${axis})`;
    const { sizes, even } = sizesOf(walk);
    return `torch.split(${input}, ${even && sizes[0] > 0 ? sizes[0] : `[${sizes.join(', ')}]`}, dim=${axis})`;
  },
};

export const toPyTorch = (cut: Cut) =>
  cut.type === 'string' ? '# PyTorch has no tensors of strings.\n' : toPython(cut, PYTORCH);

function flips({ walk }: Cut) {
  const dropped = walk.filter(({ drops }) => drops).map(({ axis }) => axis);
  const axes = walk
    .filter(({ pieces: [{ step }] }) => step < 0)
    .map(({ axis }) => axis - dropped.filter((each) => each < axis).length);
  return axes.length > 0 ? `.flip(${axes.join(', ')})` : '';
}
