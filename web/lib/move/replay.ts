// The calls of a bound plan. Every move is prepared when the plan is bound. Single words, if they are few, and
// runs become lists of copies; other moves become functions.
import { copyInto, entryBytes, toWords, viewOf } from '../base/arrays.ts';
import { MOST_VIEWS, Views } from '../base/views.ts';
import type { Bound } from '../bind/bind.ts';
import { getCore } from '../core/core.ts';
import { partOf } from '../core/wire.ts';
import { countOf, offsetsOf } from '../shape.ts';
import type { Move } from '../types.ts';
import { sidesOf } from './lines.ts';
import { move } from './move.ts';
import { repeat, repeatedAxis, repeatsOf } from './repeats.ts';
import { prepareScalar } from './scalar.ts';
import { carryOutRuns, carryOutStaged, wayOf } from './ways.ts';

/** Words of a plan that are listed at most: with more, a loop takes less time. */
const MOST_WORDS = 64;

/** Copies what is listed. */
interface Step {
  readonly copy: (list: readonly any[]) => void;
  readonly list: any[];
}

/** The copies of one stream. */
type Stream = ReturnType<typeof sidesOf>;

/** Copies all that is bound. `param`: what the inputs are called. */
export function replayOf(bound: Bound, param: string): () => void {
  const { decision, joins, holder, inputs, arrays, overlaps, isInPlace, converted } = bound;
  const { bits, moves } = decision;
  const whole = joins ? arrays[0] : inputs[0];
  const steps: Step[] = [];
  const views = new Views();
  let words = 0;
  let runs = 0;

  /** Lists of one kind that follow one another are one. */
  const add = (copy: Step['copy'], list: any[] = []) => {
    const last = steps.at(-1);
    if (last?.copy === copy) for (const each of list) last.list.push(each);
    else steps.push({ copy, list });
  };

  const addFunction = (carryOut: (views: Views) => void) => add(() => carryOut(views));

  /** By the ways: `count` is the number of runs of each stream. */
  const adders: Readonly<Record<Move['way'], (each: Move, parts: readonly any[], count: number) => void>> = {
    runs: (each, parts, count) => {
      runs += count * each.streams.length;
      if (runs <= MOST_VIEWS) add(copyRuns, streamsOf(each, whole, parts).flatMap(runsOf));
      else add(() => carryOutRuns(each, whole, parts));
    },
    staged: (each, parts) => addFunction((views) => carryOutStaged(each, whole, parts, views, bits)),
    scalar: (each, parts, count) => {
      for (const { run } of each.streams) words += (count * run * 8) / bits;
      if (words <= MOST_WORDS) add(copyWords, streamsOf(each, whole, parts).map(wordsOf));
      else addFunction(prepareScalar(each, whole, parts));
    },
  };

  const addMove = (each: Move, way: Move['way'], parts: readonly any[]) => {
    const part = parts[partOf(each.streams[0])];
    const axis = repeatedAxis(each, entryBytes(part));
    if (axis >= 0) {
      const repeats = repeatsOf(each, axis, part);
      addMove(repeats.once, way, [repeats.own]);
      add(() => repeat(part, repeats));
      return;
    }
    adders[way](each, parts, countOf(each.sizes));
  };

  const parts = joins ? inputs : arrays;
  if (holder === 'Array' || converted !== null || bits % 8 !== 0)
    addFunction((views) => move(bound, views, param));
  else
    for (let i = 0; i < moves.length; ++i)
      if (!isInPlace || moves[i].streams[0].input !== 0)
        addMove(moves[i], overlaps ? 'runs' : wayOf(decision, i, whole, parts), parts);
  const [first] = steps;
  if (steps.length === 1 && first.list.length > 0) return () => first.copy(first.list);
  return () => {
    views.rewind(getCore().instance.memory);
    for (let i = 0; i < steps.length; ++i) steps[i].copy(steps[i].list);
  };
}

const streamsOf = (each: Move, whole: any, parts: readonly any[]): Stream[] =>
  each.streams.map((_, j) => sidesOf(each, j, whole, parts));

/** Two arrays of words, and where in both the words are: an offset in `from`, then one in `to`. */
interface Words {
  readonly from: any;
  readonly to: any;
  readonly offsets: ArrayLike<number>;
}

function wordsOf({ sizes, from, fromStrides, to, toStrides, run, source, out }: Stream): Words {
  const words = toWords(source);
  const unit = words.BYTES_PER_ELEMENT;
  const dims = [...sizes, run / unit];
  const offsetsAt = (first: number, strides: readonly number[]) =>
    offsetsOf(dims, { offset: first / unit, stride: [...strides.map((stride) => stride / unit), 1] });
  const writes = offsetsAt(to, toStrides);
  const offsets = offsetsAt(from, fromStrides).flatMap((offset, k) => [offset, writes[k]]);
  // integers of 32 bits are read faster, but not every place fits
  const isNear = offsets.every((offset) => offset < 2 ** 31);
  return { from: words, to: toWords(out), offsets: isNear ? Int32Array.from(offsets) : offsets };
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

function runsOf({ sizes, source, from, fromStrides, out, to, toStrides, run }: Stream): Run[] {
  const unit = entryBytes(source);
  const writes = offsetsOf(sizes, { offset: to, stride: toStrides });
  return offsetsOf(sizes, { offset: from, stride: fromStrides }).map((begin, k) => ({
    view: viewOf(source, begin, run / unit),
    out,
    at: writes[k] / unit,
  }));
}

function copyRuns(runs: readonly Run[]): void {
  for (let i = 0; i < runs.length; ++i) copyInto(runs[i].out, runs[i].view, runs[i].at);
}
