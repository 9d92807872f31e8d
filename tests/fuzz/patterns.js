// Asks for patterns that may be anything, for so many seconds of processor time, and says what became of them. The first failure ends
// it, with the seed and the call.
//   npm run fuzz -- 600 patterns
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { init } from 'microtome';
import { printTable } from '../../tools/common/table.js';
import { hostilePatterns, judgePattern } from '../random/hostile_patterns.js';

/** @import { Question } from '../random/hostile_patterns.js' */

const RUNS = 500;
/** Runs that take longer hang. */
const MOST_MS = 120_000;
const seconds = Number(process.argv[2] ?? 60);

/** How often which end came. @type {Map<string, number>} */
const ends = new Map();
const used = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
let failure = '';
let most = 0;
/** @type {Question | undefined} */
let last;

const property = fc.property(hostilePatterns, (question) => {
  last = question;
  const end = judgePattern(question);
  ends.set(end, (ends.get(end) ?? 0) + 1);
});

/** A script can be ended from outside, and a function cannot. */
Object.assign(globalThis, {
  check: (/** @type {number} */ seed) => fc.check(property, { seed, numRuns: RUNS }),
});

await init();
for (let seed = Date.now() % 2 ** 31; used() < seconds && failure === ''; ++seed) {
  try {
    const result = runInThisContext(`check(${seed})`, { timeout: MOST_MS });
    if (result.failed) failure = `${result.errorInstance}\n${fc.stringify(result.counterexample[0])}`;
  } catch (error) {
    failure = `${error}\n${fc.stringify(last)}`;
  }
  if (failure !== '') failure = `seed ${seed}: ${failure}`;
  most = Math.max(most, process.memoryUsage().rss);
}

printTable([
  ['pattern', ...[...ends.keys()].sort()],
  ['questions', ...[...ends.keys()].sort().map((end) => String(ends.get(end)))],
]);
console.log(
  `\n${used().toFixed(0)} s of processor time, ${(most / 2 ** 20).toFixed(0)} MiB of memory at most`,
);
if (failure !== '') console.log(`\n${failure}`);
process.exitCode = failure === '' ? 0 : 1;
