// Mistakes that JavaScript finds before the core is asked: `mistake(...)` in web/lib. A new kind is a row here.
import {
  concat,
  evaluate,
  plan,
  slice,
  split,
  splitToSequence,
  tensorScatter,
} from '../../../web/lib/index.js';

/** @typedef {any} Any */
/** @import { Mistake } from './core_mistakes.js' */

const x = { type: /** @type {const} */ ('float32'), dims: [4, 6], data: new Float32Array(24) };
const any = /** @type {Any} */ (undefined);
const wrong = (/** @type {unknown} */ value) => /** @type {Any} */ (value);

/** @type {Mistake[]} */
export const SCRIPT_MISTAKES = [
  [
    'bad_argument',
    'Split-18',
    'spec',
    /^expected an object with some of split, axis, num_outputs, not undefined$/,
    () => split(x, any),
  ],
  [
    'bad_argument',
    'Slice-13',
    'spec',
    /^expected a string such as '1:3', or an object with some of starts, ends, axes, steps, not 0$/,
    () => slice(x, wrong(0)),
  ],
  [
    'bad_argument',
    'Split-13',
    'spec',
    /^expected an object with some of split, axis, num_outputs, not an Array$/,
    () => split(x, wrong([4]), { opset: 13 }),
  ],
  ['bad_argument', 'Slice', 'options', /expected an object, not 5/, () => slice(x, '0', wrong(5))],
  [
    'bad_argument',
    'Slice',
    'options',
    /expected an object, not a Uint8Array/,
    () => slice(x, '0', wrong(new Uint8Array(6))),
  ],
  [
    'bad_argument',
    'Slice',
    'inputs',
    /expected an array of inputs, not an object/,
    () => evaluate('Slice', wrong({})),
  ],
  [
    'bad_argument',
    'Split-18',
    'attributes',
    /expected an object, not 'axis'/,
    () => evaluate('Split', [x], { attributes: wrong('axis') }),
  ],
  [
    'bad_index_string',
    'Slice-13',
    'spec',
    /^'1:2:3:4' in '0, 1:2:3:4' is neither/,
    () => slice(x, '0, 1:2:3:4'),
  ],
  ['bad_index_string', 'Slice-13', 'spec', /more than one '...'/, () => slice(x, '..., ...')],
  [
    'bad_opset',
    'Slice',
    '',
    /opset must be an integer of 1 or more, not 0/,
    () => slice(x, '0', { opset: 0 }),
  ],
  [
    'bad_opset',
    'SplitToSequence',
    '',
    /an integer of 11 or more, not 10/,
    () => splitToSequence(x, {}, { opset: 10 }),
  ],
  ['bad_opset', 'Split', '', /not 1\.5/, () => evaluate('Split', [x], { opset: 1.5 })],
  ['bad_out', 'Slice-13', 'out', /one array per output: 1, not 0/, () => slice(x, '0', { out: [] })],
  [
    'too_many_inputs',
    'Split-11',
    '',
    /2 inputs; at most 1/,
    () => evaluate('Split', wrong([x, [4]]), { opset: 11 }),
  ],
  [
    'unknown_attribute',
    'Split-18',
    'axes',
    /is not one of axis, num_outputs/,
    () => evaluate('Split', [x], { attributes: wrong({ axes: 1 }) }),
  ],
  [
    'unknown_attribute',
    'Slice-13',
    'axes',
    /^is an input of Slice-13, not an attribute; give it as inputs\[3\]$/,
    () => evaluate('Slice', [x, [0], [1]], { attributes: wrong({ axes: [1] }) }),
  ],
  [
    'unknown_attribute',
    'Split-13',
    'split',
    /^is an input of Split-13, not an attribute; give it as inputs\[1\]$/,
    () => evaluate('Split', [x], { attributes: wrong({ split: [4] }), opset: 13 }),
  ],
  [
    'unknown_attribute',
    'Split-13',
    'num_outputs',
    /^is not one of axis; at this opset it is options\.num_outputs$/,
    () => evaluate('Split', [x], { attributes: wrong({ num_outputs: 2 }), opset: 13 }),
  ],
  [
    'unknown_attribute',
    'VariadicSplit-1',
    'num_outputs',
    /^is unknown; VariadicSplit-1 has no attributes$/,
    () => evaluate('VariadicSplit', [x, 0, [4]], { attributes: wrong({ num_outputs: 1 }) }),
  ],
  [
    'unknown_attribute',
    'Slice-1',
    'spec',
    /steps is not one of starts, ends, axes/,
    () => slice(x, '::2', { opset: 1 }),
  ],
  [
    'unknown_attribute',
    'Split-18',
    'sizes',
    /is not one of split, axis, num_outputs$/,
    () => split(x, wrong({ sizes: [4] })),
  ],
  [
    'unknown_operator',
    'Gather',
    '',
    /^no such operator; known are .*Slice.*openvino SliceScatter$/,
    () => evaluate(wrong('Gather'), [x]),
  ],
  ['unknown_operator', 'undefined', '', /^no such operator; known are /, () => wrong(plan)()],
  [
    'unknown_operator',
    'SplitToSequence',
    '',
    /^no such operator in domain 'openvino'; known are .*openvino VariadicSplit/,
    () => evaluate('SplitToSequence', [x], { domain: wrong('openvino') }),
  ],
  ['missing', 'Concat-13', 'inputs', /^there is no tensor; at least one is needed$/, () => concat([], 0)],
  [
    'missing',
    'Concat-13',
    'inputs',
    /^tensor 1 is missing$/,
    () => evaluate('Concat', wrong([x, null]), { attributes: { axis: 0 } }),
  ],
  ['bad_input', 'Concat-13', 'inputs', /^expected an array of tensors/, () => concat(wrong(x), 0)],
  [
    'bad_argument',
    'TensorScatter-24',
    'mode',
    /^must be 'linear' or 'circular', not 'cyclic'$/,
    () => tensorScatter(x, x, { mode: wrong('cyclic') }),
  ],
  [
    'index_out_of_range',
    'TensorScatter-24',
    'write_indices',
    /^entry 1 is 9223372036854775808; it must be an int64$/,
    () => tensorScatter(x, x, { write_indices: [0, 2n ** 63n] }),
  ],
];
