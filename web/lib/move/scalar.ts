// The scalar way: loops over entries, for small moves, for short runs with gaps between them, for runs too far
// apart for tiles, and for strings.
import { bufferOf, byteLengthOf, byteOffsetOf, CLASSES, className, toWords } from '../base/arrays.ts';
import type { Views } from '../base/views.ts';
import { partOf } from '../core/wire.ts';
import type { Move } from '../types.ts';
import { carryOutLines, sidesOf } from './lines.ts';
import { type BoxAxis, LOOPS } from './loops.ts';

/**
 * With fewer entries per output, making words takes longer than copying them. src/move/way.cpp has the same
 * number.
 */
const FEW_ENTRIES = 16;

/**
 * The innermost loop goes along an axis of at least as many entries, if there is one among the last three. And
 * so many columns are copied side by side: the cache has room for one line of each, however far apart they
 * are.
 */
const FEW_COLUMNS = 8;

/** Most entries of another innermost axis, so that what the next line reads and writes is still cached. */
const BLOCK = 256;

export function carryOutScalar(move: Move, whole: any, parts: readonly any[], views: Views): void {
  if (carryOutLines(move, whole, parts[partOf(move.streams[0])], views)) return;
  const isFewValues = isFew(move, whole) && typeof whole[0] !== 'bigint';
  if (!copyStreams(move, whole, parts, isFewValues ? itself : (array) => viewEntries(array, views)))
    copyStreams(move, whole, parts, toWords);
}

const itself = (array: any) => array;

/** The array as the entries that a loop copies. */
function viewEntries(array: any, views: Views): any {
  const { holder } = LOOPS[unitOf(array)];
  if (className(array) === holder) return array;
  const Class = CLASSES[holder];
  views.of(Class, bufferOf(array));
  return views.take(byteOffsetOf(array), byteLengthOf(array) / Class.BYTES_PER_ELEMENT);
}

/**
 * Copies all streams. False if some entries are not copied, or have other bits: values that are NaN. All
 * views are made even then, so that each run of a plan takes the same ones.
 */
function copyStreams(move: Move, whole: any, parts: readonly any[], toEntries: (array: any) => any): boolean {
  const entries = toEntries(whole);
  const { streams } = move;
  let isCopied = true;
  for (let j = 0; j < streams.length; ++j) {
    const part = toEntries(parts[partOf(streams[j])]);
    const isFar = Math.max(entries.length, part.length) >= 2 ** 31;
    const copy = isFar || toEntries === itself ? copyValues : copyAxes;
    isCopied = copyBetween(copy, move, j, entries, part, unitOf(entries)) && isCopied;
  }
  return isCopied;
}

/** Copies entries of all axes: the strides and places of both sides count entries. Is all of it copied? */
type Copy = (
  sizes: readonly number[],
  fromStrides: readonly number[],
  toStrides: readonly number[],
  axis: number,
  source: any,
  from: number,
  out: any,
  to: number,
) => boolean;

/** The runs of one stream, entry by entry, between two arrays. `unit`: bytes of an entry; 1 for strings. */
function copyBetween(copy: Copy, move: Move, j: number, whole: any, part: any, unit: number): boolean {
  const { from, to, isFromWhole, run } = sidesOf(move, j);
  const [source, out] = isFromWhole ? [whole, part] : [part, whole];
  const isRun = run > unit;
  const inEntries = (strides: readonly number[]) => {
    const entries = unit === 1 ? strides.slice() : strides.map((stride) => stride / unit);
    if (isRun) entries.push(1);
    return entries;
  };
  const sizes = isRun ? [...move.sizes, run / unit] : move.sizes;
  const [first, second] = [inEntries(from.strides), inEntries(to.strides)];
  return copy(sizes, first, second, 0, source, from.offset / unit, out, to.offset / unit);
}

const ONE: BoxAxis = { size: 1, from: 0, to: 0 };

/** The axes from `axis` on. The last three are a box; the last two, if lines are read across. */
const copyAxes: Copy = (sizes, fromStrides, toStrides, axis, source, from, out, to) => {
  const last = sizes.length - 1;
  const isTurned = axis < last && Math.abs(fromStrides[last]) > Math.abs(fromStrides[last - 1]);
  let isCopied = true;
  if (axis < last - (isTurned ? 1 : 2)) {
    const [fromStride, toStride] = [fromStrides[axis], toStrides[axis]];
    for (let i = sizes[axis]; i > 0 && isCopied; --i, from += fromStride, to += toStride)
      isCopied = copyAxes(sizes, fromStrides, toStrides, axis + 1, source, from, out, to);
    return isCopied;
  }
  const axes: BoxAxis[] = [];
  let long = 0; // index of the innermost loop's axis, from the last one on
  for (let a = last; a >= axis; --a) {
    axes.push({ size: sizes[a], from: fromStrides[a], to: toStrides[a] });
    if (axes[long].size < FEW_COLUMNS && sizes[a] > axes[long].size) long = last - a;
  }
  const [step = ONE] = axes.splice(long, 1);
  const [line = ONE, plane = ONE] = axes;
  const block = long > 0 ? BLOCK : isTurned ? FEW_COLUMNS : step.size;
  const { loop } = LOOPS[source.BYTES_PER_ELEMENT];
  for (let i = 0; i < step.size && isCopied; i += block) {
    const size = Math.min(block, step.size - i);
    const box = { plane, line, step: { size, from: step.from, to: step.to } };
    isCopied = loop(box, source, from + i * step.from, out, to + i * step.to);
  }
  return isCopied;
};

/** Bytes of an entry. */
const unitOf = (array: any): number => CLASSES[className(array)].BYTES_PER_ELEMENT;

function isFew({ sizes, streams }: Move, source: any): boolean {
  let bytes = 0;
  for (let j = 0; j < streams.length; ++j) bytes += streams[j].run;
  for (let a = 0; a < sizes.length; ++a) bytes *= sizes[a];
  return bytes <= FEW_ENTRIES * streams.length * unitOf(source);
}

/**
 * Strings are read from wherever the caller keeps them, which may run code of the caller's, and written to
 * new arrays.
 */
export function carryOutStrings(move: Move, whole: any, parts: readonly any[]): void {
  const { streams } = move;
  for (let j = 0; j < streams.length; ++j)
    copyBetween(copyValues, move, j, whole, parts[partOf(streams[j])], 1);
}

/** As copyAxes, for arrays of any class and length. That one sees words and doubles alone. */
const copyValues: Copy = (sizes, fromStrides, toStrides, axis, source, from, out, to) => {
  const isLast = axis >= sizes.length - 1;
  const [count, fromStride, toStride] =
    axis < sizes.length ? [sizes[axis], fromStrides[axis], toStrides[axis]] : [1, 0, 0];
  let isCopied = true;
  for (let i = 0; i < count; ++i, from += fromStride, to += toStride) {
    if (!isLast) {
      isCopied = copyValues(sizes, fromStrides, toStrides, axis + 1, source, from, out, to) && isCopied;
      continue;
    }
    const value = source[from];
    out[to] = value;
    // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself
    if (value !== value) isCopied = false;
  }
  return isCopied;
};
