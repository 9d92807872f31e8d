// Both sides of a stream, and lines that the host's own `reverse` and `fill` carry out faster than a loop or
// a kernel.
import { asClass, bufferOf, byteOffsetOf, CLASSES, copyInto, fillWith, reverseAll } from '../base/arrays.ts';
import type { Views } from '../base/views.ts';
import { rowMajor } from '../shape.ts';
import type { Move } from '../types.ts';
import { LOOPS } from './loops.ts';

/** Lines of more entries are the host's work. src/move/way.cpp has the same number. */
const LONG_LINE = 64;

/**
 * Where a stream's runs are in what is read and in what is written: the first one, and a stride per axis, in
 * the move's unit.
 */
export function sidesOf({ sizes, strides, partStrides, streams }: Move, j: number) {
  const { output, offset, run, partOffset = 0 } = streams[j];
  const ofPart = partStrides ?? rowMajor(sizes, run);
  return output !== undefined
    ? { sizes, from: offset, fromStrides: strides, to: partOffset, toStrides: ofPart, run }
    : { sizes, from: partOffset, fromStrides: ofPart, to: offset, toStrides: strides, run };
}

/** Are the innermost lines entries of `unit` bytes in reverse order, or one entry that repeats? */
export function areLines(move: Move, unit: number): boolean {
  const { sizes, streams } = move;
  const last = sizes.length - 1;
  if (streams.length > 1 || last < 0 || sizes[last] <= LONG_LINE || streams[0].run !== unit) return false;
  const { fromStrides, toStrides } = sidesOf(move, 0);
  const stride = fromStrides[last];
  return toStrides[last] === unit && (stride === 0 || (stride === -unit && unit >= 2));
}

/** Prepares such a move; the function carries it out. */
export function prepareLines(move: Move, whole: any, part: any): (views: Views) => void {
  const { sizes, from, fromStrides, to, toStrides, run: unit } = sidesOf(move, 0);
  // integers, which have no NaN whose bits could change
  const [read, written] = move.streams[0].output !== undefined ? [whole, part] : [part, whole];
  const holder = unit < 8 ? LOOPS[unit].holder : 'BigUint64Array';
  const Class = CLASSES[holder];
  const source = asClass(read, holder);
  const out = asClass(written, holder);
  const last = sizes.length - 1;
  const size = sizes[last];
  const isFill = fromStrides[last] === 0;
  return (views) =>
    eachPlace(last, sizes, fromStrides, toStrides, from, to, (a, b) => {
      if (isFill) {
        fillWith(out, source[a / unit], b / unit, b / unit + size);
        return;
      }
      views.of(Class, bufferOf(source));
      copyInto(out, views.take(byteOffsetOf(source) + a - (size - 1) * unit, size), b / unit);
      views.of(Class, bufferOf(out));
      reverseAll(views.take(byteOffsetOf(out) + b, size));
    });
}

/** Calls `f` with both places of each index of the first `axes` axes, in the unit of the strides. */
export function eachPlace(
  axes: number,
  sizes: readonly number[],
  fromStrides: readonly number[],
  toStrides: readonly number[],
  from: number,
  to: number,
  f: (from: number, to: number) => void,
  axis = 0,
): void {
  if (axis === axes) {
    f(from, to);
    return;
  }
  for (let i = sizes[axis]; i > 0; --i, from += fromStrides[axis], to += toStrides[axis])
    eachPlace(axes, sizes, fromStrides, toStrides, from, to, f, axis + 1);
}
