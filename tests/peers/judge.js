// Whether an engine agrees with this library about an example; and if not, which differences say why.
import { isSame, ours } from './answers.js';

/** @import { Answer } from './answers.js' */
/** @import { Example } from '../random/nodes/example.js' */

/**
 * What an engine does otherwise, and why: which examples that covers, and exactly what it does there. That is an error with
 * these words, the end of its process by this signal, what this library does on another example, or an answer.
 * @typedef {object} Difference
 * @property {string} ruling that decides it, as docs/rules/rulings names it: D16; 'none' where the document is plain
 * @property {string} engine
 * @property {string} title
 * @property {(example: Example) => boolean} covers
 * @property {RegExp | 'SIGABRT' | 'SIGFPE' | ((example: Example) => Example | Answer)} does
 */

/**
 * What explains an answer: nothing where the engine agrees, mostly one difference, several where they act together.
 * @param {Example} example
 * @param {Answer} theirs
 * @param {readonly Difference[]} differences of the engine
 * @returns {readonly Difference[] | undefined} undefined: not explained, or in more than one way
 */
export function explain(example, theirs, differences) {
  const ways = waysToExplain(example, theirs, differences, []);
  const least = ways.filter(
    (way) => !ways.some((other) => other.length < way.length && other.every((row) => way.includes(row))),
  );
  const different = new Set(
    least.map((way) =>
      differences
        .filter((row) => way.includes(row))
        .map((row) => differences.indexOf(row))
        .join(),
    ),
  );
  return different.size === 1 ? least[0] : undefined;
}

/**
 * @param {Example} example
 * @param {Answer} theirs
 * @param {readonly Difference[]} differences
 * @param {readonly Difference[]} used
 * @returns {(readonly Difference[])[]}
 */
function waysToExplain(example, theirs, differences, used) {
  if (isSame(ours(example), theirs)) return [used];
  return differences
    .filter((row) => !used.includes(row) && row.covers(example))
    .flatMap((row) => {
      const way = [...used, row];
      if (row.does instanceof RegExp) return row.does.test(theirs.error ?? '') ? [way] : [];
      if (typeof row.does === 'string') return theirs.crash === row.does ? [way] : [];
      const done = row.does(example);
      if ('node' in done) return waysToExplain(done, theirs, differences, way);
      return isSame(done, theirs) ? [way] : [];
    });
}
