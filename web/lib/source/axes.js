// Arithmetic on patterns: the elements of a file that an output takes, said by axes. Whatever needs to know which elements are in a
// part of the file, or of the output, finds it here without looking at elements one by one.

/**
 * @typedef {object} Axis
 * @property {number} size above 1
 * @property {number} stride elements in the file
 * @property {number} to elements in the output; may be negative
 */

/**
 * Elements of a tensor in a file, and where they go.
 * @typedef {object} Pattern
 * @property {number} output index
 * @property {number} first the lowest element; of a stream, the first one; they count from the tensor's first
 * @property {number} to where in the output that element goes
 * @property {readonly Axis[]} axes by stride, the largest first, and none of them negative; of a stream, in the output's order
 */

/**
 * The same with its axes in the order of the file. An axis that runs backwards is turned around in both places, so that the file is
 * read forwards.
 * @param {Pattern} stream axes in any order; strides may be negative
 * @returns {Pattern}
 */
export function toPattern({ output, first, to, axes }) {
  const sorted = axes.flatMap((axis) => {
    const { size, stride } = axis;
    if (size === 1) return [];
    if (stride >= 0) return [axis];
    first += (size - 1) * stride;
    to += (size - 1) * axis.to;
    return [{ size, stride: -stride, to: -axis.to }];
  });
  sorted.sort((a, b) => b.stride - a.stride || a.size - b.size);
  return { output, first, to, axes: sorted };
}

/** Elements of the file from the lowest to the highest. @param {readonly Pick<Axis, 'size' | 'stride'>[]} axes */
export const extentOf = (axes) => axes.reduce((sum, { size, stride }) => sum + (size - 1) * stride, 1);

/** @param {readonly { size: number }[]} axes */
export const countOf = (axes) => axes.reduce((product, { size }) => product * size, 1);

/**
 * The same elements in patterns whose axes do not reach into each other, so that elements are in the order of the file. Only a
 * layout with custom strides can overlap itself: each index of such an axis is then a pattern.
 * @param {Pattern} pattern
 * @returns {Pattern[]}
 */
export function toNested(pattern) {
  const { axes } = pattern;
  const i = axes.findIndex(({ stride }, a) => stride !== 0 && stride < extentOf(axes.slice(a + 1)));
  if (i < 0) return [pattern];
  const { size, stride, to } = axes[i];
  const rest = axes.filter((_, a) => a !== i);
  return Array.from({ length: size }, (_, k) => k).flatMap((k) =>
    toNested({ ...pattern, first: pattern.first + k * stride, to: pattern.to + k * to, axes: rest }),
  );
}

/**
 * How many of a nested pattern's elements are below an element of the file.
 * @param {Pattern} pattern
 * @param {number} element
 */
export function countBelow({ first, axes }, element) {
  let rest = element - first;
  if (rest <= 0) return 0;
  let block = countOf(axes);
  let count = 0;
  for (const { size, stride } of axes) {
    if (stride === 0) break;
    block /= size;
    const index = Math.floor(rest / stride);
    if (index >= size) return count + size * block;
    count += index * block;
    rest -= index * stride;
  }
  return rest > 0 ? count + block : count;
}

/**
 * A range of row-major indices as boxes, at most two per axis and one: begin and size on each axis.
 * @param {readonly number[]} sizes
 * @param {number} low
 * @param {number} high not included
 * @returns {[begin: number, size: number][][]}
 */
export function boxesOf(sizes, low, high) {
  if (low >= high) return [];
  if (sizes.length === 0) return [[]];
  const inner = sizes.slice(1);
  const row = countOf(inner.map((size) => ({ size })));
  const from = Math.ceil(low / row);
  const until = Math.floor(high / row);
  const within = (/** @type {number} */ index, /** @type {number} */ begin, /** @type {number} */ end) =>
    boxesOf(inner, begin - index * row, end - index * row).map((box) => [pair(index, 1), ...box]);
  if (from > until) return within(until, low, high); // all in one index of the first axis
  return [
    ...within(from - 1, low, from * row),
    ...(from < until ? [[pair(from, until - from), ...inner.map((size) => pair(0, size))]] : []),
    ...within(until, until * row, high),
  ];
}

/** @param {number} begin @param {number} size @returns {[number, number]} */
const pair = (begin, size) => [begin, size];

/**
 * The part of a pattern that is in a box.
 * @param {Pattern} pattern
 * @param {readonly (readonly [begin: number, size: number])[]} box of its axes
 * @returns {Pattern}
 */
export function inBox({ output, first, to, axes }, box) {
  const begins = box.map(([begin]) => begin);
  return {
    output,
    first: axes.reduce((sum, { stride }, i) => sum + begins[i] * stride, first),
    to: axes.reduce((sum, axis, i) => sum + begins[i] * axis.to, to),
    axes: axes.map((axis, i) => ({ ...axis, size: box[i][1] })).filter(({ size }) => size > 1),
  };
}
