// Every kind of mistake, produced: its code, operator, parameter and sentence. `Op-version: param: what is wrong`.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import {
  evaluate,
  init,
  MicrotomeError,
  plan,
  slice,
  split,
  splitToSequence,
  variadicSplit,
} from '../../web/lib/index.js';
import { inRoot } from './support/paths.js';

/** @typedef {any} Any */

before(() => init());

const x = { type: /** @type {const} */ ('float32'), dims: [4, 6], data: new Float32Array(24) };
const any = /** @type {Any} */ (undefined);
const wrong = (/** @type {unknown} */ value) => /** @type {Any} */ (value);
const int32 = Int32Array.of(1);
const deep = { dims: new Array(33).fill(1), data: new Float32Array(1) };

/** Code, operator, parameter, the rest of the sentence, call. @type {[string, string, string, RegExp, () => unknown][]} */
const MISTAKES = [
  // of the operators: src/error.hpp
  ['missing', 'Slice-13', 'ends', /^required input is missing$/, () => slice(x, wrong({ starts: [0] }))],
  [
    'missing',
    'Slice-1',
    'starts',
    /^required attribute is missing$/,
    () => slice(x, wrong({}), { opset: 9 }),
  ],
  ['missing', 'Slice-13', 'data', /^required input is missing$/, () => slice(any, '0')],
  ['missing', 'VariadicSplit-1', 'split_lengths', /^required input/, () => variadicSplit(x, 0, any)],
  ['missing', 'Split-18', 'split', /split .*num_outputs/, () => split(x, {})],
  ['missing', 'Split-13', 'num_outputs', /number of outputs/, () => split(x, {}, { opset: 17 })],
  [
    'conflict',
    'Split-18',
    'num_outputs',
    /together with split/,
    () => split(x, { split: [4], num_outputs: 1 }),
  ],
  [
    'bad_type',
    'Slice-13',
    'data',
    /^u4 is not one of float32, /,
    () => slice({ type: 'u4', dims: [2], data: new Uint8Array(1) }, '0'),
  ],
  [
    'bad_type',
    'Slice-13',
    'data',
    /'f32' is not an element type.*float32/,
    () => slice({ ...x, type: wrong('f32') }, '0'),
  ],
  [
    'bad_type',
    'Slice-13',
    'data',
    /element type is not said/,
    () => plan('Slice', [{ dims: [4] }, [0], [1]]),
  ],
  [
    'bad_type',
    'Slice-13',
    'ends',
    /int64 must be int32/,
    () => evaluate('Slice', [x, { dims: [1], data: int32 }, { dims: [1], data: BigInt64Array.of(1n) }]),
  ],
  [
    'bad_type',
    'Split-18',
    'split',
    /^int32 is not one of int64$/,
    () => evaluate('Split', [x, { dims: [1], data: int32 }]),
  ],
  [
    'bad_type',
    'Split-18',
    'split',
    /^'i64' is not an element type/,
    () => split(x, { split: { type: wrong('i64'), dims: [1], data: int32 } }),
  ],
  ['bad_rank', 'Slice-13', 'starts', /rank 0/, () => slice(x, { starts: 0, ends: 1 })],
  ['bad_rank', 'Slice-13', 'data', /^rank 33; at most 32/, () => slice(deep, '...')],
  [
    'bad_input',
    'Slice-13',
    'data',
    /array of length 24, not 23/,
    () => slice({ ...x, data: new Float32Array(23) }, '0'),
  ],
  [
    'bad_input',
    'Slice-13',
    'data',
    /^float32 data must be Float32Array, not Float64Array/,
    () => slice({ ...x, data: new Float64Array(24) }, '0'),
  ],
  ['bad_input', 'Slice-13', 'data', /expected a tensor .*, not 5/, () => slice(wrong(5), '0')],
  [
    'bad_input',
    'Slice-13',
    'data',
    /typed array.*not an object/,
    () => slice({ ...x, data: wrong({}) }, '0'),
  ],
  ['bad_input', 'Slice-13', 'data', /dims must be/, () => slice({ data: x.data }, '0')],
  ['bad_input', 'Slice-13', 'data', /size of axis 1/, () => slice({ ...x, dims: [4, -6] }, '0')],
  ['bad_input', 'Slice-13', 'data', /1 strides? for 2 axes/, () => slice({ ...x, stride: [1] }, '0')],
  ['bad_input', 'Slice-13', 'data', /outside the 24 elements/, () => slice({ ...x, stride: [6, 2] }, '0')],
  ['bad_input', 'Slice-13', 'data', /has no data/, () => slice(wrong({ type: 'int8', dims: [1] }), '0')],
  [
    'bad_input',
    'Slice-13',
    'data',
    /float32 \[2\].*planned?.* float32 \[4\]|float32 \[2\] but the plan is for float32 \[4\]/,
    () =>
      plan('Slice', [{ type: 'float32', dims: [4] }, [0], [1]]).run({ dims: [2], data: new Float32Array(2) }),
  ],
  ['bad_input', 'Split-18', 'split', /do not fit/, () => split(x, { split: { dims: [2], data: int32 } })],
  ['bad_input', 'Split-18', 'split', /expected an integer, a list/, () => split(x, { split: wrong({}) })],
  [
    'too_large',
    'Slice-13',
    'data',
    /2\^53/,
    () => slice({ data: new Uint8Array(0), dims: [2 ** 30, 2 ** 30] }, '...'),
  ],
  [
    'too_large',
    'Slice-13',
    'data',
    /axis 0/,
    () => slice({ data: new Uint8Array(0), dims: [2 ** 53, 0] }, '...'),
  ],
  ['not_integer', 'Slice-13', 'starts', /not an integer/, () => slice(x, { starts: [0.5], ends: [1] })],
  ['not_integer', 'Slice-13', 'data', /strides and offset/, () => slice({ ...x, stride: [0.5, 1] }, '0')],
  [
    'not_integer',
    'Split-13',
    'num_outputs',
    /must be an integer/,
    () => split(x, { num_outputs: 1.5 }, { opset: 13 }),
  ],
  [
    'bad_axis',
    'Slice-13',
    'axes',
    /^2 is outside \[-2, 1\]$/,
    () => slice(x, { starts: [0], ends: [1], axes: [2] }),
  ],
  ['bad_axis', 'SplitToSequence-24', 'axis', /rank-0/, () => splitToSequence({ data: int32, dims: [] })],
  [
    'repeated_axis',
    'Slice-13',
    'axes',
    /axis 1 is named more/,
    () => slice(x, { starts: [0, 0], ends: [1, 1], axes: [1, -1] }),
  ],
  [
    'too_many_axes',
    'Slice-13',
    'starts',
    /3 entries .* rank 2/,
    () => slice(x, { starts: [0, 0, 0], ends: [1, 1, 1] }),
  ],
  ['too_many_axes', 'Slice-13', 'spec', /'0,0,0' names 3 axes .* rank 2/, () => slice(x, '0,0,0')],
  [
    'length_mismatch',
    'Slice-13',
    'steps',
    /2 entries .* 1/,
    () => slice(x, { starts: [0], ends: [1], steps: [1, 1] }),
  ],
  ['zero_step', 'Slice-13', 'steps', /axis 0 is 0/, () => slice(x, '::0')],
  ['index_out_of_range', 'Slice-13', 'spec', /axis 1 .*out of range/, () => slice(x, ':, 6')],
  ['bad_size', 'Split-18', 'split', /entry 1 is -1.*0 or more/, () => split(x, { split: [5, -1] })],
  [
    'bad_size',
    'SplitToSequence-24',
    'split',
    /chunk of size 0.*1 or more/,
    () => splitToSequence(x, { split: 0 }),
  ],
  [
    'ambiguous_size',
    'VariadicSplit-1',
    'split_lengths',
    /entry 2 is a second -1/,
    () => variadicSplit(x, 0, [-1, 2, -1]),
  ],
  [
    'sum_mismatch',
    'Split-18',
    'split',
    /^entries sum to 7 but axis 1 has size 6$/,
    () => split(x, { axis: 1, split: [3, 4] }),
  ],
  ['empty_split', 'Split-18', 'split', /at least one/, () => split(x, { split: [] })],
  [
    'not_divisible',
    'Split-13',
    'num_outputs',
    /axis 0 of size 4 has no 3 equal/,
    () => split(x, { num_outputs: 3 }, { opset: 13 }),
  ],
  ['bad_count', 'Split-18', 'num_outputs', /^0 outputs; at least 1/, () => split(x, { num_outputs: 0 })],
  [
    'bad_count',
    'Slice-13',
    'num_outputs',
    /at least 1/,
    () => evaluate('Slice', [x, [0], [1]], { num_outputs: 0 }),
  ],
  [
    'count_mismatch',
    'Split-18',
    'split',
    /2 entries .* 3/,
    () => evaluate('Split', [x, [2, 2]], { num_outputs: 3 }),
  ],
  [
    'too_many_outputs',
    'SplitToSequence-24',
    'axis',
    /16777217 .*16777216/,
    () => splitToSequence({ data: new Uint8Array(0), dims: [2 ** 24 + 1, 0] }),
  ],
  [
    'too_many_outputs',
    'Split-18',
    'split',
    /16777217 .*16777216/,
    () => split(x, { split: new Uint8Array(2 ** 24 + 1) }),
  ],
  // of JavaScript: web/lib
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
  ['bad_opset', 'Slice', '', /no version at opset 0; the first is 1/, () => slice(x, '0', { opset: 0 })],
  [
    'bad_opset',
    'SplitToSequence',
    '',
    /opset 10; the first is 11/,
    () => splitToSequence(x, {}, { opset: 10 }),
  ],
  ['bad_opset', 'Split', '', /opset 1.5/, () => evaluate('Split', [x], { opset: 1.5 })],
  ['bad_out', 'Slice-13', 'out', /0 arrays for 1 output/, () => slice(x, '0', { out: [] })],
  [
    'too_many_inputs',
    'Split-11',
    '',
    /2 inputs; at most 1/,
    () => evaluate('Split', [x, [4]], { opset: 11 }),
  ],
  [
    'unknown_attribute',
    'Split-18',
    'axes',
    /is not one of axis, num_outputs/,
    () => evaluate('Split', [x], { attributes: { axes: 1 } }),
  ],
  [
    'unknown_attribute',
    'Slice-13',
    'axes',
    /there are none/,
    () => evaluate('Slice', [x, [0], [1]], { attributes: { axes: [1] } }),
  ],
  [
    'unknown_attribute',
    'Slice-1',
    'steps',
    /is not one of starts, ends, axes/,
    () => slice(x, '::2', { opset: 1 }),
  ],
  [
    'unknown_attribute',
    'Split-18',
    'sizes',
    /is not one of split, axis, num_outputs/,
    () => split(x, wrong({ sizes: [4] })),
  ],
  ['unknown_operator', 'Concat', '', /not one of .*Slice.*VariadicSplit/, () => evaluate('Concat', [x])],
  [
    'unknown_operator',
    'Split',
    '',
    /openvino VariadicSplit/,
    () => evaluate('Split', [x], { domain: 'openvino' }),
  ],
];

