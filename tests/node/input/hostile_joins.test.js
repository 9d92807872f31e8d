// The same as hostile_values.test.js, for joins: whatever a caller hands over, in whatever place, it works, or it is a
// MicrotomeError that says what is wrong; no input is changed, and nothing is written beside `out` and the target of `assign`.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  assign,
  concat,
  concatFromSequence,
  evaluate,
  init,
  plan,
  sliceScatter,
  tensorScatter,
} from 'microtome';
import { findDamage } from '../../support/guards.js';
import { build, checkError, hostile } from './hostile.js';
import { floats } from './hostile_leaves.js';

/** @typedef {any} Any */

const numRuns = Number(process.env.MICROTOME_CASES ?? 640);
const seed = Number(process.env.MICROTOME_SEED ?? 21);

await init({ arena: 1 << 20 });

const tensor = (/** @type {number[]} */ ...dims) => ({
  type: /** @type {const} */ ('float32'),
  dims,
  data: new Float32Array(dims.reduce((n, size) => n * size, 1)),
});
const whole = tensor(4, 6);
const half = tensor(2, 6);
const column = tensor(4, 1);
/** What `assign` may write. */
const target = tensor(4, 6);
const big = tensor(60, 100);
const images = { dims: [64, 64], data: new Uint16Array(4096) };
const stack = plan('Concat', [images, images], { attributes: { axis: 1 } });
const rows = plan('Concat', [half, half], { attributes: { axis: 0 } });
const scatter = plan('SliceScatter', [whole, half, [1], [3], [1]]);

/** What a getter may call while another call reads it: each way of moving, a failure, and the same plans. */
function callAgain() {
  concat([whole, whole], 1);
  stack.run([images, images]);
  rows.run([half, half], { out: new Float32Array(24) });
  scatter.run([whole, half], { out: [new Float32Array(24)] });
  assign({ dims: [60, 100], data: big.data }, '::2', { dims: [30, 100], data: new Float32Array(3000) });
  assert.throws(() => concat([whole, big], 0), { code: 'shape_mismatch' });
}

/** What is right where a cut has something else. @type {Record<string, () => Any>} */
const RIGHT = {
  0: () => ({ dims: [2, 6], data: floats(12) }),
  1: () => ({ dims: [2, 6], data: floats(12) }),
  2: () => [1],
  start: () => [1],
  stop: () => [3],
  step: () => [1],
  write_indices: () => [0, 1, 2, 3],
  axis: () => -1,
  new_axis: () => 0,
  mode: () => 'linear',
  attributes: () => ({ axis: 0 }),
  opset: () => 24,
  out: () => floats(24),
};

const TENSOR = ['type', 'dtype', 'dims', 'shape', 'stride', 'offset', 'data'];
const LIST = ['0', '1', '2', 'length'];
const OPTIONS = ['opset', 'domain', 'attributes', 'num_outputs', 'out', 'view'];
const INTEGERS = ['type', 'dims', 'data', 'stride', 'offset'];
const SLICE = ['starts', 'ends', 'axes', 'steps'];
const SCATTER = ['start', 'stop', 'step', 'axes'];

