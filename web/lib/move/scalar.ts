// The scalar way: loops over entries, for small moves, for short runs with gaps between them, for runs too far
// apart for tiles, and for strings.
import { asClass, entryBytes, lengthOf, toWords } from '../base/arrays.ts';
import type { Views } from '../base/views.ts';
import { partOf } from '../core/wire.ts';
import type { Move } from '../types.ts';
import { eachPlace, prepareLines, sidesOf } from './lines.ts';
import { type BoxAxis, copyBox, LINES, LOOPS } from './loops.ts';

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

/** A table of so many entries stays in the cache, however it is read. */
const MOST_CACHED = 512;

/** Most entries of another innermost axis, so that what the next line reads and writes is still cached. */
const BLOCK = 256;

/** Prepares a move; the function carries it out, also many times. */
export function prepareScalar(move: Move, whole: any, parts: readonly any[]): (views: Views) => void {
  const lines = prepareLines(move, whole, parts);
  if (lines !== null) return lines;
  const unit = entryBytes(whole);
  const isFewValues = hasFewEntries(move, unit) && typeof whole[0] !== 'bigint';
  const toEntries = isFewValues ? itself : (array: any) => asClass(array, LOOPS[unit].holder);
  const loops = loopsOf(move, whole, parts, toEntries);
  return () => {
    if (!carryOut(loops)) carryOut(loopsOf(move, whole, parts, toWords));
  };
}

const itself = (array: any) => array;

/** Copies a stream. False if some entries are not copied, or have other bits: values that are NaN. */
type StreamLoop = () => boolean;

function carryOut(loops: readonly StreamLoop[]): boolean {
  let isCopied = true;
  for (let j = 0; j < loops.length; ++j) isCopied = loops[j]() && isCopied;
  return isCopied;
}

function loopsOf(
  move: Move,
  whole: any,
  parts: readonly any[],
  toEntries: (array: any) => any,
): readonly StreamLoop[] {
  const { streams } = move;
  const entries = toEntries(whole);
  const unit = entryBytes(entries);
  const loops = new Array<StreamLoop>(streams.length);
  let geometry: Geometry | null = null;
  for (let j = 0; j < streams.length; ++j) {
    const { output, offset, run, partOffset = 0 } = streams[j];
    const part = toEntries(parts[partOf(streams[j])]);
    const isFar = Math.max(lengthOf(entries), lengthOf(part)) >= 2 ** 31;
    const isPlain = isFar || toEntries === itself;
    if (geometry?.run !== run) {
      const sides = sidesOf(move, j, whole, parts);
      geometry = isPlain ? sides : entriesOf(sides, unit);
    }
    const { sizes, fromStrides, toStrides } = geometry;
    const isCut = output !== undefined;
    const [source, out] = isCut ? [entries, part] : [part, entries];
    const [from, to] = isCut ? [offset, partOffset] : [partOffset, offset];
    loops[j] = isPlain
      ? () => copyValues(sizes, fromStrides, toStrides, run, unit, source, from, out, to)
      : () => copyAxes(sizes, fromStrides, toStrides, source, from / unit, out, to / unit);
  }
  return loops;
}

/** Sizes and strides on both sides. Streams with runs of one length have the same. */
interface Geometry {
  readonly run: number;
  readonly sizes: readonly number[];
  readonly fromStrides: readonly number[];
  readonly toStrides: readonly number[];
}

/** In entries of `unit` bytes, with an axis for the run. */
function entriesOf({ run, sizes, fromStrides, toStrides }: Geometry, unit: number): Geometry {
  const isRun = run > unit;
  return {
    run,
    sizes: divide(sizes, 1, run / unit, isRun),
    fromStrides: divide(fromStrides, unit, 1, isRun),
    toStrides: divide(toStrides, unit, 1, isRun),
  };
}

/** A list divided by `unit`, and `last` if there is a run. A loop, because `map` takes several times as long. */
function divide(list: readonly number[], unit: number, last: number, isRun: boolean): number[] {
  const entries = new Array<number>(list.length + Number(isRun));
  for (let a = 0; a < list.length; ++a) entries[a] = list[a] / unit;
  if (isRun) entries[list.length] = last;
  return entries;
}

