// Rulings about calls, which the documents of operators do not mention. To add one, add a row here, and groups of cases under its
// number to the files of its operators.
import { OPENVINO_SLICE, OPENVINO_SPLIT, SEQUENCE, SLICE, SLICE_WITH_STEPS, VARIADIC } from '../rule.js';

/** @type {import('../rule.js').Ruling[]} */
export const RULINGS = [
  {
    tag: 'D49',
    text: "The node's output count, for cuts other than ONNX's Split.",
    on: [...SLICE, ...SEQUENCE, ...VARIADIC, ...OPENVINO_SLICE, ...OPENVINO_SPLIT],
    gives: ['outputs', 'count_mismatch'],
    shows: / outputs=/,
    document:
      "Slice has one output, and SplitToSequence one, the sequence; VariadicSplit has as many as there are lengths, OpenVINO's Split as many as `num_splits` says.",
    openvino: 'Not compared.',
    ours: 'Any other count is an error.',
  },
  {
    tag: 'D50',
    text: "A slice string that goes backward from before the first element: `'-9::-1'` of 5 elements. An empty one, and one in brackets after a name: `''`, `'x[1:2]'`.",
    on: SLICE_WITH_STEPS,
    gives: ['outputs'],
    tests: [
      {
        file: 'tests/node/input/index_string.test.js',
        title: 'takes nothing backward from before the first element, as NumPy does',
        on: SLICE_WITH_STEPS,
      },
      {
        file: 'tests/node/input/index_string.test.js',
        title: 'may be copied with its name and brackets, as Python code has it',
      },
      {
        file: 'tests/node/input/index_string.test.js',
        title: 'is ... if it is empty, as x[()] is in NumPy',
      },
      {
        file: 'tests/node/input/index_string_any.test.js',
        title: 'gives what walking gives, however it is spelt',
      },
    ],
    document: 'Have no slice strings; they clamp the start (D1).',
    openvino: 'Not compared.',
    ours: "Nothing, as in NumPy, whose notation it is. D1 holds for ONNX's parameters. An empty string is `...`, as `x[()]` in NumPy; `x[1:2]` and `np.s_[1:2]` are `1:2`.",
  },
];
