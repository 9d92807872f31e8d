// Rules of Split. A new one is a row here, and in ../split.txt a group under its tag.
import { SPLIT, SPLIT_BY_ATTRIBUTE, SPLIT_BY_NODE, versions } from './rule.js';

/** @type {import('./rule.js').Rule[]} */
export const RULES = [
  {
    tag: 'split-is-input',
    text: 'The lengths are an input; the attribute `split` is gone.',
    on: versions('Split', 13),
    gives: ['unknown_attribute'],
    shows: / @split=/,
  },
  {
    tag: 'split-shape',
    text: '`split` is 1-D and has an entry at least.',
    on: SPLIT,
    gives: ['empty_split', 'bad_rank'],
  },
  {
    tag: 'output-count',
    text: '`split` has as many entries as the node has outputs.',
    on: SPLIT,
    gives: ['count_mismatch'],
    shows: / split=| @split=/,
  },
  {
    tag: 'float-lengths',
    text: "Lengths that are an input have the data's own type; they must be whole, and -0 is 0.",
    on: ['Split-1'],
    gives: ['outputs', 'not_integer', 'bad_size', 'bad_type'],
    shows: / split=/,
  },
  {
    tag: 'both-splits',
    text: 'Lengths as an attribute and as an input at once are an error.',
    on: ['Split-1'],
    gives: ['conflict'],
  },
  {
    tag: 'equal-parts',
    text: "Without lengths, as many equal parts as the node has outputs (the call's `num_outputs`).",
    on: SPLIT_BY_NODE,
    gives: ['outputs'],
    shows: / outputs=/,
  },
  {
    tag: 'equal-parts-of-none',
    text: 'An axis of size 0 has any number of equal parts.',
    on: SPLIT_BY_NODE,
    gives: ['outputs'],
    shows: / outputs=/,
  },
  {
    tag: 'no-remainder',
    text: 'A size that the number of outputs does not divide is an error.',
    on: SPLIT_BY_NODE,
    gives: ['not_divisible'],
  },
  {
    tag: 'count-needed',
    text: 'Neither lengths nor a number of outputs is an error.',
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
    text: 'Exactly one of the input `split` and the attribute `num_outputs`.',
    on: SPLIT_BY_ATTRIBUTE,
    gives: ['conflict', 'missing'],
  },
  {
    tag: 'chunks',
    text: '`num_outputs` = n gives chunks of ceil(size / n), as far as the axis reaches: the last ones are smaller, or empty.',
    on: SPLIT_BY_ATTRIBUTE,
    gives: ['outputs'],
    shows: /@num_outputs=/,
  },
  {
    tag: 'node-outputs',
    text: 'A node with fewer outputs than `num_outputs` has the first chunks; with more, it is an error.',
    on: SPLIT_BY_ATTRIBUTE,
    gives: ['outputs', 'count_mismatch'],
    shows: /@num_outputs=\d+ outputs=/,
  },
];
