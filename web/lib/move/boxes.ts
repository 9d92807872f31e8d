// Loops over entries, for short runs with gaps between them, and for runs that are too far apart for tiles. The core
// says along which axis the innermost loop goes, and how many bytes it copies at once.
import { asClass, asIntegers, byteLengthOf, byteOffsetOf, entryBytes } from '../base/arrays.ts';
import {
  BLOCK,
  DEPTH,
  eachPlace,
  INNER,
  ITEM,
  REPEATED,
  type Records,
  type Sides,
  STREAMS,
  sidesOf,
} from '../core/record.ts';
import { LOOPS } from './generated/loops.ts';
import { copyBox, type LoopAxis, type LoopBox } from './loops.ts';

/** Prepares a move that loops carry out. */
export function prepareLoop(words: Records, at: number, whole: any, parts: readonly any[]): () => void {
  const streams = sidesOfAll(words, at, whole, parts);
  const unit = entryBytes(whole);
  const copyItems = areFar(streams, Math.min(4, unit))
    ? () => streams.forEach(copyFar)
    : () => groupsOf(words, at, streams, asIntegers).map(prepareGroup).forEach(call);
  if (areFar(streams, unit)) return copyItems;
  const { className } = LOOPS[itemOf(words, at, streams)];
  const groups = groupsOf(words, at, streams, (array) => asClass(array, className)).map(prepareGroup);
  return () => {
    if (!groups.every(call)) copyItems();
  };
}

const call = (copy: () => boolean) => copy();

/** Is any array so long that places in it, counted in units of `unit` bytes, do not fit 32-bit integers? */
export const areFar = (streams: readonly Sides[], unit: number) =>
  streams.some(({ source, out }) => Math.max(byteLengthOf(source), byteLengthOf(out)) >= unit * 2 ** 31);

/** Copies integer by integer, at any place, which preserves every bit. */
export function copyFar(sides: Sides): void {
  const integers = asIntegers(sides.source);
  copyEntries(sides, integers, asIntegers(sides.out), integers.BYTES_PER_ELEMENT);
}

/**
 * Calls `f` for each line: with its first place on both sides, its steps, and the number of its entries. `unit`: bytes of an
 * entry, or 1 if the sides count entries.
 */
export function eachLine(
  { sizes, from, fromStrides, to, toStrides, run }: Sides,
  unit: number,
  f: (a: number, step: number, b: number, next: number, size: number) => void,
): void {
  const last = run > unit ? sizes.length : sizes.length - 1;
  const [step = unit, next = unit, size = run / unit] = [fromStrides[last], toStrides[last], sizes[last]];
  eachPlace(Math.max(0, last), sizes, fromStrides, toStrides, from, to, (a, b) => f(a, step, b, next, size));
}

/** Copies entry by entry. */
export const copyEntries = (sides: Sides, source: any, out: any, unit: number): void =>
  eachLine(sides, unit, (a, step, b, next, size) => {
    for (let k = 0; k < size; ++k, a += step, b += next) out[b / unit] = source[a / unit];
  });

/** Both sides of all streams. */
export function sidesOfAll(words: Records, at: number, whole: any, parts: readonly any[]): Sides[] {
  const streams = new Array<Sides>(words[at + STREAMS]);
  for (let j = 0; j < streams.length; ++j) streams[j] = sidesOf(words, at, j, whole, parts);
  return streams;
}

/** Bytes that are copied at once: the core's choice, if all arrays begin at multiples of it. */
export function itemOf(words: Records, at: number, streams: readonly Sides[]): number {
  const item = words[at + ITEM];
  const isAligned = streams.every(
    ({ source, out }) => (byteOffsetOf(source) | byteOffsetOf(out)) % Math.min(item, 4) === 0,
  );
  return isAligned ? item : entryBytes(streams[0].source);
}

/** Streams of one shape. An entry has `unit` bytes, and everything but `run` counts entries. */
interface Group {
  /** In bytes. */
  readonly run: number;
  readonly unit: number;
  /** The three inner loops, and the axes around them. */
  readonly plane: LoopAxis;
  readonly line: LoopAxis;
  readonly innermost: LoopAxis;
  readonly outer: Pick<Sides, 'sizes' | 'fromStrides' | 'toStrides'>;
  /** Entries of the innermost loop that are copied before the next line. */
  readonly block: number;
  readonly ends: Pick<Sides, 'source' | 'from' | 'out' | 'to'>[];
}

