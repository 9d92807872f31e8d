// Whatever a caller hands over, in whatever place: it works, or it is a MicrotomeError that says what is wrong; no input is
// changed, and nothing is written beside `out`. MICROTOME_CASES is the number of cases for each place,
// MICROTOME_SEED chooses others.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  allocate,
  evaluate,
  init,
  MicrotomeError,
  operators,
  plan,
  release,
  slice,
  split,
  splitToSequence,
  variadicSplit,
} from 'microtome';
import { freshLibrary, removeFresh } from '../../support/fresh.js';
import { findDamage } from '../../support/guards.js';
import { getMemory, watchMemory, withoutGrowth } from '../../support/memory.js';
import { build, checkError, hostile } from './hostile.js';

/** @typedef {any} Any */

const numRuns = Number(process.env.MICROTOME_CASES ?? 640);
const seed = Number(process.env.MICROTOME_SEED ?? 20);

watchMemory();
await init({ arena: 1 << 20 });
after(removeFresh);

const x = { type: /** @type {const} */ ('float32'), dims: [4, 6], data: new Float32Array(24) };
const texts = { dims: [4], data: ['a', 'b', 'c', 'd'] };
const wide = { dims: [60, 100], data: Uint16Array.from({ length: 6000 }, (_, k) => k) };
const everyOther = plan('Slice', [wide, [0], [100], [1], [2]]);
const half = [new Uint16Array(3000)];
const rows = plan('Split', [x, [1, 3]]);
const reversed = plan('Slice', [texts, [-1], [-9], [0], [-1]]);

/** What a getter may call while another call reads it: each way of moving, a failure, and the same plan. */
function callAgain() {
  slice(x, '1:3, 4');
  everyOther.run(wide, { out: half });
  rows.run(x, { out: [new Float32Array(6), new Float32Array(18)] });
  assert.throws(() => split(x, { split: [9] }), MicrotomeError);
}

const TENSOR = ['type', 'dtype', 'dims', 'shape', 'stride', 'offset', 'data'];
const SPEC = ['starts', 'ends', 'axes', 'steps', 'axis', 'split', 'num_outputs', 'keepdims'];
const OPTIONS = ['opset', 'domain', 'attributes', 'num_outputs', 'out', 'view'];
const INTEGERS = ['type', 'dims', 'data', 'stride', 'offset'];

