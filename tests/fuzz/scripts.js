// The fuzz targets that are of JavaScript: each draws inputs that may be anything for so many seconds of processor time, and says what
// became of them. The first failure ends it, with the seed and the input. tools/fuzz.js runs it; to add one, add a row.
//   npm run fuzz -- 600 headers       headers of files
//   npm run fuzz -- 600 patterns      patterns of `rearrange`
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { init } from 'microtome';
import { HANGS_AFTER_MS } from '../../tools/common/limits.js';
import { printTable } from '../../tools/common/table.js';
import { FORMATS } from '../../web/lib/source/formats/known.ts';
import { HOSTILE, judgeHeader } from '../random/headers.js';
import { hostilePatterns, judgePattern } from '../random/hostile_patterns.js';
import { FIRST } from '../support/stored.js';

/** How an input ended, by its kind. @typedef {(kind: string, end: string) => void} Count */
/** @typedef {fc.IAsyncProperty<any> | fc.IProperty<any>} Property */

/** The pattern that is asked for, in case that it hangs. @type {unknown} */
let last;

/** @type {Record<string, (count: Count) => Property[]>} */
const TARGETS = {
  headers: (count) =>
    FORMATS.map((format) =>
      fc.asyncProperty(HOSTILE[format.name], fc.constantFrom(64, FIRST), async (bytes, first) =>
        count(format.name, await judgeHeader(format, bytes, first)),
      ),
    ),
  patterns: (count) => [
    fc.property(hostilePatterns, (question) => {
      last = question;
      count('patterns', judgePattern(question));
    }),
  ],
};

const RUNS = 500;
const [target, seconds] = [process.argv[2], Number(process.argv[3] ?? 60)];

/** @type {Map<string, Map<string, number>>} */
const ends = new Map();
const properties = TARGETS[target]((kind, end) => {
  const counts = ends.get(kind) ?? new Map();
  ends.set(kind, counts.set(end, (counts.get(end) ?? 0) + 1));
});
/** A script can be ended from outside, and a function cannot. */
Object.assign(globalThis, {
  check: (/** @type {number} */ seed, /** @type {number} */ i) =>
    fc.check(/** @type {fc.IAsyncProperty<any>} */ (properties[i]), { seed, numRuns: RUNS }),
});
const used = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
let failure = '';
let most = 0;

await init();
for (let seed = Date.now() % 2 ** 31; used() < seconds && failure === ''; ++seed) {
  for (const i of properties.keys()) {
    try {
      const result = await runInThisContext(`check(${seed}, ${i})`, { timeout: HANGS_AFTER_MS });
      if (result.failed) failure = `seed ${seed}: ${result.errorInstance}\n${shown(result.counterexample)}`;
    } catch (error) {
      failure = `seed ${seed}: ${error}\n${shown([last])}`;
    }
    most = Math.max(most, process.memoryUsage().rss);
  }
}

/** Files in base64. @param {unknown[]} input */
function shown(input) {
  return input
    .map((each) => (each instanceof Uint8Array ? Buffer.from(each).toString('base64') : fc.stringify(each)))
    .join('\n');
}

const words = [...new Set([...ends.values()].flatMap((counts) => [...counts.keys()]))].sort();
const cells = [...ends].map(([kind, counts]) => [kind, ...words.map((word) => counts.get(word) ?? 0)]);
printTable([[target, ...words], ...cells]);
console.log(
  `\n${used().toFixed(0)} s of processor time, ${(most / 2 ** 20).toFixed(0)} MiB of memory at most`,
);
if (failure !== '') console.log(`\n${failure}`);
process.exitCode = failure === '' ? 0 : 1;
