// What VariadicSplit's document leaves open or contradicts, and what is done here. A new one is a row here, and in
// variadic_split.txt a group under its number.
import { VARIADIC } from '../rule.js';

/** @type {import('../rule.js').Ruling[]} */
export const RULINGS = [
  {
    tag: 'D42',
    text: 'One length is -1, and the others add up to more than the size: 6 into -1, 8.',
    on: VARIADIC,
    gives: ['sum_mismatch'],
    shows: /-1\b/,
    document: 'The sum must match.',
    openvino: 'The rest becomes negative and passes the check. A rest of -1 means "unknown".',
    ours: 'An error.',
  },
  {
    tag: 'D43',
    text: 'Unsigned values that look like -1: 2^64 - 1 of uint64, 255 of uint8.',
    on: VARIADIC,
    gives: ['outputs', 'sum_mismatch', 'bad_axis'],
    shows: /=uint\d+[[(]/,
    document: 'Integers.',
    openvino: 'Read as int64: 2^64 - 1 becomes -1.',
    ours: 'Never -1. Values that are too large are an error.',
  },
  {
    tag: 'D44',
    text: '`axis` of shape [1, 1], [2] or [0].',
    on: VARIADIC,
    gives: ['bad_rank'],
    document: 'A scalar, or a tensor of shape [1].',
    openvino: 'An error.',
    ours: 'An error.',
  },
  {
    tag: 'D45',
    text: '`axis` and `split_lengths` of different integer types.',
    on: VARIADIC,
    gives: ['outputs'],
    document: 'Both are of "any integer type", under one name.',
    openvino: 'Accepted.',
    ours: 'Accepted.',
  },
  {
    tag: 'D46',
    text: 'Elements of less than a byte (u1, u2, u3, u4, u6, i4, nf4, f4e2m1), and strings.',
    on: VARIADIC,
    gives: ['outputs'],
    shows: / (u[12346]|i4|nf4|f4e2m1|string) /,
    document: 'Any supported type.',
    openvino:
      'Its reference copies whole bytes per element, which is wrong for packed types, and strings as raw memory.',
    ours: 'Elements are cut one by one, and each output is packed from bit 0.',
  },
  {
    tag: 'D47',
    text: '-1 against "the sum must match"; lengths of 0; nothing left for the -1.',
    on: VARIADIC,
    gives: ['outputs'],
    shows: /-1\b|\b0\b.* ->/,
    document: 'Contradicts itself, and explains -1 in the next sentence.',
    openvino: '-1 is replaced before the sum is checked. Outputs may be empty.',
    ours: '-1 is replaced before the sum is checked. Outputs may be empty.',
  },
  {
    tag: 'D48',
    text: '`split_lengths` is empty.',
    on: VARIADIC,
    gives: ['outputs', 'sum_mismatch'],
    shows: /split_lengths=\w*\[\]/,
    document: 'As many outputs as entries.',
    openvino: 'No outputs if the size is 0, otherwise an error.',
    ours: 'No outputs if the size is 0, otherwise an error.',
  },
];