/** Every place for a value, and the properties that objects have there. @type {Record<string, [string[], (value: Any) => unknown]>} */
const PLACES = {
  'input of slice': [TENSOR, (value) => slice(value, '1:3')],
  'input of slice, with a view': [TENSOR, (value) => slice(value, '1:3', { view: true })],
  'spec of slice': [SPEC, (value) => slice(x, value)],
  'options of slice': [OPTIONS, (value) => slice(x, '1', value)],
  'starts of slice': [INTEGERS, (value) => slice(x, { starts: value, ends: [1] })],
  'input of split': [TENSOR, (value) => split(value, { num_outputs: 2 })],
  'spec of split': [SPEC, (value) => split(x, value)],
  'spec of split 13': [SPEC, (value) => split(x, value, { opset: 13 })],
  'options of split': [OPTIONS, (value) => split(x, { split: [1, 3] }, value)],
  'sizes of split': [INTEGERS, (value) => split(x, { split: value })],
  'input of splitToSequence': [TENSOR, (value) => splitToSequence(value)],
  'spec of splitToSequence': [SPEC, (value) => splitToSequence(x, value)],
  'options of splitToSequence': [OPTIONS, (value) => splitToSequence(x, {}, value)],
  'input of variadicSplit': [TENSOR, (value) => variadicSplit(value, 0, [1, -1])],
  'axis of variadicSplit': [INTEGERS, (value) => variadicSplit(x, value, [4])],
  'lengths of variadicSplit': [INTEGERS, (value) => variadicSplit(x, 0, value)],
  'options of variadicSplit': [OPTIONS, (value) => variadicSplit(x, 0, [1, 3], value)],
  'operator of evaluate': [[], (value) => evaluate(value, [x, [0], [1]])],
  'inputs of evaluate': [['0', '1', '2'], (value) => evaluate('Slice', value)],
  'an input of evaluate': [INTEGERS, (value) => evaluate('Slice', [x, [0], [1], value])],
  'attributes of evaluate': [SPEC, (value) => evaluate('Split', [x], { attributes: value })],
  'options of evaluate': [OPTIONS, (value) => evaluate('Split', [x, [1, 3]], value)],
  'out of strings': [['0', 'data', 'type'], (value) => reversed.run(texts, { out: value })],
  'strings of slice': [TENSOR, (value) => slice({ dims: [4], data: value }, '::-1')],
  'operator of plan': [[], (value) => plan(value, [x, [0], [1]])],
  'inputs of plan': [['0', '1', '2'], (value) => plan('Slice', value)],
  'layout of plan': [TENSOR, (value) => plan('Slice', [value, [0], [1]]).explain()],
  'options of plan': [OPTIONS, (value) => plan('Split', [x, [1, 3]], value).outputs],
  'input of run': [TENSOR, (value) => rows.run(value)],
  'input of run, twice, with out': [TENSOR, runTwice],
  'out of run': [['0', '1'], (value) => rows.run(x, { out: value })],
  'one of out': [['data', 'type', 'dtype'], (value) => rows.run(x, { out: [value, new Float32Array(18)] })],
  'options of run': [OPTIONS, (value) => rows.run(x, value)],
  'type of allocate': [[], (value) => release(allocate(value, [2]))],
  'dims of allocate': [INTEGERS, (value) => release(allocate('float32', value))],
  'array of release': [TENSOR, (value) => release(value)],
};

/** @param {Any} value */
function runTwice(value) {
  const out = [new Float32Array(6), new Float32Array(18)];
  rows.run(value, { out });
  rows.run(value, { out });
}

/** Places in which arrays are given to be written. */
const isOut = (/** @type {string} */ place) => /^(options|out|one of out)/.test(place);

describe('hostile values', () => {
  for (const [place, [keys, call]] of Object.entries(PLACES)) {
    it(`as ${place}`, () => {
      fc.assert(
        fc.property(hostile(keys), (recipe) => {
          const value = build(recipe, callAgain);
          let failed = false;
          try {
            call(value);
          } catch (error) {
            failed = true;
            checkError(error);
          }
          assert.equal(findDamage(isOut(place) && !failed), '', 'bytes that nobody asked to be written');
          assert.ok(x.data.every((entry) => entry === 0) && x.dims.join() === '4,6');
          assert.equal(texts.data.join(), 'a,b,c,d');
        }),
        { numRuns, seed, includeErrorInReport: true },
      );
    });
  }

  it('as options of init', async () => {
    let library = await freshLibrary();
    await fc.assert(
      fc.asyncProperty(hostile(['module', 'bytes', 'url', 'arena']), async (recipe) => {
        const value = build(recipe, () => {});
        try {
          await library.init(value);
          library.operators();
          library = await freshLibrary();
        } catch (error) {
          assert.ok(
            error instanceof library.MicrotomeError,
            error instanceof Error ? error.stack : 'no error',
          );
          assert.match(error.code, /^(load_failed|unsupported_host|bad_argument|conflict|out_of_memory)$/);
        }
      }),
      { numRuns: Math.min(numRuns, 30), seed },
    );
  });

  it('have not changed what is right', () => {
    assert.deepEqual(slice(x, '1:3, 4').dims, [2]);
    assert.equal(operators().length, 22);
    assert.equal(everyOther.run(wide, { out: half })[0].data[51], 102);
  });
});

