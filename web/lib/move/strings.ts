// Tensors of strings. Reading or writing an entry of the caller's array may run the caller's code, so everything is
// read before anything is written. So `out` may be any array.
import { describe, reasonOf } from '../base/describe.ts';
import { badOutput, Mistake } from '../base/mistake.ts';
import type { Bound } from '../bind/bind.ts';
import { endOf, FIRST, LISTED } from '../core/record.ts';
import type { Decision } from '../core/wire.ts';
import { offsetsOf } from '../shape.ts';
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
 * @param isInPlace the output is the first input, which is not read: in its places, the array has no entries
 * @param assigns the output is the target of `assign`
 */
export function readStrings(
  { words, first, count, lengths, total }: Decision,
  joins: boolean,
  inputs: readonly any[],
  param: string,
  isInPlace = false,
  assigns = false,
): string[][] {
  checkStrings(total);
  const arrays: string[][] = lengths.map((length) => new Array(length));
  const [whole, parts] = joins ? [arrays[0], inputs] : [inputs[0], arrays];
  for (let i = 0, at = first; i < count; ++i, at = endOf(words, at))
    if (isInPlace && words[at + FIRST] === 0) continue;
    else if (words[at + LISTED] >= 0) movers.listed('loop', words, at, whole, parts, false)();
    else
      for (const sides of sidesOfAll(words, at, whole, parts)) copyEntries(sides, sides.source, sides.out, 1);
  arrays.forEach((array, i) => {
    const k = array.findIndex((entry, at) => typeof entry !== 'string' && (!isInPlace || at in array));
    if (k < 0) return;
    const what = `entry ${k} of ${assigns ? 'the target' : `output ${i}`} would be ${describe(array[k])}, and an Array holds strings; give strings, or numbers as a typed array`;
    throw new Mistake('bad_input', what, param);
  });
  return arrays;
}

/**
 * @param outs
 * @param arrays the strings for each
 * @param dims of each
 * @throws {Mistake} `bad_out`: an array cannot be written. Then nothing has been written, unless a Proxy or a setter
 *   threw halfway.
 */
export function writeStrings(
  { outs, assigns }: Pick<Bound, 'outs' | 'assigns'>,
  arrays: readonly string[][],
  dims: readonly number[][],
): void {
  const offsets = outs.map(({ layout }, i) =>
    layout === null || dims[i].includes(0) ? null : offsetsOf(dims[i], layout),
  );
  // writes each array onto itself first, so a read-only array fails before anything changes
  for (let i = 0; i < outs.length; ++i) write(outs[i].data, outs[i].data, null, assigns ? -1 : i);
  for (let i = 0; i < outs.length; ++i) write(outs[i].data, arrays[i], offsets[i], assigns ? -1 : i);
}

function write(out: string[], from: readonly string[], offsets: readonly number[] | null, i: number): void {
  try {
    if (!Object.isExtensible(out)) throw new TypeError('it is sealed or frozen');
    for (let k = 0; k < from.length; ++k) if (k in from) out[offsets === null ? k : offsets[k]] = from[k];
  } catch (cause) {
    throw badOutput(i, `cannot be written: ${reasonOf(cause)}`, cause);
  }
}
