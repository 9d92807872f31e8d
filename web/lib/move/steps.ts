// Steps: functions that carry out one move between one array and others of its class, from the whole to its parts in a
// cut, from the parts to the whole in a join. A call runs each step once; a bound plan keeps them. The core has chosen
// the way (src/move/way.hpp). A new way needs a value there, its word in src/wire/record.hpp and in core/tables.ts, a row
// in STEPS, and a sentence in call/explain.ts; a loop also needs its name in `Loop` of types.ts.
import {
  asIntegers,
  bufferOf,
  byteOffsetOf,
  CLASSES,
  classNameOf,
  copyInto,
  entryBytes,
  lengthOf,
  viewAs,
  viewOf,
} from '../base/arrays.ts';
import { MOST_VIEWS, type Views } from '../base/views.ts';
import { getCore } from '../core/core.ts';
import {
  eachPlace,
  FIRST,
  JOINS,
  LISTED,
  OFFSET,
  PACKED,
  PART_OFFSET,
  RANK,
  REPEATED,
  type Records,
  RUN,
  type Sides,
  STREAM,
  STREAMS,
  streamsAt,
  wayAt,
} from '../core/record.ts';
import type { Way } from '../core/tables.ts';
import { countOf, offsetsOf } from '../shape.ts';
import { copyFar, prepareLoop, sidesOfAll } from './boxes.ts';
import { copyFew } from './few.ts';
import { prepareFill, prepareReverse, repeatsOf } from './lines.ts';
import { movers } from './movers.ts';
import { preparePackedLoop } from './packed_loops.ts';

/** Carries out a move. Only staged moves and reversed lines take views. */
export type Step = (views: Views) => unknown;

/** @param isRepeated the step runs again and again, so lists pay off */
type Prepare = (words: Records, at: number, whole: any, parts: readonly any[], isRepeated: boolean) => Step;

const STEPS: Readonly<Record<Way, Prepare>> = {
  runs: prepareRuns,
  staged: prepareStaged,
  few: prepareFew,
  loop: prepareLoop,
  reverse: prepareReverse,
  fill: prepareFill,
};

/** The cheapest way to carry out the move at `at` between these arrays. */
export function wayOf(words: Records, at: number, whole: any, parts: readonly any[]): Way {
  const { arena } = getCore();
  return wayAt(words, at, arena === null ? 0 : arena.bitsOf(words, at, whole, parts));
}

/** Carries out the move at `at`, once. Few entries need no preparation then: `STEPS.few` is for bound plans, and for moves
 * that repeat an axis. */
export function carryOut(words: Records, at: number, whole: any, parts: readonly any[], views: Views): void {
  const way = wayOf(words, at, whole, parts);
  if (way !== 'few' || words[at + REPEATED] >= 0) prepare(way, words, at, whole, parts, false)(views);
  else if (!copyFew(words, at, whole, parts)) sidesOfAll(words, at, whole, parts).forEach(copyFar);
}

/** Prepares the move at `at` in this way. Repeated elements move once, and `copyWithin` repeats them. */
export function prepare(
  way: Way,
  words: Records,
  at: number,
  whole: any,
  parts: readonly any[],
  isRepeated: boolean,
): Step {
  if (words[at + LISTED] >= 0) return movers.listed(way, words, at, whole, parts, isRepeated);
  if (words[at + PACKED] > 0 && way !== 'staged') return preparePackedLoop(way, words, at, whole, parts);
  if (words[at + REPEATED] < 0) return STEPS[way](words, at, whole, parts, isRepeated);
  const { own, copy } = repeatsOf(words, at, parts);
  const alone: any[] = [];
  alone[words[at + FIRST]] = own;
  const once = STEPS[way](words, at, whole, alone, isRepeated);
  return (views) => {
    once(views);
    copy();
  };
}

function prepareStaged(words: Records, at: number, whole: any, parts: readonly any[]): Step {
  return (views) => stage(words, at, whole, parts, views, null);
}

/**
 * Carries out a move through the staging area, or in place for arrays in the arena.
 * @param conversion as Instance.move takes it
 * @returns as Instance.move does
 */
export function stage(
  words: Records,
  at: number,
  whole: any,
  parts: readonly any[],
  views: Views,
  conversion: Float64Array | null,
): number {
  const { instance, arena } = getCore();
  return arena?.takes(words, at, whole, parts, conversion)
    ? arena.instance.move(words, at, whole, parts, views, arena.offsetOf, conversion)
    : instance.move(words, at, whole, parts, views, null, conversion);
}

