// Where the elements of a cut lie in its source, as the library's own plans have it: an offset, and a size and a stride per
// axis, in elements. A strided tensor is such a view of its data, so what has been chosen need not be copied to be cut.

/** @import { Range } from './ranges.js' */

/** @typedef {{ offset: number, sizes: number[], strides: number[] }} View */
/** @typedef {{ axis: number, sizes: readonly number[] }} Split */

/** @param {readonly number[]} sizes */
export const countOf = (sizes) => sizes.reduce((count, size) => count * size, 1);

/**
 * All of a tensor.
 * @param {readonly number[]} dims
 * @param {{ stride?: readonly number[], offset?: number }} [layout]
 * @returns {View}
 */
export function viewOf(dims, { stride, offset = 0 } = {}) {
  const strides = stride ? [...stride] : dims.map((_, axis) => countOf(dims.slice(axis + 1)));
  return { offset, sizes: [...dims], strides };
}

/**
 * Axes of single indices stay, with size 1.
 * @param {View} view
 * @param {readonly Range[]} ranges
 * @returns {View}
 */
export function sliceView({ offset, strides }, ranges) {
  return {
    offset: ranges.reduce((at, { start }, axis) => at + start * strides[axis], offset),
    sizes: ranges.map(({ size }) => size),
    strides: ranges.map(({ step }, axis) => step * strides[axis]),
  };
}

/**
 * @param {View} view
 * @param {Split} split
 * @returns {View[]}
 */
export function splitView({ offset, sizes, strides }, { axis, sizes: pieces }) {
  let start = 0;
  return pieces.map((size) => {
    const piece = { offset: offset + start * strides[axis], sizes: [...sizes], strides: [...strides] };
    piece.sizes[axis] = size;
    start += size;
    return piece;
  });
}

/**
 * Windows along the first axis, each `hop` after the one before: they may overlap.
 * @param {View} view
 * @param {{ size: number, hop: number }} windows
 * @returns {View}
 */
export function windowView({ offset, sizes, strides }, { size, hop }) {
  const count = Math.max(0, Math.floor((sizes[0] - size) / hop) + 1);
  return {
    offset,
    sizes: [count, size, ...sizes.slice(1)],
    strides: [hop * strides[0], ...strides],
  };
}

/**
 * `count` pieces of an axis, as Split has them: the last ones may be smaller, or empty.
 * @param {number} size
 * @param {number} count
 */
export function piecesOf(size, count) {
  const most = Math.ceil(size / count);
  return Array.from({ length: count }, (_, i) => Math.max(0, Math.min(most, size - i * most)));
}

/**
 * The same elements in the same order, with as few axes as say it: those of size 1 are left out, and an axis that only goes
 * on where the next one ends is one with it.
 * @param {View} view not empty
 * @returns {View}
 */
export function simplify({ offset, sizes, strides }) {
  /** @type {View} */
  const simple = { offset, sizes: [], strides: [] };
  for (let axis = 0; axis < sizes.length; ++axis) {
    if (sizes[axis] === 1) continue;
    const last = simple.sizes.length - 1;
    if (last >= 0 && simple.strides[last] === sizes[axis] * strides[axis]) {
      simple.sizes[last] *= sizes[axis];
      simple.strides[last] = strides[axis];
    } else {
      simple.sizes.push(sizes[axis]);
      simple.strides.push(strides[axis]);
    }
  }
  return simple;
}
