// Joins on the page, compared with what the library does; and that a cut and what puts it together undo each other.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from '../../../web/lib/index.ts';
import { cut } from '../../../web/playground/model/cut.ts';
import { formatHash, MOST_VALUES, parseHash } from '../../../web/playground/model/hash.ts';
import { sizeOf } from '../../../web/playground/model/integers.ts';
import { inverseOf } from '../../../web/playground/model/inverse.ts';
import { isJoin, versions } from '../../../web/playground/model/rows.ts';
import { beginWith } from '../../../web/playground/model/state.ts';
import {
  cellsOf,
  heldBy,
  ownersOf,
  placesOf,
  sourcesOf,
  startOf,
  twinsOf,
} from '../../../web/playground/model/twins.ts';
import { valueAt } from '../../../web/playground/model/values.ts';
import { attempt, cuts, states } from './states.js';
import { dimsOfInputs, takenBy } from './taken.js';

/** @import { Result } from '../../../web/playground/model/cut.ts' */

await init();
const joins = versions().filter(isJoin);
const small = fc.integer({ min: 0, max: 4 });
const list = (/** @type {readonly unknown[]} */ each) => each.join(', ') || '[]';

/**
 * The dims of the inputs, and the values, of a random join.
 * @param {string} op
 * @param {number[]} dims
 */
function joinOf(op, dims) {
  const axis = fc.integer({ min: -dims.length, max: dims.length - 1 });
  if (op === 'SliceScatter') {
    const bounds = fc.array(fc.integer({ min: -6, max: 6 }), {
      minLength: dims.length,
      maxLength: dims.length,
    });
    const steps = bounds.map((each) => each.map((step) => step || -1));
    return fc
      .record({ start: bounds.map(list), stop: bounds.map(list), step: steps.map(list) })
      .map((values) => ({ dims: list(dims), values }));
  }
  if (op === 'TensorScatter')
    return fc
      .record({
        at: fc.array(small, { minLength: dims[0], maxLength: dims[0] }),
        mode: fc.constantFrom('', 'circular'),
        axis,
      })
      .map(({ at, mode, axis: along }) => ({
        dims: list(dims),
        values: { write_indices: list(at), mode, axis: String(along) },
      }));
  return fc
    .record({ axis, sizes: fc.array(small, { minLength: 1, maxLength: 4 }), isNew: fc.boolean() })
    .map(({ axis: along, sizes, isNew }) => {
      const at = along < 0 ? along + dims.length : along;
      const stacks = op === 'ConcatFromSequence' && isNew;
      const shapes = sizes.map((size) =>
        dims.map((each, i) => (i === at && !stacks ? size : each)).join(', '),
      );
      /** @type {Record<string, string>} */
      const values = { axis: String(along), ...(stacks && { new_axis: '1' }) };
      return { dims: shapes.join('; '), values };
    });
}

const states_ = fc
  .tuple(fc.constantFrom(...joins), fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }))
  .chain(([row, dims]) =>
    joinOf(row.op_type, dims).map((given) => ({
      ...beginWith(versions(), row.op, row.since_version),
      ...given,
    })),
  );

describe('joins', () => {
  it('come from where the library takes them', () => {
    let count = 0;
    fc.assert(
      fc.property(states_, (state) => {
        const result = attempt(state);
        if (result === null) return;
        ++count;
        const [{ dims, places }] = takenBy(result);
        assert.deepEqual(result.dims, dims);
        const sourceOf = sourcesOf(result, null);
        assert.deepEqual(
          places.map((_, place) => sourceOf(place)),
          places,
        );
        for (const [place, source] of places.entries()) checkTwins(result, place, source);
      }),
      { numRuns: 500 },
    );
    assert.ok(count > 300, `${count} of 500 were right`);
  });

  /**
   * @param {Result} result
   * @param {number} place of the output
   * @param {number} source in the inputs, counted through
   */
  function checkTwins(result, place, source) {
    const { taken } = twinsOf(result, { output: null, place }) ?? {};
    assert.ok(taken);
    assert.equal(placesOf(result, taken.output)(taken.position), place);
    assert.equal(startOf(result, taken.output) + taken.position, source);
    assert.equal(heldBy(result, null)(place), heldBy(result, taken.output)(taken.position));
    const back = twinsOf(result, { output: taken.output, place: taken.position });
    assert.deepEqual([back?.place, back?.taken], [place, taken]);
  }

  it('say in the base which cells are overwritten', () => {
    const { state } = parseHash(
      'op=TensorScatter&opset=24&dims=1,4,2;1,2,2&write_indices=3&axis=1&mode=circular',
      versions(),
    );
    const result = cut(state);
    const fates = Array.from(
      { length: 8 },
      (_, place) => twinsOf(result, { output: -1, place })?.taken?.output ?? 'lost',
    );
    assert.deepEqual(fates, ['lost', 'lost', -1, -1, -1, -1, 'lost', 'lost']);
    assert.deepEqual(
      Array.from({ length: 8 }, (_, place) => heldBy(result, null)(place)),
      ['10', '11', '2', '3', '4', '5', '8', '9'],
    );
  });
});

