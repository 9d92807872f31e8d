// Random Slices. Every number is drawn apart from every other, so that fast-check can shrink each.
import fc from 'fast-check';
import { bound, list, node, size, step } from './parts.js';

/** @import { Version } from './nodes.js' */

/** From one element to another, as told forward or backward, from the end or not; or any two bounds. */
const range = fc.oneof(
  { withCrossShrink: true },
  {
    weight: 5,
    arbitrary: fc.record({ one: fc.nat(8), other: fc.nat(8), from_end: fc.nat(3), far: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ start: bound, end: bound }) },
);

/** An axis, and how it is cut, if it is; `back` counts it from the end, `place` is its place in `axes`. */
const axis = fc.record({
  size,
  cut: fc.option(fc.record({ range, step, back: fc.boolean(), place: fc.nat(7) })),
});

export const slices = fc
  .record({
    axes: fc.array(axis, { minLength: 1, maxLength: 6, size: 'max' }),
    index_type: fc.constantFrom('int64', 'int32'),
    has_axes: fc.boolean(),
    has_steps: fc.boolean(),
  })
  .map(({ axes, index_type, has_axes, has_steps }) => (/** @type {Version} */ version) => {
    const first = version.opset < 10;
    const stepped = has_steps && !first;
    const cuts = axes.flatMap(({ size, cut }, at) =>
      cut ? [{ ...cut, at, ...boundsOf(cut.range, size, stepped && cut.step < 0n) }] : [],
    );
    const leading = cuts.filter(({ at }, i) => at === i); // those that need no axes to be told
    const chosen = has_axes ? cuts.sort((a, b) => a.place - b.place) : leading;
    const of = (/** @type {(cut: typeof chosen[number]) => bigint} */ f) =>
      list(first ? '' : index_type, chosen.map(f));
    const parameters = {
      starts: of(({ start }) => start),
      ends: of(({ end }) => end),
      axes: has_axes ? of(({ at, back }) => BigInt(back ? at - axes.length : at)) : null,
      steps: stepped ? of(({ step }) => step) : null,
    };
    const dims = axes.map((each) => each.size);
    return node(version, 'Slice', dims, first ? {} : parameters, first ? parameters : {});
  });

/** @typedef {{ one: number, other: number, from_end: number, far: boolean } | { start: bigint, end: bigint }} Range */

/** @param {Range} range @param {number} size @param {boolean} backward */
function boundsOf(range, size, backward) {
  if ('start' in range) return range;
  const within = [range.one, range.other].map((each) => each % Math.max(size, 1)).sort((a, b) => a - b);
  const [start, last] = backward ? within.reverse() : within;
  const end = backward ? last - 1 : last + 1;
  return {
    start: BigInt(range.from_end & 1 ? start - size : start),
    end: BigInt(backward ? endBackward(end, size, range) : endForward(end, size, range)),
  };
}

/** @param {number} end @param {number} size @param {{ from_end: number, far: boolean }} range */
function endForward(end, size, { from_end, far }) {
  if (end >= size) return far ? 2 ** 31 - 1 : end; // counted from the end, it would be 0
  return from_end & 2 ? end - size : end;
}

/** @param {number} end @param {number} size @param {{ from_end: number, far: boolean }} range */
function endBackward(end, size, { from_end, far }) {
  if (end < 0) return far ? -(2 ** 31) : -size - 1; // -1 would be the last
  return from_end & 2 ? end - size : end;
}
