// The scalar way: loops over entries, for small moves, for short runs with gaps between them, for runs too far
// apart for tiles, and for strings.
import { asClass, byteOffsetOf, entryBytes, toWords } from '../base/arrays.ts';
import type { Views } from '../base/views.ts';
import { FEW_COLUMNS } from '../core/tables.ts';
import { partOf } from '../core/wire.ts';
import type { Move } from '../types.ts';
import { copyFew, copyStream, hasFew, isFar } from './few.ts';
import { eachPlace, prepareLines, sidesOf } from './lines.ts';
import { type BoxAxis, copyBox, LINES, LOOPS } from './loops.ts';

/** A table of so many entries stays in the cache, however it is read. */
const MOST_CACHED = 512;

/** Most entries of another innermost axis, so that what the next line reads and writes is still cached. */
const BLOCK = 256;

/** Carries out a move once. */
export function carryOutScalar(move: Move, whole: any, parts: readonly any[], views: Views): void {
  const unit = entryBytes(whole);
  const lines = prepareLines(move, whole, parts);
  if (lines !== null) lines(views);
  else if (!hasFew(move, unit)) prepareBoxes(move, whole, parts)();
  else if (!copyFew(move, whole, parts, unit)) copyAsWords(move, whole, parts);
}

/** Prepares a move, to be carried out many times. */
export const prepareScalar = (move: Move, whole: any, parts: readonly any[]): ((views: Views) => void) =>
  prepareLines(move, whole, parts) ?? prepareBoxes(move, whole, parts);

function prepareBoxes(move: Move, whole: any, parts: readonly any[]): () => void {
  const { holder } = LOOPS[wordOf(move, whole, parts)];
  const groups = groupsOf(move, whole, parts, (array) => asClass(array, holder));
  return () => {
    if (!carryOut(groups)) copyAsWords(move, whole, parts);
  };
}

/** Copies every bit, also of a NaN. */
function copyAsWords(move: Move, whole: any, parts: readonly any[]): void {
  carryOut(groupsOf(move, whole, parts, toWords));
}

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
    const copy = isFar(source, out) ? copyFar : copyAxes;
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

/** For arrays in which places are no integers of 32 bits. */
const copyFar: CopyAll = (group) =>
  group.ends.every((end) => copyStream({ ...group, ...end }, group.unit, null));

/**
 * Strings are read from wherever the caller keeps them, which may run code of the caller's, and written to
 * new arrays.
 */
export function carryOutStrings(move: Move, whole: any, parts: readonly any[]): void {
  for (let j = 0; j < move.streams.length; ++j) copyStream(sidesOf(move, j, whole, parts), 1, null);
}
