// Both sides of a stream, and lines that the host's own `reverse` and `fill` carry out faster than a loop or
// a kernel.
import {
  asClass,
  bufferOf,
  byteOffsetOf,
  CLASSES,
  copyInto,
  entryBytes,
  fillWith,
  reverseAll,
} from '../base/arrays.ts';
import type { Views } from '../base/views.ts';
import { LONG_LINE } from '../core/tables.ts';
import { partOf } from '../core/wire.ts';
import { rowMajor } from '../shape.ts';
import type { Move } from '../types.ts';
import { isNan, LOOPS } from './loops.ts';

/**
 * Both sides of a stream: the arrays, and where its runs are in them: the first one, and a stride per axis, in
 * the move's unit.
 */
export function sidesOf(move: Move, j: number, whole: any, parts: readonly any[]) {
  const { sizes, strides, partStrides, streams } = move;
  const { output, offset, run, partOffset = 0 } = streams[j];
  const ofPart = partStrides ?? rowMajor(sizes, run);
  const part = parts[partOf(streams[j])];
  return output !== undefined
    ? {
        sizes,
        source: whole,
        from: offset,
        fromStrides: strides,
        out: part,
        to: partOffset,
        toStrides: ofPart,
        run,
      }
    : {
        sizes,
        source: part,
        from: partOffset,
        fromStrides: ofPart,
        out: whole,
        to: offset,
        toStrides: strides,
        run,
      };
}

/**
 * Are the innermost lines of a move entries in reverse order, or one entry that repeats? Then the host's own
 * functions carry it out.
 * @param move
 * @param unit of an entry
 */
export function lineOf(move: Move, unit: number): 'reversed' | 'filled' | '' {
  const last = move.sizes.length - 1;
  if (move.unit !== 'byte' || move.streams.length > 1 || last < 0 || move.sizes[last] <= LONG_LINE) return '';
  const { fromStrides, toStrides, run } = sidesOf(move, 0, null, []);
  const stride = fromStrides[last];
  if (run !== unit || toStrides[last] !== unit) return '';
  return stride === 0 ? 'filled' : stride === -unit && unit > 1 ? 'reversed' : '';
}

/** Prepares a move of such lines. Returns a function that carries it out, or null for other moves. */
export function prepareLines(move: Move, whole: any, parts: readonly any[]): ((views: Views) => void) | null {
  const unit = entryBytes(whole);
  const line = lineOf(move, unit);
  if (!line) return null;
  const sides = sidesOf(move, 0, whole, parts);
  const { sizes, from, fromStrides, to, toStrides } = sides;
  const last = sizes.length - 1;
  const size = sizes[last];
  const { holder } = LOOPS[unit];
  // integers have no NaN whose bits could change, but filling with those of 64 bits takes longer
  const integers = unit < 8 ? holder : 'BigUint64Array';
  const source = asClass(sides.source, integers);
  const out = asClass(sides.out, integers);
  if (line === 'filled') {
    const numbers = asClass(sides.source, holder);
    const ofNumbers = asClass(sides.out, holder);
    return () =>
      eachPlace(last, sizes, fromStrides, toStrides, from, to, (a, b) => {
        const value = numbers[a / unit];
        const at = b / unit;
        if (isNan(value)) fillWith(out, source[a / unit], at, at + size);
        else fillWith(ofNumbers, value, at, at + size);
      });
  }
  const Class = CLASSES[integers];
  const [read, written] = [bufferOf(source), bufferOf(out)];
  const first = byteOffsetOf(source) - (size - 1) * unit;
  return (views) =>
    eachPlace(last, sizes, fromStrides, toStrides, from, to, (a, b) => {
      copyInto(out, views.take(Class, read, first + a, size), b / unit);
      reverseAll(views.take(Class, written, byteOffsetOf(out) + b, size));
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
    if (axis + 1 === axes) f(from, to);
    else eachPlace(axes, sizes, fromStrides, toStrides, from, to, f, axis + 1);
}
