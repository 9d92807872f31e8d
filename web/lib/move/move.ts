// Moves what has been bound. Of the caller's, only elements are read and written from here on. None of the
// caller's code runs then, unless it watches arrays of strings (strings.ts).
import { asClass, checkNewArrays, fillWith, newArray } from '../base/arrays.ts';
import { NEW_VIEWS, type Views } from '../base/views.ts';
import { type Bound, dataOf } from '../bind/bind.ts';
import type { Request } from '../core/request.ts';
import { isOneRun, partOf } from '../core/wire.ts';
import type { Decision } from '../plan/decide.ts';
import { convertInto } from './convert.ts';
import { readStrings, writeStrings } from './strings.ts';
import { carryOut, carryOutRuns, makeViews } from './ways.ts';

/** @param param what the inputs are called */
export function move(bound: Bound, views: Views, param: string): void {
  const { decision, joins, holder, inputs, outs, arrays, overlaps, isInPlace, converted } = bound;
  const { moves } = decision;
  if (converted !== null) {
    convertInto(decision, converted, inputs[0], outs[0], param);
    return;
  }
  if (holder === 'Array') {
    writeStrings(outs, readStrings(decision, joins, inputs, param), decision.dims);
    return;
  }
  if (joins) {
    join(decision, inputs, arrays[0], isInPlace, outs[0].layout !== null, views);
    return;
  }
  for (let i = 0; i < moves.length; ++i) {
    // what overlaps is one run, and only `set` copies that rightly
    if (overlaps) carryOutRuns(moves[i], inputs[0], arrays);
    else carryOut(decision, i, inputs[0], arrays, views);
  }
}

function join(
  decision: Decision,
  inputs: readonly any[],
  whole: any,
  isInPlace: boolean,
  isSpread: boolean,
  views: Views,
): void {
  const { moves, bits, lengths } = decision;
  // packed elements are written one by one, and leave the bits after the last one; three bytes are the
  // longest group
  if (bits % 8 !== 0 && !isInPlace && !isSpread) fillWith(whole, 0, Math.max(0, lengths[0] - 3));
  for (let i = 0; i < moves.length; ++i)
    if (!isInPlace || moves[i].streams[0].input !== 0) carryOut(decision, i, whole, inputs, views);
}

/**
 * Moves into new arrays.
 * @param view outputs that can be views of the input become views
 * @param param what the inputs are called
 */
export function moveIntoNew(decision: Decision, request: Request, view: boolean, param: string): any[] {
  const { lengths } = decision;
  const { version, given, outHolder: holder } = request;
  if (holder === 'Array') {
    const strings = given.map((each) => each.data);
    return readStrings(decision, version.joins, strings, param);
  }
  if (!version.joins) return cutIntoNew(decision, given[0].data, holder, view);
  checkNewArrays(holder, lengths[0]);
  const whole = newArray(holder, lengths[0]);
  const inputs = dataOf(given, holder);
  join(decision, inputs, whole, false, false, NEW_VIEWS);
  return [whole];
}

/**
 * An output that could be a view is made as the copy of one: V8 then does not fill the new memory with zeros
 * first.
 */
function cutIntoNew(decision: Decision, given: any, holder: string, view: boolean): any[] {
  const { moves, lengths } = decision;
  const source = asClass(given, holder);
  checkNewArrays(holder, view ? countCopied(decision) : decision.total);
  const arrays = new Array(lengths.length);
  for (let i = 0; i < moves.length; ++i) {
    const { streams } = moves[i];
    const isView = isOneRun(moves[i]);
    if (isView) makeViews(moves[i], source, given, arrays);
    if (!isView || !view)
      for (let j = 0; j < streams.length; ++j) {
        const output = partOf(streams[j]);
        arrays[output] = newArray(holder, arrays[output] ?? lengths[output]);
      }
    if (!isView) carryOut(decision, i, source, arrays, NEW_VIEWS);
  }
  for (let i = 0; i < arrays.length; ++i) arrays[i] ??= newArray(holder, 0); // the empty ones
  return arrays;
}

/** Entries of the outputs that cannot be views. */
function countCopied({ moves, lengths }: Decision): number {
  const copied = moves.filter((each) => !isOneRun(each)).flatMap(({ streams }) => streams);
  return copied.reduce((sum, stream) => sum + lengths[partOf(stream)], 0);
}
