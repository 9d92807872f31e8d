// Carries out decisions: bound ones, and those without `out`, into new arrays. From here on, only elements are read
// and written, and none of the caller's code runs, unless it watches arrays of strings (strings.ts).
import {
  asClass,
  asIntegers,
  checkNewArrays,
  entryBytes,
  fillWith,
  lengthOf,
  newArray,
  TO_OUT,
  viewOf,
} from '../base/arrays.ts';
import { NEW_VIEWS, Views } from '../base/views.ts';
import { type Bound, inputsOf } from '../bind/bind.ts';
import { getCore } from '../core/core.ts';
import {
  endOf,
  FIRST,
  isOneRun,
  OFFSET,
  type Records,
  RUN,
  STREAM,
  STREAMS,
  streamsAt,
} from '../core/record.ts';
import type { Converted, Request } from '../core/request.ts';
import type { Decision } from '../core/wire.ts';
import { movers } from './movers.ts';
import { prepareShift } from './shift.ts';
import { carryOut, prepare, type Step, wayOf } from './steps.ts';
import { moveStrings, readStrings } from './strings.ts';

/** Moves once. @param param the name of the inputs */
export function move(bound: Bound, param: string): void {
  const { decision, joins, inputs, arrays, overlaps } = bound;
  if (isSpecial(bound)) {
    prepareSpecial(bound, param)(NEW_VIEWS);
    return;
  }
  if (hasRest(bound)) clearRest(bound);
  const { words, first, count } = decision;
  const [whole, parts] = joins ? [arrays[0], inputs] : [inputs[0], arrays];
  for (let i = 0, at = first; i < count; ++i, at = endOf(words, at)) {
    if (isLeftOut(bound, at)) continue;
    if (overlaps) prepareShift(words, at, whole, parts)();
    else carryOut(words, at, whole, parts, NEW_VIEWS);
  }
}

/**
 * Prepares a move that is carried out again and again.
 * @param bound
 * @param param the name of the inputs
 * @param most views that staged moves keep
 */
export function prepareMove(bound: Bound, param: string, most?: number): () => void {
  const { decision, joins, inputs, arrays, overlaps } = bound;
  const { words, first } = decision;
  const count = isSpecial(bound) ? 0 : decision.count;
  const [whole, parts] = joins ? [arrays[0], inputs] : [inputs[0], arrays];
  const steps: Step[] = isSpecial(bound) ? [prepareSpecial(bound, param)] : [];
  let takesViews = bound.converted !== null;
  for (let i = 0, at = first; i < count; ++i, at = endOf(words, at)) {
    if (isLeftOut(bound, at)) continue;
    if (overlaps) {
      steps.push(prepareShift(words, at, whole, parts));
      continue;
    }
    const way = wayOf(words, at, whole, parts);
    steps.push(prepare(way, words, at, whole, parts, true));
    takesViews ||= way === 'staged' || way === 'reverse';
  }
  if (hasRest(bound)) steps.unshift(() => clearRest(bound));
  const [only] = steps;
  if (!takesViews && steps.length === 1) return only as () => void;
  const views = new Views(most);
  return () => {
    views.rewind(getCore().instance.memory);
    for (let i = 0; i < steps.length; ++i) steps[i](views);
  };
}

/** Strings and conversions do not move by steps. */
const isSpecial = ({ className, converted }: Bound) => className === 'Array' || converted !== null;

function prepareSpecial(bound: Bound, param: string): Step {
  const { decision, inputs, arrays, converted } = bound;
  if (converted !== null) return movers.conversion(decision, converted, inputs[0], arrays[0], true, param);
  return () => moveStrings(bound, param);
}

/** In a join in place, the first input is already where it belongs. */
const isLeftOut = ({ isInPlace, decision: { words } }: Bound, at: number) =>
  isInPlace && words[at + FIRST] === 0;

/** Most moves of packed elements do not write the unused bits after the last element. */
const hasRest = ({ decision: { bits }, isInPlace, overlaps, converted }: Bound) =>
  bits % 8 > 0 && !isInPlace && !overlaps && !converted;

