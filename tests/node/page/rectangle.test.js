// A rectangle of cells is checked against the library: the slice must then take just what was dragged over.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from '../../../web/lib/index.ts';
import { cut } from '../../../web/playground/model/cut.ts';
import { indexOf, sizeOf } from '../../../web/playground/model/integers.ts';
import { withRectangle } from '../../../web/playground/model/rectangle.ts';
import { ownersOf } from '../../../web/playground/model/twins.ts';
import { withNotation } from './notations.js';
import { attempt, cuts, states } from './states.js';

await init();

describe('a rectangle', () => {
  it('takes the cells between its corners, whichever way each axis goes', () => {
    let count = 0;
    const slices = cuts().filter(({ op_type }) => op_type === 'Slice');
    fc.assert(
      fc.property(states(slices), fc.boolean(), fc.nat(), fc.nat(), (given, writes, from, to) => {
        const first = attempt(given);
        const result = first && writes ? attempt(withNotation(first)) : first;
        if (!result || sizeOf(result.dims) === 0) return;
        const { dims } = result;
        const [corner, other] = [from, to].map((place) => indexOf(place % sizeOf(dims), dims));
        const next = cut(withRectangle(result, corner, other));
        const owner = ownersOf(next);
        const steps = result.walk.every(({ step = 1 }) => Math.abs(step) === 1);
        for (let place = 0; place < sizeOf(dims); ++place) {
          const isInside = indexOf(place, dims).every(
            (i, axis) => i >= Math.min(corner[axis], other[axis]) && i <= Math.max(corner[axis], other[axis]),
          );
          if (!isInside || steps) assert.equal(owner(place) === 0, isInside);
        }
        ++count;
      }),
      { numRuns: 300 },
    );
    assert.ok(count > 100, `${count} of 300 had cells`);
  });
});
