// Rules of Compress. A new one is a row here, and in compress.txt a group of lines under its tag.
import { COMPRESS } from '../rule.js';

/** @type {import('../rule.js').Rule[]} */
export const RULES = [
  {
    tag: 'compress-slices',
    text: 'The slices of `axis` for which the condition is true are taken, in their order.',
    on: COMPRESS,
    gives: ['outputs'],
    shows: /@axis=/,
  },
  {
    tag: 'compress-flat',
    text: 'Without `axis`, the condition is about the elements in row-major order, and the output has rank 1.',
    on: COMPRESS,
    gives: ['outputs'],
    shows: /^(?!.*@axis)/,
  },
  {
    tag: 'compress-short',
    text: 'What a shorter condition does not mention is left out.',
    on: COMPRESS,
    gives: ['outputs'],
  },
  {
    tag: 'compress-empty',
    text: 'If nothing is true, the output is empty.',
    on: COMPRESS,
    gives: ['outputs'],
  },
  {
    tag: 'compress-condition',
    text: 'The condition is a tensor of bools, of rank 1.',
    on: COMPRESS,
    gives: ['bad_type', 'bad_rank'],
  },
  { tag: 'compress-missing', text: 'The condition is required.', on: COMPRESS, gives: ['missing'] },
  {
    tag: 'compress-outputs',
    text: 'A node has one output; another count is an error.',
    on: COMPRESS,
    gives: ['outputs', 'count_mismatch'],
  },
  {
    tag: 'compress-large',
    text: 'Sizes up to 2^53 - 1 are legal if there are no elements.',
    on: COMPRESS,
    gives: ['outputs'],
  },
  {
    tag: 'compress-axis',
    text: '`axis` is one integer.',
    on: COMPRESS,
    gives: ['bad_rank', 'not_integer'],
  },
];
