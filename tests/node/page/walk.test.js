// What the playground says about a cut, held against the library: the indices that it lists, the arithmetic between a cell and
// its twin, and that NumPy's notation and ONNX's parameters say the same.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { init, operators } from '../../../web/lib/index.js';
import { cut } from '../../../web/playground/model/cut.js';
import { indexOf, stridesOf } from '../../../web/playground/model/integers.js';
import { toNotation } from '../../../web/playground/model/notation.js';
import { beginWith } from '../../../web/playground/model/state.js';
import { twinsOf } from '../../../web/playground/model/twins.js';
import { attempt, states } from './states.js';

/** @import { Result } from '../../../web/playground/model/cut.js' */

await init();
const rows = operators();

/**
 * Places in the input that the walk says an output takes, in its order.
 * @param {Result} result
 * @param {number} output
 */
function placesBy({ dims, walk }, output) {
  const strides = stridesOf(dims);
  let places = [0];
  for (const [axis, size] of dims.entries()) {
    const its = walk.find((each) => each.axis === axis);
    const { from, step, count } = its?.pieces[output] ?? { from: 0, step: 1, count: size };
    const indices = Array.from({ length: count }, (_, i) => from + i * step);
    places = places.flatMap((place) => indices.map((index) => place + index * strides[axis]));
  }
  return places;
}

describe('the walk along the axes', () => {
  it('takes what the library takes, of any cut', () => {
    let cuts = 0;
    fc.assert(
      fc.property(states(rows), (state) => {
        const result = attempt(state);
        if (result === null) return;
        cuts += 1;
        const { cells, count } = result;
        assert.ok(cells);
        for (let i = 0; i < count; ++i)
          assert.deepEqual(placesBy(result, i), [
            ...cells.taken.subarray(cells.bases[i], cells.bases[i + 1]),
          ]);
      }),
      { numRuns: 2000 },
    );
    assert.ok(cuts > 1000, `${cuts} of 2000 were cuts`);
  });

  it('leads from a cell to its twin and back, with arithmetic that is right', () => {
    fc.assert(
      fc.property(states(rows), (state) => {
        const result = attempt(state);
        for (let place = 0; result && place < (result.cells?.twin.length ?? 0); ++place) {
          const twins = twinsOf(result, { output: null, place });
          assert.deepEqual(twins?.index, indexOf(place, result.dims));
          if (!twins?.taken) continue;
          const { output, position } = twins.taken;
          assert.deepEqual(twinsOf(result, { output, place: position }), twins);
          for (const { axis, text } of twins.arithmetic) {
            const [left, right] = text.split(' = ');
            assert.equal(Number(left), twins.index[axis]);
            const [, first, i, step = '1'] = /^(\S+) \+ (\S+)(?: \* \(?(-?\d+)\)?)?$/.exec(right) ?? [];
            assert.equal(Number(first) + Number(i) * Number(step), Number(left), text);
          }
        }
      }),
    );
  });
});

describe("NumPy's notation", () => {
  it('says the same as the parameters, and comes back from them', () => {
    const slices = states(
      rows.filter(({ op_type, since_version }) => op_type === 'Slice' && since_version > 1),
    );
    let cuts = 0;
    fc.assert(
      fc.property(slices, (state) => {
        const result = attempt(state);
        if (result === null || result.dims.length === 0) return;
        const notation = toNotation(state.values, result.dims.length);
        assert.ok(notation !== null);
        const other = cut({ ...state, notation });
        cuts += 1;
        assert.deepEqual(other.outputs, result.outputs, notation);
        assert.deepEqual(other.cells, result.cells, notation);
      }),
      { numRuns: 500 },
    );
    assert.ok(cuts > 100);
  });

  it('has single indices, which drop their axis', () => {
    const state = { ...beginWith(rows, 'Slice'), dims: '2, 4, 6', notation: '-1, ..., ::-2' };
    const { outputs, walk, sentence, cells } = cut(state);
    assert.deepEqual(outputs, [[4, 3]]);
    assert.deepEqual(
      walk.map(({ axis, drops }) => [axis, drops]),
      [
        [0, true],
        [2, false],
      ],
    );
    assert.match(
      sentence,
      /^Takes index 1 of axis 0, which is dropped, and every 2nd index of axis 2 backwards/,
    );
    assert.deepEqual([...(cells?.taken.subarray(0, 3) ?? [])], [29, 27, 25]);
  });
});

describe('the words', () => {
  /** @type {[string, string, Record<string, string>, string, string[]][]} */
  const SAID = [
    [
      'Slice',
      '5',
      { starts: '-1', ends: '-2147483648', steps: '-1' },
      'Takes axis 0 backwards, all of it.',
      [
        '-1 → counts from the back: -1 + 5 = 4',
        '-2147483648 → counts from the back: -2147483648 + 5 = -2147483643 → clamped to -1, before the first',
        '-1: backwards',
        '4, 3, 2, 1, 0 (5 of them)',
      ],
    ],
    ['Slice', '5', { starts: '4', ends: '-1', steps: '-1' }, 'Takes nothing of axis 0.', []],
    ['Slice', '5', { starts: '[]', ends: '[]' }, 'Takes everything, as it is.', []],
    [
      'Slice',
      '3, 9',
      { starts: '1', ends: 'INT_MAX', axes: '1', steps: '3' },
      'Takes every 3rd index of axis 1: 1, 4, 7. The other axis stays whole.',
      [],
    ],
    [
      'Split',
      '7',
      { num_outputs: '4' },
      'Cuts axis 0, of size 7, into 4 pieces: 2, 2, 2, 1.',
      ['7 / 4, rounded up, is 2 per output; the axis ends, so the last are smaller or empty: 2, 2, 2, 1'],
    ],
    [
      'Split',
      '6',
      { split: '1, 5' },
      'Cuts axis 0, of size 6, into 2 pieces: 1, 5.',
      ['1 + 5 = 6, the size of the axis'],
    ],
    [
      'SplitToSequence',
      '3, 2',
      { keepdims: '0' },
      'Takes axis 0 apart: 3 outputs, one per index, without that axis.',
      [],
    ],
    [
      'SplitToSequence',
      '5',
      { split: '2', keepdims: '0' },
      'Cuts axis 0, of size 5, into 3 pieces: 2, 2, 1.',
      ['a number: chunks of 2 until 5 are gone: 2, 2, 1', 'ignored, because split is given'],
    ],
    ['SplitToSequence', '0', {}, 'Axis 0 has size 0: there are no pieces.', []],
    [
      'VariadicSplit',
      '8',
      { axis: '0', split_lengths: '2, -1, 1' },
      'Cuts axis 0, of size 8, into 3 pieces: 2, 5, 1.',
      ['-1 is what the others leave: 8 - (2 + 1) = 5'],
    ],
  ];

  for (const [op, dims, values, sentence, lines] of SAID) {
    it(`${op} of [${dims}] by ${JSON.stringify(values)}`, () => {
      const result = cut({ ...beginWith(rows, op), dims, values });
      assert.equal(result.sentence, sentence);
      if (lines.length > 0)
        assert.deepEqual(
          result.walk[0].lines.map(({ text }) => text),
          lines,
        );
    });
  }
});
