// Loops over entries, for short runs with gaps between them, and for runs too far apart for tiles. The core
// says which axis the innermost loop goes along, and what it copies at once.
import { asClass, byteOffsetOf, entryBytes, lengthOf, toWords } from '../base/arrays.ts';
import {
  BLOCK,
  DEPTH,
  eachPlace,
  INNER,
  RANK,
  REPEATED,
  type Records,
  type Sides,
  STREAMS,
  sidesOf,
  WORD,
} from '../core/record.ts';
import { copyBits } from './few.ts';
import { type BoxAxis, copyBox, LOOPS } from './loops.ts';

/** Prepares a move, to be carried out by loops. */
export function prepareLoop(words: Records, at: number, whole: any, parts: readonly any[]): () => void {
  const streams = sidesOfAll(words, at, whole, parts);
  if (streams.some(({ source, out }) => Math.max(lengthOf(source), lengthOf(out)) >= 2 ** 31))
    return () => copyBits(words, at, whole, parts);
  const { holder } = LOOPS[wordOf(words, at, streams)];
  const groups = groupsOf(words, at, streams, (array) => asClass(array, holder));
  return () => {
    if (!groups.every(copyAxes)) groupsOf(words, at, streams, toWords).every(copyAxes);
  };
}

/** Both sides of all streams. */
export function sidesOfAll(words: Records, at: number, whole: any, parts: readonly any[]): Sides[] {
  const streams = new Array<Sides>(words[at + STREAMS]);
  for (let j = 0; j < streams.length; ++j) streams[j] = sidesOf(words, at, j, whole, parts);
  return streams;
}

/** Bytes that are copied at once: as the core says, if all arrays begin at multiples of them. */
function wordOf(words: Records, at: number, streams: readonly Sides[]): number {
  const word = words[at + WORD];
  const isAligned = streams.every(
    ({ source, out }) => (byteOffsetOf(source) | byteOffsetOf(out)) % Math.min(word, 4) === 0,
  );
  return isAligned ? word : entryBytes(streams[0].source);
}

/** Streams of one geometry. Strides, places and runs are in bytes; an entry has `unit`. */
interface Group extends Pick<Sides, 'sizes' | 'fromStrides' | 'toStrides' | 'run'> {
  readonly unit: number;
  /** The axis of the innermost loop, how many axes the three inner loops go along, and entries at once. */
  readonly inner: number;
  readonly depth: number;
  readonly block: number;
  readonly ends: Pick<Sides, 'source' | 'from' | 'out' | 'to'>[];
}

/** A group for the streams whose runs are as long as each other's. */
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
  for (const { sizes, source, from, fromStrides, out, to, toStrides, run } of streams) {
    const end = { source: entriesOf(source), from, out: entriesOf(out), to };
    const group = groups.at(-1);
    if (group?.run === run) {
      group.ends.push(end);
      continue;
    }
    const unit = entryBytes(end.out);
    const repeated = words[at + REPEATED];
    // other words than the core's have a run of their own to go along
    const isOwn = unit === words[at + WORD];
    const inner = isOwn ? words[at + INNER] : words[at + RANK];
    groups.push({
      ...{ sizes, fromStrides, toStrides, run, unit },
      inner: repeated >= 0 && inner > repeated ? inner - 1 : inner,
      depth: (isOwn && words[at + DEPTH]) || 3, // few entries have none
      block: isOwn ? words[at + BLOCK] : 0,
      ends: [end],
    });
  }
  return groups;
}

const ONE: BoxAxis = { size: 1, from: 0, to: 0 };

/**
 * Copies all runs of a group. The run is the last axis, unless it is one entry. Several streams go through one block
 * after another, so that it comes into the caches once. False if some entries are not copied, or have other bits:
 * values that are NaN.
 */
function copyAxes({ sizes, fromStrides, toStrides, run, unit, inner, depth, block, ends }: Group): boolean {
  const axisAt = (a: number): BoxAxis => {
    if (a === sizes.length) return { size: run / unit, from: 1, to: 1 };
    return a < 0 ? ONE : { size: sizes[a], from: fromStrides[a] / unit, to: toStrides[a] / unit };
  };
  const last = run === unit ? sizes.length - 1 : sizes.length;
  const step = axisAt(inner);
  const [line, plane] = [last, last - 1, last - 2].slice(0, depth).filter((a) => a !== inner);
  const outer = Math.max(0, last + 1 - depth);
  const lines = axisAt(line);
  const planes = plane === undefined ? ONE : axisAt(plane);
  const { copyLines } = LOOPS[unit];
  const most = block === 0 ? step.size : block;
  let isCopied = true;
  eachPlace(outer, sizes, fromStrides, toStrides, 0, 0, (fromPlace, toPlace) => {
    for (let i = 0; i < step.size; i += most) {
      const size = Math.min(most, step.size - i);
      const box = { plane: planes, line: lines, step: { size, from: step.from, to: step.to } };
      for (let j = 0; isCopied && j < ends.length; ++j) {
        const { source, from, out, to } = ends[j];
        const a = (fromPlace + from) / unit + i * step.from;
        const b = (toPlace + to) / unit + i * step.to;
        isCopied = copyBox(box, copyLines, source, a, out, b);
      }
    }
  });
  return isCopied;
}
