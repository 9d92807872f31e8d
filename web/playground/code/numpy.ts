// The cut in NumPy.
import { type Cut, sizesOf } from './cut.ts';
import { indexOfCut, type Library, toPython } from './python.ts';

const NUMPY: Library = {
  name: 'np',
  imports: 'import numpy as np',
  types: { bool: 'bool_', string: 'object_' },
  viewed: ['float16'],
  array: 'array',
  cast: 'astype',
  index: (cut) => indexOfCut(cut),
  flips: () => '',
  concat: 'concatenate',
  axis: 'axis',
  copy: 'copy',
  split({ walk: [walk], count }, input) {
    const { axis, size, drops } = walk;
    if (count === 0) return '[]';
    if (drops) return `[${input}.take(i, axis=${axis}) for i in range(${size})]`;
    const { sizes, even, begins } = sizesOf(walk);
    const where = even && sizes[0] > 0 ? String(count) : `[${begins.join(', ')}]`;
    return `np.split(${input}, ${where}, axis=${axis})`;
  },
};

export const toNumPy = (cut: Cut) => toPython(cut, NUMPY);
