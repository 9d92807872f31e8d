// Rules of SliceScatter, TensorScatter and ScatterUpdate. A new one is a row here, and in the file of its operator a group
// under its tag. What SliceScatter shares with Slice is in slice.js.
import { SCATTER_UPDATE, SLICE_SCATTER, TENSOR_SCATTER } from '../rule.js';

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
  {
    tag: 'update-written',
    text: 'The output is `data`, in which the slices at the listed indices of an axis are those of `updates`.',
    on: SCATTER_UPDATE,
    gives: ['outputs'],
  },
  {
    tag: 'update-rank',
    text: 'The axes of `indices` are axes of `updates`, in the place of the axis. A scalar is one index without an axis.',
    on: SCATTER_UPDATE,
    gives: ['outputs'],
  },
  {
    tag: 'update-empty',
    text: 'Without indices, the output is `data`.',
    on: SCATTER_UPDATE,
    gives: ['outputs'],
  },
  {
    tag: 'update-shape',
    text: '`updates` must have the shape of the slices.',
    on: SCATTER_UPDATE,
    gives: ['shape_mismatch'],
  },
  {
    tag: 'update-index-types',
    text: 'The indices and the axis are of any integer type of 8 to 64 bits.',
    on: SCATTER_UPDATE,
    gives: ['outputs', 'bad_type'],
  },
  {
    tag: 'update-axis-shape',
    text: '`axis` must be a scalar or have the shape [1].',
    on: SCATTER_UPDATE,
    gives: ['outputs', 'bad_rank'],
  },
  {
    tag: 'update-index-range',
    text: 'An index outside the axis is an error. It names the first such index, and its position in row-major order.',
    on: SCATTER_UPDATE,
    gives: ['index_out_of_range'],
  },
  {
    tag: 'update-large',
    text: 'Sizes up to 2^53 - 1 are legal if there are no elements.',
    on: SCATTER_UPDATE,
    gives: ['outputs'],
  },
  {
    tag: 'update-tall',
    text: 'A tensor has at most 32 axes.',
    on: SCATTER_UPDATE,
    gives: ['outputs', 'bad_rank'],
  },
];
