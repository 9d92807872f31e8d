// What the documents of Gather leave open or contradict, and what is done here. To add one, add a row here, and a group of cases
// under its number to gather.txt.
import { GATHERS, GATHERS_BY_BATCHES, GATHERS_OF_OPENVINO, versions } from '../rule.js';

const ONNX = versions('Gather');
const FROM_START = ['openvino.Gather-1', 'openvino.Gather-7'];
const WITH_ZEROS = ['openvino.Gather-8'];

/** @type {import('../rule.js').Ruling[]} */
export const RULINGS = [
  {
    tag: 'G1',
    text: 'Negative indices in Gather-1.',
    on: [...ONNX, ...WITH_ZEROS],
    gives: ['outputs'],
    document: 'Described from 11 on; and in version 8 of OpenVINO.',
    ort: 'Counted from the end.',
    openvino: 'Counted from the end.',
    ours: 'Counted from the end in every version of ONNX, as in NumPy.',
  },
  {
    tag: 'G2',
    text: 'OpenVINO 1 and 7: negative indices, or indices beyond the axis.',
    on: FROM_START,
    gives: ['index_out_of_range'],
    document: 'Indices are in [0, s - 1].',
    openvino: 'Its kernel wraps them, or gives zeros.',
    ours: 'An error: the range is documented, and a wrong index must not pass in silence.',
  },
  {
    tag: 'G3',
    text: 'OpenVINO 8: indices beyond [-s, s - 1].',
    on: WITH_ZEROS,
    gives: ['outputs'],
    document: 'Zeros (its example 7).',
    openvino: 'Zeros.',
    ours: "Zeros. `gather()` is ONNX's unless `domain` says otherwise, so it never gives zeros unasked.",
  },
  {
    tag: 'G4',
    text: 'The zero of a type.',
    on: WITH_ZEROS,
    gives: ['outputs'],
    document: 'Silent.',
    openvino: 'All bits 0.',
    ours: "All bits 0, and `''`; of nf4 code 7, whose value is 0. f8e8m0 has no zero: byte 0.",
  },
  {
    tag: 'G5',
    text: 'Unsigned indices, and indices of 64 bits.',
    on: [...ONNX, ...FROM_START],
    gives: ['index_out_of_range'],
    document: 'Silent.',
    openvino: 'Not compared.',
    ours: 'Unsigned is unsigned: 2^64 - 1 is not -1. All 64 bits are compared, as in D32.',
  },
  {
    tag: 'G6',
    text: 'A wrong index where the output has no elements.',
    on: [...ONNX, ...FROM_START],
    gives: ['index_out_of_range'],
    document: 'Silent.',
    openvino: 'Not compared.',
    ours: 'An error: it is wrong for any data. An empty axis has no legal index.',
  },
  {
    tag: 'G7',
    text: '`batch_dims` outside [-min(r, q), min(r, q)], or above the axis. r is the rank of the data, q that of the indices.',
    on: GATHERS_BY_BATCHES,
    gives: ['bad_axis'],
    document: 'Gives the range.',
    openvino: 'An error.',
    ours: '`bad_axis`. A negative one counts from q.',
  },
  {
    tag: 'G8',
    text: "`batch_dims` of `gather()` without `domain: 'openvino'`.",
    on: ONNX,
    gives: ['unknown_attribute'],
    tests: [
      {
        file: 'tests/node/call/gather.test.js',
        title: "takes batch_dims only with OpenVINO's domain",
        on: ONNX,
      },
    ],
    document: 'No version of ONNX has it.',
    openvino: 'Not compared.',
    ours: "An error: OpenVINO's newest version gives zeros, which nobody has asked for.",
  },
  {
    tag: 'G9',
    text: 'Gather of a scalar.',
    on: GATHERS,
    gives: ['bad_rank'],
    document: 'ONNX: rank 1 or more; OpenVINO: no axis is in range.',
    openvino: 'An error.',
    ours: 'An error.',
  },
  {
    tag: 'G10',
    text: 'Nested lists as indices.',
    on: GATHERS_OF_OPENVINO,
    gives: ['not_integer'],
    tests: [
      {
        file: 'tests/node/call/gather.test.js',
        title: 'refuses nested lists, whose shape would be a guess',
        on: GATHERS_OF_OPENVINO,
      },
    ],
    document: 'Have no lists.',
    openvino: 'Not compared.',
    ours: '`not_integer`: a tensor has a shape.',
  },
];
