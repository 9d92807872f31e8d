// The scalar way: loops over entries, for small moves, for runs too far apart for tiles, and for strings.
import { CLASSES, className, toWords } from '../base/arrays.ts';
import { partOf } from '../core/wire.ts';
import type { Move } from '../types.ts';
import { carryOutLines, sidesOf } from './lines.ts';

/**
 * With fewer entries per output, making words takes longer than copying them. src/move/way.cpp has the same
 * number.
 */
const FEW_ENTRIES = 16;
/** Columns copied side by side: the cache has room for one line of each, however far apart they are. */
const COLUMNS = 8;

export function carryOutScalar(move: Move, whole: any, parts: readonly any[]): void {
  const { sizes, strides, streams } = move;
  if (carryOutLines(move, whole, parts[partOf(streams[0])])) return;
  if (isFew(move, whole) && typeof whole[0] !== 'bigint') {
    sawNaN = false;
    for (let j = 0; j < streams.length; ++j)
      copyBetween(copyValues, move, j, whole, parts[partOf(streams[j])], unitOf(whole));
    if (!sawNaN) return;
  }
  const isCut = streams[0].output !== undefined && move.partStrides === undefined;
  const words = toWords(whole);
  const unit = words.BYTES_PER_ELEMENT;
  for (let j = 0; j < streams.length; ++j) {
    const part = toWords(parts[partOf(streams[j])]);
    const { offset, run } = streams[j];
    if (isCut) copyWords(sizes, strides, 0, unit, words, offset / unit, run / unit, part, 0);
    else copyBetween(copyAxes, move, j, words, part, unit);
  }
}

/** The runs of one stream, entry by entry, between two arrays. `unit`: bytes of an entry; 1 for strings. */
function copyBetween(
  copy: typeof copyAxes,
  move: Move,
  j: number,
  whole: any,
  part: any,
  unit: number,
): void {
  const { from, to, isFromWhole, run } = sidesOf(move, j);
  const source = isFromWhole ? whole : part;
  const out = isFromWhole ? part : whole;
  const [first, second] = [from.offset / unit, to.offset / unit];
  copy(move.sizes, from.strides, to.strides, unit, 0, source, first, run / unit, out, second);
}

/**
 * Runs of the axes from `axis` on. Strides are in bytes; `from`, `run` and `to` count entries of `unit`
 * bytes.
 */
function copyAxes(
  sizes: readonly number[],
  fromStrides: readonly number[],
  toStrides: readonly number[],
  unit: number,
  axis: number,
  source: any,
  from: number,
  run: number,
  out: any,
  to: number,
): void {
  if (axis === sizes.length) {
    for (let i = 0; i < run; ++i) out[to + i] = source[from + i];
    return;
  }
  const fromStride = fromStrides[axis] / unit;
  const toStride = toStrides[axis] / unit;
  if (axis + 1 < sizes.length) {
    for (let i = sizes[axis]; i > 0; --i, from += fromStride, to += toStride)
      copyAxes(sizes, fromStrides, toStrides, unit, axis + 1, source, from, run, out, to);
  } else if (run === 1) {
    for (let i = sizes[axis]; i > 0; --i, from += fromStride, to += toStride) out[to] = source[from];
  } else {
    for (let i = sizes[axis]; i > 0; --i, from += fromStride, to += toStride)
      for (let k = 0; k < run; ++k) out[to + k] = source[from + k];
  }
}

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
    copyBetween(copyAxes, move, j, whole, parts[partOf(streams[j])], 1);
}

/** Was one of the values a NaN? Its bits may have changed on their way, so words must be copied. */
let sawNaN = false;

/** As copyAxes, which sees no other arrays than words and strings, so that its loops stay fast. */
function copyValues(
  sizes: readonly number[],
  fromStrides: readonly number[],
  toStrides: readonly number[],
  unit: number,
  axis: number,
  source: any,
  from: number,
  run: number,
  out: any,
  to: number,
): void {
  const isLast = axis >= sizes.length - 1;
  const count = axis < sizes.length ? sizes[axis] : 1;
  const fromStride = axis < sizes.length ? fromStrides[axis] / unit : 0;
  const toStride = axis < sizes.length ? toStrides[axis] / unit : 0;
  for (let i = 0; i < count; ++i, from += fromStride, to += toStride) {
    if (!isLast) {
      copyValues(sizes, fromStrides, toStrides, unit, axis + 1, source, from, run, out, to);
      continue;
    }
    for (let k = 0; k < run; ++k) {
      const value = source[from + k];
      out[to + k] = value;
      // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself
      if (value !== value) sawNaN = true;
    }
  }
}

/**
 * Words of the axes from `axis` on, one run after another in the output. Strides are in bytes; `from`, `run`
 * and `to` count words of `unit` bytes.
 * @returns where the output continues
 */
function copyWords(
  sizes: readonly number[],
  strides: readonly number[],
  axis: number,
  unit: number,
  source: any,
  from: number,
  run: number,
  out: any,
  to: number,
): number {
  const left = sizes.length - axis;
  if (left > 2) {
    const stride = strides[axis] / unit;
    for (let i = sizes[axis]; i > 0; --i, from += stride) {
      to = copyWords(sizes, strides, axis + 1, unit, source, from, run, out, to);
    }
    return to;
  }
  const [columns, stride] = left > 0 ? [sizes[sizes.length - 1], strides[sizes.length - 1] / unit] : [1, 0];
  const [rows, rowStride] = left > 1 ? [sizes[axis], strides[axis] / unit] : [1, stride];
  copyTable(rows, rowStride, columns, stride, run, source, from, out, to);
  return to + rows * columns * run;
}

/**
 * Rows of runs. If the runs of a row are farther apart than the rows, one cache line holds words of several
 * rows and must still be cached when the next row comes. So a few columns are copied at a time.
 */
function copyTable(
  rows: number,
  rowStride: number,
  columns: number,
  stride: number,
  run: number,
  source: any,
  from: number,
  out: any,
  to: number,
): void {
  const block = Math.abs(stride) > Math.abs(rowStride) ? COLUMNS : columns;
  for (let first = 0; first < columns; first += block) {
    const count = Math.min(block, columns - first);
    let row = from + first * stride;
    let next = to + first * run;
    for (let i = 0; i < rows; ++i, row += rowStride, next += columns * run) {
      if (run === 1) for (let j = 0, at = row; j < count; ++j, at += stride) out[next + j] = source[at];
      else copyRunsOf(count, stride, run, source, row, out, next);
    }
  }
}

function copyRunsOf(
  count: number,
  stride: number,
  run: number,
  source: any,
  from: number,
  out: any,
  to: number,
): void {
  for (let i = 0; i < count; ++i, from += stride)
    for (let j = from; j < from + run; ++j) out[to++] = source[j];
}
