// Repeated elements: an axis of stride 0 in the input of a cut. They move once. The host then copies what has
// been written, twice as much every time, which takes half as long as writing all of it through tiles.
import { bufferOf, byteOffsetOf, CLASSES, className, copyWithin } from '../base/arrays.ts';
import { countOf } from '../shape.ts';
import type { Move } from '../types.ts';

/** Fewer bytes of repetitions in a row are the work of a kernel. */
const LEAST_BYTES = 8192;

/** A loop over as many entries takes no longer than the start of a staged move. */
const FEW_ENTRIES = 1024;

/** Is what moves once so little that a loop is faster than tiles? */
export const isFewOnce = ({ sizes, streams }: Move, whole: any): boolean =>
  countOf(sizes) * streams[0].run <= FEW_ENTRIES * CLASSES[className(whole)].BYTES_PER_ELEMENT;

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
  move: Move,
  axis: number,
  whole: any,
  part: any,
  carryOutOnce: (once: Move, whole: any, parts: readonly any[]) => void,
): void {
  const { sizes, strides } = move;
  const [{ offset, run }] = move.streams;
  const Class = CLASSES[className(part)];
  const entry = Class.BYTES_PER_ELEMENT;
  const length = (countOf(sizes.slice(axis + 1)) * run) / entry;
  const chunks = countOf(sizes.slice(0, axis));
  const times = sizes[axis];
  // Several chunks begin at the end of the output. There, none is overwritten before it has been copied.
  const first = chunks === 1 ? 0 : chunks * (times - 1) * length;
  const isOther = (_: number, a: number) => a !== axis;
  const once = { sizes: sizes.filter(isOther), strides: strides.filter(isOther) };
  const own = new Class(bufferOf(part), byteOffsetOf(part) + first * entry, chunks * length);
  carryOutOnce({ ...move, ...once, streams: [{ output: 0, offset, run }] }, whole, [own]);
  for (let i = 0; i < chunks; ++i) {
    const begin = i * times * length;
    if (first > 0) copyWithin(part, begin, first + i * length, first + (i + 1) * length);
    for (let done = length; done < times * length; done *= 2)
      copyWithin(part, begin + done, begin, begin + Math.min(done, times * length - done));
  }
}
