// Rules of Concat, of both domains, and of ConcatFromSequence. A new one is a row here, and in concat.txt and
// concat_from_sequence.txt a group under its tag.
import { CONCATENATIONS, FROM_SEQUENCE } from '../rule.js';

/** @type {import('../rule.js').Rule[]} */
export const RULES = [
  {
    tag: 'joined',
    text: 'The output has the elements of one tensor after the other along `axis`. The sizes there add up.',
    on: CONCATENATIONS,
    gives: ['outputs'],
  },
  {
    tag: 'one-input',
    text: 'A single tensor is the output.',
    on: CONCATENATIONS,
    gives: ['outputs'],
    shows: /^\S+ \S+ \[[\d,]*\] @/,
  },
  {
    tag: 'concat-axis-default',
    text: 'Without `axis`, axis 1 is joined.',
    on: ['Concat-1'],
    gives: ['outputs'],
    shows: /^(?!.*@axis)/,
  },
  {
    tag: 'no-new-axis',
    text: 'Without `new_axis`, or if it is 0, the tensors are joined along an existing axis.',
    on: FROM_SEQUENCE,
    gives: ['outputs'],
    shows: /^(?!.*@new_axis=[^0])/,
  },
  {
    tag: 'new-axis',
    text: 'Any other `new_axis` stacks the tensors on a new axis, which has one index per tensor.',
    on: FROM_SEQUENCE,
    gives: ['outputs'],
    shows: /@new_axis=[^0]/,
  },
  {
    tag: 'new-axis-range',
    text: 'With a new axis, `axis` counts in the output: it must be in [-rank - 1, rank].',
    on: FROM_SEQUENCE,
    gives: ['outputs', 'bad_axis'],
    shows: /@new_axis=[^0]/,
  },
  {
    tag: 'stack-shapes',
    text: 'Tensors that are stacked must have the same shape.',
    on: FROM_SEQUENCE,
    gives: ['shape_mismatch'],
    shows: /@new_axis=[^0]/,
  },
  {
    tag: 'stack-scalars',
    text: 'Scalars can be stacked: they become a vector.',
    on: FROM_SEQUENCE,
    gives: ['outputs'],
    shows: / \[\] .*@new_axis=[^0]/,
  },
];
