// Repeated elements: an axis of stride 0 in the input of a cut. They move once, in the way that the core has
// chosen for that. The host then copies what has been written, twice as much every time, which takes half as
// long as writing all of it through tiles.
import { copyWithin, entryBytes, viewOf } from '../base/arrays.ts';
import { LEAST_DOUBLED, LEAST_REPEATED } from '../core/tables.ts';
import { countOf } from '../shape.ts';
import type { Move } from '../types.ts';

/**
 * The outermost axis that repeats so much that copying what has been written pays off; -1: none.
 * @param move
 * @param width of an entry
 */
export function repeatedAxis({ unit, sizes, strides, partStrides, streams }: Move, width: number): number {
  const axis = strides.indexOf(0);
  const isCut = streams.length === 1 && streams[0].output !== undefined && partStrides === undefined;
  if (axis < 0 || unit !== 'byte' || !isCut) return -1;
  const once = countOf(sizes.slice(axis + 1)) * streams[0].run;
  const isFilled = once === width && (width === 1 || once * sizes[axis] < LEAST_DOUBLED);
  return isFilled || once * (sizes[axis] - 1) < LEAST_REPEATED ? -1 : axis;
}

/** A move without the axis that repeats, and how the rest is made of what it writes. */
export interface Repeats {
  readonly once: Move;
  /** The part of the output that it writes. */
  readonly own: any;
  /** In entries of the output: where `own` begins, and its chunks, each of which is repeated `times`. */
  readonly first: number;
  readonly chunks: number;
  readonly length: number;
  readonly times: number;
}

/** The move without its axis that repeats. */
export function onceOf({ way, sizes, strides, streams: [{ offset, run }] }: Move, axis: number): Move {
  const others = (list: readonly number[]) => list.filter((_, a) => a !== axis);
  const streams = [{ output: 0, offset, run }];
  return { way, unit: 'byte', sizes: others(sizes), strides: others(strides), streams };
}

export function repeatsOf(move: Move, axis: number, part: any): Repeats {
  const { sizes, streams } = move;
  const unit = entryBytes(part);
  const times = sizes[axis];
  const chunks = countOf(sizes.slice(0, axis));
  const length = (countOf(sizes.slice(axis + 1)) * streams[0].run) / unit;
  // Several chunks begin at the end of the output. There, none is overwritten before it has been copied.
  const first = chunks === 1 ? 0 : chunks * (times - 1) * length;
  const own = viewOf(part, first * unit, chunks * length);
  return { once: onceOf(move, axis), own, first, chunks, length, times };
}

/** Carries out the copies that follow. */
export function repeat(part: any, { first, chunks, length, times }: Repeats): void {
  for (let i = 0; i < chunks; ++i) {
    const begin = i * times * length;
    if (first > 0) copyWithin(part, begin, first + i * length, first + (i + 1) * length);
    for (let done = length; done < times * length; done *= 2)
      copyWithin(part, begin + done, begin, begin + Math.min(done, times * length - done));
  }
}