/** Every place for a value, and the properties that objects have there. @type {Record<string, [string[], (value: Any) => unknown]>} */
const PLACES = {
  'list of concat': [LIST, (value) => concat(value, 0)],
  'first tensor of concat': [TENSOR, (value) => concat([value, half], 0)],
  'last tensor of concat': [TENSOR, (value) => concat([half, whole, value], 0)],
  'axis of concat': [INTEGERS, (value) => concat([half, half], value)],
  'options of concat': [OPTIONS, (value) => concat([half, half], 0, value)],
  'out of concat': [TENSOR, (value) => concat([half, half], 0, { out: value })],
  'list of concatFromSequence': [LIST, (value) => concatFromSequence(value, { axis: 0, new_axis: 1 })],
  'spec of concatFromSequence': [['axis', 'new_axis'], (value) => concatFromSequence([half, half], value)],
  'options of concatFromSequence': [OPTIONS, (value) => concatFromSequence([half, half], { axis: 0 }, value)],
  'data of sliceScatter': [TENSOR, (value) => sliceScatter(value, half, '1:3')],
  'updates of sliceScatter': [TENSOR, (value) => sliceScatter(whole, value, '...')],
  'spec of sliceScatter': [SCATTER, (value) => sliceScatter(whole, half, value)],
  'options of sliceScatter': [OPTIONS, (value) => sliceScatter(whole, half, '1:3', value)],
  'out of sliceScatter': [TENSOR, (value) => sliceScatter(whole, half, '1:3', { out: value })],
  'out of sliceScatter and its data': [TENSOR, (value) => sliceScatter(value, half, '1:3', { out: value })],
  'out of assign, its target': [TENSOR, (value) => assign(value, '1:3', half)],
  'spec of assign': [SLICE, (value) => assign(target, value, half)],
  'updates of assign': [TENSOR, (value) => assign(target, '...', value)],
  'cache of tensorScatter': [TENSOR, (value) => tensorScatter(value, column, { axis: 1 })],
  'update of tensorScatter': [TENSOR, (value) => tensorScatter(whole, value, { axis: 1 })],
  'spec of tensorScatter': [
    ['write_indices', 'axis', 'mode'],
    (value) => tensorScatter(whole, column, value),
  ],
  'write_indices of tensorScatter': [
    INTEGERS,
    (value) => tensorScatter(whole, column, { axis: 1, write_indices: value, mode: 'circular' }),
  ],
  'options of tensorScatter': [OPTIONS, (value) => tensorScatter(whole, column, { axis: 1 }, value)],
  'out of tensorScatter': [TENSOR, (value) => tensorScatter(whole, column, { axis: 1 }, { out: value })],
  'inputs of evaluate': [LIST, (value) => evaluate('Concat', value, { attributes: { axis: 0 } })],
  'inputs of a scatter': [LIST, (value) => evaluate('SliceScatter', value, { domain: 'openvino' })],
  'sequence of evaluate': [
    LIST,
    (value) => evaluate('ConcatFromSequence', [value], { attributes: { axis: 0 } }),
  ],
  'attributes of evaluate': [
    ['axis', 'mode'],
    (value) => evaluate('TensorScatter', [whole, column], { attributes: value }),
  ],
  'inputs of plan': [LIST, (value) => plan('Concat', value, { attributes: { axis: 0 } }).explain()],
  'list of run': [LIST, (value) => rows.run(value)],
  'list of run, twice, with out': [LIST, runTwice],
  'tensor of run': [TENSOR, (value) => rows.run([half, value])],
  'tensor of run, twice, with out': [TENSOR, (value) => runTwice([half, value])],
  'options of run': [OPTIONS, (value) => rows.run([half, half], value)],
  'out of run': [TENSOR, (value) => scatter.run([whole, half], { out: value })],
  'out of run, and its data': [TENSOR, (value) => scatter.run([value, half], { out: value })],
};

/** @param {Any} value */
function runTwice(value) {
  const out = [new Float32Array(24)];
  rows.run(value, { out });
  rows.run(value, { out });
}

/** Places in which arrays are given to be written. */
const isOut = (/** @type {string} */ place) => /^(options|out)/.test(place);
const isZero = (/** @type {number} */ entry) => entry === 0;

describe('hostile values of joins', () => {
  for (const [place, [keys, call]] of Object.entries(PLACES)) {
    it(`as ${place}`, () => {
      fc.assert(
        fc.property(hostile(keys), (recipe) => {
          target.data.fill(0);
          const value = build(recipe, callAgain, RIGHT);
          let failed = false;
          try {
            call(value);
          } catch (error) {
            failed = true;
            checkError(error);
          }
          assert.equal(findDamage(isOut(place) && !failed), '', 'bytes that nobody asked to be written');
          if (failed) assert.ok(target.data.every(isZero), 'a failed call has written');
          for (const { data } of [whole, half, column]) assert.ok(data.every(isZero), 'an input was changed');
        }),
        { numRuns, seed, includeErrorInReport: true },
      );
    });
  }

  it('have not changed what is right', () => {
    assert.deepEqual(concat([whole, half], 0).dims, [6, 6]);
    const ones = { dims: [2, 6], data: new Float32Array(12).fill(1) };
    assert.equal(rows.run([half, ones])[0].data.indexOf(1), 12);
    assert.deepEqual([...scatter.run([whole, ones])[0].data.subarray(5, 7)], [0, 1]);
  });
});
