// Rules of SliceScatter and TensorScatter. A new one is a row here, and in slice_scatter.txt or tensor_scatter.txt a group
// under its tag. What SliceScatter shares with Slice is in slice.js.
import { SLICE_SCATTER, TENSOR_SCATTER } from '../rule.js';

/** @type {import('../rule.js').Rule[]} */
export const RULES = [
  {
    tag: 'scattered',
    text: 'The output is `data`, in which the elements that `Slice` with the same lists takes are those of `updates`.',
    on: SLICE_SCATTER,
    gives: ['outputs'],
  },
  {
    tag: 'nothing-taken',
    text: 'If the slice has no elements, the output is `data`.',
    on: SLICE_SCATTER,
    gives: ['outputs'],
    shows: /^\S+ \S+ \S+ \[(\d,)*0(,\d)*\] /,
  },
  {
    tag: 'updates-shape',
    text: '`updates` must have the shape of the slice.',
    on: SLICE_SCATTER,
    gives: ['shape_mismatch'],
  },
  {
    tag: 'written',
    text: 'Item b of the batch, which is axis 0, is `past_cache[b]` with `update[b]` in it, from index `write_indices[b]` of `axis` on.',
    on: TENSOR_SCATTER,
    gives: ['outputs'],
    shows: / write_indices=/,
  },
  {
    tag: 'from-zero',
    text: 'Without `write_indices`, every item is written from index 0 on.',
    on: TENSOR_SCATTER,
    gives: ['outputs'],
    shows: /^(?!.* write_indices=)/,
  },
  {
    tag: 'scatter-axis-default',
    text: 'Without `axis`, the last axis but one is written.',
    on: TENSOR_SCATTER,
    gives: ['outputs'],
    shows: /^(?!.*@axis)/,
  },
  {
    tag: 'linear',
    text: 'In `mode` linear, the default, an update must end within the axis.',
    on: TENSOR_SCATTER,
    gives: ['outputs', 'index_out_of_range'],
    shows: /^(?!.*@mode=circular)/,
  },
  {
    tag: 'circular',
    text: 'In `mode` circular, an update that passes the end of the axis continues at its beginning.',
    on: TENSOR_SCATTER,
    gives: ['outputs'],
    shows: /@mode=circular/,
  },
  {
    tag: 'empty-update',
    text: 'If `update` has no elements, the output is `past_cache`.',
    on: TENSOR_SCATTER,
    gives: ['outputs'],
    shows: /^\S+ \S+ \S+ \[(\d,)*0(,\d)*\] /,
  },
  {
    tag: 'write-indices',
    text: '`write_indices` must be int64 and 1-D.',
    on: TENSOR_SCATTER,
    gives: ['bad_type', 'bad_rank'],
    shows: / write_indices=/,
  },
];
