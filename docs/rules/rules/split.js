// Rules of Split, of both domains. A new one is a row here, and in split.txt a group under its tag.
import { OPENVINO_SPLIT, SPLIT, SPLIT_BY_ATTRIBUTE, SPLIT_BY_NODE, versions } from '../rule.js';

/** @type {import('../rule.js').Rule[]} */
export const RULES = [
  {
    tag: 'split-is-input',
    text: 'The lengths are an input. There is no attribute `split`.',
    on: versions('Split', 13),
    gives: ['unknown_attribute'],
    shows: / @split=/,
  },
  {
    tag: 'split-shape',
    text: '`split` must be 1-D, with at least one entry.',
    on: SPLIT,
    gives: ['empty_split', 'bad_rank'],
  },
  {
    tag: 'output-count',
    text: '`split` must have as many entries as the node has outputs.',
    on: SPLIT,
    gives: ['count_mismatch'],
    shows: / split=| @split=/,
  },
  {
    tag: 'float-lengths',
    text: 'Lengths that are an input have the type of the data. They must be whole numbers, and -0 is 0.',
    on: ['Split-1'],
    gives: ['outputs', 'not_integer', 'bad_size', 'bad_type'],
    shows: / split=/,
  },
  {
    tag: 'both-splits',
    text: 'Giving lengths both as an attribute and as an input is an error.',
    on: ['Split-1'],
    gives: ['conflict'],
  },
  {
    tag: 'equal-parts',
    text: 'Without lengths, the axis is split into as many equal parts as the node has outputs (`num_outputs` of the call).',
    on: SPLIT_BY_NODE,
    gives: ['outputs'],
    shows: / outputs=/,
  },
  {
    tag: 'equal-parts-of-none',
    text: 'An axis of size 0 can be split into any number of equal parts.',
    on: SPLIT_BY_NODE,
    gives: ['outputs'],
    shows: / outputs=/,
  },
  {
    tag: 'no-remainder',
    text: 'It is an error if the number of outputs does not divide the size.',
    on: SPLIT_BY_NODE,
    gives: ['not_divisible'],
  },
  {
    tag: 'count-needed',
    text: 'It is an error if neither lengths nor a number of outputs is given.',
    on: SPLIT_BY_NODE,
    gives: ['missing'],
  },
  {
    tag: 'positive-count',
    text: 'A number of outputs below 1 is an error.',
    on: SPLIT,
    gives: ['bad_count'],
  },
  {
    tag: 'one-of-two',
    text: 'Exactly one of the input `split` and the attribute `num_outputs` must be given.',
    on: SPLIT_BY_ATTRIBUTE,
    gives: ['conflict', 'missing'],
  },
  {
    tag: 'chunks',
    text: '`num_outputs` = n gives chunks of ceil(size / n). The last chunks are smaller or empty if the axis ends before.',
    on: SPLIT_BY_ATTRIBUTE,
    gives: ['outputs'],
    shows: /@num_outputs=/,
  },
  {
    tag: 'node-outputs',
    text: 'A node with fewer outputs than `num_outputs` gets the first chunks. More outputs are an error.',
    on: SPLIT_BY_ATTRIBUTE,
    gives: ['outputs', 'count_mismatch'],
    shows: /@num_outputs=\d+ outputs=/,
  },
  {
    tag: 'equal-splits',
    text: 'The axis is split into `num_splits` pieces of the same size.',
    on: OPENVINO_SPLIT,
    gives: ['outputs'],
    shows: /@num_splits=/,
  },
];