describe('what undoes a result', () => {
  it('joins what was cut, cell by cell; a slice is written into zeros', () => {
    let count = 0;
    fc.assert(
      fc.property(states(cuts()), (state) => {
        const result = attempt(state);
        const inverse = result && inverseOf(result);
        if (!result || !inverse || 'why' in inverse) return;
        ++count;
        const joined = cut(parseHash(formatHash(inverse.state, versions()), versions()).state);
        const [dims, output] = joined.joins ? [joined.dims, null] : [joined.parts[0], 0]; // a pattern makes an output
        assert.deepEqual(dims, result.dims);
        if (cellsOf(joined) > MOST_VALUES) return; // the address has no values then
        const shown = Array.from({ length: sizeOf(dims) }, (_, i) => heldBy(joined, output)(i));
        const zero = valueAt(result.state.type, 0);
        const owners = shown.map((_, place) => ownersOf(result)(place));
        if (!joined.hasBase) assert.ok(owners.every((owner) => owner >= 0));
        assert.deepEqual(
          shown,
          owners.map((owner, place) => (owner < 0 ? zero : heldBy(result, null)(place))),
        );
        const pieces = dimsOfInputs(joined).slice(joined.hasBase ? 1 : 0);
        assert.deepEqual(pieces, result.parts);
      }),
      { numRuns: 400 },
    );
    assert.ok(count > 150, `${count} of 400 have one`);
  });

  for (const [hash, back] of [
    [
      'op=Concat&opset=13&dims=2,2;2,1&axis=1',
      'op=Split&opset=18&dims=2,3&split=2,1&axis=1&data=0,1,4,2,3,5',
    ],
    [
      'op=ConcatFromSequence&opset=11&dims=2;2&axis=1&new_axis=1',
      'op=SplitToSequence&opset=24&dims=2,2&axis=1&keepdims=0&data=0,2,1,3',
    ],
    ['op=Rearrange&opset=1&dims=2,3&pattern=h w -> h w c&sizes=c=2', null],
    [
      'op=Rearrange&opset=1&dims=2,4&pattern=h (x w) -> (w h) x&sizes=w=2',
      'op=Rearrange&opset=1&dims=4,2&pattern=(w%20h)%20x%20-%3E%20h%20(x%20w)&sizes=h=2&data=0,2,4,6,1,3,5,7',
    ],
    ['op=SliceScatter&opset=15&dims=4&s=::2', 'op=Slice&opset=13&dims=4&s=::2&data=4,1,5,3'],
    ['op=Slice&opset=13&dims=3&s=::-1', 'op=SliceScatter&opset=15&dims=3;3&s=::-1&data=0,0,0,2,1,0'],
    [
      'op=Slice&opset=13&dims=4&type=bool&s=1:3&data=T,T,F,T',
      'op=SliceScatter&opset=15&dims=4;2&type=bool&s=1:3&data=F,F,F,F,T,F',
    ],
    ['op=Slice&opset=13&dims=3&type=string&s=::-1', 'SliceScatter does not take string.'],
    [
      'op=openvino.Split&opset=1&dims=2,4&type=u4&axis=1&num_splits=2',
      'op=openvino.Concat&opset=1&dims=2,2;2,2&type=u4&axis=1&data=0,1,4,5,2,3,6,7',
    ],
    [
      'op=openvino.Concat&opset=1&dims=2;1&type=u4&axis=0',
      'op=VariadicSplit&opset=1&dims=3&type=u4&axis=0&split_lengths=2,1',
    ],
    ['op=openvino.Slice&opset=8&dims=3&s=::-1', 'op=SliceScatter&opset=15&dims=3;3&s=::-1&data=0,0,0,2,1,0'],
    ['op=TensorScatter&opset=24&dims=1,4,2&axis=1', null],
  ])
    it(`of ${hash}`, () => {
      const inverse = inverseOf(cut(parseHash(/** @type {string} */ (hash), versions()).state));
      const told = inverse && ('why' in inverse ? inverse.why : formatHash(inverse.state, versions()));
      assert.equal(told, back);
    });
});
