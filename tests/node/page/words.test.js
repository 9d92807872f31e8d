// What the playground says about a cut in words: the sentence, and each field and each token of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { init } from '../../../web/lib/index.ts';
import { cut } from '../../../web/playground/model/cut.ts';
import { explainFields } from '../../../web/playground/model/explain.ts';
import { beginWith } from '../../../web/playground/model/state.ts';
import { cuts } from './states.js';

await init();
const rows = cuts();

describe('the words', () => {
  /** @type {[string, string, Record<string, string>, string, string[]][]} */
  const SAID = [
    ['Slice', '5', { starts: '-1', ends: '-2147483648', steps: '-1' }, 'Takes all of axis 0 backwards.', []],
    ['Slice', '5', { starts: '4', ends: '-1', steps: '-1' }, 'Takes nothing: the slice of axis 0 is empty.', []],
    ['Slice', '5, 4', { starts: '0, 9', ends: '5, 9', steps: '-1, 1' }, 'Takes nothing: the slice of axis 0 is empty.', []],
    ['Slice', '5', { starts: '[]', ends: '[]' }, 'Takes everything, unchanged.', []],
    ['Slice', '3, 9', { starts: '1', ends: 'INT_MAX', axes: '1', steps: '3' }, 'Takes every 3rd index of axis 1 (1, 4, 7). The other axis stays whole.', []],
    ['Split', '7', { num_outputs: '4' }, 'Splits axis 0, of size 7, into 4 pieces: 2, 2, 2, 1.', ['7 / 4, rounded up, is 2 per output; the axis ends, so the last are smaller or empty: 2, 2, 2, 1']],
    ['Split', '6', { split: '1, 5' }, 'Splits axis 0, of size 6, into 2 pieces: 1, 5.', ['1 + 5 = 6, the size of the axis']],
    ['SplitToSequence', '3, 2', { keepdims: '0' }, 'Splits axis 0 into 3 outputs, one per index, and drops the axis.', []],
    ['SplitToSequence', '5', { split: '2', keepdims: '0' }, 'Splits axis 0, of size 5, into 3 pieces: 2, 2, 1.', ['a number: chunks of 2, the last one smaller if need be: 2, 2, 1', 'ignored, because split is given']],
    ['Split', '8', { num_outputs: '9' }, 'Splits axis 0, of size 8, into 9 pieces: 1, 1, 1, 1, 1, 1, …, 0.', ['8 / 9, rounded up, is 1 per output; the axis ends, so the last are smaller or empty: 1, 1, 1, 1, 1, 1, …, 0']],
    ['SplitToSequence', '0', {}, 'Axis 0 has size 0: there are no pieces.', []],
    ['VariadicSplit', '8', { axis: '0', split_lengths: '2, -1, 1' }, 'Splits axis 0, of size 8, into 3 pieces: 2, 5, 1.', ['-1 takes what the others leave: 8 - (2 + 1) = 5']],
  ]; // biome-ignore format: a table

  for (const [op, dims, values, sentence, lines] of SAID) {
    it(`${op} of [${dims}] by ${JSON.stringify(values)}`, () => {
      const result = cut({ ...beginWith(rows, op), dims, notation: null, values });
      assert.equal(result.sentence, sentence);
      if (lines.length > 0)
        assert.deepEqual(
          result.walk[0].lines.map(({ text }) => text),
          lines,
        );
    });
  }

  /** @type {[string, string, string][]} */
  const TOKENS = [
    ['6', '1:5', 'starts at index 1 and stops before index 5'],
    ['2', '1:5', 'starts at index 1 and goes on to the end (5 is after the last)'],
    ['5', '-3:-1', 'starts at index 2 (3rd from the end) and stops before the last'],
    ['5', '-9:3', 'starts at the first (-9 is before it) and stops before index 3'],
    ['5', '2:', 'starts at index 2 and goes on to the end'],
    ['5', '3:-9', 'takes nothing'],
    ['4', '5:1:-1', 'starts at the last (5 is after it) and stops before index 1, backwards'],
    ['5', '::-1', 'starts at the last and goes on to the beginning, backwards'],
    ['5', '3:-9:-2', 'starts at index 3 and goes on to the beginning (-9 is before the first; -1 would mean the last), every 2nd index, backwards'],
    ['5', '::10000000000000000000000', 'starts at the first and goes on to the end, one index at most, because the axis ends before the next'],
    ['1', '::-1', 'starts at the only index and goes on to the beginning, backwards'],
    ['0', '1:', 'takes nothing'],
    ['5', '-2', 'index 3 (2nd from the end); the axis is dropped'],
  ]; // biome-ignore format: a table
  for (const [dims, notation, says] of TOKENS)
    it(`${notation} of ${dims} indices`, () => {
      const { s } = explainFields(cut({ ...beginWith(rows, 'Slice'), dims, notation }));
      assert.deepEqual(s, [{ token: notation, says: `axis 0: ${says}` }]);
    });

  /** @type {[string, string, string, string, string[]][]} */
  const BOUNDS = [
    ['5', '-1', 'INT_MIN', '-1', ['the last', 'goes on to the beginning (INT_MIN is before the first; -1 would mean the last)', 'backwards']],
    ['5', '9', '-9', '1', ['after the last', 'stops before the first (-9 is before it)', 'each index']],
    ['5', '0', 'INT_MAX', '-1', ['the first', 'stops before the last (INT_MAX is after it)', 'backwards']],
    ['0', '1', '2', '1', new Array(3).fill('nothing, because the axis has size 0')],
  ]; // biome-ignore format: a table
  for (const [dims, starts, ends, steps, says] of BOUNDS)
    it(`starts=${starts} ends=${ends} steps=${steps} of ${dims} indices`, () => {
      const values = { starts, ends, steps };
      const told = explainFields(cut({ ...beginWith(rows, 'Slice'), dims, notation: null, values }));
      assert.deepEqual(
        Object.keys(values).map((name) => told[name][0].says),
        says,
      );
    });
});
