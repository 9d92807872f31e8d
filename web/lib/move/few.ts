// Few entries: loops over the arrays themselves, because viewing both as integers takes longer. (Engines even store the
// elements of a small array inside its object, and move them out for a view.) There are several functions, for the
// reason that loops.ts gives. Engines keep up to four classes apart in one function, so rarer classes share one.
import { CLASSES, classNameOf, lengthOf } from '../base/arrays.ts';
import {
  AXIS,
  FIRST,
  HEADER,
  INNER,
  JOINS,
  OFFSET,
  PART_OFFSET,
  PART_STRIDE,
  RANK,
  type Records,
  RUN,
  SIZE,
  STREAM,
  STREAMS,
  STRIDE,
  STRIDED_PART,
} from '../core/record.ts';
import { isNan } from './loops.ts';

/**
 * Copies `lines` lines of `size` entries, from `source[a]` on to `out[b]` on. `f` and `t` are the strides of a line, `f1`
 * and `t1` those from one line to the next. Returns whether everything was copied.
 */
type CopyLines = (
  source: any,
  a: number,
  f1: number,
  f: number,
  out: any,
  b: number,
  t1: number,
  t: number,
  lines: number,
  size: number,
) => boolean;

/** Stops at a NaN, whose bits may change in a variable. */
const copyFloats: CopyLines = (source: Float32Array, a, f1, f, out: Float32Array, b, t1, t, lines, size) => {
  for (let i = lines; i > 0; --i, a = (a + f1) | 0, b = (b + t1) | 0)
    for (let k = size, from = a, to = b; k > 0; --k, from = (from + f) | 0, to = (to + t) | 0) {
      const value = source[from];
      if (isNan(value)) return false;
      out[to] = value;
    }
  return true;
};

const copyBytes: CopyLines = (source: Uint8Array, a, f1, f, out: Uint8Array, b, t1, t, lines, size) => {
  for (let i = lines; i > 0; --i, a = (a + f1) | 0, b = (b + t1) | 0)
    for (let k = size, from = a, to = b; k > 0; --k, from = (from + f) | 0, to = (to + t) | 0)
      out[to] = source[from];
  return true;
};

const copyIntegers: CopyLines = (source: Int32Array, a, f1, f, out: Int32Array, b, t1, t, lines, size) => {
  for (let i = lines; i > 0; --i, a = (a + f1) | 0, b = (b + t1) | 0)
    for (let k = size, from = a, to = b; k > 0; --k, from = (from + f) | 0, to = (to + t) | 0)
      out[to] = source[from];
  return true;
};

const copyBigInts: CopyLines = (
  source: BigInt64Array,
  a,
  f1,
  f,
  out: BigInt64Array,
  b,
  t1,
  t,
  lines,
  size,
) => {
  for (let i = lines; i > 0; --i, a = (a + f1) | 0, b = (b + t1) | 0)
    for (let k = size, from = a, to = b; k > 0; --k, from = (from + f) | 0, to = (to + t) | 0)
      out[to] = source[from];
  return true;
};

const CLASSES_OF: readonly [CopyLines, string][] = [
  [copyFloats, 'Float32Array Float64Array Float16Array'],
  [copyBytes, 'Uint8Array Uint8ClampedArray Int8Array'],
  [copyIntegers, 'Int16Array Uint16Array Int32Array Uint32Array'],
  [copyBigInts, 'BigInt64Array BigUint64Array'],
];

/** The loop of a class, and how many entries a byte is: multiplying is faster than dividing. */
interface Few {
  readonly copyLines: CopyLines;
  readonly per: number;
}

export const FEW: Readonly<Record<string, Few>> = Object.fromEntries(
  CLASSES_OF.flatMap(([copyLines, holders]) =>
    holders
      .split(' ')
      .map((className) => [className, { copyLines, per: 1 / CLASSES[className]?.BYTES_PER_ELEMENT }]),
  ),
);

/** Places in longer arrays do not fit 32-bit integers. */
export const FAR = 2 ** 31;

/** Of the numbers that `readLines` writes: where those of the part begin, the number of lines, and their size. */
const PART = 3;
const COUNT_AT = 6;
const SIZE_AT = 7;
/** How many there are. */
export const LINES = 8;

/** How many entries the lines at `k` have. */
export const entriesOf = (lines: Int32Array, k: number) => lines[k + COUNT_AT] * lines[k + SIZE_AT];

