// Loops over the entries of a box, one function for each class of words. They are equal but for the class: an
// engine compiles one function for all classes that it has met, and then every entry takes two to three times
// as long. Without `| 0`, places would count as floating-point numbers.

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

/** Lines that the innermost loop copies side by side. */
export const LINES = 4;

/** Copies a box, whose first entry is at `from` in `source`, and at `to` in `out`. Is all of it copied? */
type Loop = (box: Box, source: any, from: number, out: any, to: number) => boolean;

const copyBytes: Loop = ({ plane, line, step }, source: Uint8Array, from, out: Uint8Array, to) => {
  const f = step.from | 0;
  const t = step.to | 0;
  const [f1, f2, f3] = [line.from | 0, (2 * line.from) | 0, (3 * line.from) | 0];
  const [t1, t2, t3] = [line.to | 0, (2 * line.to) | 0, (3 * line.to) | 0];
  for (let i = 0; i < plane.size; ++i)
    for (let j = 0; j < line.size; j += LINES) {
      const lines = line.size - j;
      let a = (from + i * plane.from + j * line.from) | 0;
      let b = (to + i * plane.to + j * line.to) | 0;
      let k = step.size | 0;
      if (lines === 1)
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          out[b] = source[a];
        }
      else if (lines === 2)
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          out[b] = source[a];
          out[(b + t1) | 0] = source[(a + f1) | 0];
        }
      else if (lines === 3)
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          out[b] = source[a];
          out[(b + t1) | 0] = source[(a + f1) | 0];
          out[(b + t2) | 0] = source[(a + f2) | 0];
        }
      else
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          out[b] = source[a];
          out[(b + t1) | 0] = source[(a + f1) | 0];
          out[(b + t2) | 0] = source[(a + f2) | 0];
          out[(b + t3) | 0] = source[(a + f3) | 0];
        }
    }
  return true;
};

const copyHalves: Loop = ({ plane, line, step }, source: Uint16Array, from, out: Uint16Array, to) => {
  const f = step.from | 0;
  const t = step.to | 0;
  const [f1, f2, f3] = [line.from | 0, (2 * line.from) | 0, (3 * line.from) | 0];
  const [t1, t2, t3] = [line.to | 0, (2 * line.to) | 0, (3 * line.to) | 0];
  for (let i = 0; i < plane.size; ++i)
    for (let j = 0; j < line.size; j += LINES) {
      const lines = line.size - j;
      let a = (from + i * plane.from + j * line.from) | 0;
      let b = (to + i * plane.to + j * line.to) | 0;
      let k = step.size | 0;
      if (lines === 1)
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          out[b] = source[a];
        }
      else if (lines === 2)
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          out[b] = source[a];
          out[(b + t1) | 0] = source[(a + f1) | 0];
        }
      else if (lines === 3)
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          out[b] = source[a];
          out[(b + t1) | 0] = source[(a + f1) | 0];
          out[(b + t2) | 0] = source[(a + f2) | 0];
        }
      else
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          out[b] = source[a];
          out[(b + t1) | 0] = source[(a + f1) | 0];
          out[(b + t2) | 0] = source[(a + f2) | 0];
          out[(b + t3) | 0] = source[(a + f3) | 0];
        }
    }
  return true;
};

const copyWords: Loop = ({ plane, line, step }, source: Uint32Array, from, out: Uint32Array, to) => {
  const f = step.from | 0;
  const t = step.to | 0;
  const [f1, f2, f3] = [line.from | 0, (2 * line.from) | 0, (3 * line.from) | 0];
  const [t1, t2, t3] = [line.to | 0, (2 * line.to) | 0, (3 * line.to) | 0];
  for (let i = 0; i < plane.size; ++i)
    for (let j = 0; j < line.size; j += LINES) {
      const lines = line.size - j;
      let a = (from + i * plane.from + j * line.from) | 0;
      let b = (to + i * plane.to + j * line.to) | 0;
      let k = step.size | 0;
      if (lines === 1)
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          out[b] = source[a];
        }
      else if (lines === 2)
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          out[b] = source[a];
          out[(b + t1) | 0] = source[(a + f1) | 0];
        }
      else if (lines === 3)
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          out[b] = source[a];
          out[(b + t1) | 0] = source[(a + f1) | 0];
          out[(b + t2) | 0] = source[(a + f2) | 0];
        }
      else
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          out[b] = source[a];
          out[(b + t1) | 0] = source[(a + f1) | 0];
          out[(b + t2) | 0] = source[(a + f2) | 0];
          out[(b + t3) | 0] = source[(a + f3) | 0];
        }
    }
  return true;
};

// biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself
const isNan = (value: number) => value !== value;

/**
 * Fails at a NaN, whose bits may change on their way. A sum is NaN if a value is, and faster than a question
 * for each one; two infinities make it fail too. Two words take half as long again as one double.
 */
const copyDoubles: Loop = ({ plane, line, step }, source: Float64Array, from, out: Float64Array, to) => {
  const f = step.from | 0;
  const t = step.to | 0;
  const [f1, f2, f3] = [line.from | 0, (2 * line.from) | 0, (3 * line.from) | 0];
  const [t1, t2, t3] = [line.to | 0, (2 * line.to) | 0, (3 * line.to) | 0];
  let sum = 0;
  for (let i = 0; i < plane.size; ++i)
    for (let j = 0; j < line.size; j += LINES) {
      const lines = line.size - j;
      let a = (from + i * plane.from + j * line.from) | 0;
      let b = (to + i * plane.to + j * line.to) | 0;
      let k = step.size | 0;
      if (lines === 1)
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          const first = source[a];
          if (isNan(first)) return false; // a sum of this one line would wait for itself
          out[b] = first;
        }
      else if (lines === 2)
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          const first = source[a];
          const second = source[(a + f1) | 0];
          out[b] = first;
          out[(b + t1) | 0] = second;
          sum += first + second;
        }
      else if (lines === 3)
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
          const first = source[a];
          const second = source[(a + f1) | 0];
          const third = source[(a + f2) | 0];
          out[b] = first;
          out[(b + t1) | 0] = second;
          out[(b + t2) | 0] = third;
          sum += first + second + third;
        }
      else
        for (; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
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
    }
  return !isNan(sum);
};

/** By bytes of an entry: what it is copied as, and how. */
export const LOOPS: Readonly<Record<number, { holder: string; loop: Loop }>> = {
  1: { holder: 'Uint8Array', loop: copyBytes },
  2: { holder: 'Uint16Array', loop: copyHalves },
  4: { holder: 'Uint32Array', loop: copyWords },
  8: { holder: 'Float64Array', loop: copyDoubles },
};
