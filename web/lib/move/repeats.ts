// Repeated elements: an axis of stride 0 in the input of a cut. They move once, in the way that the core has
// chosen for that. The host then copies what has been written, twice as much every time, which takes half as
// long as writing all of it through tiles.
import { bufferOf, byteOffsetOf, CLASSES, className, copyWithin } from '../base/arrays.ts';
import type { Views } from '../base/views.ts';
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

/** Carries out a move of which `axis` repeats. `carryOutOnce` gets the move without that axis. */
export function carryOutRepeated(
  { way, unit, sizes, strides, streams }: Move,
  axis: number,
  part: any,
  views: Views,
  carryOutOnce: (once: Move, part: any) => void,
): void {
  const [{ offset, run }] = streams;
  const Class = CLASSES[className(part)];
  const entry = Class.BYTES_PER_ELEMENT;
  const times = sizes[axis];
  let length = run / entry;
  let chunks = 1;
  const otherSizes: number[] = [];
  const otherStrides: number[] = [];
  for (let a = 0; a < sizes.length; ++a) {
    if (a < axis) chunks *= sizes[a];
    if (a > axis) length *= sizes[a];
    if (a === axis) continue;
    otherSizes.push(sizes[a]);
    otherStrides.push(strides[a]);
  }
  const stream = { output: 0, offset, run };
  const once: Move = { way, unit, sizes: otherSizes, strides: otherStrides, streams: [stream] };
  // Several chunks begin at the end of the output. There, none is overwritten before it has been copied.
  const first = chunks === 1 ? 0 : chunks * (times - 1) * length;
  views.of(Class, bufferOf(part));
  carryOutOnce(once, views.take(byteOffsetOf(part) + first * entry, chunks * length));
  for (let i = 0; i < chunks; ++i) {
    const begin = i * times * length;
    if (first > 0) copyWithin(part, begin, first + i * length, first + (i + 1) * length);
    for (let done = length; done < times * length; done *= 2)
      copyWithin(part, begin + done, begin, begin + Math.min(done, times * length - done));
  }
}
