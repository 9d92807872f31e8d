// A move that reads the whole at listed positions of an axis. Where a position is below 0, there is a gap.
import { eachPlace, LISTED, listOf, type Records, type Sides, sidesOf } from '../core/record.ts';

/** A move along a list. `f` and `t` are the strides of the listed axis on both sides; the sides have the other axes. */
export interface Listing extends Sides {
  readonly list: Float64Array;
  readonly f: number;
  readonly t: number;
}

/** The move at `at`, which has one stream. */
export function listingAt(words: Records, at: number, whole: any, parts: readonly any[]): Listing {
  const sides = sidesOf(words, at, 0, whole, parts);
  const listed = words[at + LISTED];
  const withoutListed = (numbers: readonly number[]) => numbers.filter((_, a) => a !== listed);
  return {
    ...sides,
    sizes: withoutListed(sides.sizes),
    fromStrides: withoutListed(sides.fromStrides),
    toStrides: withoutListed(sides.toStrides),
    list: listOf(words, at),
    f: sides.fromStrides[listed],
    t: sides.toStrides[listed],
  };
}

/** Calls `f` with both places of each index of the axes without a list. */
export const eachRow = (
  { sizes, fromStrides, toStrides, from, to }: Listing,
  f: (from: number, to: number) => void,
) => eachPlace(sizes.length, sizes, fromStrides, toStrides, from, to, f);

/** Calls `f` with both places of each run, and its position. */
export function eachRun(move: Listing, f: (from: number, to: number, position: number) => void): void {
  const { list, f: step, t } = move;
  eachRow(move, (a, b) => {
    for (let k = 0; k < list.length; ++k) f(a + list[k] * step, b + k * t, list[k]);
  });
}
