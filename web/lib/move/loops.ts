// Loops over the entries of a box. There is one small function for each class of integers and number of lines, and each is
// written out: an engine compiles a function for all classes that it has met, and V8 (Node 24) then takes up to 1.3
// times as long for each entry with four classes, and fifty times as long with five. It also compiles small functions
// sooner. Without `| 0`, places would be floating-point numbers. Loops over doubles stop at a NaN:
// tools/build/loops.js says why. They are made by it, in generated/.
import { LINES } from '../core/tables.ts';

/** An axis of both arrays. Strides count entries. */
export interface LoopAxis {
  readonly size: number;
  readonly from: number;
  readonly to: number;
}

/** Axes of both arrays; the innermost loop copies up to LINES lines side by side. */
export interface LoopBox {
  readonly plane: LoopAxis;
  readonly line: LoopAxis;
  readonly innermost: LoopAxis;
}

/**
 * Copies some lines side by side, from `source[a]` on to `out[b]` on. `f` and `t` are the strides of a line of `size`
 * entries, `f1` and `t1` those from one line to the next. Returns whether everything was copied.
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

// biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself
export const isNan = (value: number) => value !== value;

/**
 * Copies a box, whose first entry is at `from` in `source`, and at `to` in `out`. Returns whether everything was
 * copied.
 * @param box
 * @param copyLines for the class of both arrays
 */
export function copyBox(
  { plane, line, innermost }: LoopBox,
  copyLines: readonly Lines[],
  source: any,
  from: number,
  out: any,
  to: number,
): boolean {
  if (plane.size === 1 && line.size === 1) {
    // copies entries side by side, like lines: one by one, they take twice as long
    const { size, from: f, to: t } = innermost;
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
      if (
        !copy(
          source,
          a,
          innermost.from | 0,
          line.from | 0,
          out,
          b,
          innermost.to | 0,
          line.to | 0,
          innermost.size | 0,
        )
      )
        return false;
    }
  return true;
}
