// NumPy and PyTorch, as far as their programs differ.
import type { Type } from '../../lib/index.ts';
import { boundsOf } from '../model/lists.ts';

export const NUMPY = {
  name: 'np', // in the code
  imports: 'import numpy as np',
  types: { bool: 'bool_', string: 'object_' } as Partial<Record<Type, string>>, // that it calls otherwise
  viewed: ['float16'] as Type[], // types of 16 bits whose values are given as bits
  array: 'array', // makes one from a list
  cast: 'astype', // changes the type
  flips: false, // whether it has no negative steps: what goes backwards is taken forwards and flipped
  permute: 'transpose', // reorders axes
  repeat: (input: string, shape: string) => `np.broadcast_to(${input}, [${shape}])`,
  concat: 'concatenate',
  axis: 'axis', // its word for one
  copy: 'copy',
  split(input: string, sizes: readonly number[], axis: number) {
    const [, ...begins] = boundsOf(sizes).map(([begin]) => begin);
    return `np.split(${input}, [${begins.join(', ')}], axis=${axis})`;
  },
  unbind: (input: string, size: number, axis: number) =>
    `[${input}.take(i, axis=${axis}) for i in range(${size})]`,
  /** @param indices a list, and its type if it is empty */
  take: (input: string, indices: string, axis: number) =>
    `${input}.take(${indices.endsWith(']') ? indices : `np.array(${indices})`}, axis=${axis})`,
  /** @param axis -1: of all elements @param kept the same as indices */
  compress: (input: string, condition: readonly string[], _kept: string, axis: number) =>
    `np.compress([${condition.join(', ')}], ${input}${axis < 0 ? '' : `, axis=${axis}`})`,
};

export type Library = typeof NUMPY;

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
  compress: (input, _, kept, axis) =>
    PYTORCH.take(axis < 0 ? `${input}.ravel()` : input, kept, Math.max(0, axis)),
};
