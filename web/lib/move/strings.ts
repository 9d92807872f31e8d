// Tensors of strings. Reading or writing an entry of the caller's array may run the caller's code, so everything is
// read before anything is written. So `out` may be any array.
import { describe, reasonOf } from '../base/describe.ts';
import { badOutput, Mistake } from '../base/mistake.ts';
import type { Bound } from '../bind/bind.ts';
import { endOf, LISTED } from '../core/record.ts';
import type { Decision } from '../core/wire.ts';
import { offsetAt, offsetsOf } from '../shape.ts';
import { copyEntries, sidesOfAll } from './boxes.ts';
import { movers } from './movers.ts';

/** Engines keep longer arrays as dictionaries, or give up altogether. */
const MOST_STRINGS = 2 ** 25;

/** @param count in all outputs */
export function checkStrings(count: number): void {
  if (count <= MOST_STRINGS) return;
  throw new Mistake('out_of_memory', `${count} strings; at most ${MOST_STRINGS} are moved at once`, '');
}

/**
 * The strings of each output, in new arrays.
 * @param decision
 * @param joins
 * @param inputs
 * @param param their name
 */
export function readStrings(
  { words, first, count, lengths, total }: Decision,
  joins: boolean,
  inputs: readonly any[],
  param: string,
): string[][] {
  checkStrings(total);
  const arrays: string[][] = lengths.map((length) => new Array(length));
  const [whole, parts] = joins ? [arrays[0], inputs] : [inputs[0], arrays];
  for (let i = 0, at = first; i < count; ++i, at = endOf(words, at))
    if (words[at + LISTED] >= 0) movers.listed('loop', words, at, whole, parts, false)();
    else
      for (const sides of sidesOfAll(words, at, whole, parts)) copyEntries(sides, sides.source, sides.out, 1);
  for (let i = 0; i < arrays.length; ++i) checkEntries(arrays[i], null, `output ${i}`, param);
  return arrays;
}

/** @param places null: the strings are all of the output */
export function checkEntries(
  strings: readonly unknown[],
  places: readonly number[] | null,
  of: string,
  param: string,
): void {
  let k = 0;
  while (typeof strings[k] === 'string') ++k;
  if (k === strings.length) return;
  const what = `entry ${places?.[k] ?? k} of ${of} would be ${describe(strings[k])}, and an Array holds strings; give strings, or numbers as a typed array`;
  throw new Mistake('bad_input', what, param);
}

/**
 * Moves strings, and visits only entries that are moved.
 * @param bound
 * @param param the name of the inputs
 * @throws {Mistake} `bad_out`: an array cannot be written. Then nothing has been written, unless a Proxy or a setter
 *   threw halfway.
 */
export function moveStrings(bound: Bound, param: string): void {
  const { decision, joins, inputs, outs, isInPlace, assigns } = bound;
  const replacing = isInPlace ? movers.replacing(bound, param) : null;
  const arrays = replacing ? [replacing.strings] : readStrings(decision, joins, inputs, param);
  const writes = arrays.map((from, i) => {
    const { data, layout } = outs[i];
    const dims = decision.dims[i];
    const places = replacing?.places;
    const at =
      layout === null ? places : (places?.map((k) => offsetAt(dims, layout, k)) ?? offsetsOf(dims, layout));
    return { out: data, from, at, i: assigns ? -1 : i };
  });
  // writes entries onto themselves first, so a read-only array fails before anything changes
  for (const each of writes) write(each, true);
  for (const each of writes) write(each, false);
}

/** Strings, and where in an output they go; undefined: from its beginning on. */
interface Write {
  readonly out: string[];
  readonly from: readonly string[];
  readonly at: readonly number[] | undefined;
  readonly i: number;
}

function write({ out, from, at, i }: Write, isOwn: boolean): void {
  try {
    if (!Object.isExtensible(out)) throw new TypeError('it is sealed or frozen');
    for (let k = 0; k < from.length; ++k) {
      const place = at ? at[k] : k;
      const string = isOwn ? out[place] : from[k];
      if (string !== undefined || place in out) out[place] = string;
    }
  } catch (cause) {
    throw badOutput(i, `cannot be written: ${reasonOf(cause)}`, cause);
  }
}
