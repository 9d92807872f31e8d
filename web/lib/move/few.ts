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
  readonly Class: any;
}

const FEW: Readonly<Record<string, Few>> = Object.fromEntries(
  CLASSES_OF.flatMap(([copyLines, holders]) =>
    holders
      .split(' ')
      .map((className) => [className, CLASSES[className]] as const)
      .map(([className, Class]) => [className, { copyLines, per: 1 / Class?.BYTES_PER_ELEMENT, Class }]),
  ),
);

/** The class that was looked up last. */
let last = '';
let found: Few = FEW.Float32Array;

/** What loops need to know of a class; undefined: it is none of typed arrays. */
export function fewOf(className: string): Few {
  if (className !== last) {
    found = FEW[className];
    last = className;
  }
  return found;
}

/** Places in longer arrays do not fit 32-bit integers. */
export const FAR = 2 ** 31;

/**
 * Reads a stream as lines of entries: eight numbers, which `copyLines` takes. They are where the lines are in the whole, and how
 * they follow one another (`a`, `f1`, `f`), the same for the part (`b`, `t1`, `t`), the number of lines, and their size.
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

/** How many numbers `readLines` writes. */
export const LINES = 8;
const LAST = new Int32Array(LINES);

/**
 * Copies a move of few entries. It reads the words of the record directly, because making objects would take longer
 * than the copy. False: some entries are not copied, or have other bits.
 */
export function copyFew(words: Records, at: number, whole: any, parts: readonly any[]): boolean {
  if (lengthOf(whole) >= FAR) return false;
  const { copyLines, per } = fewOf(classNameOf(whole));
  const isJoin = words[at + JOINS] !== 0;
  const scale = words[at + STRIDED_PART] !== 0 ? per : 0;
  const axes = at + HEADER;
  let i = words[at + FIRST] | 0;
  let stream = axes + AXIS * words[at + RANK];
  for (let left = words[at + STREAMS] | 0; left > 0; --left, ++i, stream += STREAM) {
    const part = parts[i];
    if (lengthOf(part) >= FAR) return false;
    const end = readLines(words, at, stream, per, LAST, 0);
    const first = LAST[0];
    const f1 = LAST[1];
    const f = LAST[2];
    const second = LAST[3];
    const t1 = LAST[4];
    const t = LAST[5];
    const lines = LAST[6];
    const size = LAST[7];
    const copy = (a: number, b: number) =>
      isJoin
        ? copyLines(part, b, t1, t, whole, a, f1, f, lines, size)
        : copyLines(whole, a, f1, f, part, b, t1, t, lines, size);
    const isCopied =
      end > axes
        ? copyAround(words, axes, end, per, scale || (words[stream + RUN] * per) | 0, first, second, copy)
        : copy(first, second);
    if (!isCopied) return false;
  }
  return true;
}

/** Calls `copy` with the places in the whole and in the part at each index of the axes from word `axis` to word `end`. */
function copyAround(
  words: Records,
  axis: number,
  end: number,
  per: number,
  scale: number,
  first: number,
  second: number,
  copy: (first: number, second: number) => boolean,
): boolean {
  const w = (words[axis + STRIDE] * per) | 0;
  const p = (words[axis + PART_STRIDE] * scale) | 0;
  const next = axis + AXIS;
  for (let k = words[axis + SIZE] | 0, a = first, b = second; k > 0; --k, a = (a + w) | 0, b = (b + p) | 0) {
    const isCopied = next === end ? copy(a, b) : copyAround(words, next, end, per, scale, a, b, copy);
    if (!isCopied) return false;
  }
  return true;
}
