// Reads files whose headers an enemy wrote, for so many seconds of processor time, and says what became of them. The first
// failure ends it, with the seed and the file in base64.
//   npm run fuzz -- 600 headers
import fc from 'fast-check';
import { printTable } from '../../tools/common/table.js';
import { FORMATS } from '../../web/lib/source/formats/formats.ts';
import { HOSTILE, judgeHeader } from '../random/headers.js';
import { FIRST } from '../support/stored.js';

const RUNS = 500;
const seconds = Number(process.argv[2] ?? 60);

/** How often each format ended how. @type {Map<string, Map<string, number>>} */
const ends = new Map(FORMATS.map(({ name }) => [name, new Map()]));
const used = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
let failure = '';
let most = 0;

for (let seed = Date.now() % 2 ** 31; used() < seconds && failure === ''; ++seed) {
  for (const format of FORMATS) {
    const counts = /** @type {Map<string, number>} */ (ends.get(format.name));
    const property = fc.asyncProperty(
      HOSTILE[format.name],
      fc.constantFrom(64, FIRST),
      async (bytes, first) => {
        const end = await judgeHeader(format, bytes, first);
        counts.set(end, (counts.get(end) ?? 0) + 1);
      },
    );
    const result = await fc.check(property, { seed, numRuns: RUNS });
    if (result.failed) {
      const [bytes, first] = result.counterexample ?? [];
      const file = Buffer.from(bytes ?? []).toString('base64');
      failure = `${format.name}, seed ${seed}, the first ${first} bytes given: ${result.errorInstance}\n${file}`;
    }
    most = Math.max(most, process.memoryUsage().rss);
  }
}

const words = [...new Set([...ends.values()].flatMap((counts) => [...counts.keys()]))].sort();
printTable([
  ['format', ...words],
  ...[...ends].map(([name, counts]) => [name, ...words.map((word) => String(counts.get(word) ?? 0))]),
]);
console.log(
  `\n${used().toFixed(0)} s of processor time, ${(most / 2 ** 20).toFixed(0)} MiB of memory at most`,
);
if (failure !== '') console.log(`\n${failure}`);
process.exitCode = failure === '' ? 0 : 1;
