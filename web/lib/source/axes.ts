// Arithmetic on patterns. A pattern says by axes which elements of a file an output takes. So it finds which
// elements are in a part of the file, or of the output, without looking at them one by one.
import { countOf } from '../shape.ts';

export interface Axis {
  /** Above 1. */
  readonly size: number;
  /** Elements in the file. */
  readonly stride: number;
  /** Elements in the output; may be negative. */
  readonly to: number;
}

/** Elements of a tensor in a file, and where they go. */
export interface Pattern {
  /** Its index. */
  readonly output: number;
  /** The lowest element; of a stream, the first one. They count from the tensor's first. */
  readonly first: number;
  /** Where in the output that element goes. */
  readonly to: number;
  /** By stride, the largest first, and none of them negative; of a stream, in the output's order. */
  readonly axes: readonly Axis[];
}

/**
 * The same with its axes in the order of the file. An axis that runs backwards is reversed in both places, so
 * that the file is read forwards.
 */
export function toPattern({ output, first, to, axes }: Pattern): Pattern {
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

/** Patterns whose positions in the file are bytes, of elements of so many, as patterns of bytes. */
export const widened = (patterns: readonly Pattern[], width: number | undefined): readonly Pattern[] =>
  width === undefined
    ? patterns
    : patterns.map(({ output, first, to, axes }) => {
        const inBytes = axes.map((axis) => ({ ...axis, to: axis.to * width }));
        return toPattern({
          output,
          first,
          to: to * width,
          axes: [...inBytes, { size: width, stride: 1, to: 1 }],
        });
      });

export const sizesOf = (axes: readonly Axis[]) => axes.map(({ size }) => size);

/** Elements of the file from the lowest to the highest. */
const extentOf = (axes: readonly Axis[]) =>
  axes.reduce((sum, { size, stride }) => sum + (size - 1) * stride, 1);

/** The range of the file's elements that has the pattern. */
export const spanOf = ({ first, axes }: Pattern) => ({ low: first, high: first + extentOf(axes) });

/**
 * The same elements as patterns that list them in the order of the file: no axis reaches beyond one step of
 * the axis before it. Only a layout with custom strides can be otherwise. Then each index of the shortest axis that
 * overlaps becomes a pattern: a window of few elements may be at a million places.
 */
export function toNested(pattern: Pattern): Pattern[] {
  const { axes } = pattern;
  const i = axes.findIndex(({ stride }, a) => stride !== 0 && stride < extentOf(axes.slice(a + 1)));
  if (i < 0) return [pattern];
  const split = axes.slice(i).reduce((a, b) => (b.stride > 0 && b.size < a.size ? b : a));
  const { size, stride, to } = split;
  const rest = axes.filter((axis) => axis !== split);
  return Array.from({ length: size }, (_, k) => k).flatMap((k) =>
    toNested({ ...pattern, first: pattern.first + k * stride, to: pattern.to + k * to, axes: rest }),
  );
}

/** How many of a nested pattern's elements are below an element of the file. */
export function countBelow({ first, axes }: Pattern, element: number): number {
  let rest = element - first;
  if (rest <= 0) return 0;
  let block = countOf(sizesOf(axes));
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

/** Begin and size on each axis. */
type IndexBox = readonly (readonly [begin: number, size: number])[];

/** The row-major indices from `low` to below `high` as boxes, at most two per axis and one. */
export function boxesOf(sizes: readonly number[], low: number, high: number): IndexBox[] {
  if (low >= high) return [];
  if (sizes.length === 0) return [[]];
  const inner = sizes.slice(1);
  const row = countOf(inner);
  const from = Math.ceil(low / row);
  const until = Math.floor(high / row);
  const within = (index: number, begin: number, end: number): IndexBox[] =>
    boxesOf(inner, begin - index * row, end - index * row).map((box) => [[index, 1], ...box]);
  if (from > until) return within(until, low, high); // all in one index of the first axis
  const whole: IndexBox = [[from, until - from], ...inner.map((size) => [0, size] as const)];
  return [
    ...within(from - 1, low, from * row),
    ...(from < until ? [whole] : []),
    ...within(until, until * row, high),
  ];
}

/** The part of a pattern that is in a box of its axes. */
export function inBox({ output, first, to, axes }: Pattern, box: IndexBox): Pattern {
  return {
    output,
    first: axes.reduce((sum, { stride }, i) => sum + box[i][0] * stride, first),
    to: axes.reduce((sum, axis, i) => sum + box[i][0] * axis.to, to),
    axes: axes.map((axis, i) => ({ ...axis, size: box[i][1] })).filter(({ size }) => size > 1),
  };
}

/** Binary search: the first index for which `holds` is true. */
export function lowerBound(length: number, holds: (i: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