/** Codes that other files of these tests produce. */
const ELSEWHERE = { out_of_memory: 'errors_hostile', not_initialized: 'init', load_failed: 'init' };

describe('mistakes', () => {
  for (const [code, op, param, what, call] of MISTAKES) {
    it(`${code} of ${op} ${param}: ${what.source}`, () => {
      assert.throws(call, (error) => {
        assert.ok(error instanceof MicrotomeError && error instanceof Error);
        assert.deepEqual(
          [error.name, error.code, error.op, error.param],
          ['MicrotomeError', code, op, param],
        );
        const start = `${op}: ${param === '' ? '' : `${param}: `}`;
        assert.ok(error.message.startsWith(start), error.message);
        assert.match(error.message.slice(start.length), what);
        assert.doesNotMatch(error.message, /undefined \[|\[object|NaN entries|\s$/);
        return true;
      });
    });
  }

  it('are of all kinds that there are', () => {
    const header = readFileSync(inRoot('src/error.hpp'), 'utf8');
    const core = [...header.matchAll(/ROW\(k\w+,\s*"(\w+)"\)/g)].map(([, word]) => word);
    const library = readdirSync(inRoot('web/lib')).filter((name) => name.endsWith('.js'));
    const script = library.flatMap((name) => {
      const text = readFileSync(inRoot('web/lib', name), 'utf8');
      return [...text.matchAll(/(?:mistake|new MicrotomeError)\(\s*'(\w+)'/g)].map(([, word]) => word);
    });
    assert.ok(core.length >= 22 && script.length >= 20, 'this test still finds them');
    const produced = new Set([...MISTAKES.map(([code]) => code), ...Object.keys(ELSEWHERE)]);
    assert.deepEqual([...new Set([...core, ...script])].sort(), [...produced].sort());
  });

  it('leave the next call as it would have been', () => {
    const expected = slice(x, '1:3, ::2');
    for (const [, , , , call] of MISTAKES) {
      assert.throws(call);
      assert.deepEqual(slice(x, '1:3, ::2'), expected);
    }
  });
});
