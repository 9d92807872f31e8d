// NumPy and PyTorch, as far as their programs differ.
import type { Type } from '../../lib/index.ts';
import { boundsOf } from '../model/lists.ts';

export interface Library {
  name: string; // in the code
  imports: string;
  types: Partial<Record<Type, string>>; // that it calls otherwise
  viewed: readonly Type[]; // types of 16 bits whose values are given as bits
  array: string; // makes one from a list
  cast: string; // method that changes the type
  flips: boolean; // it has no negative steps: what goes backwards is taken forwards and flipped
  permute: string; // method that reorders axes
  repeat: (input: string, shape: string) => string;
  concat: string;
  axis: string; // what it calls one
  copy: string; // method that copies
  split: (input: string, sizes: readonly number[], axis: number) => string;
  unbind: (input: string, size: number, axis: number) => string;
  take: (input: string, indices: string, axis: number) => string;
}

export const NUMPY: Library = {
  name: 'np',
  imports: 'import numpy as np',
  types: { bool: 'bool_', string: 'object_' },
  viewed: ['float16'],
  array: 'array',
  cast: 'astype',
  flips: false,
  permute: 'transpose',
  repeat: (input, shape) => `np.broadcast_to(${input}, [${shape}])`,
  concat: 'concatenate',
  axis: 'axis',
  copy: 'copy',
  split: (input, sizes, axis) => {
    const [, ...begins] = boundsOf(sizes).map(([begin]) => begin);
    return `np.split(${input}, [${begins.join(', ')}], axis=${axis})`;
  },
  unbind: (input, size, axis) => `[${input}.take(i, axis=${axis}) for i in range(${size})]`,
  take: (input, indices, axis) => `${input}.take(${indices}, axis=${axis})`,
};

export const PYTORCH: Library = {
  name: 'torch',
  imports: 'import torch',
  types: {},
  viewed: ['float16', 'bfloat16'],
  array: 'tensor',
  cast: 'to',
  flips: true,
  permute: 'permute',
  repeat: (input, shape) => `${input}.expand(${shape})`,
  concat: 'cat',
  axis: 'dim',
  copy: 'clone',
  split: (input, sizes, axis) => `torch.split(${input}, [${sizes.join(', ')}], dim=${axis})`,
  unbind: (input, _, axis) => `torch.unbind(${input}, dim=${axis})`,
  take: (input, indices, axis) => `${input}.index_select(${axis}, torch.tensor(${indices}))`,
};
