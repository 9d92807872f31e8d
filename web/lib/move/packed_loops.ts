// Moves of packed elements that loops carry out: few of them, elements far apart, and lines of one element.
import { eachPlace, PACKED, type Records, sidesOf } from '../core/record.ts';
import type { Way } from '../core/tables.ts';
import { packedCopier, SHORT_RUN } from './packed.ts';

export function preparePackedLoop(
  way: Way,
  words: Records,
  at: number,
  whole: any,
  parts: readonly any[],
): () => void {
  const { sizes, source, from, fromStrides, out, to, toStrides, run } = sidesOf(words, at, 0, whole, parts);
  const bits = words[at + PACKED];
  const { copy, copyLine, fill } = packedCopier(bits);
  const isByElement = run <= SHORT_RUN;
  const rank = sizes.length;
  // the line that one call moves: the last axis
  const isLine = rank > 0 && (way === 'fill' || isByElement);
  const [size, f, t] = isLine ? [sizes[rank - 1], fromStrides[rank - 1], toStrides[rank - 1]] : [1, 0, 0];

  const value = new Uint8Array(1);
  let read = -1; // the element of which all of `value` is
  const fillLine = (a: number, b: number) => {
    if (a !== read) for (let k = 0; k < 8 / bits; ++k) copy(source, a, value, k, 1);
    read = a;
    fill(value[0], out, b, size);
  };
  const copyLines = (a: number, b: number) => {
    for (let k = 0; k < run; ++k) copyLine(source, a + k, f, out, b + k, t, size);
  };
  const copyRun = (a: number, b: number) => copy(source, a, out, b, run);
  const move = way === 'fill' ? fillLine : isByElement ? copyLines : copyRun;
  return () => {
    read = -1;
    eachPlace(isLine ? rank - 1 : rank, sizes, fromStrides, toStrides, from, to, move);
  };
}
