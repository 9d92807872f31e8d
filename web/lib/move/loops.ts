// Loops over the entries of a box. There is one small function for each class of words and number of lines,
// and each is written out: an engine compiles one function for all classes that it has met, and V8 (Node 24)
// then takes up to 1.3 times as long for each entry with four classes, and fifty times with five. It also
// compiles small functions sooner. Without `| 0`, places would count as floating-point numbers.
import { LINES } from '../core/tables.ts';

/** An axis of both arrays. Strides count entries. */
export interface BoxAxis {
  readonly size: number;
  readonly from: number;
  readonly to: number;
}

/** Axes of both arrays; `step` is the innermost loop, which copies up to LINES lines side by side. */
export interface Box {
  readonly plane: BoxAxis;
  readonly line: BoxAxis;
  readonly step: BoxAxis;
}

/**
 * Copies some lines side by side, from `source[a]` on to `out[b]` on. `f` and `t` are the strides of a line of
 * `size` entries, `f1` and `t1` those from one line to the next. Is all of it copied?
 */
export type Lines = (
  source: any,
  a: number,
  f: number,
  f1: number,
  out: any,
  b: number,
  t: number,
  t1: number,
  size: number,
) => boolean;

const copyBytes1: Lines = (source: Uint8Array, a, f, _f1, out: Uint8Array, b, t, _t1, size) => {
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
  }
  return true;
};

const copyBytes2: Lines = (source: Uint8Array, a, f, f1, out: Uint8Array, b, t, t1, size) => {
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
    out[(b + t1) | 0] = source[(a + f1) | 0];
  }
  return true;
};

const copyBytes3: Lines = (source: Uint8Array, a, f, f1, out: Uint8Array, b, t, t1, size) => {
  const f2 = (2 * f1) | 0;
  const t2 = (2 * t1) | 0;
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
    out[(b + t1) | 0] = source[(a + f1) | 0];
    out[(b + t2) | 0] = source[(a + f2) | 0];
  }
  return true;
};

const copyBytes4: Lines = (source: Uint8Array, a, f, f1, out: Uint8Array, b, t, t1, size) => {
  const f2 = (2 * f1) | 0;
  const t2 = (2 * t1) | 0;
  const f3 = (3 * f1) | 0;
  const t3 = (3 * t1) | 0;
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
    out[(b + t1) | 0] = source[(a + f1) | 0];
    out[(b + t2) | 0] = source[(a + f2) | 0];
    out[(b + t3) | 0] = source[(a + f3) | 0];
  }
  return true;
};

const copyHalves1: Lines = (source: Uint16Array, a, f, _f1, out: Uint16Array, b, t, _t1, size) => {
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
  }
  return true;
};

const copyHalves2: Lines = (source: Uint16Array, a, f, f1, out: Uint16Array, b, t, t1, size) => {
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
    out[(b + t1) | 0] = source[(a + f1) | 0];
  }
  return true;
};

const copyHalves3: Lines = (source: Uint16Array, a, f, f1, out: Uint16Array, b, t, t1, size) => {
  const f2 = (2 * f1) | 0;
  const t2 = (2 * t1) | 0;
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
    out[(b + t1) | 0] = source[(a + f1) | 0];
    out[(b + t2) | 0] = source[(a + f2) | 0];
  }
  return true;
};

const copyHalves4: Lines = (source: Uint16Array, a, f, f1, out: Uint16Array, b, t, t1, size) => {
  const f2 = (2 * f1) | 0;
  const t2 = (2 * t1) | 0;
  const f3 = (3 * f1) | 0;
  const t3 = (3 * t1) | 0;
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
    out[(b + t1) | 0] = source[(a + f1) | 0];
    out[(b + t2) | 0] = source[(a + f2) | 0];
    out[(b + t3) | 0] = source[(a + f3) | 0];
  }
  return true;
};

const copyWords1: Lines = (source: Uint32Array, a, f, _f1, out: Uint32Array, b, t, _t1, size) => {
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
  }
  return true;
};

const copyWords2: Lines = (source: Uint32Array, a, f, f1, out: Uint32Array, b, t, t1, size) => {
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
    out[(b + t1) | 0] = source[(a + f1) | 0];
  }
  return true;
};

const copyWords3: Lines = (source: Uint32Array, a, f, f1, out: Uint32Array, b, t, t1, size) => {
  const f2 = (2 * f1) | 0;
  const t2 = (2 * t1) | 0;
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
    out[(b + t1) | 0] = source[(a + f1) | 0];
    out[(b + t2) | 0] = source[(a + f2) | 0];
  }
  return true;
};

