// Few entries: loops over the arrays themselves, because viewing both as words takes longer. (Engines even store the
// elements of a small array inside its object, and move them out for a view.) There are several functions, for the
// reason that loops.ts gives. Engines keep up to four classes apart in one function, so rarer classes share one.
import { className, entryBytes, lengthOf, toWords } from '../base/arrays.ts';
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
  SPREAD,
  STREAM,
  STREAMS,
  STRIDE,
  streamsAt,
  WORD,
} from '../core/record.ts';
import { isNan, type Lines, LOOPS } from './loops.ts';

/** Stops at a NaN, whose bits may change in a variable. */
const copyFloats: Lines = (source: Float32Array, a, f, _f1, out: Float32Array, b, t, _t1, size) => {
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    const value = source[a];
    if (isNan(value)) return false;
    out[b] = value;
  }
  return true;
};

const copyIntegers: Lines = (
  source: Uint8ClampedArray,
  a,
  f,
  _f1,
  out: Uint8ClampedArray,
  b,
  t,
  _t1,
  size,
) => {
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
  }
  return true;
};

const copyBigInts: Lines = (source: BigInt64Array, a, f, _f1, out: BigInt64Array, b, t, _t1, size) => {
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
  }
  return true;
};

/** For arrays of any class and length. */
const copyAny: Lines = (source, a, f, _f1, out, b, t, _t1, size) => {
  let isCopied = true;
  for (let k = size; k > 0; --k, a += f, b += t) {
    const value = source[a];
    out[b] = value;
    if (isNan(value)) isCopied = false;
  }
  return isCopied;
};

/** For classes that loops.ts does not have. */
const COPY_LINE: Readonly<Record<string, Lines>> = {
  Float32Array: copyFloats,
  Float16Array: copyFloats,
  Uint8ClampedArray: copyIntegers,
  Int8Array: copyIntegers,
  Int16Array: copyIntegers,
  Int32Array: copyIntegers,
  BigInt64Array: copyBigInts,
  BigUint64Array: copyBigInts,
};

/** Is it an array of strings, or so long that places in it do not fit 32-bit integers? */
const isOdd = (array: any, holder: string) => holder === 'Array' || lengthOf(array) >= 2 ** 31;

/**
 * Copies a move of few entries. It reads the words of the record directly, because making objects would take longer
 * than the copy. False: some entries are not copied, or have other bits.
 */
export const copyFew = (words: Records, at: number, whole: any, parts: readonly any[]): boolean =>
  copyEach(words, at, whole, parts, words[at + WORD], words[at + INNER], null);

/** The same for any number of entries, preserving every bit. */
export function copyBits(words: Records, at: number, whole: any, parts: readonly any[]): void {
  const unit = Math.min(4, entryBytes(whole));
  copyEach(words, at, toWords(whole), parts, unit, words[at + RANK], toWords);
}

/** The same for strings. */
export const copyStrings = (words: Records, at: number, whole: any, parts: readonly any[]): boolean =>
  copyEach(words, at, whole, parts, 1, words[at + RANK], null);

/**
 * @param words
 * @param at
 * @param whole
 * @param parts
 * @param unit of an entry
 * @param inner the axis of the lines: the last one, or the number of axes for the run
 * @param toEntries turns the parts into arrays of the whole's class; null: they have it already
 */
function copyEach(
  words: Records,
  at: number,
  whole: any,
  parts: readonly any[],
  unit: number,
  inner: number,
  toEntries: ((array: any) => any) | null,
): boolean {
  const holder = className(whole);
  const ofClass = COPY_LINE[holder] ?? LOOPS[unit].copyLines[0];
  const isWholeOdd = isOdd(whole, holder);
  const isJoin = words[at + JOINS] !== 0;
  const isSpread = words[at + SPREAD] !== 0;
  const isRun = inner === words[at + RANK];
  const axes = at + HEADER;
  const line = axes + AXIS * inner;
  let i = words[at + FIRST];
  let stream = streamsAt(words, at);
  let isCopied = true;
  for (let left = words[at + STREAMS]; left > 0; --left, ++i, stream += STREAM) {
    const part = toEntries === null ? parts[i] : toEntries(parts[i]);
    const copyLine = isWholeOdd || isOdd(part, holder) ? null : ofClass;
    const run = words[stream + RUN] / unit;
    const scale = isSpread ? 1 / unit : run; // of strides in the part
    const size = isRun ? run : words[line + SIZE];
    const lines = isRun ? 1 : run;
    const w = isRun ? 1 : words[line + STRIDE] / unit;
    const p = isRun ? 1 : words[line + PART_STRIDE] * scale;
    const first = words[stream + OFFSET] / unit;
    const second = words[stream + PART_OFFSET] / unit;
    const isDone = copyPlaces(
      words,
      axes,
      line,
      unit,
      scale,
      isJoin,
      copyLine,
      isJoin ? part : whole,
      isJoin ? second : first,
      isJoin ? p : w,
      isJoin ? whole : part,
      isJoin ? first : second,
      isJoin ? w : p,
      size,
      lines,
    );
    isCopied = isDone && isCopied;
  }
  return isCopied;
}

/** Copies lines at each index of the axes from word `axis` to word `end`, `lines` of them side by side. */
function copyPlaces(
  words: Records,
  axis: number,
  end: number,
  unit: number,
  scale: number,
  isJoin: boolean,
  copyLine: Lines | null,
  source: any,
  from: number,
  f: number,
  out: any,
  to: number,
  t: number,
  size: number,
  lines: number,
): boolean {
  if (axis === end) return copyLines(copyLine, source, from, f, out, to, t, size, lines);
  const w = words[axis + STRIDE] / unit;
  const p = words[axis + PART_STRIDE] * scale;
  const f1 = isJoin ? p : w;
  const t1 = isJoin ? w : p;
  const next = axis + AXIS;
  let isCopied = true;
  for (let k = words[axis + SIZE], a = from, b = to; k > 0; --k, a += f1, b += t1) {
    const isDone =
      next === end
        ? copyLines(copyLine, source, a, f, out, b, t, size, lines)
        : copyPlaces(words, next, end, unit, scale, isJoin, copyLine, source, a, f, out, b, t, size, lines);
    isCopied = isDone && isCopied;
  }
  return isCopied;
}

function copyLines(
  copyLine: Lines | null,
  source: any,
  from: number,
  f: number,
  out: any,
  to: number,
  t: number,
  size: number,
  lines: number,
): boolean {
  let isCopied = true;
  for (let k = 0; k < lines; ++k) {
    const a = from + k;
    const b = to + k;
    const isDone =
      copyLine === null
        ? copyAny(source, a, f, 0, out, b, t, 0, size)
        : copyLine(source, a | 0, f | 0, 0, out, b | 0, t | 0, 0, size | 0);
    isCopied = isDone && isCopied;
  }
  return isCopied;
}
