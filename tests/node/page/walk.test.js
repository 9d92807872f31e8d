// What the playground says about a cut, held against the library: which cell of an output comes from which cell of the input, the
// arithmetic between them, and that NumPy's notation and ONNX's parameters say the same.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from '../../../web/lib/index.js';
import { isSame } from '../../../web/playground/compare/differences.ts';
import { toRows } from '../../../web/playground/form/transitions.ts';
import { cut } from '../../../web/playground/model/cut.ts';
import { indexOf, sizeOf } from '../../../web/playground/model/integers.ts';
import { beginWith } from '../../../web/playground/model/state.ts';
import { ownersOf, placesOf, twinsOf } from '../../../web/playground/model/twins.ts';
import { attempt, cuts, states } from './states.js';
import { takenBy } from './taken.js';

await init();
const rows = cuts();

describe('cells and their twins', () => {
  it('are what the library takes, of any cut', () => {
    let cuts = 0;
    fc.assert(
      fc.property(states(rows), (state) => {
        const result = attempt(state);
        if (result === null) return;
        cuts += 1;
        const taken = takenBy(result);
        assert.equal(taken.length, result.count);
        assert.deepEqual(
          result.parts,
          taken.slice(0, result.parts.length).map(({ dims }) => dims),
        );
        const owners = new Array(sizeOf(result.dims)).fill(-1);
        for (const [output, { places }] of taken.entries()) {
          for (const [position, place] of places.entries()) {
            assert.equal(placesOf(result, output)(position), place);
            owners[place] = output;
          }
        }
        assert.deepEqual(Array.from(owners.keys(), ownersOf(result)), owners);
      }),
      { numRuns: 2000 },
    );
    assert.ok(cuts > 1000, `${cuts} of 2000 were cuts`);
  });

  it('lead from one to the other and back, with arithmetic that is right', () => {
    fc.assert(
      fc.property(states(rows), (state) => {
        const result = attempt(state);
        for (let place = 0; result && place < sizeOf(result.dims); ++place) {
          const twins = twinsOf(result, { output: null, place });
          assert.deepEqual(twins?.index, indexOf(place, result.dims));
          if (!twins?.taken) continue;
          const { output, position, index } = twins.taken;
          assert.deepEqual(twinsOf(result, { output, place: position }), twins);
          assert.deepEqual(index, indexOf(position, result.parts[output]));
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

  it('are found in tensors of any size', () => {
    const state = { ...beginWith(rows, 'Slice'), dims: '50000000, 100000000', notation: '::-1, 7::3' };
    const result = cut(state);
    const position = 2 * result.parts[0][1] + 5;
    const place = (5 * 10 ** 7 - 3) * 10 ** 8 + 22;
    assert.equal(placesOf(result, 0)(position), place);
    assert.deepEqual(twinsOf(result, { output: null, place })?.taken, { output: 0, position, index: [2, 5] });
    assert.equal(twinsOf(result, { output: null, place: place + 1 })?.taken, null);
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
        const { notation } = toRows(state);
        assert.notEqual(notation, '');
        const other = cut({ ...state, notation });
        cuts += 1;
        assert.deepEqual(other.parts, result.parts, notation);
        assert.deepEqual(takenBy(other), takenBy(result), notation);
        assert.ok(isSame(other, result), notation);
        assert.deepEqual(
          takenBy({ ...result, state: { ...state, values: toRows(other.state).values } }),
          takenBy(result),
        );
      }),
      { numRuns: 500 },
    );
    assert.ok(cuts > 100);
  });

  it('has single indices, which drop their axis', () => {
    const state = { ...beginWith(rows, 'Slice'), dims: '2, 4, 6', notation: '-1, ..., ::-2' };
    const result = cut(state);
    const { parts, walk, sentence } = result;
    assert.deepEqual(parts, [[4, 3]]);
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
    assert.deepEqual(takenBy(result)[0].places.slice(0, 3), [29, 27, 25]);
    assert.deepEqual([0, 1, 2].map(placesOf(result, 0)), [29, 27, 25]);
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
        '-1 → counts from the end: -1 + 5 = 4',
        '-2147483648 → counts from the end: -2147483648 + 5 = -2147483643 → clamped: before the first',
        '-1: backwards',
        '4, 3, 2, 1, 0 (5 of them)',
      ],
    ],
    ['Slice', '5', { starts: '4', ends: '-1', steps: '-1' }, 'Takes nothing of axis 0.', []],
    ['Slice', '5', { starts: '[]', ends: '[]' }, 'Takes everything, unchanged.', []],
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
      'Splits axis 0, of size 7, into 4 pieces: 2, 2, 2, 1.',
      ['7 / 4, rounded up, is 2 per output; the axis ends, so the last are smaller or empty: 2, 2, 2, 1'],
    ],
    [
      'Split',
      '6',
      { split: '1, 5' },
      'Splits axis 0, of size 6, into 2 pieces: 1, 5.',
      ['1 + 5 = 6, the size of the axis'],
    ],
    [
      'SplitToSequence',
      '3, 2',
      { keepdims: '0' },
      'Splits axis 0 into 3 outputs, one per index, and drops the axis.',
      [],
    ],
    [
      'SplitToSequence',
      '5',
      { split: '2', keepdims: '0' },
      'Splits axis 0, of size 5, into 3 pieces: 2, 2, 1.',
      ['a number: chunks of 2, the last one smaller if need be: 2, 2, 1', 'ignored, because split is given'],
    ],
    ['SplitToSequence', '0', {}, 'Axis 0 has size 0: there are no pieces.', []],
    [
      'VariadicSplit',
      '8',
      { axis: '0', split_lengths: '2, -1, 1' },
      'Splits axis 0, of size 8, into 3 pieces: 2, 5, 1.',
      ['-1 takes what the others leave: 8 - (2 + 1) = 5'],
    ],
  ];

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
});
