// Repeated elements: an axis of stride 0 in the input of a cut. They move once, in the way that the core has
// chosen for that. The host then copies what has been written, twice as much every time, which takes half as
// long as writing all of it through tiles.
import { copyWithin, entryBytes, viewOf } from '../base/arrays.ts';
import { countOf } from '../shape.ts';
import type { Move } from '../types.ts';

/** Fewer bytes of repetitions in a row are the work of a kernel. src/move/way.cpp has the same number. */
const LEAST_BYTES = 8192;

/** The outermost axis that repeats so much that copying what has been written pays off; -1: none. */
export function repeatedAxis({ unit, sizes, strides, partStrides, streams }: Move): number {
  const axis = strides.indexOf(0);
  const isCut = streams.length === 1 && streams[0].output !== undefined && partStrides === undefined;
  if (axis < 0 || unit !== 'byte' || !isCut) return -1;
  const once = countOf(sizes.slice(axis + 1)) * streams[0].run;
  return once * (sizes[axis] - 1) < LEAST_BYTES ? -1 : axis;
}

/** A move without the axis that repeats, and how the rest is made of what it writes. */
export interface Repeats {
  readonly once: Move;
  /** The part of the output that it writes. */
  readonly own: any;
  /** Copies within the output, in this order: entry that is written first, and entries that are read. */
  readonly copies: readonly number[];
}

export function repeatsOf({ way, sizes, strides, streams }: Move, axis: number, part: any): Repeats {
  const unit = entryBytes(part);
  const [{ offset, run }] = streams;
  const times = sizes[axis];
  const chunks = countOf(sizes.slice(0, axis));
  const length = (countOf(sizes.slice(axis + 1)) * run) / unit;
  const stream = { output: 0, offset, run };
  const others = (list: readonly number[]) => list.filter((_, a) => a !== axis);
  // Several chunks begin at the end of the output. There, none is overwritten before it has been copied.
  const first = chunks === 1 ? 0 : chunks * (times - 1) * length;
  const copies: number[] = [];
  for (let i = 0; i < chunks; ++i) {
    const begin = i * times * length;
    if (first > 0) copies.push(begin, first + i * length, first + (i + 1) * length);
    for (let done = length; done < times * length; done *= 2)
      copies.push(begin + done, begin, begin + Math.min(done, times * length - done));
  }
  return {
    once: { way, unit: 'byte', sizes: others(sizes), strides: others(strides), streams: [stream] },
    own: viewOf(part, first * unit, chunks * length),
    copies,
  };
}

/** Carries out the copies that follow. */
export function repeat(part: any, copies: readonly number[]): void {
  for (let i = 0; i < copies.length; i += 3) copyWithin(part, copies[i], copies[i + 1], copies[i + 2]);
}
