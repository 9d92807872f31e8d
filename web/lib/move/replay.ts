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
import { prepareScalar } from './scalar.ts';
import { carryOutRuns, carryOutStaged, wayOf } from './ways.ts';

/** Words of a plan that are listed at most. */
const MOST_WORDS = 1024;

/** Copies what is listed. */
interface Step {
  readonly copy: (list: readonly any[]) => void;
  readonly list: any[];
}

/** Copies all that is bound. `param`: what the inputs are called. */
export function replayOf(bound: Bound, param: string): () => void {
  const { decision, joins, holder, inputs, arrays, overlaps, isInPlace, converted } = bound;
  const { bits, moves } = decision;
  const steps = new Steps(bits);
  if (holder === 'Array' || converted !== null || bits % 8 !== 0) {
    steps.addOther((views) => move(bound, views, param));
    return steps.toFunction();
  }
  const whole = joins ? arrays[0] : inputs[0];
  const parts = joins ? inputs : arrays;
  for (let i = 0; i < moves.length; ++i)
    if (!isInPlace || moves[i].streams[0].input !== 0)
      steps.addMove(moves[i], overlaps ? 'runs' : wayOf(decision, i, whole, parts), whole, parts);
  return steps.toFunction();
}

/** Bytes of an entry. */
const unitOf = (array: any): number => CLASSES[className(array)].BYTES_PER_ELEMENT;

/** The copies of one stream. */
type Stream = ReturnType<typeof sidesOf> & { readonly source: any; readonly out: any };

class Steps {
  readonly #bits: number;
  readonly #steps: Step[] = [];
  #words = 0;
  #runs = 0;
  /** Those of moves that are not listed, from one call to the next. */
  #views: Views | null = null;

  constructor(bits: number) {
    this.#bits = bits;
  }

  addMove(each: Move, way: Move['way'], whole: any, parts: readonly any[]): void {
    const unit = unitOf(whole);
    const axis = repeatedAxis(each);
    if (axis >= 0) {
      const part = parts[partOf(each.streams[0])];
      const { once, begin, bytes, copies } = repeatsOf(each, axis, unit);
      const own = new CLASSES[className(part)](bufferOf(part), byteOffsetOf(part) + begin, bytes / unit);
      this.addMove(once, way, whole, [own]);
      this.#add(() => repeat(part, copies), []);
      return;
    }
    const count = countOf(each.sizes);
    const streams = each.streams.map((stream, j) => {
      const part = parts[partOf(stream)];
      const [source, out] = stream.output !== undefined ? [whole, part] : [part, whole];
      return { ...sidesOf(each, j), source, out };
    });
    if (way === 'runs') {
      this.#runs += count * streams.length;
      if (this.#runs <= MOST_VIEWS) this.#add(copyRuns, streams.flatMap(runsOf));
      else this.addOther(() => carryOutRuns(each, whole, parts));
    } else if (way === 'scalar') {
      for (const { run } of streams) this.#words += (count * run) / unit;
      if (this.#words <= MOST_WORDS) this.#add(copyWords, streams.map(wordsOf));
      else this.addOther(prepareScalar(each, whole, parts));
    } else this.addOther((views) => carryOutStaged(each, whole, parts, views, this.#bits));
  }

  /** Adds what is not listed. */
  addOther(carryOut: (views: Views) => void): void {
    this.#views ??= new Views();
    const views = this.#views;
    this.#add(() => carryOut(views), []);
  }

  /** Lists of one kind that follow one another are one. */
  #add(copy: Step['copy'], list: any[]): void {
    const last = this.#steps.at(-1);
    if (last?.copy === copy) for (const each of list) last.list.push(each);
    else this.#steps.push({ copy, list });
  }

  toFunction(): () => void {
    const steps = this.#steps;
    const views = this.#views;
    if (steps.length === 1 && views === null) return () => steps[0].copy(steps[0].list);
    return () => {
      if (views !== null) views.rewind(getCore().instance.memory);
      for (let i = 0; i < steps.length; ++i) steps[i].copy(steps[i].list);
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
