// What the playground says about a cut, held against the library: which cell of an output comes from which cell of the input, the
// arithmetic between them, and that NumPy's notation and ONNX's parameters say the same.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from '../../../web/lib/index.ts';
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