/** Copies run by run. A kept step makes its views once. */
function prepareRuns(
  words: Records,
  at: number,
  whole: any,
  parts: readonly any[],
  isRepeated: boolean,
): Step {
  if (!isRepeated && words[at + RANK] === 0) return () => copyOneRuns(words, at, whole, parts);
  const streams = sidesOfAll(words, at, whole, parts);
  if (!isRepeated || countOf(streams[0].sizes) * streams.length > MOST_VIEWS)
    return () => streams.forEach(copyRuns);
  const runs = streams.flatMap(runsOf);
  return () => {
    for (let i = 0; i < runs.length; ++i) copyInto(runs[i].out, runs[i].view, runs[i].at);
  };
}

/** The same for streams of one run each. */
function copyOneRuns(words: Records, at: number, whole: any, parts: readonly any[]): void {
  const Class = CLASSES[classNameOf(whole)];
  const unit = Class.BYTES_PER_ELEMENT;
  const isJoin = words[at + JOINS] !== 0;
  const memory = bufferOf(whole);
  const begin = byteOffsetOf(whole);
  let i = words[at + FIRST];
  let stream = streamsAt(words, at);
  for (let left = words[at + STREAMS]; left > 0; --left, ++i, stream += STREAM) {
    const length = words[stream + RUN] / unit;
    const place = words[stream + OFFSET];
    const own = words[stream + PART_OFFSET];
    const part = parts[i];
    if (isJoin)
      copyInto(whole, length === lengthOf(part) ? part : viewAs(Class, part, own, length), place / unit);
    else copyInto(part, new Class(memory, begin + place, length), own / unit);
  }
}

function copyRuns({ sizes, source, from, fromStrides, out, to, toStrides, run }: Sides): void {
  const Class = CLASSES[classNameOf(source)];
  const unit = Class.BYTES_PER_ELEMENT;
  const memory = bufferOf(source);
  const first = byteOffsetOf(source) + from;
  eachPlace(sizes.length, sizes, fromStrides, toStrides, first, to, (begin, place) =>
    copyInto(out, new Class(memory, begin, run / unit), place / unit),
  );
}

/** Each run as a view, and the entry of `out` that it goes to. */
function runsOf({ sizes, source, from, fromStrides, out, to, toStrides, run }: Sides) {
  const unit = entryBytes(source);
  const writes = offsetsOf(sizes, { offset: to, stride: toStrides });
  return offsetsOf(sizes, { offset: from, stride: fromStrides }).map((begin, k) => ({
    view: viewOf(source, begin, run / unit),
    out,
    at: writes[k] / unit,
  }));
}

/** Most items in a list: for more, a loop takes less time. */
const MOST_ITEMS = 64;

/** Copies integer by integer, from a list of their places. */
function prepareFew(
  words: Records,
  at: number,
  whole: any,
  parts: readonly any[],
  isRepeated: boolean,
): Step {
  const streams = sidesOfAll(words, at, whole, parts);
  const [{ source }] = streams;
  const unit = Math.min(4, entryBytes(source));
  const count = streams.reduce((sum, { sizes, run }) => sum + (countOf(sizes) * run) / unit, 0);
  if (!isRepeated || count > MOST_ITEMS) return prepareLoop(words, at, whole, parts);
  const lists = streams.map(listPlaces);
  return () => copyLists(lists);
}

function copyLists(lists: readonly ReturnType<typeof listPlaces>[]): void {
  for (let i = 0; i < lists.length; ++i) {
    const { from, to, places } = lists[i];
    for (let k = 0; k < places.length; k += 2) to[places[k + 1]] = from[places[k]];
  }
}

/** Both arrays as integers, and pairs of places: one in `from`, then one in `to`. */
function listPlaces({ sizes, from, fromStrides, to, toStrides, run, source, out }: Sides) {
  const integers = asIntegers(source);
  const unit = integers.BYTES_PER_ELEMENT;
  const dims = [...sizes, run / unit];
  const placesOf = (first: number, strides: readonly number[]) =>
    offsetsOf(dims, { offset: first / unit, stride: [...strides.map((stride) => stride / unit), 1] });
  const writes = placesOf(to, toStrides);
  const places = placesOf(from, fromStrides).flatMap((place, k) => [place, writes[k]]);
  // 32-bit integers are read faster, but not every place fits
  const isNear = places.every((place) => place < 2 ** 31);
  return { from: integers, to: asIntegers(out), places: isNear ? Int32Array.from(places) : places };
}
