// Each drag is checked against the library: it must then take just what was dragged to.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from '../../../web/lib/index.ts';
import { cut } from '../../../web/playground/model/cut.ts';
import { rulersOf, withGrip, withRectangle } from '../../../web/playground/model/drag.ts';
import { parseHash } from '../../../web/playground/model/hash.ts';
import { indexOf, sizeOf } from '../../../web/playground/model/integers.ts';
import { versions } from '../../../web/playground/model/rows.ts';
import { ownersOf } from '../../../web/playground/model/twins.ts';
import { withNotation } from './notations.js';
import { attempt, cuts, states } from './states.js';

/** @import { Result } from '../../../web/playground/model/cut.ts' */

await init();

/** @param {string} hash */
const resultOf = (hash) => cut(parseHash(hash, versions()).state);

/** @param {Result} result */
const gripsOf = (result) => rulersOf(result).flatMap(({ grips }) => grips);

describe('a mark that is dragged', () => {
  it('is then where it was dragged to, and the others stay', () => {
    let count = 0;
    const rows = cuts().filter(({ op }) => op !== 'openvino.Split'); // has no marks
    fc.assert(
      fc.property(states(rows), fc.boolean(), fc.nat(), fc.nat(), (given, writes, which, far) => {
        const first = attempt(given);
        const result = first && writes ? attempt(withNotation(first)) : first;
        const grips = result ? gripsOf(result) : [];
        if (!result || grips.length === 0) return;
        const grip = grips[which % grips.length];
        const to = grip.least + (far % (grip.most - grip.least + 1));
        const state = withGrip(result, grip, to);
        if (grip.name === 'step' && state === result.state) return; // there is no step of 0
        const next = gripsOf(cut(state));
        const isSame = (/** @type {typeof grip} */ a) => (/** @type {typeof grip} */ b) =>
          a.name === b.name && a.axis === b.axis && a.which === b.which;
        assert.equal(next.find(isSame(grip))?.at, to);
        for (const other of grips) {
          const turns = grip.name === 'step' && other.axis === grip.axis;
          const follows = other.name === 'step' && grip.name === 'start' && other.axis === grip.axis;
          if (other !== grip && !turns && !follows) assert.equal(next.find(isSame(other))?.at, other.at);
        }
        ++count;
      }),
      { numRuns: 800 },
    );
    assert.ok(count > 300, `${count} of 800 had one`);
  });

  for (const [hash, grip, to, values] of [
    [
      'op=Slice&opset=13&dims=4,6&starts=-1,1&ends=INT_MIN,5&axes=0,1&steps=-1,1',
      'end 1',
      6,
      { ends: 'INT_MIN, 6', starts: '-1, 1' },
    ],
    [
      'op=Slice&opset=13&dims=4,6&starts=1&ends=5&axes=-1',
      'start 0',
      2,
      { starts: '1, 2', ends: '5, 4', axes: '-1, 0', steps: '' },
    ],
    ['op=Slice&opset=13&dims=5&starts=0&ends=5', 'step 0', 2, { starts: '0', ends: '5', steps: '2' }],
    [
      'op=Slice&opset=13&dims=5&starts=4&ends=5',
      'step 0',
      3,
      { starts: '4', ends: '-2147483648', steps: '-1' },
    ],
    ['op=Split&opset=18&dims=7&axis=0&num_outputs=2', 'border 0', 5, { split: '5, 2', num_outputs: '' }],
    ['op=VariadicSplit&opset=1&dims=8&axis=0&split_lengths=2,-1', 'border 0', 3, { split_lengths: '3, -1' }],
    [
      'op=TensorScatter&opset=24&dims=1,6,2;1,2,2&axis=1&write_indices=1',
      'write 1',
      4,
      { write_indices: '4' },
    ],
  ])
    it(`changes only its own text: ${hash}, ${grip} to ${to}`, () => {
      const result = resultOf(/** @type {string} */ (hash));
      const found = gripsOf(result).find(({ name, axis }) => `${name} ${axis}` === grip);
      assert.ok(found);
      const next = withGrip(result, found, /** @type {number} */ (to));
      for (const [name, text] of Object.entries(values)) assert.equal(next.values[name], text);
    });

  it('moves cells from one input of a join to the next', () => {
    const result = resultOf('op=Concat&opset=13&dims=2,3;2,2&axis=1');
    assert.equal(withGrip(result, gripsOf(result)[0], 4).dims, '2, 4; 2, 1');
  });

  it('is not there without a parameter for it', () => {
    const names = gripsOf(resultOf('op=Slice&opset=1&dims=4&starts=1&ends=3')).map(({ name }) => name);
    assert.deepEqual(names, ['start', 'end']);
    assert.deepEqual(gripsOf(resultOf('op=openvino.Split&opset=1&dims=4&axis=0&num_splits=2')), []);
  });
});

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
        const steps = result.walk.every(({ bounds }) => Math.abs(bounds?.step ?? 1) === 1);
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
