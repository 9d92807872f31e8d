// A cut, axis by axis: which indices each output takes, and in words how they follow from the parameters. The library decides
// what is taken. Only the words are worked out here, because a plan does not say why.
import type { Integer } from '../../lib/index.ts';
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
  /** Of a slice, clamped: the end is one past the last index. */
  bounds: { start: number; end: number; step: number } | null;
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
): AxisWalk[] => bounds.map((each) => walkRange(each, dims[each.axis], ranges[each.axis]));

function walkRange({ axis, start, end, step }: Bounds, size: number, { drops, ...piece }: Range): AxisWalk {
  const backwards = step < 0;
  const [least, most] = backwards ? [-1, size - 1] : [0, size];
  const last = resolve(end ?? (backwards ? -size - 1 : most), size, least, most);
  // NumPy, unlike ONNX, takes nothing if it goes back from before the first index.
  const isBefore = piece.count === 0 && last.value === -1;
  const first = resolve(start ?? (backwards ? most : 0), size, isBefore ? -1 : 0, most);
  const say = (given: Integer | undefined, { text, value }: typeof first) =>
    given === undefined ? `left out: ${place(value, size)}` : text;
  return {
    axis,
    size,
    drops,
    bounds: { start: first.value, end: last.value, step: Number(step) },
    pieces: [piece],
    lines: [
      { name: 'start', text: say(start, first) },
      { name: 'end', text: say(end, last) },
      { name: 'step', text: `${step}: ${backwards ? 'backwards' : 'forwards'}` },
      { name: 'takes', text: takes(piece, Math.abs(last.value - first.value), size, backwards) },
    ],
  };
}

/** What a start or an end means, step by step. */
function resolve(given: Integer, size: number, least: number, most: number) {
  const counted = given < 0 ? BigInt(given) + BigInt(size) : BigInt(given);
  const value = Number(counted < least ? least : counted > most ? most : counted);
  const parts = [`${given}`];
  if (given < 0) parts.push(`counts from the end: ${given} + ${size} = ${counted}`);
  if (value !== Number(counted)) parts.push(`clamped: ${place(value, size)}`);
  else if (value === -1 || value === size) parts.push(place(value, size));
  return { value, text: parts.join(' → ') };
}

function place(value: number, size: number) {
  if (value === -1) return 'before the first';
  if (value === size) return `${value}, after the last`;
  return `${value}${value === size - 1 ? ', the last' : value === 0 ? ', the first' : ''}`;
}

/** @param distance from start to end */
function takes(piece: Piece, distance: number, size: number, backwards: boolean) {
  const { step, count } = piece;
  if (size === 0) return 'nothing: the axis has size 0';
  if (count === 0) return `nothing: the end is not ${backwards ? 'before' : 'after'} the start`;
  const indices = listPiece(piece);
  if (count === 1) return indices;
  const stride = Math.abs(step);
  const many = stride > 1 ? `${distance} / ${stride}, rounded up, is ${count}` : `${count} of them`;
  return `${indices} (${many})`;
}

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
  const text = `${axis} → counts from the end: ${axis} + ${dims.length} = ${at}`;
  const counted = axis < 0 ? [{ name: 'axis', text }] : [];
  return [{ axis: at, size: dims[at], drops, bounds: null, pieces, lines: [...counted, ...lines] }];
}

/** The axis that a number names. @param axis negative: from the last */
export const countAxis = (axis: number, rank: number) => (axis < 0 ? axis + rank : axis);

/** An axis that a slice does not name. */
export const wholeAxis = (axis: number, size: number): AxisWalk => ({
  ...walkRange({ axis, step: 1 }, size, { from: 0, step: 1, count: size, drops: false }),
  lines: [{ name: 'takes', text: 'all of it' }],
});

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