const ONE: BoxAxis = { size: 1, from: 0, to: 0 };

/**
 * Copies all axes, whose strides and places count entries. The last three are a box; the last two, if the
 * innermost loop is another axis. Is all of it copied?
 */
function copyAxes(
  sizes: readonly number[],
  fromStrides: readonly number[],
  toStrides: readonly number[],
  source: any,
  from: number,
  out: any,
  to: number,
): boolean {
  const last = sizes.length - 1;
  const isTurned =
    last > 0 &&
    sizes[last - 1] >= FEW_COLUMNS &&
    Math.abs(fromStrides[last]) > Math.abs(fromStrides[last - 1]) &&
    sizes[last] * sizes[last - 1] > MOST_CACHED;
  let long = last;
  for (let a = last - 1; a >= 0 && a > last - (isTurned ? 2 : 3); --a)
    if (sizes[long] < FEW_COLUMNS && sizes[a] > sizes[long]) long = a;
  const isPass = long === last - 1 && sizes[last] <= LINES; // over all lines
  const outer = Math.max(0, last - (isTurned || (long === last - 1 && !isPass) ? 1 : 2));
  const axisAt = (a: number) =>
    a < outer ? ONE : { size: sizes[a], from: fromStrides[a], to: toStrides[a] };
  const step = axisAt(long);
  const line = axisAt(long < last ? last : last - 1);
  const plane = axisAt(long < last - 1 ? last - 1 : last - 2);
  const block = long === last && isTurned ? FEW_COLUMNS : long === last || isPass ? step.size : BLOCK;
  const { copyLines } = LOOPS[entryBytes(source)];
  let isCopied = true;
  eachPlace(outer, sizes, fromStrides, toStrides, from, to, (first, second) => {
    for (let i = 0; i < step.size && isCopied; i += block) {
      const size = Math.min(block, step.size - i);
      const box = { plane, line, step: { size, from: step.from, to: step.to } };
      isCopied = copyBox(box, copyLines, source, first + i * step.from, out, second + i * step.to);
    }
  });
  return isCopied;
}

/** `unit`: bytes of an entry. */
function hasFewEntries({ sizes, streams }: Move, unit: number): boolean {
  let bytes = 0;
  for (let j = 0; j < streams.length; ++j) bytes += streams[j].run;
  for (let a = 0; a < sizes.length; ++a) bytes *= sizes[a];
  return bytes <= FEW_ENTRIES * streams.length * unit;
}

/**
 * Strings are read from wherever the caller keeps them, which may run code of the caller's, and written to
 * new arrays.
 */
export function carryOutStrings(move: Move, whole: any, parts: readonly any[]): void {
  const { streams } = move;
  for (let j = 0; j < streams.length; ++j) {
    const { sizes, source, from, fromStrides, out, to, toStrides, run } = sidesOf(move, j, whole, parts);
    copyValues(sizes, fromStrides, toStrides, run, 1, source, from, out, to);
  }
}

/**
 * As copyAxes, for arrays of any class and length, which that one never sees. Strides, places and runs are in
 * bytes; an entry has `unit`.
 */
function copyValues(
  sizes: readonly number[],
  fromStrides: readonly number[],
  toStrides: readonly number[],
  run: number,
  unit: number,
  source: any,
  from: number,
  out: any,
  to: number,
): boolean {
  const last = sizes.length - 1;
  const isLine = run === unit && last >= 0; // of entries that are no run
  const fromStep = isLine ? fromStrides[last] / unit : 1;
  const toStep = isLine ? toStrides[last] / unit : 1;
  const size = isLine ? sizes[last] : run / unit;
  let isCopied = true;
  eachPlace(isLine ? last : last + 1, sizes, fromStrides, toStrides, from, to, (first, second) => {
    let [a, b] = [first / unit, second / unit];
    for (let count = size; count > 0; --count, a += fromStep, b += toStep) {
      const value = source[a];
      out[b] = value;
      // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself
      if (value !== value) isCopied = false;
    }
  });
  return isCopied;
}