describe('lack of memory', () => {
  const ones = (/** @type {number} */ count) => ({ data: new Uint8Array(count), dims: [count] });
  const cut = (/** @type {number} */ count, extra = 0) =>
    split(ones(count), { split: new Uint8Array(count + extra).fill(1) });
  const failure = { code: 'out_of_memory', op: 'Split-18', param: '', message: /^Split-18: .*memory/ };

  it('is a mistake like others, for the lists that go in and for the plan that comes out', async () => {
    cut(10);
    assert.throws(() => cut(200_000, 1), { code: 'sum_mismatch' }); // there is room for the lists, then
    await withoutGrowth(() => {
      assert.throws(() => cut(200_000), failure, 'the plan');
      assert.throws(() => cut(1_000_000, 1), failure, 'the lists');
      assert.equal(cut(10).length, 10);
      assert.deepEqual(
        [...slice({ data: Uint16Array.from({ length: 9 }, (_, k) => k), dims: [9] }, '::4').data],
        [0, 4, 8],
      );
    });
    assert.equal(cut(200_000).length, 200_000);
    assert.ok(getMemory().buffer.byteLength > 0);
  });

  it('is a mistake like others, for new arrays: how large, and what to do', () => {
    const repeated = { data: new Float64Array(1), shape: [2 ** 36, 2], stride: [0, 0] };
    const message =
      'Slice-13: no memory for a Float64Array of length 137438953472: give arrays as out, ask for view: true, or cut less';
    assert.throws(
      () => slice(repeated, '...'),
      (/** @type {Any} */ error) => {
        assert.deepEqual([error.code, error.op, error.message], ['out_of_memory', 'Slice-13', message]);
        return error.cause instanceof RangeError;
      },
    );
    assert.throws(() => plan('Slice', [repeated, [0], [2 ** 35]]).run(repeated), { code: 'out_of_memory' });
    const texts = { data: ['a'], shape: [2 ** 26], stride: [0] };
    assert.throws(() => slice(texts, '...'), {
      code: 'out_of_memory',
      message: /67108864 strings; at most 33554432/,
    });
    assert.equal(slice(repeated, ':3').data.length, 6);
  });

  it('is not waited for where new arrays would take more than 2^40 bytes', () => {
    const of = (/** @type {number} */ pieces) => ({
      data: new Uint8Array(1),
      shape: [pieces, 2 ** 30],
      stride: [0, 0],
    });
    const failure = { code: 'too_large', op: 'SplitToSequence-24', param: '' };
    const message =
      /^SplitToSequence-24: 1125899906842624 bytes of new arrays; at most 2\^40 are made: give /;
    assert.throws(() => splitToSequence(of(2 ** 20)), { ...failure, message });
    assert.throws(() => splitToSequence(of(2 ** 11), {}, { view: true }), failure);
    const planned = plan('SplitToSequence', [of(2 ** 11)]);
    assert.equal(planned.outputs.length, 2 ** 11);
    assert.throws(() => planned.run(of(2 ** 11)), failure);
    assert.throws(() => planned.allocate(), failure);
    const line = { data: new Uint8Array(1), shape: [2 ** 41], stride: [0] };
    assert.throws(() => slice(line, ':'), { code: 'too_large' });
    assert.throws(() => slice(line, ':1099511627777'), { code: 'too_large' });
    assert.throws(() => slice(line, ':1099511627776'), { code: 'out_of_memory' });
    const texts = plan('Slice', [{ type: 'string', dims: [2 ** 40] }, [0], [2 ** 40]]);
    assert.throws(() => texts.allocate(), { code: 'out_of_memory', message: /1099511627776 strings/ });
  });

  it('does not come of a million outputs; more are a mistake', () => {
    const bytes = (/** @type {number} */ n) => ({
      data: Uint8Array.from({ length: n }, (_, k) => k),
      dims: [n],
    });
    const pieces = splitToSequence(bytes(2 ** 20), {}, { view: true });
    assert.equal(pieces.length, 2 ** 20);
    assert.equal(pieces[1_000_000].data[0], 1_000_000 % 256);
    assert.throws(() => splitToSequence(bytes(2 ** 20 + 1)), { code: 'too_many_outputs' });
  });
});