/** Sets these bits to 0. The longest group has three bytes. */
function clearRest({ outs, arrays }: Bound): void {
  for (let i = 0; i < arrays.length; ++i)
    if (outs[i].layout === null) fillWith(arrays[i], 0, Math.max(0, lengthOf(arrays[i]) - 3));
}

/** What to do if the new arrays of a cut are too large. */
const TO_VIEW = "; give arrays as out, ask for view: 'strided', or ask for less";

/**
 * Moves into new arrays.
 * @param view outputs that can be views of the input become views
 * @param param the name of the inputs
 */
export function moveIntoNew(decision: Decision, request: Request, view: boolean, param: string): any[] {
  const { lengths, words, first, count } = decision;
  const { version, tensors, outClassName: className, converted } = request;
  if (className === 'Array') return readStrings(decision, version.joins, inputsOf(request, className), param);
  if (converted !== null) return [convertIntoNew(decision, converted, tensors[0].data, param)];
  const remedy = version.neverViews ? TO_OUT : TO_VIEW;
  if (!version.joins) return cutIntoNew(decision, tensors[0].data, className, view, remedy);
  checkNewArrays(className, lengths[0], remedy);
  const whole = newArray(className, lengths[0], remedy);
  const inputs = inputsOf(request, className);
  const isFilled = request.value !== null && asIntegers(request.value).every((integer) => integer === 0); // new arrays are zeros
  for (let i = 0, at = first; i < count; ++i, at = endOf(words, at))
    if (!isFilled || words[at + FIRST] === 0) carryOut(words, at, whole, inputs, NEW_VIEWS);
  return [whole];
}

function convertIntoNew(decision: Decision, converted: Converted, source: any, param: string): any {
  const { className } = converted;
  checkNewArrays(className, decision.total, TO_OUT);
  const array = newArray(className, decision.total, TO_OUT);
  movers.conversion(decision, converted, source, array, false, param)(NEW_VIEWS);
  return array;
}

/**
 * Cuts into new arrays. An output that could be a view is made by copying a view: then V8 does not fill the new memory
 * with zeros first.
 */
function cutIntoNew(decision: Decision, data: any, className: string, view: boolean, remedy: string): any[] {
  const { words, first, count, lengths } = decision;
  const source = asClass(data, className);
  checkNewArrays(className, view ? countCopied(decision) : decision.total, remedy);
  const arrays = new Array(lengths.length);
  for (let i = 0, at = first; i < count; ++i, at = endOf(words, at)) {
    const isView = isOneRun(words, at);
    if (isView) makeViews(words, at, source, data, arrays);
    if (isView && view) continue;
    const begin = words[at + FIRST];
    for (let output = begin, end = begin + words[at + STREAMS]; output < end; ++output)
      if (isView) arrays[output] = newArray(className, arrays[output], remedy);
      else arrays[output] ??= newArray(className, lengths[output], remedy); // others may have made it
    if (!isView) carryOut(words, at, source, arrays, NEW_VIEWS);
  }
  for (let i = 0; i < arrays.length; ++i) arrays[i] ??= newArray(className, 0); // the empty ones
  return arrays;
}

/**
 * Makes the outputs of a move as views of the source: each is one run of it.
 * @param words
 * @param at
 * @param source the caller's array, or a view of it
 * @param data the caller's array, which keeps its memory in the arena allocated
 * @param outs
 */
function makeViews(words: Records, at: number, source: any, data: any, outs: any[]): void {
  const unit = entryBytes(source);
  const { arena } = getCore();
  let output = words[at + FIRST];
  let stream = streamsAt(words, at);
  for (let left = words[at + STREAMS]; left > 0; --left, ++output, stream += STREAM) {
    const view = viewOf(source, words[stream + OFFSET], words[stream + RUN] / unit);
    arena?.lend(view, data);
    outs[output] = view;
  }
}

/** Entries of the outputs that cannot be views. */
function countCopied({ words, first, count, lengths }: Decision): number {
  let copied = 0;
  for (let i = 0, at = first; i < count; ++i, at = endOf(words, at)) {
    const output = words[at + FIRST];
    if (!isOneRun(words, at)) for (let j = words[at + STREAMS]; j-- > 0; ) copied += lengths[output + j];
  }
  return copied;
}
