// Strings that are written into the first input of a join, which is also its output.
import type { Bound } from '../bind/bind.ts';
import { endOf, FIRST, LISTED } from '../core/record.ts';
import { countOf } from '../shape.ts';
import { eachLine, sidesOfAll } from './boxes.ts';
import { movers } from './movers.ts';
import { checkEntries, checkStrings } from './strings.ts';

/** The strings that replace some of the first input, which is the output. `places`: theirs, in row-major order. */
export function readReplacing({ decision, inputs, assigns }: Bound, param: string) {
  const { words, first, count, total } = decision;
  checkStrings(total);
  const strings: string[] = [];
  const places: number[] = [];
  for (let i = 0, at = first; i < count; ++i, at = endOf(words, at)) {
    if (words[at + FIRST] === 0) continue;
    for (const sides of sidesOfAll(words, at, null, inputs)) {
      const { sizes, source, run } = sides;
      let k = strings.length;
      // Arrays that grow take several times as long
      strings.length = places.length = k + countOf(sizes) * run;
      const take = (a: number, step: number, b: number, next: number, size: number) => {
        for (let j = 0; j < size; ++j, a += step, b += next) {
          strings[k] = source[a];
          places[k++] = b;
        }
      };
      if (words[at + LISTED] >= 0) movers.eachListed(words, at, sides, (a, b) => take(a, 1, b, 1, run));
      else eachLine(sides, 1, take);
    }
  }
  checkEntries(strings, places, assigns ? 'the target' : 'output 0', param);
  return { strings, places };
}
