// Rules that several operators share. A new one is a row here, and in tests/cases/*.txt a group of lines under its tag.
import { EVERY, SEQUENCE, SLICE, SLICE_WITH_STEPS, SPLIT, SPLITTERS, VARIADIC, versions } from './rule.js';

/** @type {import('./rule.js').Rule[]} */
export const RULES = [
  {
    tag: 'examples',
    text: "The document's own examples.",
    on: [...SLICE, ...VARIADIC],
    gives: ['outputs'],
  },
  {
    tag: 'types',
    text: 'Every element type that the version lists is supported, bit for bit. Any other type is an error that lists them.',
    on: EVERY,
    gives: ['outputs', 'bad_type'],
    tests: [
      { file: 'tests/node/corpus/cases.test.js', title: 'executes every element type of every version' },
    ],
  },
  {
    tag: 'opset',
    text: 'The version in effect is the newest one that is not above the opset.',
    on: EVERY,
    gives: ['outputs'],
    tests: [{ file: 'tests/node/surface/names.test.js', title: 'says which version an opset has' }],
  },
  {
    tag: 'no-version',
    text: 'An opset before the first version is an error.',
    on: ['Slice-1', 'Split-1', 'SplitToSequence-11', 'VariadicSplit-1'],
    gives: ['bad_opset'],
  },
  {
    tag: 'required',
    text: 'Required inputs and attributes must be given.',
    on: [...SLICE, ...VARIADIC],
    gives: ['missing'],
  },
  {
    tag: 'attributes',
    text: 'An unknown attribute is an error. That includes attributes of older versions that are inputs now.',
    on: EVERY,
    gives: ['unknown_attribute'],
    shows: /@/,
  },
  {
    tag: 'attribute-types',
    text: 'A tensor that is given as an attribute must have the type int32 or int64.',
    on: EVERY.filter((version) => !SLICE_WITH_STEPS.includes(version) && !VARIADIC.includes(version)),
    gives: ['outputs', 'bad_type'],
    shows: /@\w+=[a-z]/,
  },
  {
    tag: 'negative-axis',
    text: 'A negative axis counts back from the last axis.',
    on: EVERY,
    gives: ['outputs'],
    shows: /ax[ei]s=[\w(]*\[?-/,
  },
  {
    tag: 'axis-range',
    text: 'An axis outside [-rank, rank - 1] is an error.',
    on: EVERY,
    gives: ['bad_axis'],
  },
  {
    tag: 'axis-64-bit',
    text: 'An axis is compared in 64 bits: 2^32 is not axis 0.',
    on: EVERY,
    gives: ['bad_axis'],
    shows: /ax[ei]s=\S*\d{10}/,
  },
  {
    tag: 'scalar-input',
    text: 'Splitting a tensor of rank 0 is an error, because it has no axis.',
    on: SPLITTERS,
    gives: ['bad_axis'],
    shows: / \[\] /,
  },
  {
    tag: 'axis-default',
    text: 'Without `axis`, axis 0 is split.',
    on: [...SPLIT, ...SEQUENCE],
    gives: ['outputs'],
    shows: /^(?!.*@axis)\S+ \S+ \[\d+,/,
  },
  {
    tag: 'lengths',
    text: 'A list of lengths gives one output per entry, in that order.',
    on: SPLITTERS,
    gives: ['outputs'],
    shows: /split(_lengths)?=\w*\[\d/,
  },
  {
    tag: 'sum',
    text: 'Lengths that do not add up to the size of the axis are an error.',
    on: SPLITTERS,
    gives: ['sum_mismatch'],
  },
  {
    tag: 'wrapping-sum',
    text: 'A sum that matches only because it overflows 64 bits is an error.',
    on: SPLITTERS,
    gives: ['sum_mismatch'],
  },
  {
    tag: 'negative-length',
    text: 'A negative length is an error, even -1.',
    on: [...SPLIT, ...SEQUENCE],
    gives: ['bad_size'],
  },
  {
    tag: 'zero-length',
    text: 'A length of 0 gives an output without elements.',
    on: SPLITTERS,
    gives: ['outputs'],
    shows: /split(_lengths)?=\S*\b0\b/,
  },
  {
    tag: 'too-many-outputs',
    text: 'More than 2^20 outputs are an error, before any output is made.',
    on: SPLITTERS,
    gives: ['too_many_outputs'],
    tests: [
      {
        file: 'tests/native/operators_test.cpp',
        title: 'lists longer than the cap are an error in every splitter',
        on: VARIADIC,
      },
    ],
  },
  {
    tag: 'split-type',
    text: 'The type of `split` must be int64 in Split, and int32 or int64 in SplitToSequence.',
    on: [...versions('Split', 13), ...SEQUENCE],
    gives: ['bad_type'],
    shows: / split=/,
  },
];