/**
 * Reads a stream as lines of entries: where the first one begins in the whole, the strides from line to line and in a line, the
 * same for the part, the number of lines, and their size.
 * @param words
 * @param at the record
 * @param stream where the words of the stream begin
 * @param per entries of a byte
 * @param lines
 * @param k where the numbers go
 * @returns where the record's words of the two inner loops begin: axes before it are loops around them
 */
export function readLines(
  words: ArrayLike<number>,
  at: number,
  stream: number,
  per: number,
  lines: Int32Array,
  k: number,
): number {
  const rank = words[at + RANK] | 0;
  const inner = words[at + INNER] | 0; // the axis of a line: the last one, or the number of axes for the run
  const line = at + HEADER + AXIS * inner;
  const run = (words[stream + RUN] * per) | 0;
  const scale = words[at + STRIDED_PART] !== 0 ? per : run; // of strides in the part
  // the lines are side by side in the run, or along the axis before that of a line
  const isRun = inner === rank;
  const isAcross = !isRun && run > 1;
  const isAlong = !isAcross && inner > 0;
  const end = isAcross ? line : line - AXIS;
  lines[k] = words[stream + OFFSET] * per;
  lines[k + 1] = isAlong ? words[end + STRIDE] * per : 1;
  lines[k + 2] = isRun ? 1 : words[line + STRIDE] * per;
  lines[k + 3] = words[stream + PART_OFFSET] * per;
  lines[k + 4] = isAlong ? words[end + PART_STRIDE] * scale : 1;
  lines[k + 5] = isRun ? 1 : words[line + PART_STRIDE] * scale;
  lines[k + 6] = isAcross ? run : isAlong ? words[end + SIZE] : 1;
  lines[k + 7] = isRun ? run : words[line + SIZE];
  return end;
}

/**
 * Copies the lines at `k` from the whole to the part, or, in a join, from the part to the whole. Returns whether everything was copied.
 */
export function copyAt(
  { copyLines }: Few,
  source: any,
  out: any,
  lines: Int32Array,
  k: number,
  isJoin: boolean,
): boolean {
  const s = isJoin ? k + PART : k;
  const o = isJoin ? k : k + PART;
  return copyLines(
    source,
    lines[s],
    lines[s + 1],
    lines[s + 2],
    out,
    lines[o],
    lines[o + 1],
    lines[o + 2],
    lines[k + COUNT_AT],
    lines[k + SIZE_AT],
  );
}

/** Of the stream that is copied. */
const LAST = new Int32Array(LINES);

/**
 * Copies a move of few entries. It reads the words of the record directly, because making objects would take longer
 * than the copy. False: some entries are not copied, or have other bits.
 */
export function copyFew(words: Records, at: number, whole: any, parts: readonly any[]): boolean {
  if (lengthOf(whole) >= FAR) return false;
  const few = FEW[classNameOf(whole)];
  const { per } = few;
  const isJoin = words[at + JOINS] !== 0;
  const axes = at + HEADER;
  let i = words[at + FIRST] | 0;
  let stream = axes + AXIS * words[at + RANK];
  for (let left = words[at + STREAMS] | 0; left > 0; --left, ++i, stream += STREAM) {
    const part = parts[i];
    if (lengthOf(part) >= FAR) return false;
    const end = readLines(words, at, stream, per, LAST, 0);
    const scale = words[at + STRIDED_PART] !== 0 ? per : (words[stream + RUN] * per) | 0;
    const copy = () => copyAt(few, isJoin ? part : whole, isJoin ? whole : part, LAST, 0, isJoin);
    if (!copyAround(words, axes, end, per, scale, copy)) return false;
  }
  return true;
}

/** Calls `copy` with the lines at each index of the axes from word `axis` to word `end`. */
function copyAround(
  words: Records,
  axis: number,
  end: number,
  per: number,
  scale: number,
  copy: () => boolean,
): boolean {
  if (axis >= end) return copy();
  const a = LAST[0];
  const b = LAST[PART];
  for (let k = words[axis + SIZE] | 0; k > 0; --k) {
    if (!copyAround(words, axis + AXIS, end, per, scale, copy)) return false;
    LAST[0] += words[axis + STRIDE] * per;
    LAST[PART] += words[axis + PART_STRIDE] * scale;
  }
  LAST[0] = a;
  LAST[PART] = b;
  return true;
}
