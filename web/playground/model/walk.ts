// A cut, axis by axis: which indices each output takes, and in words how they follow from the parameters. The library decides
// what is taken. Only the words are worked out here, because a plan does not say why.
import { toIntegers } from './integers.ts';
import type { Bounds, Piece, Range } from './slice.ts';

/** A parameter, and what it comes to. */
export type Line = { name: string; text: string };

export interface AxisWalk {
  axis: number;
  size: number;
  drops: boolean; // the outputs lack the axis
  pieces: Piece[]; // one per output
  lines: Line[];
  /** Of a pattern: how it writes the axis, and the sizes of its names. */
  label?: string;
  factors?: number[];
  step?: number; // of a slice, as given: that of a piece says nothing if it takes one index
}

/** Each index of axis 0 has its parts farther along another axis, and around its end. */
export type Shift = { axis: number; by: number[] };

/** The parameters of Slice, axis by axis. @param values starts, ends, axes and steps as typed, and right */
export function toBounds(
  { starts = '', ends = '', axes = '', steps = '' }: Record<string, string>,
  rank: number,
): Required<Bounds>[] {
  const [from, to] = [toIntegers(starts), toIntegers(ends)];
  const over = axes.trim() === '' ? from.map((_, i) => i) : toIntegers(axes).map(Number);
  const by = steps.trim() === '' ? from.map(() => 1) : toIntegers(steps);
  return over
    .map((axis, i) => ({ axis: countAxis(axis, rank), start: from[i], end: to[i], step: by[i] }))
    .sort((a, b) => a.axis - b.axis);
}

/** Slice. @param ranges what the library takes of each axis */
export const walkSlice = (
  dims: readonly number[],
  bounds: readonly Bounds[],
  ranges: readonly Range[],
): AxisWalk[] =>
  bounds.map(({ axis, step }) => {
    const { drops, ...piece } = ranges[axis];
    return { axis, size: dims[axis], drops, step: Number(step), pieces: [piece], lines: [] };
  });

/** Of a split, or of what is joined: the axis as given, and the sizes of the pieces as the library has cut them. */
type Pieces = Pick<AxisWalk, 'axis' | 'drops' | 'lines'> & Record<'dims' | 'sizes', readonly number[]>;

export function walkSplit({ dims, axis, sizes, drops, lines }: Pieces): AxisWalk[] {
  const at = countAxis(axis, dims.length);
  let from = 0;
  const pieces = sizes.map((count) => {
    const piece = { from, step: 1, count };
    from += count;
    return piece;
  });
  return [{ axis: at, size: dims[at], drops, pieces, lines }];
}

/** The axis that a number names. @param axis negative: from the last */
export const countAxis = (axis: number, rank: number) => (axis < 0 ? axis + rank : axis);

/** Whether all of an axis is taken, in order. */
export const isWhole = ({ size, pieces, drops }: AxisWalk) =>
  !drops && pieces.length === 1 && pieces[0].count === size && pieces[0].step === 1;

/** The piece that takes an index; -1: none. Pieces of a split are in the order of their indices. */
export function pieceOf(pieces: readonly Piece[], index: number) {
  if (pieces.length === 0) return -1;
  const guess = Math.floor(index / pieces[0].count); // right for pieces of one size
  if (pieces.length > 1 && guess < pieces.length && takesIndex(pieces[guess], index)) return guess;
  let [low, high] = [0, pieces.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (pieces[middle].from <= index) low = middle;
    else high = middle;
  }
  return takesIndex(pieces[low], index) ? low : -1;
}

function takesIndex({ from, step, count }: Piece, index: number) {
  const i = (index - from) / step;
  return i >= 0 && i < count && Number.isInteger(i);
}

/** The most numbers that are written out. */
const MOST_LISTED = 8;

/** `1, 3, 5, …, 97`. */
export function list(numbers: readonly number[], between = ', ') {
  if (numbers.length <= MOST_LISTED) return numbers.join(between);
  return [...numbers.slice(0, MOST_LISTED - 2), '…', numbers.at(-1)].join(between);
}

export function listPiece({ from, step, count }: Piece) {
  const first = Array.from({ length: Math.min(count, MOST_LISTED) }, (_, i) => from + i * step);
  return list(count > MOST_LISTED ? [...first, from + (count - 1) * step] : first);
}
