// The scalar way: loops over entries, for small moves, for short runs with gaps between them, for runs too far
// apart for tiles, and for strings.
import { asClass, byteOffsetOf, entryBytes, lengthOf, toWords } from '../base/arrays.ts';
import type { Views } from '../base/views.ts';
import { partOf } from '../core/wire.ts';
import { countOf } from '../shape.ts';
import type { Move } from '../types.ts';
import { eachPlace, prepareLines, sidesOf } from './lines.ts';
import { type BoxAxis, copyBox, isNan, LINES, LOOPS } from './loops.ts';

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
  const isFewValues = hasFewEntries(move, entryBytes(whole)) && typeof whole[0] !== 'bigint';
  const toEntries = isFewValues ? itself : toClass(LOOPS[wordOf(move, whole, parts)].holder);
  const groups = groupsOf(move, whole, parts, toEntries);
  return () => {
    if (!carryOut(groups)) carryOut(groupsOf(move, whole, parts, toWords));
  };
}

const itself = (array: any) => array;

const toClass = (holder: string) => (array: any) => asClass(array, holder);

/**
 * Bytes that are copied at once: 32-bit words, if all runs of narrower entries are whole ones. Strides of dense
 * parts are multiples of the run.
 */
function wordOf(
  { strides, partStrides = strides, streams }: Move,
  whole: any,
  parts: readonly any[],
): number {
  let all = byteOffsetOf(whole);
  for (let a = 0; a < strides.length; ++a) all |= strides[a] | partStrides[a];
  for (const stream of streams)
    all |= stream.offset | stream.run | (stream.partOffset ?? 0) | byteOffsetOf(parts[partOf(stream)]);
  return Math.max(entryBytes(whole), all % 4 === 0 ? 4 : 1);
}

/** Is all of it copied, as CopyAll says? */
const carryOut = (groups: readonly Group[]) => groups.every((group) => group.copy(group));

/** A group for the streams whose runs are as long as each other's. */
function groupsOf(
  move: Move,
  whole: any,
  parts: readonly any[],
  toEntries: (array: any) => any,
): readonly Group[] {
  const groups: Group[] = [];
  const entries = toEntries(whole);
  for (let j = 0; j < move.streams.length; ++j) {
    const sides = sidesOf(move, j, whole, parts);
    const { run, from, to } = sides;
    const source = sides.source === whole ? entries : toEntries(sides.source);
    const out = sides.out === whole ? entries : toEntries(sides.out);
    const isFar = Math.max(lengthOf(source), lengthOf(out)) >= 2 ** 31;
    const copy = isFar || toEntries === itself ? copyValues : copyAxes;
    const end = { source, from, out, to };
    const group = groups.at(-1);
    if (group?.run === run && group.copy === copy) group.ends.push(end);
    else {
      const { sizes, fromStrides, toStrides } = sides;
      groups.push({ sizes, fromStrides, toStrides, run, unit: entryBytes(out), copy, ends: [end] });
    }
  }
  return groups;
}

/** Arrays of a stream, and the bytes at which its first run begins in them. */
interface Ends {
  readonly source: any;
  readonly from: number;
  readonly out: any;
  readonly to: number;
}

/** Streams of one geometry. Strides, places and runs are in bytes; an entry has `unit`. */
interface Group {
  readonly run: number;
  readonly sizes: readonly number[];
  readonly fromStrides: readonly number[];
  readonly toStrides: readonly number[];
  readonly unit: number;
  readonly copy: CopyAll;
  readonly ends: Ends[];
}

/** Copies all runs of a group. False if some entries are not copied, or have other bits: values that are NaN. */
type CopyAll = (group: Group) => boolean;

const ONE: BoxAxis = { size: 1, from: 0, to: 0 };

/**
 * The run is the last axis, unless it is one entry. The last three axes are a box; the last two, if the innermost
 * loop is another axis. Several streams go through one block after another, so that it comes into the caches once.
 */
const copyAxes: CopyAll = ({ sizes, fromStrides, toStrides, run, unit, ends }) => {
  const axisAt = (a: number): BoxAxis => {
    if (a === sizes.length) return { size: run / unit, from: 1, to: 1 };
    return a < 0 ? ONE : { size: sizes[a], from: fromStrides[a] / unit, to: toStrides[a] / unit };
  };
  const last = run === unit ? sizes.length - 1 : sizes.length;
  const [third, second, first] = [axisAt(last - 2), axisAt(last - 1), axisAt(last)];
  const isTurned =
    second.size >= FEW_COLUMNS &&
    Math.abs(first.from) > Math.abs(second.from) &&
    first.size * second.size > MOST_CACHED;
  let step = first;
  if (step.size < FEW_COLUMNS && second.size > step.size) step = second;
  if (step.size < FEW_COLUMNS && third.size > step.size && !isTurned) step = third;
  const isPass = step === second && first.size <= LINES; // over all lines
  const isPair = isTurned || (step === second && !isPass);
  const outer = Math.max(0, last - (isPair ? 1 : 2));
  const line = step === first ? second : first;
  const plane = step === third ? second : isPair ? ONE : third;
  const isWhole = (isPass || step === first) && ends.length === 1;
  const block = isTurned && step === first ? FEW_COLUMNS : isWhole ? step.size : BLOCK;
  const { copyLines } = LOOPS[unit];
  let isCopied = true;
  eachPlace(outer, sizes, fromStrides, toStrides, 0, 0, (fromPlace, toPlace) => {
    for (let i = 0; i < step.size; i += block) {
      const size = Math.min(block, step.size - i);
      const box = { plane, line, step: { size, from: step.from, to: step.to } };
      for (let j = 0; isCopied && j < ends.length; ++j) {
        const { source, from, out, to } = ends[j];
        const a = (fromPlace + from) / unit + i * step.from;
        const b = (toPlace + to) / unit + i * step.to;
        isCopied = copyBox(box, copyLines, source, a, out, b);
      }
    }
  });
  return isCopied;
};

/** `unit`: bytes of an entry. */
function hasFewEntries({ sizes, streams }: Move, unit: number): boolean {
  let runs = 0;
  for (const { run } of streams) runs += run;
  return runs * countOf(sizes) <= FEW_ENTRIES * streams.length * unit;
}

/**
 * Strings are read from wherever the caller keeps them, which may run code of the caller's, and written to
 * new arrays.
 */
export function carryOutStrings(move: Move, whole: any, parts: readonly any[]): void {
  const { streams } = move;
  for (let j = 0; j < streams.length; ++j) {
    const sides = sidesOf(move, j, whole, parts);
    copyValues({ ...sides, unit: 1, copy: copyValues, ends: [sides] });
  }
}

/** For arrays of any class and length, which copyAxes never sees. */
const copyValues: CopyAll = ({ sizes, fromStrides, toStrides, run, unit, ends }) => {
  const last = sizes.length - 1;
  const isLine = run === unit && last >= 0; // of entries that are no run
  const fromStep = isLine ? fromStrides[last] / unit : 1;
  const toStep = isLine ? toStrides[last] / unit : 1;
  const size = isLine ? sizes[last] : run / unit;
  let isCopied = true;
  for (const { source, from, out, to } of ends)
    eachPlace(isLine ? last : last + 1, sizes, fromStrides, toStrides, from, to, (first, second) => {
      let [a, b] = [first / unit, second / unit];
      for (let count = size; count > 0; --count, a += fromStep, b += toStep) {
        const value = source[a];
        out[b] = value;
        if (isNan(value)) isCopied = false;
      }
    });
  return isCopied;
};
