// Repeated elements: an axis of stride 0 in the input of a cut. They move once. The host then copies what has
// been written, twice as much every time, which takes half as long as writing all of it through tiles.
import { bufferOf, byteOffsetOf, CLASSES, className, copyWithin } from '../base/arrays.ts';
import { countOf, placesOf } from '../shape.ts';
import type { Move } from '../types.ts';

/** Fewer bytes of repetitions are the work of a kernel. */
const LEAST_BYTES = 32_768;

/** The outermost axis that repeats so much that copying what has been written pays off; -1: none. */
export function repeatedAxis({ unit, sizes, strides, partStrides, streams }: Move): number {
  const axis = strides.indexOf(0);
  const isCut = streams.length === 1 && streams[0].output !== undefined && partStrides === undefined;
  if (axis < 0 || unit !== 'byte' || !isCut) return -1;
  const once = countOf(sizes.slice(axis + 1)) * streams[0].run;
  return once * (sizes[axis] - 1) < LEAST_BYTES ? -1 : axis;
}

/** Carries out a move of which `axis` repeats. `carryOutOnce` gets moves without that axis. */
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
  const inner = { sizes: sizes.slice(axis + 1), strides: strides.slice(axis + 1) };
  const length = (countOf(inner.sizes) * run) / Class.BYTES_PER_ELEMENT;
  let begin = 0;
  for (const place of placesOf(sizes.slice(0, axis), { offset, stride: strides.slice(0, axis) })) {
    const once = { ...move, ...inner, streams: [{ output: 0, offset: place, run }] };
    const start = byteOffsetOf(part) + begin * Class.BYTES_PER_ELEMENT;
    carryOutOnce(once, whole, [new Class(bufferOf(part), start, length)]);
    const end = begin + length * sizes[axis];
    for (let done = length; begin + done < end; done *= 2)
      copyWithin(part, begin + done, begin, Math.min(begin + done, end - done));
    begin = end;
  }
}
