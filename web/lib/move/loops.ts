// Loops over the entries of a box, one for each class of words. They are equal but for the class: an engine
// compiles one function for all classes that it has met, and then every entry takes two to three times as
// long. Without `| 0`, places would count as floating-point numbers.

/** An axis of both arrays. Strides count entries. */
export interface BoxAxis {
  readonly size: number;
  readonly from: number;
  readonly to: number;
}

/** Axes of both arrays; `step` is the innermost loop. */
export interface Box {
  readonly plane: BoxAxis;
  readonly line: BoxAxis;
  readonly step: BoxAxis;
}

/** Copies a box, whose first entry is at `from` in `source`, and at `to` in `out`. Is all of it copied? */
type Loop = (box: Box, source: any, from: number, out: any, to: number) => boolean;

const copyBytes: Loop = ({ plane, line, step }, source: Uint8Array, from, out: Uint8Array, to) => {
  const f = step.from | 0;
  const t = step.to | 0;
  for (let i = 0; i < plane.size; ++i)
    for (let j = 0; j < line.size; ++j) {
      let a = (from + i * plane.from + j * line.from) | 0;
      let b = (to + i * plane.to + j * line.to) | 0;
      for (let k = step.size | 0; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) out[b] = source[a];
    }
  return true;
};

const copyHalves: Loop = ({ plane, line, step }, source: Uint16Array, from, out: Uint16Array, to) => {
  const f = step.from | 0;
  const t = step.to | 0;
  for (let i = 0; i < plane.size; ++i)
    for (let j = 0; j < line.size; ++j) {
      let a = (from + i * plane.from + j * line.from) | 0;
      let b = (to + i * plane.to + j * line.to) | 0;
      for (let k = step.size | 0; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) out[b] = source[a];
    }
  return true;
};

const copyWords: Loop = ({ plane, line, step }, source: Uint32Array, from, out: Uint32Array, to) => {
  const f = step.from | 0;
  const t = step.to | 0;
  for (let i = 0; i < plane.size; ++i)
    for (let j = 0; j < line.size; ++j) {
      let a = (from + i * plane.from + j * line.from) | 0;
      let b = (to + i * plane.to + j * line.to) | 0;
      for (let k = step.size | 0; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) out[b] = source[a];
    }
  return true;
};

/** Stops at a NaN, whose bits may change on their way. Two words take half as long again as one double. */
const copyDoubles: Loop = ({ plane, line, step }, source: Float64Array, from, out: Float64Array, to) => {
  const f = step.from | 0;
  const t = step.to | 0;
  for (let i = 0; i < plane.size; ++i)
    for (let j = 0; j < line.size; ++j) {
      let a = (from + i * plane.from + j * line.from) | 0;
      let b = (to + i * plane.to + j * line.to) | 0;
      for (let k = step.size | 0; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
        const value = source[a];
        // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself
        if (value !== value) return false;
        out[b] = value;
      }
    }
  return true;
};

/** By bytes of an entry: what it is copied as, and how. */
export const LOOPS: Readonly<Record<number, { holder: string; loop: Loop }>> = {
  1: { holder: 'Uint8Array', loop: copyBytes },
  2: { holder: 'Uint16Array', loop: copyHalves },
  4: { holder: 'Uint32Array', loop: copyWords },
  8: { holder: 'Float64Array', loop: copyDoubles },
};
