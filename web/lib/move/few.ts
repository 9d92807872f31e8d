// Few entries: loops over the arrays as they are, because viewing both as words takes longer. (Hosts even keep a
// small array inside of its object, and take it out for a view.) There are several
// functions, for the reason that loops.ts gives; only classes that seldom meet in one program share one.
import { className, entryBytes, lengthOf } from '../base/arrays.ts';
import { FEW_IN_ALL, FEW_PER_STREAM } from '../core/tables.ts';
import { countOf } from '../shape.ts';
import type { Move } from '../types.ts';
import { eachPlace, sidesOf } from './lines.ts';
import { isNan, type Lines, LOOPS } from './loops.ts';

/** Places in longer arrays are no integers of 32 bits. */
const FAR = 2 ** 31;

/** Floats fail at a NaN, whose bits may change on their way. */
const copyFloats: Lines = (source: Float32Array, a, f, _f1, out: Float32Array, b, t, _t1, size) => {
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    const value = source[a];
    if (isNan(value)) return false;
    out[b] = value;
  }
  return true;
};

const copyShorts: Lines = (source: Uint8ClampedArray, a, f, _f1, out: Uint8ClampedArray, b, t, _t1, size) => {
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
  }
  return true;
};

const copyInts: Lines = (source: Int32Array, a, f, _f1, out: Int32Array, b, t, _t1, size) => {
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

const COPY_LINE: Readonly<Record<string, Lines>> = {
  Uint8Array: LOOPS[1].copyLines[0],
  Uint16Array: LOOPS[2].copyLines[0],
  Uint32Array: LOOPS[4].copyLines[0],
  Float64Array: LOOPS[8].copyLines[0],
  Float32Array: copyFloats,
  Float16Array: copyFloats,
  Uint8ClampedArray: copyShorts,
  Int8Array: copyShorts,
  Int16Array: copyShorts,
  Int32Array: copyInts,
  BigInt64Array: copyBigInts,
  BigUint64Array: copyBigInts,
};

/** Copies a move of few entries. False: it has more, or some of them are not copied. */
export function copyFew(move: Move, whole: any, parts: readonly any[]): boolean {
  const { sizes, streams } = move;
  const unit = entryBytes(whole);
  let runs = 0;
  for (const { run } of streams) runs += run;
  const entries = (runs * countOf(sizes)) / unit;
  if (entries > FEW_IN_ALL && entries > FEW_PER_STREAM * streams.length) return false;
  const copyLine = COPY_LINE[className(whole)];
  for (let j = 0; j < streams.length; ++j) {
    const sides = sidesOf(move, j, whole, parts);
    if (lengthOf(sides.source) >= FAR || lengthOf(sides.out) >= FAR) return false;
    if (!copyStream(sides, unit, copyLine)) return false;
  }
  return true;
}

/** For arrays of any class and length. */
export const copyAny: Lines = (source, a, f, _f1, out, b, t, _t1, size) => {
  let isCopied = true;
  for (let k = size; k > 0; --k, a += f, b += t) {
    const value = source[a];
    out[b] = value;
    if (isNan(value)) isCopied = false;
  }
  return isCopied;
};

/** Copies a stream line by line: the lines go along the run or the last axis, whichever is longer. */
export function copyStream(
  { sizes, source, from, fromStrides, out, to, toStrides, run }: ReturnType<typeof sidesOf>,
  unit: number,
  copyLine: Lines,
): boolean {
  const entries = run / unit;
  const last = sizes.length - 1;
  const isAxis = last >= 0 && sizes[last] > entries;
  const f = isAxis ? fromStrides[last] / unit : 1;
  const t = isAxis ? toStrides[last] / unit : 1;
  const size = isAxis ? sizes[last] : entries;
  const lines = isAxis ? entries : 1;
  let isCopied = true;
  eachPlace(isAxis ? last : last + 1, sizes, fromStrides, toStrides, from, to, (a, b) => {
    for (let k = 0; k < lines; ++k)
      if (!copyLine(source, a / unit + k, f, 0, out, b / unit + k, t, 0, size)) isCopied = false;
  });
  return isCopied;
}
