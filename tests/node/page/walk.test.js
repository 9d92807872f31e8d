// What the playground says about a cut, held against the library: which cell of an output comes from which cell of the input, the
// arithmetic between them, and that NumPy's notation and ONNX's parameters say the same.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from '../../../web/lib/index.ts';
import { isSame } from '../../../web/playground/compare/differences.ts';
import { toRows } from '../../../web/playground/form/transitions.ts';
import { cut } from '../../../web/playground/model/cut.ts';
import { explainFields } from '../../../web/playground/model/explain.ts';
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
            const [left, right = left] = text.split(' = '); // a name alone is its index
            assert.equal(Number(left), twins.index[axis]);
            if (result.order) {
              const terms = right.split(' + ').map((term) => term.split(' * ').map(Number));
              assert.equal(
                terms.reduce((sum, [i, step = 1]) => sum + i * step, 0),
                Number(left),
                text,
              );
              continue;
            }
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
      'Takes all of axis 0 backwards.',
      [
        '-1 → counts from the end: -1 + 5 = 4',
        '-2147483648 → counts from the end: -2147483648 + 5 = -2147483643 → clamped: before the first',
        '-1: backwards',
        '4, 3, 2, 1, 0 (5 of them)',
      ],
    ],
    [
      'Slice',
      '5',
      { starts: '4', ends: '-1', steps: '-1' },
      'Takes nothing: the slice of axis 0 is empty.',
      [],
    ],
    [
      'Slice',
      '5, 4',
      { starts: '0, 9', ends: '5, 9', steps: '-1, 1' },
      'Takes nothing: the slice of axis 0 is empty.',
      [],
    ],
    ['Slice', '5', { starts: '[]', ends: '[]' }, 'Takes everything, unchanged.', []],
    [
      'Slice',
      '3, 9',
      { starts: '1', ends: 'INT_MAX', axes: '1', steps: '3' },
      'Takes every 3rd index of axis 1 (1, 4, 7). The other axis stays whole.',
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
    [
      'Split',
      '8',
      { num_outputs: '9' },
      'Splits axis 0, of size 8, into 9 pieces: 1, 1, 1, 1, 1, 1, …, 0.',
      [
        '8 / 9, rounded up, is 1 per output; the axis ends, so the last are smaller or empty: 1, 1, 1, 1, 1, 1, …, 0',
      ],
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
    [
      '5',
      '3:-9:-2',
      'starts at index 3 and goes on to the beginning (-9 is before the first; -1 would mean the last), every 2nd index, backwards',
    ],
    [
      '5',
      '::10000000000000000000000',
      'starts at the first and goes on to the end, one index at most, because the axis ends before the next',
    ],
    ['1', '::-1', 'starts at the only index and goes on to the beginning, backwards'],
    ['0', '1:', 'takes nothing'],
    ['5', '-2', 'index 3 (2nd from the end); the axis is dropped'],
  ];
  for (const [dims, notation, says] of TOKENS)
    it(`${notation} of ${dims} indices`, () => {
      const { s } = explainFields(cut({ ...beginWith(rows, 'Slice'), dims, notation }));
      assert.deepEqual(s, [{ token: notation, says: `axis 0: ${says}` }]);
    });

  /** @type {[string, string, string, string, string[]][]} */
  const BOUNDS = [
    [
      '5',
      '-1',
      'INT_MIN',
      '-1',
      [
        'the last',
        'goes on to the beginning (INT_MIN is before the first; -1 would mean the last)',
        'backwards',
      ],
    ],
    ['5', '9', '-9', '1', ['after the last', 'stops before the first (-9 is before it)', 'each index']],
    ['5', '0', 'INT_MAX', '-1', ['the first', 'stops before the last (INT_MAX is after it)', 'backwards']],
    ['0', '1', '2', '1', new Array(3).fill('nothing, because the axis has size 0')],
  ];
  for (const [dims, starts, ends, steps, says] of BOUNDS)
    it(`starts=${starts} ends=${ends} steps=${steps} of ${dims} indices`, () => {
      const values = { starts, ends, steps };
      const told = explainFields(cut({ ...beginWith(rows, 'Slice'), dims, notation: null, values }));
      assert.deepEqual(
        Object.keys(values).map((name) => told[name][0].says),
        says,
      );
    });

  /** @type {[string, string, string[]][]} */
  const LINES = [
    [
      '5',
      '::-1',
      ['left out: 4, the last', 'left out: before the first', '-1: backwards', '4, 3, 2, 1, 0 (5 of them)'],
    ],
    [
      '5',
      '-9::-1',
      [
        '-9 → counts from the end: -9 + 5 = -4 → clamped: before the first',
        'left out: before the first',
        '-1: backwards',
        'nothing: the end is not before the start',
      ],
    ],
    ['0', ':', []],
    [
      '0',
      '::2',
      [
        'left out: 0, after the last',
        'left out: 0, after the last',
        '2: forwards',
        'nothing: the axis has size 0',
      ],
    ],
  ];
  for (const [dims, notation, lines] of LINES)
    it(`below the ruler: ${notation} of ${dims} indices`, () => {
      const { walk } = cut({ ...beginWith(rows, 'Slice'), dims, notation });
      assert.deepEqual(walk[0]?.lines.map(({ text }) => text) ?? [], lines);
    });
});
