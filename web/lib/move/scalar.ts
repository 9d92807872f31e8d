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
/**
 * Columns copied side by side: the cache has room for one line of each, however far apart they are. Fewer are
 * copied one after another, in blocks of rows that stay in the cache: long loops take less than short ones.
 */
const FEW_COLUMNS = 8;
const BLOCK = 256;

export function carryOutScalar(move: Move, whole: any, parts: readonly any[]): void {
  const { streams } = move;
  if (carryOutLines(move, whole, parts[partOf(streams[0])])) return;
  if (isFew(move, whole) && typeof whole[0] !== 'bigint') {
    sawNaN = false;
    for (let j = 0; j < streams.length; ++j)
      copyBetween(copyValues, move, j, whole, parts[partOf(streams[j])], unitOf(whole));
    if (!sawNaN) return;
  }
  const words = toWords(whole);
  for (let j = 0; j < streams.length; ++j) {
    const part = toWords(parts[partOf(streams[j])]);
    const copy = Math.max(words.length, part.length) < 2 ** 31 ? copyAxes : copyValues;
    copyBetween(copy, move, j, words, part, words.BYTES_PER_ELEMENT);
  }
}

/** Copies entries of all axes: the strides and places of both sides count entries. */
type Copy = (
  sizes: readonly number[],
  fromStrides: readonly number[],
  toStrides: readonly number[],
  axis: number,
  source: any,
  from: number,
  out: any,
  to: number,
) => void;

/** The runs of one stream, entry by entry, between two arrays. `unit`: bytes of an entry; 1 for strings. */
function copyBetween(copy: Copy, move: Move, j: number, whole: any, part: any, unit: number): void {
  const { from, to, isFromWhole, run } = sidesOf(move, j);
  const source = isFromWhole ? whole : part;
  const out = isFromWhole ? part : whole;
  const isRun = run > unit;
  const axes = move.sizes.length;
  const withRun = (list: readonly number[], by: number, last: number) => {
    const all = new Array<number>(isRun ? axes + 1 : axes); // `map`, `push` and `concat` take several times as long
    for (let a = 0; a < axes; ++a) all[a] = list[a] / by;
    if (isRun) all[axes] = last;
    return all;
  };
  const inEntries = (strides: readonly number[]) => withRun(strides, unit, 1);
  const sizes = withRun(move.sizes, 1, run / unit);
  const first = inEntries(from.strides);
  const second = inEntries(to.strides);
  copy(sizes, first, second, 0, source, from.offset / unit, out, to.offset / unit);
}

/** The axes from `axis` on. The last two are a table. */
const copyAxes: Copy = (sizes, fromStrides, toStrides, axis, source, from, out, to) => {
  const last = sizes.length - 1;
  if (axis < last - 1) {
    const [fromStride, toStride] = [fromStrides[axis], toStrides[axis]];
    for (let i = sizes[axis]; i > 0; --i, from += fromStride, to += toStride)
      copyAxes(sizes, fromStrides, toStrides, axis + 1, source, from, out, to);
    return;
  }
  const [columns, fromStep, toStep] =
    last < 0 ? [1, 0, 0] : [sizes[last], fromStrides[last], toStrides[last]];
  const [rows, fromRow, toRow] = axis < last ? [sizes[axis], fromStrides[axis], toStrides[axis]] : [1, 0, 0];
  if (columns < FEW_COLUMNS && columns < rows) {
    for (let i = 0; i < rows; i += BLOCK) {
      const [f, t, length] = [from + i * fromRow, to + i * toRow, Math.min(BLOCK, rows - i)];
      copyTable(columns, fromStep, toStep, length, fromRow, toRow, source, f, out, t);
    }
    return;
  }
  const block = Math.abs(fromStep) > Math.abs(fromRow) && axis < last ? FEW_COLUMNS : columns;
  for (let i = 0; i < columns; i += block) {
    const [f, t, length] = [from + i * fromStep, to + i * toStep, Math.min(block, columns - i)];
    copyTable(rows, fromRow, toRow, length, fromStep, toStep, source, f, out, t);
  }
};

/** `count` lines of `length` entries. Without `| 0`, engines take the places for floating-point numbers. */
function copyTable(
  count: number,
  fromLine: number,
  toLine: number,
  length: number,
  fromStep: number,
  toStep: number,
  source: any,
  from: number,
  out: any,
  to: number,
): void {
  const [f, t] = [fromLine | 0, toLine | 0];
  const [g, h] = [fromStep | 0, toStep | 0];
  for (let i = count | 0, a = from | 0, b = to | 0; i > 0; --i, a += f, b += t)
    for (let k = length | 0, c = a, d = b; k > 0; --k, c += g, d += h) out[d] = source[c];
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
    copyBetween(copyValues, move, j, whole, parts[partOf(streams[j])], 1);
}

/** Was one of the values a NaN? Its bits may have changed on their way, so words must be copied. */
let sawNaN = false;

/** As copyAxes, for arrays of any class and length. That one sees words alone, so that its loops stay fast. */
const copyValues: Copy = (sizes, fromStrides, toStrides, axis, source, from, out, to) => {
  const isLast = axis >= sizes.length - 1;
  const isAxis = axis < sizes.length;
  const count = isAxis ? sizes[axis] : 1;
  const fromStride = isAxis ? fromStrides[axis] : 0;
  const toStride = isAxis ? toStrides[axis] : 0;
  for (let i = 0; i < count; ++i, from += fromStride, to += toStride) {
    if (!isLast) {
      copyValues(sizes, fromStrides, toStrides, axis + 1, source, from, out, to);
      continue;
    }
    const value = source[from];
    out[to] = value;
    // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself
    if (value !== value) sawNaN = true;
  }
};
