// Joins on the page, compared with what the library does.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from '../../../web/lib/index.ts';
import { cut } from '../../../web/playground/model/cut.ts';
import { parseHash } from '../../../web/playground/model/hash.ts';
import { isJoin, versions } from '../../../web/playground/model/rows.ts';
import { beginWith } from '../../../web/playground/model/state.ts';
import { heldBy, placesOf, sourcesOf, startOf, twinsOf } from '../../../web/playground/model/twins.ts';
import { attempt } from './states.js';
import { takenBy } from './taken.js';

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
