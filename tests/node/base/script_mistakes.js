// Mistakes that JavaScript finds before the core is asked: `mistake(...)` in web/lib. A new kind is a row here.
import { evaluate, slice, split, splitToSequence } from '../../../web/lib/index.js';

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
    /expected an object of parameters, not undefined/,
    () => split(x, any),
  ],
  ['bad_argument', 'Slice-13', 'spec', /not 5$/, () => slice(x, wrong(5))],
  ['bad_argument', 'Slice', 'options', /expected an object, not 5/, () => slice(x, '0', wrong(5))],
  [
    'bad_argument',
    'Slice',
    'options',
    /expected an object, not Uint8Array/,
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
    /there are none; Slice-1 has it/,
    () => evaluate('Slice', [x, [0], [1]], { attributes: wrong({ axes: [1] }) }),
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
    'Concat',
    '',
    /not one of .*Slice.*VariadicSplit/,
    () => evaluate(wrong('Concat'), [x]),
  ],
  [
    'unknown_operator',
    'Split',
    '',
    /in domain 'openvino' not one of .*openvino VariadicSplit/,
    () => evaluate('Split', [x], { domain: wrong('openvino') }),
  ],
];
