// Rules of SplitToSequence. A new one is a row here, and in split_to_sequence.txt a group under its tag.
import { SEQUENCE } from '../rule.js';

/** @type {import('../rule.js').Rule[]} */
export const RULES = [
  {
    tag: 'single-slices',
    text: 'Without `split`, there is one tensor per index, of size 1 along the axis.',
    on: SEQUENCE,
    gives: ['outputs'],
    shows: /^(?!.* split=)/,
  },
  {
    tag: 'drop-axis',
    text: '`keepdims` = 0 removes that axis. A 1-D input gives scalars.',
    on: SEQUENCE,
    gives: ['outputs'],
    shows: /^(?!.* split=).*@keepdims=0/,
  },
  {
    tag: 'keep-axis',
    text: 'Any `keepdims` other than 0 keeps the axis.',
    on: SEQUENCE,
    gives: ['outputs'],
    shows: /^(?!.* split=).*@keepdims=(?!0)/,
  },
  {
    tag: 'empty-sequence',
    text: 'An axis of size 0 gives an empty sequence, both without `split` and with a scalar `split`.',
    on: SEQUENCE,
    gives: ['outputs'],
    shows: /-> none$/,
  },
  {
    tag: 'chunk-size',
    text: 'A scalar `split` is the size of each chunk. The last chunk may be smaller.',
    on: SEQUENCE,
    gives: ['outputs'],
    shows: / split=(\w+\()?\d| split=\w+\{\}/,
  },
  {
    tag: 'positive-chunk',
    text: 'A scalar `split` below 1 is an error, even on an axis of size 0.',
    on: SEQUENCE,
    gives: ['bad_size'],
    shows: / split=(\w+\()?(0|-)/,
  },
  {
    tag: 'one-entry-list',
    text: 'A list of one entry is still a list: the entry must equal the size.',
    on: SEQUENCE,
    gives: ['outputs', 'sum_mismatch'],
    shows: / split=\w*\[\d+\]/,
  },
  {
    tag: 'empty-list',
    text: 'An empty list gives an empty sequence if the axis has size 0. Otherwise it is an error.',
    on: SEQUENCE,
    gives: ['outputs', 'sum_mismatch'],
    shows: / split=\w*\[\]/,
  },
  {
    tag: 'split-rank',
    text: '`split` of rank 2 or more is an error.',
    on: SEQUENCE,
    gives: ['bad_rank'],
    shows: / split=\w+\{\d+,/,
  },
  {
    tag: 'keepdims-ignored',
    text: '`keepdims` is ignored whenever `split` is given.',
    on: SEQUENCE,
    gives: ['outputs'],
    shows: /@keepdims=0 .*split=/,
  },
];
