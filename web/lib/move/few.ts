// Few entries: loops over the arrays as they are, because viewing both as words takes longer. (Hosts even keep a
// small array inside of its object, and take it out for a view.) There are several functions, for the reason that
// loops.ts gives. Engines keep up to four classes apart in one function, so those that are rarer share one.
import { className, lengthOf } from '../base/arrays.ts';
import { FEW_IN_ALL, FEW_PER_STREAM } from '../core/tables.ts';
import { countOf } from '../shape.ts';
import type { Move } from '../types.ts';
import { eachPlace, sidesOf } from './lines.ts';
import { isNan, type Lines, LOOPS } from './loops.ts';

/** Floats fail at a NaN, whose bits may change on their way. */
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

/** Are there places in these arrays that are no integers of 32 bits? */
export const isFar = (source: any, out: any) => Math.max(lengthOf(source), lengthOf(out)) >= 2 ** 31;

/** @param unit of an entry */
export function hasFew({ sizes, streams }: Move, unit: number): boolean {
  let runs = 0;
  for (const { run } of streams) runs += run;
  return runs * countOf(sizes) <= Math.max(FEW_IN_ALL, FEW_PER_STREAM * streams.length) * unit;
}

/** Copies a move of few entries. False: some of them are not copied. */
export function copyFew(move: Move, whole: any, parts: readonly any[], unit: number): boolean {
  const copyLine = COPY_LINE[className(whole)] ?? LOOPS[unit].copyLines[0];
  for (let j = 0; j < move.streams.length; ++j) {
    const sides = sidesOf(move, j, whole, parts);
    if (!copyStream(sides, unit, isFar(sides.source, sides.out) ? null : copyLine)) return false;
  }
  return true;
}

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

/**
 * Copies a stream line by line: the lines go along the run or the last axis, whichever is longer.
 * @param sides
 * @param unit of an entry
 * @param copyLine null: the arrays may be of any class and length
 */
export function copyStream(
  { sizes, source, from, fromStrides, out, to, toStrides, run }: ReturnType<typeof sidesOf>,
  unit: number,
  copyLine: Lines | null,
): boolean {
  const entries = run / unit;
  const last = sizes.length - 1;
  const isAxis = last >= 0 && sizes[last] > entries;
  const f = isAxis ? fromStrides[last] / unit : 1;
  const t = isAxis ? toStrides[last] / unit : 1;
  const size = isAxis ? sizes[last] : entries;
  const lines = isAxis ? entries : 1;
  let isCopied = true;
  eachPlace(isAxis ? last : last + 1, sizes, fromStrides, toStrides, from, to, (first, second) => {
    for (let k = 0; k < lines; ++k) {
      const a = first / unit + k;
      const b = second / unit + k;
      isCopied =
        (copyLine === null
          ? copyAny(source, a, f, 0, out, b, t, 0, size)
          : copyLine(source, a | 0, f | 0, 0, out, b | 0, t | 0, 0, size | 0)) && isCopied;
    }
  });
  return isCopied;
}
