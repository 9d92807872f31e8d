// Ranges against a naive model: a list that says of every unit who has it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Ranges } from '../../../web/lib/core/arena.ts';

/** @import { Span } from '../../../web/lib/core/arena.ts' */

const SIZE = 40;

/** Lengths of the free stretches of a list, in order. @param {readonly number[]} owners 0: free */
const freeSizes = (owners) =>
  owners
    .map((owner) => (owner === 0 ? 'f' : 't'))
    .join('')
    .split(/t+/)
    .map(({ length }) => length)
    .filter((length) => length > 0);

describe('ranges', () => {
  it('are taken first fit, are nobody else has them, and they merge when they are given back', () => {
    const step = fc.oneof(
      fc.record({ take: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ give: fc.nat(1000) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const ranges = new Ranges(SIZE);
        const owners = new Array(SIZE).fill(0);
        /** @type {Span[]} */
        const taken = [];
        steps.forEach((each, i) => {
          if ('take' in each) {
            const first = firstFit(owners, each.take);
            const range = ranges.find(each.take);
            assert.deepEqual(
              range,
              first < 0 ? null : { begin: first, end: first + each.take, isFree: true },
            );
            if (range === null) return;
            ranges.take(range);
            owners.fill(i + 1, range.begin, range.end);
            taken.push(range);
          } else if (taken.length > 0) {
            const [range] = taken.splice(each.give % taken.length, 1);
            owners.fill(0, range.begin, range.end);
            assert.ok(ranges.give(range));
            assert.ok(!ranges.give(range), 'only once');
          }
          assert.deepEqual(ranges.sizes(), freeSizes(owners));
        });
        for (const range of taken) ranges.give(range);
        assert.deepEqual(ranges.sizes(), [SIZE], 'one piece again');
      }),
      { numRuns: 2000 },
    );
  });
});

/** @param {readonly number[]} owners @param {number} size */
function firstFit(owners, size) {
  for (let at = 0; at + size <= owners.length; ++at)
    if (owners.slice(at, at + size).every((owner) => owner === 0)) return at;
  return -1;
}
