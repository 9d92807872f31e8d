// A move along a list of positions of an axis. A cut reads the whole at these positions, and a join writes it there, in the
// order of the list. Where a position is below 0, a cut has a gap.
import { eachPlace, JOINS, LISTED, listOf, type Records, type Sides } from '../core/record.ts';

/** Such a move, in which the listed axis is apart from the others. */
export interface Listing {
  /** What is read, and what is written: the whole and the part, or the other way round. */
  readonly source: any;
  readonly out: any;
  /** Of the axes without a list. */
  readonly sizes: readonly number[];
  /** The whole, whose positions are listed: its array, its first place, and the strides of these axes. */
  readonly listed: any;
  readonly a: number;
  readonly fs: readonly number[];
  /** The same of the part. */
  readonly part: any;
  readonly b: number;
  readonly ts: readonly number[];
  readonly run: number;
  readonly list: Float64Array;
  /** Strides of the listed axis in the whole and in the part. */
  readonly f: number;
  readonly t: number;
  /** The whole is written. */
  readonly isWritten: boolean;
}

/** The move at `at`, which has one stream. */
export function listingAt(words: Records, at: number, sides: Sides): Listing {
  const { sizes, source, from, fromStrides, out, to, toStrides, run } = sides;
  const axis = words[at + LISTED];
  const isWritten = words[at + JOINS] !== 0;
  const [fs, ts] = isWritten ? [toStrides, fromStrides] : [fromStrides, toStrides];
  const withoutListed = (numbers: readonly number[]) => numbers.filter((_, k) => k !== axis);
  return {
    source,
    out,
    sizes: withoutListed(sizes),
    listed: isWritten ? out : source,
    a: isWritten ? to : from,
    fs: withoutListed(fs),
    part: isWritten ? source : out,
    b: isWritten ? from : to,
    ts: withoutListed(ts),
    run,
    list: listOf(words, at),
    f: fs[axis],
    t: ts[axis],
    isWritten,
  };
}

/** Calls `f` with the places in the whole and in the part of each index of the axes without a list. */
export const eachRow = ({ sizes, fs, ts, a, b }: Listing, f: (a: number, b: number) => void) =>
  eachPlace(sizes.length, sizes, fs, ts, a, b, f);

/** Calls `f` with both places of each run, the one that is read and the one that is written, and its position. */
export function eachRun(move: Listing, f: (from: number, to: number, position: number) => void): void {
  const { list, f: step, t, isWritten } = move;
  eachRow(move, (a, b) => {
    for (let k = 0; k < list.length; ++k) {
      const listed = a + list[k] * step;
      const own = b + k * t;
      if (isWritten) f(own, listed, list[k]);
      else f(listed, own, list[k]);
    }
  });
}

/** The same for the move at `at`. */
export const eachListed = (
  words: Records,
  at: number,
  sides: Sides,
  f: (from: number, to: number) => void,
): void => eachRun(listingAt(words, at, sides), f);
