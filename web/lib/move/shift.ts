// Moves whose output overlaps the input. Both sides have the same strides, so all elements move by one distance. As in
// memmove, elements move in the order of their addresses, beginning at the end toward which they move, so that each is
// read before another one replaces it.
import { bufferOf, byteOffsetOf, CLASSES, copyWithin, entryBytes } from '../base/arrays.ts';
import { eachPlace, type Records, sidesOf } from '../core/record.ts';
import { LINES } from '../core/tables.ts';
import { byStride, hullOf } from '../shape.ts';
import { LOOPS } from './generated/loops.ts';

/** Prepares a move for which `isShift` holds, whether its sides overlap or not. */
export function prepareShift(words: Records, at: number, whole: any, parts: readonly any[]): () => void {
  const { sizes, source, from, fromStrides, out, to, run } = sidesOf(words, at, 0, whole, parts);
  const unit = Math.min(4, entryBytes(out));
  const { className, copyLines } = LOOPS[unit];
  const offset = byteOffsetOf(source) + from;
  const distance = (byteOffsetOf(out) + to - offset) / unit;
  const direction = distance > 0 ? -1 : 1;
  const { first, last } = hullOf(sizes, { stride: fromStrides, offset });
  const reach = (last + run - first) / unit;
  const before = Math.max(0, -distance);
  const all = new CLASSES[className](bufferOf(out), first - before * unit, reach + Math.abs(distance));
  // axes may continue the run, from the fastest one on
  const axes = byStride(sizes, fromStrides);
  let length = run;
  while (axes[0]?.stride === length) length *= (axes.shift() as (typeof axes)[0]).size;
  const entries = length / unit;
  const line = entries <= LINES && all.length < 2 ** 31 ? axes.shift() : undefined;
  const dims = axes.map(({ size }) => size).reverse();
  const strides = axes.map(({ stride }) => (direction * stride) / unit).reverse();
  const begin = before + (direction < 0 ? reach - entries : 0);
  const go = (edge: number, move: (from: number, to: number) => void) => () =>
    eachPlace(dims.length, dims, strides, strides, begin + edge, begin + edge + distance, move);
  if (line === undefined) return go(0, (a, b) => copyWithin(all, b, a, a + entries));
  // the entries of a run are side by side
  const copy = copyLines[entries - 1];
  const stride = ((direction * line.stride) / unit) | 0;
  const size = line.size | 0;
  return go(direction < 0 ? entries - 1 : 0, (a, b) =>
    copy(all, a | 0, stride, direction, all, b | 0, stride, direction, size),
  );
}
