// The words of a tensor in a request: type, entries of its array, rank, sizes, whether strides follow, and then its
// offset and strides. `arguments/tensors.ts` writes those of a caller's tensor.
import { type Layout, rowMajor } from '../shape.ts';

/**
 * Numbers from word `begin` on. A loop, because `Array.from` takes ten times as long. Copy other lists by `slice`: if
 * they came here too, V8 would keep too many kinds of lists apart, and every call would take half a microsecond more.
 */
export function numbersAt(words: ArrayLike<number>, begin: number, count: number): number[] {
  const numbers = new Array<number>(count);
  for (let i = 0; i < count; ++i) numbers[i] = words[begin + i];
  return numbers;
}

/** Engines keep Arrays of more entries than 2^25 as dictionaries, and grow them slowly. */
const MOST_IN_ARRAY = 2 ** 20;

/** A copy of the first words. */
export const copyWords = (words: Float64Array, count: number): number[] | Float64Array =>
  count > MOST_IN_ARRAY ? words.slice(0, count) : numbersAt(words, 0, count);

/** The words of a tensor in row-major order, whose array has `entries` entries. */
export const denseWords = (type: number, entries: number, dims: readonly number[]): number[] => [
  type,
  entries,
  dims.length,
  ...dims,
  0,
];

/** Sizes of the tensor whose words begin at `at`. */
export const dimsAt = (words: ArrayLike<number>, at: number): number[] =>
  numbersAt(words, at + 3, words[at + 2]);

export const isDense = (words: ArrayLike<number>, at: number) => words[at + 3 + words[at + 2]] === 0;

/** Offset and strides of the same tensor; null: it is in row-major order. */
export function layoutAt(words: ArrayLike<number>, at: number): Layout | null {
  if (isDense(words, at)) return null;
  const rank = words[at + 2];
  return { offset: words[at + 4 + rank], stride: numbersAt(words, at + 5 + rank, rank) };
}

/** Offset and strides of any tensor. */
export const placeAt = (words: ArrayLike<number>, at: number): Layout =>
  layoutAt(words, at) ?? { offset: 0, stride: rowMajor(dimsAt(words, at)) };

/** Do two tensors have the same type and sizes? */
export function isAlike(a: ArrayLike<number>, atA: number, b: ArrayLike<number>, atB: number): boolean {
  if (a[atA] !== b[atB] || a[atA + 2] !== b[atB + 2]) return false;
  for (let i = 3; i < 3 + a[atA + 2]; ++i) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}