/** One group for each sequence of streams with equally long runs. */
function groupsOf(
  words: Records,
  at: number,
  streams: readonly Sides[],
  toEntries: (array: any) => any,
): readonly Group[] {
  const groups: Group[] = [];
  const entries = new Map<any, any>(); // streams share the whole
  const entriesOf = (array: any) => {
    if (!entries.has(array)) entries.set(array, toEntries(array));
    return entries.get(array);
  };
  for (const sides of streams) {
    const { source, from, out, to, run } = sides;
    const written = entriesOf(out);
    const unit = entryBytes(written);
    const end = { source: entriesOf(source), from: (from / unit) | 0, out: written, to: (to / unit) | 0 };
    const group = groups.at(-1);
    if (group?.run === run) group.ends.push(end);
    else groups.push(shapeOf(words, at, sides, unit, [end]));
  }
  return groups;
}

export const ONE: LoopAxis = { size: 1, from: 0, to: 0 };

/** The loops of a stream. The run is the last axis, unless it is one entry. */
function shapeOf(
  words: Records,
  at: number,
  { sizes, fromStrides, toStrides, run }: Sides,
  unit: number,
  ends: Group['ends'],
): Group {
  const rank = sizes.length;
  const axisAt = (a: number | undefined): LoopAxis => {
    if (a === rank) return { size: run / unit, from: 1, to: 1 };
    if (a === undefined || a < 0) return ONE;
    return { size: sizes[a], from: fromStrides[a] / unit, to: toStrides[a] / unit };
  };
  const last = run === unit ? rank - 1 : rank;
  // The core's choice is for the mean length of the runs, and for items for which some arrays may not be aligned.
  const repeated = words[at + REPEATED];
  const chosen = words[at + INNER] - Number(repeated >= 0 && words[at + INNER] > repeated);
  const isOwn = unit === words[at + ITEM] && chosen <= last && chosen > last - (words[at + DEPTH] || 3); // few have none
  const inner = isOwn ? chosen : last;
  const depth = (isOwn && words[at + DEPTH]) || 3;
  const innermost = axisAt(inner);
  const [line, plane] = [last, last - 1, last - 2].slice(0, depth).filter((a) => a !== inner);
  const outside = Math.max(0, last + 1 - depth);
  const inEntries = (strides: readonly number[]) =>
    strides.slice(0, outside).map((each) => (each / unit) | 0);
  return {
    run,
    ends,
    unit,
    plane: axisAt(plane),
    line: axisAt(line),
    innermost,
    outer: {
      sizes: sizes.slice(0, outside),
      fromStrides: inEntries(fromStrides),
      toStrides: inEntries(toStrides),
    },
    block: (isOwn && words[at + BLOCK]) || innermost.size,
  };
}

/**
 * Prepares to copy all runs of a group. Several streams take turns block by block, so that the caches load each block
 * once. The function makes no objects, because a bound plan calls it again and again. It returns false if some entries,
 * whose values are NaN, are not copied, or have other bits.
 */
export function prepareGroup({ unit, plane, line, innermost, outer, block, ends }: Group): () => boolean {
  const { sizes, fromStrides, toStrides } = outer;
  const { copyLines } = LOOPS[unit];
  const boxOf = (size: number): LoopBox => ({
    plane,
    line,
    innermost: { size, from: innermost.from, to: innermost.to },
  });
  const [whole, rest] = [boxOf(Math.min(block, innermost.size)), boxOf(innermost.size % block)];
  let isCopied = true;
  const copyBlocks = (a: number, b: number) => {
    for (let i = 0; i < innermost.size; i += block)
      for (let j = 0; isCopied && j < ends.length; ++j) {
        const { source, from, out, to } = ends[j];
        const box = i + block <= innermost.size ? whole : rest;
        isCopied = copyBox(
          box,
          copyLines,
          source,
          (a + from + i * innermost.from) | 0,
          out,
          (b + to + i * innermost.to) | 0,
        );
      }
  };
  return () => {
    isCopied = true;
    eachPlace(sizes.length, sizes, fromStrides, toStrides, 0, 0, copyBlocks);
    return isCopied;
  };
}
