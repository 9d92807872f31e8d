// Rules of VariadicSplit, and of OpenVINO's index inputs and packed types. A new one is a row here, and in
// variadic_split.txt a group under its tag.
import {
  OPENVINO,
  OPENVINO_SLICE,
  OPENVINO_SLICES,
  OPENVINO_SPLIT,
  TENSOR_SCATTER,
  VARIADIC,
} from '../rule.js';

/** Others that hold the layouts of packed types against OpenVINO's text, bit by bit. @type {import('../rule.js').Test[]} */
const LAYOUTS = [
  { file: 'tests/native/packed_test.cpp', title: 'pack and unpack follow the text, for every count' },
];

/** @type {import('../rule.js').Rule[]} */
export const RULES = [
  {
    tag: 'axis-shape',
    text: '`axis` must be a scalar or have the shape [1].',
    on: [...VARIADIC, ...OPENVINO_SPLIT],
    gives: ['outputs', 'bad_rank'],
  },
  {
    tag: 'lengths-rank',
    text: '`split_lengths` must be 1-D.',
    on: VARIADIC,
    gives: ['bad_rank'],
  },
  {
    tag: 'integer-types',
    text: 'Index inputs may have any integer type of 8 to 64 bits, but not bool.',
    on: [...VARIADIC, ...OPENVINO_SLICES, ...OPENVINO_SPLIT],
    gives: ['outputs', 'bad_type'],
  },
  {
    tag: 'mixed-types',
    text: 'The types of index inputs may differ.',
    on: [...VARIADIC, ...OPENVINO_SLICES],
    gives: ['outputs'],
  },
  {
    tag: 'unsigned',
    text: 'Unsigned values are never negative: 255 and 2^64 - 1 are not -1.',
    on: VARIADIC,
    gives: ['outputs', 'sum_mismatch', 'bad_axis'],
    shows: /=uint\d+[[(]/,
  },
  {
    tag: 'unsigned-axis',
    text: 'An unsigned axis is never negative: 255 and 2^64 - 1 are not -1.',
    on: [...OPENVINO_SLICES, ...OPENVINO_SPLIT],
    gives: ['bad_axis'],
    shows: /ax[ei]s=uint\d+[[(]/,
  },
  {
    tag: 'rest',
    text: 'One length may be -1. It stands for the rest of the axis.',
    on: VARIADIC,
    gives: ['outputs'],
    shows: /split_lengths=\w*\[(.*,)?-1\b/,
  },
  {
    tag: 'one-rest',
    text: 'A second -1 is an error.',
    on: VARIADIC,
    gives: ['ambiguous_size'],
    shows: /-1,.*-1/,
  },
  {
    tag: 'below-rest',
    text: 'A length below -1 is an error.',
    on: VARIADIC,
    gives: ['bad_size'],
  },
  {
    tag: 'rest-sum',
    text: 'The lengths beside a -1 must not add up to more than the size.',
    on: VARIADIC,
    gives: ['sum_mismatch'],
    shows: /-1\b/,
  },
  {
    tag: 'zero-rest',
    text: 'If nothing is left for the -1, its output has no elements.',
    on: VARIADIC,
    gives: ['outputs'],
    shows: /-1\b/,
  },
  {
    tag: 'no-lengths',
    text: 'An empty list gives no outputs if the axis has size 0. Otherwise it is an error.',
    on: VARIADIC,
    gives: ['outputs', 'sum_mismatch'],
    shows: /split_lengths=\w*\[\]/,
  },
  {
    tag: 'pack-1-2-bits',
    text: 'u1 and u2: the first element is in the highest bits of a byte.',
    on: OPENVINO,
    gives: ['outputs'],
    shows: / u[12] /,
    tests: LAYOUTS,
  },
  {
    tag: 'pack-4-bits',
    text: 'i4, u4, nf4 and f4e2m1: the first element is in the low nibble.',
    on: [...OPENVINO, ...TENSOR_SCATTER],
    gives: ['outputs'],
    shows: / (i4|u4|nf4|f4e2m1) /,
    tests: LAYOUTS,
  },
  {
    tag: 'pack-3-bits',
    text: 'u3: 8 elements in 3 bytes, their low 2 bits in the first two, the first element highest, their high bits in the third.',
    on: OPENVINO,
    gives: ['outputs'],
    shows: / u3 /,
    tests: LAYOUTS,
  },
  {
    tag: 'pack-6-bits',
    text: 'u6: 4 elements in 3 bytes, their low 4 bits in the first two, the first element highest, their high 2 bits in the third.',
    on: OPENVINO,
    gives: ['outputs'],
    shows: / u6 /,
    tests: LAYOUTS,
  },
  {
    tag: 'repacked',
    text: 'Each output of a packed type starts at bit 0 and takes ceil(n * bits / 8) bytes. Its unused bits are 0. u3 takes 3 bytes for every 8 elements or fewer, u6 for every 4 or fewer.',
    on: [...VARIADIC, ...OPENVINO_SLICE, ...OPENVINO_SPLIT],
    gives: ['outputs'],
    shows: / (u[12346]|i4|nf4|f4e2m1) /,
  },
];
