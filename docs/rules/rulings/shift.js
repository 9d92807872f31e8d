// Rulings about outputs in the memory of the input. To add one, add a row here, and the test that executes it: lines of the corpus
// have no `out`.
import { OPENVINO_SLICE, SLICE } from '../rule.js';

const SHIFTS = 'tests/node/move/shift.test.js';
const OVERLAPS = 'tests/node/input/out_overlap.test.js';
const DOCUMENT = 'Outputs are new tensors.';
const NOT_COMPARED = 'Not compared.';
const SLICES = [...SLICE, ...OPENVINO_SLICE];

/** @type {import('../rule.js').Ruling[]} */
export const RULINGS = [
  {
    tag: 'G29',
    text: '`out` of a slice overlaps its input, and has the strides of the elements that are taken, on every axis of more than one.',
    on: SLICES,
    gives: ['outputs'],
    tests: [
      { file: SHIFTS, title: 'may keep axes that a slice narrows, steps along or drops', on: SLICES },
      { file: SHIFTS, title: 'is right where it would be carried out in each way elsewhere' },
      { file: SHIFTS, title: 'is right for strings, whose array may have strides too' },
      { file: SHIFTS, title: 'is right for packed elements at whole bytes' },
    ],
    document: DOCUMENT,
    openvino: NOT_COMPARED,
    ours: 'Legal: the result is as if the input had been copied first.',
  },
  {
    tag: 'G30',
    text: '`out` overlaps the input otherwise: with other strides, for several outputs, for `rearrange`, or where packed elements are not at whole bytes.',
    on: SLICES,
    gives: ['bad_out'],
    tests: [
      {
        file: OVERLAPS,
        title: 'is an error for other strides, several outputs, and parts of bytes',
        on: SLICES,
      },
    ],
    document: DOCUMENT,
    openvino: NOT_COMPARED,
    ours: 'An error, as in R13. One contiguous output over one run of the input has its strides, so it is legal.',
  },
  {
    tag: 'G31',
    text: '`assign` from a view of its target.',
    on: SLICES,
    gives: ['outputs'],
    tests: [
      {
        file: OVERLAPS,
        title: 'may be the target and the updates of assign, which are read first',
        on: SLICES,
      },
      { file: SHIFTS, title: 'may keep axes that a slice narrows, steps along or drops' },
    ],
    document: DOCUMENT,
    openvino: NOT_COMPARED,
    ours: 'Legal with any strides: the updates are copied first. With the same strides, nothing is copied twice.',
  },
];
