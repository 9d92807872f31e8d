// Windows that overlap: a layout whose strides do not nest. Loops over the elements make the expected results.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from 'microtome';
import { open, slice } from 'microtome/source';
import { toNested } from '../../../web/lib/source/axes.ts';

before(() => init());

const axesOf = (/** @type {number[][]} */ ...rows) =>
  rows.map(([size, stride, to]) => ({ size, stride, to }));
const pattern = (/** @type {number[][]} */ ...rows) => ({
  output: 0,
  first: 0,
  to: 0,
  axes: axesOf(...rows),
});

describe('a pattern whose axes overlap', () => {
  /** By the axes of the file: size, stride, and stride in the output; and of how many patterns it consists. @type {[number[][], number][]} */
  const ROWS = [
    [[[2_000_000, 3, 4], [4, 1, 1]], 4],
    [[[4, 3, 2_000_000], [2_000_000, 1, 1]], 4],
    [[[3, 1000, 3000], [1000, 1000, 9], [3, 1, 3], [1000, 1, 9000]], 9], // 3 x 3 windows of an image
    [[[1000, 4, 4], [4, 1, 1]], 1],
    [[[5, 0, 1], [1000, 3, 20], [4, 1, 5]], 4],
  ]; // biome-ignore format: a table
  for (const [axes, count] of ROWS)
    it(`consists of as few as its windows are long: ${axes.join(' | ')}`, () => {
      assert.equal(toNested(pattern(...axes)).length, count);
    });
});

describe('overlapping windows', () => {
  const axis = fc.record({ size: fc.integer({ min: 1, max: 9 }), stride: fc.nat(7) });

  it('have the elements that the layout says, whichever axis is the longer one', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(axis, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 50 }),
        async (axes, maxRequest) => {
          let places = [0];
          for (const { size, stride } of axes)
            places = places.flatMap((place) => Array.from({ length: size }, (_, i) => place + i * stride));
          const file = Uint8Array.from({ length: Math.max(...places) + 1 }, (_, i) => i * 5 + 3);
          const layout = { type: 'uint8', dims: axes.map(({ size }) => size), stride: axes.map(({ stride }) => stride) }; // biome-ignore format: one
          const source = await open(file, /** @type {any} */ ({ layout, maxRequest, gap: 0 }));
          const { data } = await slice(source.tensor(), '...', { maxRequests: 1e6 });
          assert.deepEqual([.../** @type {any} */ (data)], places.map((place) => file[place])); // biome-ignore format: one
        },
      ),
      { numRuns: 300, seed: 1 },
    ));
});
