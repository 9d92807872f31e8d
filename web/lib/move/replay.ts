// Lists of copies for bound plans: of single words if there are few of them, or of runs. A list is made when
// the plan is bound. Each call then only carries it out.
import { bufferOf, byteOffsetOf, CLASSES, className, copyInto, toWords } from '../base/arrays.ts';
import { MOST_VIEWS } from '../base/views.ts';
import type { Bound } from '../bind/bind.ts';
import { partOf } from '../core/wire.ts';
import { countOf, offsetsOf } from '../shape.ts';
import type { Move } from '../types.ts';
import { sidesOf } from './lines.ts';
import { repeatedAxis } from './repeats.ts';
import { wayOf } from './ways.ts';

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
  const goesBy = (way: Move['way']) =>
    decision.moves.every((each, i) => !isMoved(each) || wayOf(decision, i, whole, parts) === way);
  const moves = decision.moves.filter(isMoved);
  const list = <T>(read: (move: Move, j: number, whole: any, part: any) => T[]): T[] =>
    moves.flatMap((each) => each.streams.flatMap((stream, j) => read(each, j, whole, parts[partOf(stream)])));
  if (total <= MOST_WORDS && !overlaps && goesBy('scalar')) {
    const words = list(wordsOf);
    return () => copyWords(words);
  }
  const count = moves.reduce((sum, { sizes, streams }) => sum + countOf(sizes) * streams.length, 0);
  if (count > MOST_VIEWS || !goesBy('runs') || moves.some((each) => repeatedAxis(each) >= 0)) return null;
  const runs = list(runsOf);
  return () => copyRuns(runs);
}

/** Two arrays of words, and where in both the words are: one in `from`, then one in `to`. */
interface Words {
  readonly from: any;
  readonly to: any;
  readonly offsets: Int32Array;
}

function wordsOf(move: Move, j: number, whole: any, part: any): Words[] {
  const { from, fromStrides, to, toStrides, run } = sidesOf(move, j);
  const isFromWhole = move.streams[j].output !== undefined;
  const [source, out] = [toWords(isFromWhole ? whole : part), toWords(isFromWhole ? part : whole)];
  const unit = source.BYTES_PER_ELEMENT;
  const dims = [...move.sizes, run / unit];
  const offsetsAt = (first: number, strides: readonly number[]) =>
    offsetsOf(dims, { offset: first / unit, stride: [...strides.map((stride) => stride / unit), 1] });
  const writes = offsetsAt(to, toStrides);
  const offsets = offsetsAt(from, fromStrides).flatMap((offset, k) => [offset, writes[k]]);
  return [{ from: source, to: out, offsets: Int32Array.from(offsets) }];
}

function copyWords(words: readonly Words[]): void {
  for (let i = 0; i < words.length; ++i) {
    const { from, to, offsets } = words[i];
    for (let k = 0; k < offsets.length; k += 2) to[offsets[k + 1]] = from[offsets[k]];
  }
}

/** A run, and the entry of `out` that it goes to. */
interface Run {
  readonly view: any;
  readonly out: any;
  readonly at: number;
}

function runsOf(move: Move, j: number, whole: any, part: any): Run[] {
  const { sizes, from, fromStrides, to, toStrides, run } = sidesOf(move, j);
  const isFromWhole = move.streams[j].output !== undefined;
  const source = isFromWhole ? whole : part;
  const out = isFromWhole ? part : whole;
  const Class = CLASSES[className(source)];
  const unit = Class.BYTES_PER_ELEMENT;
  const writes = offsetsOf(sizes, { offset: to, stride: toStrides });
  return offsetsOf(sizes, { offset: byteOffsetOf(source) + from, stride: fromStrides }).map((offset, k) => ({
    view: new Class(bufferOf(source), offset, run / unit),
    out,
    at: writes[k] / unit,
  }));
}

function copyRuns(runs: readonly Run[]): void {
  for (let i = 0; i < runs.length; ++i) copyInto(runs[i].out, runs[i].view, runs[i].at);
}