const copyWords4: Lines = (source: Uint32Array, a, f, f1, out: Uint32Array, b, t, t1, size) => {
  const f2 = (2 * f1) | 0;
  const t2 = (2 * t1) | 0;
  const f3 = (3 * f1) | 0;
  const t3 = (3 * t1) | 0;
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    out[b] = source[a];
    out[(b + t1) | 0] = source[(a + f1) | 0];
    out[(b + t2) | 0] = source[(a + f2) | 0];
    out[(b + t3) | 0] = source[(a + f3) | 0];
  }
  return true;
};

// biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself
export const isNan = (value: number) => value !== value;

// Doubles fail at a NaN, whose bits may change on their way. A sum is NaN if a value is, and faster than a
// question for each one; two infinities make it fail too. Two words take half as long again as one double.

const copyDoubles1: Lines = (source: Float64Array, a, f, _f1, out: Float64Array, b, t, _t1, size) => {
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    const first = source[a];
    if (isNan(first)) return false; // a sum of this one line would wait for itself
    out[b] = first;
  }
  return true;
};

const copyDoubles2: Lines = (source: Float64Array, a, f, f1, out: Float64Array, b, t, t1, size) => {
  let sum = 0;
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    const first = source[a];
    const second = source[(a + f1) | 0];
    out[b] = first;
    out[(b + t1) | 0] = second;
    sum += first + second;
  }
  return !isNan(sum);
};

const copyDoubles3: Lines = (source: Float64Array, a, f, f1, out: Float64Array, b, t, t1, size) => {
  const f2 = (2 * f1) | 0;
  const t2 = (2 * t1) | 0;
  let sum = 0;
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    const first = source[a];
    const second = source[(a + f1) | 0];
    const third = source[(a + f2) | 0];
    out[b] = first;
    out[(b + t1) | 0] = second;
    out[(b + t2) | 0] = third;
    sum += first + second + third;
  }
  return !isNan(sum);
};

const copyDoubles4: Lines = (source: Float64Array, a, f, f1, out: Float64Array, b, t, t1, size) => {
  const f2 = (2 * f1) | 0;
  const t2 = (2 * t1) | 0;
  const f3 = (3 * f1) | 0;
  const t3 = (3 * t1) | 0;
  let sum = 0;
  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    const first = source[a];
    const second = source[(a + f1) | 0];
    const third = source[(a + f2) | 0];
    const fourth = source[(a + f3) | 0];
    out[b] = first;
    out[(b + t1) | 0] = second;
    out[(b + t2) | 0] = third;
    out[(b + t3) | 0] = fourth;
    sum += first + second + third + fourth;
  }
  return !isNan(sum);
};

/** By bytes of an entry: what it is copied as, and how, by the number of lines. */
export const LOOPS: Readonly<Record<number, { holder: string; copyLines: readonly Lines[] }>> = {
  1: { holder: 'Uint8Array', copyLines: [copyBytes1, copyBytes2, copyBytes3, copyBytes4] },
  2: { holder: 'Uint16Array', copyLines: [copyHalves1, copyHalves2, copyHalves3, copyHalves4] },
  4: { holder: 'Uint32Array', copyLines: [copyWords1, copyWords2, copyWords3, copyWords4] },
  8: { holder: 'Float64Array', copyLines: [copyDoubles1, copyDoubles2, copyDoubles3, copyDoubles4] },
};

/**
 * Copies a box, whose first entry is at `from` in `source`, and at `to` in `out`. Is all of it copied?
 * @param box
 * @param copyLines for the class of both arrays
 */
export function copyBox(
  { plane, line, step }: Box,
  copyLines: readonly Lines[],
  source: any,
  from: number,
  out: any,
  to: number,
): boolean {
  if (plane.size === 1 && line.size === 1) {
    // entries side by side, as lines would be: one by one, they take twice as long
    const { size, from: f, to: t } = step;
    const steps = Math.floor(size / LINES);
    const done = steps * LINES;
    const many = copyLines[LINES - 1];
    return (
      many(source, from | 0, (LINES * f) | 0, f | 0, out, to | 0, (LINES * t) | 0, t | 0, steps) &&
      copyLines[0](source, (from + done * f) | 0, f | 0, 0, out, (to + done * t) | 0, t | 0, 0, size - done)
    );
  }
  for (let i = 0; i < plane.size; ++i)
    for (let j = 0; j < line.size; j += LINES) {
      const copy = copyLines[Math.min(LINES, line.size - j) - 1];
      const a = (from + i * plane.from + j * line.from) | 0;
      const b = (to + i * plane.to + j * line.to) | 0;
      if (!copy(source, a, step.from | 0, line.from | 0, out, b, step.to | 0, line.to | 0, step.size | 0))
        return false;
    }
  return true;
}
