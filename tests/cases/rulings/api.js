// What the documents cannot say, because it is about calls and not about operators. A new one is a row here, and in the
// files of its operators groups under its number.
import { SEQUENCE, SLICE, VARIADIC } from '../rules/rule.js';

/** @type {import('../rules/rule.js').Ruling[]} */
export const RULINGS = [
  {
    tag: 'D49',
    text: "The node's output count, for operators other than Split.",
    on: [...SLICE, ...SEQUENCE, ...VARIADIC],
    gives: ['outputs', 'count_mismatch'],
    shows: / outputs=/,
    document:
      'Slice has one output, and SplitToSequence one, the sequence; VariadicSplit has as many as there are lengths.',
    openvino: 'Not compared.',
    ours: 'Any other count is an error.',
  },
];
