// What a bound plan does on each call, listed once: words that are copied one by one, if there are few, or runs.
// A call then asks no move and no array for anything.
import { copyInto, toWords } from '../base/arrays.ts';
import { MOST_VIEWS, type Runs } from '../base/views.ts';
import type { Bound } from '../bind/bind.ts';
import { partOf } from '../core/wire.ts';
import { countOf, placesOf } from '../shape.ts';
import type { Move } from '../types.ts';
import { sidesOf } from './lines.ts';
import { repeatedAxis } from './repeats.ts';
import { carryOutRuns, wayOf } from './ways.ts';

/** More words are not listed. */
const MOST_WORDS = 1024;

/** Copies all that is bound; null: that is no list. */
export function replayOf(bound: Bound): (() => void) | null {
  const { decision, joins, holder, inputs, arrays, overlaps, isInPlace, converted } = bound;
  const { bits, total } = decision;
  if (holder === 'Array' || converted !== null || bits % 8 !== 0) return null;
  const whole = joins ? arrays[0] : inputs[0];
  const parts = joins ? inputs : arrays;
  const isMoved = ({ streams }: Move) => !isInPlace || streams[0].input !== 0;
  const moves = decision.moves.filter(isMoved);
  const goesBy = (way: Move['way']) =>
    decision.moves.every((each, i) => !isMoved(each) || wayOf(decision, i, whole, parts) === way);
  if (total <= MOST_WORDS && !overlaps && goesBy('scalar')) {
    const pairs = moves.flatMap((each) =>
      each.streams.map((stream, j) => pairOf(each, j, whole, parts[partOf(stream)])),
    );
    return () => copyPairs(pairs);
  }
  const count = moves.reduce((sum, { sizes, streams }) => sum + countOf(sizes) * streams.length, 0);
  if (count > MOST_VIEWS || !goesBy('runs') || moves.some((each) => repeatedAxis(each) >= 0)) return null;
  const list = new ListOfRuns();
  for (const each of moves) carryOutRuns(each, whole, parts, list);
  return () => list.copyAll();
}

/** Two arrays of words, and where in both the words are: a place in `from`, then one in `to`. */
interface Pairs {
  readonly from: any;
  readonly to: any;
  readonly places: Int32Array;
}

function pairOf(move: Move, j: number, whole: any, part: any): Pairs {
  const { from, fromStrides, to, toStrides, run } = sidesOf(move, j);
  const isFromWhole = move.streams[j].output !== undefined;
  const [source, out] = [toWords(isFromWhole ? whole : part), toWords(isFromWhole ? part : whole)];
  const unit = source.BYTES_PER_ELEMENT;
  const dims = [...move.sizes, run / unit];
  const placed = (first: number, strides: readonly number[]) =>
    placesOf(dims, { offset: first / unit, stride: [...strides.map((stride) => stride / unit), 1] });
  const writes = placed(to, toStrides);
  const places = placed(from, fromStrides).flatMap((place, k) => [place, writes[k]]);
  return { from: source, to: out, places: Int32Array.from(places) };
}

function copyPairs(pairs: readonly Pairs[]): void {
  for (let i = 0; i < pairs.length; ++i) {
    const { from, to, places } = pairs[i];
    for (let k = 0; k < places.length; k += 2) to[places[k + 1]] = from[places[k]];
  }
}

class ListOfRuns implements Runs {
  readonly #list: { readonly view: any; readonly out: any; readonly at: number }[] = [];
  #Class: any = null;
  #buffer: ArrayBufferLike | null = null;

  of(Class: any, buffer: ArrayBufferLike): void {
    this.#Class = Class;
    this.#buffer = buffer;
  }

  copy(begin: number, length: number, out: any, at: number): void {
    this.#list.push({ view: new this.#Class(this.#buffer, begin, length), out, at });
  }

  copyAll(): void {
    const list = this.#list;
    for (let i = 0; i < list.length; ++i) copyInto(list[i].out, list[i].view, list[i].at);
  }
}
