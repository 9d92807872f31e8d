// What a bound plan does on each call, prepared when it is bound: copies of single words if there are few of
// them, of runs, and of what repeats. The other moves are carried out as in any call.
import { bufferOf, byteOffsetOf, CLASSES, className, copyInto, toWords } from '../base/arrays.ts';
import { MOST_VIEWS, Views } from '../base/views.ts';
import type { Bound } from '../bind/bind.ts';
import { getCore } from '../core/core.ts';
import { partOf } from '../core/wire.ts';
import { countOf, offsetsOf } from '../shape.ts';
import type { Move } from '../types.ts';
import { sidesOf } from './lines.ts';
import { move } from './move.ts';
import { repeat, repeatedAxis, repeatsOf } from './repeats.ts';
import { WAYS, wayOf } from './ways.ts';

/** Words of a plan that are listed at most. */
const MOST_WORDS = 1024;

type Step = () => void;

/** Copies all that is bound. `param`: what the inputs are called. */
export function replayOf(bound: Bound, param: string): Step {
  const { decision, joins, holder, inputs, arrays, overlaps, isInPlace, converted } = bound;
  const { bits } = decision;
  const steps = new Steps();
  if (holder === 'Array' || converted !== null || bits % 8 !== 0) {
    steps.addOther((views) => move(bound, views, param));
    return steps.all();
  }
  const whole = joins ? arrays[0] : inputs[0];
  const parts = joins ? inputs : arrays;
  decision.moves.forEach((each, i) => {
    if (isInPlace && each.streams[0].input === 0) return;
    const way = overlaps ? 'runs' : wayOf(decision, i, whole, parts);
    addMove(steps, each, way, whole, parts, bits);
  });
  return steps.all();
}

function addMove(
  steps: Steps,
  each: Move,
  way: Move['way'],
  whole: any,
  parts: readonly any[],
  bits: number,
): void {
  const axis = repeatedAxis(each);
  if (axis >= 0) {
    const part = parts[partOf(each.streams[0])];
    const Class = CLASSES[className(part)];
    const unit = Class.BYTES_PER_ELEMENT;
    const { once, begin, bytes, copies } = repeatsOf(each, axis, unit);
    const own = new Class(bufferOf(part), byteOffsetOf(part) + begin, bytes / unit);
    addMove(steps, once, way, whole, [own], bits);
    steps.add(() => repeat(part, copies));
    return;
  }
  const streams = each.streams.map((stream, j) => {
    const part = parts[partOf(stream)];
    const [source, out] = stream.output !== undefined ? [whole, part] : [part, whole];
    return { ...sidesOf(each, j), source, out };
  });
  const isListed =
    (way === 'scalar' && steps.addWords(streams)) || (way === 'runs' && steps.addRuns(streams));
  if (!isListed) steps.addOther((views) => WAYS[way](each, whole, parts, views, bits));
}

/** The copies of one stream. */
type Stream = ReturnType<typeof sidesOf> & { readonly source: any; readonly out: any };

/** Copies in their order; those of one kind that follow one another are one list. */
class Steps {
  readonly #steps: Step[] = [];
  #words: Words[] | null = null;
  #runs: Run[] | null = null;
  #others: Views | null = null;
  #wordCount = 0;
  #runCount = 0;

  add(step: Step): void {
    this.#words = null;
    this.#runs = null;
    this.#steps.push(step);
  }

  /** False if they are too many. */
  addWords(streams: readonly Stream[]): boolean {
    for (const { sizes, run, source } of streams)
      this.#wordCount += (countOf(sizes) * run) / CLASSES[className(source)].BYTES_PER_ELEMENT;
    if (this.#wordCount > MOST_WORDS) return false;
    if (this.#words === null) {
      const words: Words[] = [];
      this.add(() => copyWords(words));
      this.#words = words;
    }
    for (const stream of streams) this.#words.push(wordsOf(stream));
    return true;
  }

  /** False if they are too many. */
  addRuns(streams: readonly Stream[]): boolean {
    for (const { sizes } of streams) this.#runCount += countOf(sizes);
    if (this.#runCount > MOST_VIEWS) return false;
    if (this.#runs === null) {
      const runs: Run[] = [];
      this.add(() => copyRuns(runs));
      this.#runs = runs;
    }
    for (const stream of streams) for (const run of runsOf(stream)) this.#runs.push(run);
    return true;
  }

  /** Adds what is not a list. Its views are kept from one call to the next. */
  addOther(carryOut: (views: Views) => void): void {
    this.#others ??= this.#keepViews();
    const views = this.#others;
    this.add(() => carryOut(views));
  }

  #keepViews(): Views {
    const views = new Views();
    let memory: ArrayBufferLike | null = null;
    this.#steps.unshift(() => {
      const now = getCore().instance.memory;
      if (memory !== now) views.forget(); // some of them are of the staging area
      memory = now;
      views.rewind();
    });
    return views;
  }

  all(): Step {
    const steps = this.#steps;
    if (steps.length === 1) return steps[0];
    return () => {
      for (let i = 0; i < steps.length; ++i) steps[i]();
    };
  }
}

/** Two arrays of words, and where in both the words are: an offset in `from`, then one in `to`. */
interface Words {
  readonly from: any;
  readonly to: any;
  readonly offsets: Int32Array;
}

function wordsOf({ sizes, from, fromStrides, to, toStrides, run, source, out }: Stream): Words {
  const words = toWords(source);
  const unit = words.BYTES_PER_ELEMENT;
  const dims = [...sizes, run / unit];
  const offsetsAt = (first: number, strides: readonly number[]) =>
    offsetsOf(dims, { offset: first / unit, stride: [...strides.map((stride) => stride / unit), 1] });
  const writes = offsetsAt(to, toStrides);
  const offsets = offsetsAt(from, fromStrides).flatMap((offset, k) => [offset, writes[k]]);
  return { from: words, to: toWords(out), offsets: Int32Array.from(offsets) };
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

function runsOf({ sizes, from, fromStrides, to, toStrides, run, source, out }: Stream): Run[] {
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
