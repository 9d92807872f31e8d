// Moves over their own input. Both sides have the same strides, so all elements move by one distance, and each is
// read before another one replaces it if they move as in memmove: in the order of their addresses, from the end
// that they move away from.
import { bufferOf, byteOffsetOf, CLASSES, copyWithin, entryBytes } from '../base/arrays.ts';
import { eachPlace, type Records, sidesOf } from '../core/record.ts';
import { LINES } from '../core/tables.ts';
import { hullOf, stepsOf } from '../shape.ts';
import { LOOPS } from './loops.ts';

/** Prepares a move for which `isShift` holds, whether its sides overlap or not. */
export function prepareShift(words: Records, at: number, whole: any, parts: readonly any[]): () => void {
  const { sizes, source, from, fromStrides, out, to, run } = sidesOf(words, at, 0, whole, parts);
  const start = byteOffsetOf(source) + from;
  const distance = byteOffsetOf(out) + to - start;
  const { first, last } = hullOf(sizes, { stride: fromStrides, offset: start });
  // Sorted, and all in one direction, axes may continue the run.
  const axes = stepsOf(sizes, fromStrides).reverse();
  let length = run;
  while (axes.at(-1)?.step === length) length *= (axes.pop() as (typeof axes)[0]).size;
  const unit = Math.min(4, entryBytes(out));
  const { holder, copyLines } = LOOPS[unit];
  const reach = Math.abs(distance);
  const all = new CLASSES[holder](
    bufferOf(out),
    Math.min(first, first + distance),
    (last - first + run + reach) / unit,
  );
  const isUp = distance > 0;
  const direction = isUp ? -1 : 1;
  const a = isUp ? last - first + run - length : reach;
  const entries = length / unit;
  const line = entries <= LINES && all.length < 2 ** 31 ? axes.pop() : undefined;
  const dims = axes.map(({ size }) => size);
  const strides = axes.map(({ step }) => (direction * step) / unit);
  const go = (f: (from: number, to: number) => void) =>
    eachPlace(dims.length, dims, strides, strides, a / unit, (a + distance) / unit, f);
  if (line === undefined) return () => go((b, c) => copyWithin(all, c, b, b + entries));
  // the entries of a run are side by side
  const copy = copyLines[entries - 1];
  const step = ((direction * line.step) / unit) | 0;
  const begin = isUp ? entries - 1 : 0;
  const size = line.size | 0;
  return () =>
    go((b, c) => copy(all, (b + begin) | 0, step, direction, all, (c + begin) | 0, step, direction, size));
}
