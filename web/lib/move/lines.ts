// Moves for which `reverse`, `fill` and `copyWithin` of typed arrays are faster than a loop or a kernel: lines in
// reverse order, lines of one entry, and the repetitions of an axis.
import {
  asClass,
  bufferOf,
  byteOffsetOf,
  CLASSES,
  copyInto,
  copyWithin,
  entryBytes,
  fillWith,
  reverseAll,
  viewOf,
} from '../base/arrays.ts';
import type { Views } from '../base/views.ts';
import {
  AXIS,
  eachPlace,
  FIRST,
  HEADER,
  RANK,
  REPEATED,
  type Records,
  RUN,
  SIZE,
  sidesOf,
  streamsAt,
} from '../core/record.ts';
import { LOOPS } from './generated/loops.ts';
import { isNan } from './loops.ts';

/** A move whose innermost lines are of one kind: both sides, and their arrays as integers. */
function linesOf(words: Records, at: number, whole: any, parts: readonly any[]) {
  const { sizes, source, from, fromStrides, out, to, toStrides } = sidesOf(words, at, 0, whole, parts);
  const unit = entryBytes(whole);
  const { className } = LOOPS[unit];
  // integers have no NaN whose bits could change, but filling with 64-bit integers takes longer
  const integers = unit < 8 ? className : 'BigUint64Array';
  const last = sizes.length - 1;
  const size = sizes[last];
  const [read, written] = [asClass(source, integers), asClass(out, integers)];
  // spreading the sides would take microseconds
  return {
    sizes,
    from,
    fromStrides,
    to,
    toStrides,
    unit,
    className,
    integers,
    source: read,
    out: written,
    last,
    size,
  };
}

export function prepareFill(words: Records, at: number, whole: any, parts: readonly any[]): () => void {
  const { className, unit, size, last, sizes, from, fromStrides, to, toStrides, source, out } = linesOf(
    words,
    at,
    whole,
    parts,
  );
  const numbers = asClass(source, className);
  const ofNumbers = asClass(out, className);
  const rows = last - 1; // axis of the lines that one loop fills
  const [count, f, t] =
    rows < 0 ? [1, 0, 0] : [sizes[rows], fromStrides[rows] / unit, toStrides[rows] / unit];
  const fillLines = (begin: number, place: number) => {
    for (let k = count, a = begin / unit, b = place / unit; k > 0; --k, a += f, b += t) {
      const value = numbers[a];
      if (isNan(value)) fillWith(out, source[a], b, b + size);
      else fillWith(ofNumbers, value, b, b + size);
    }
  };
  return () => eachPlace(Math.max(0, rows), sizes, fromStrides, toStrides, from, to, fillLines);
}

export function prepareReverse(
  words: Records,
  at: number,
  whole: any,
  parts: readonly any[],
): (views: Views) => void {
  const { integers, unit, size, last, sizes, from, fromStrides, to, toStrides, source, out } = linesOf(
    words,
    at,
    whole,
    parts,
  );
  const Class = CLASSES[integers];
  const [read, written] = [bufferOf(source), bufferOf(out)];
  const first = byteOffsetOf(source) - (size - 1) * unit;
  const begin = byteOffsetOf(out);
  let taken: Views;
  const reverseLine = (a: number, b: number) => {
    copyInto(out, taken.take(Class, read, first + a, size), b / unit);
    reverseAll(taken.take(Class, written, begin + b, size));
  };
  return (views) => {
    taken = views;
    eachPlace(last, sizes, fromStrides, toStrides, from, to, reverseLine);
  };
}

/** The repeated axis of a move's output. */
interface Repeats {
  /** The part of the output that moves once. */
  readonly own: any;
  /** Fills the output from it, twice as much each time. This takes half as long as tiles would. */
  readonly copy: () => void;
}

export function repeatsOf(words: Records, at: number, parts: readonly any[]): Repeats {
  const part = parts[words[at + FIRST]];
  const unit = entryBytes(part);
  const repeated = words[at + REPEATED];
  const sizeAt = (a: number) => words[at + HEADER + AXIS * a + SIZE];
  const times = sizeAt(repeated);
  let chunks = 1;
  let length = words[streamsAt(words, at) + RUN] / unit;
  for (let a = 0; a < repeated; ++a) chunks *= sizeAt(a);
  for (let a = repeated + 1; a < words[at + RANK]; ++a) length *= sizeAt(a);
  // Several chunks are moved to the end of the output first, where none is overwritten before it has been copied.
  const first = chunks === 1 ? 0 : chunks * (times - 1) * length;
  const own = viewOf(part, first * unit, chunks * length);
  const copy = () => {
    for (let i = 0; i < chunks; ++i) {
      const begin = i * times * length;
      if (first > 0) copyWithin(part, begin, first + i * length, first + (i + 1) * length);
      for (let done = length; done < times * length; done *= 2)
        copyWithin(part, begin + done, begin, begin + Math.min(done, times * length - done));
    }
  };
  return { own, copy };
}
