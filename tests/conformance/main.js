// `npm test -- conformance`: the corpus in this library and in others, and who passes what. tools/test/suite.js builds the module first.
//   npm test -- conformance                                  all implementations
//   npm test -- conformance onnxruntime-node --wrong      one, with a line for each case that goes wrong
import { readFileSync } from 'node:fs';
import { checkWords, readArguments } from '../../tools/common/commands.js';
import { missed, runTool, Unavailable } from '../../tools/common/failure.js';
import { noteResults } from '../../tools/common/outcome.js';
import { inRoot } from '../../tools/common/paths.js';
import { startProgress } from '../../tools/common/progress.js';
import { printTable } from '../../tools/common/table.js';
import { runConformance, tally } from '../../web/conformance/conformance.js';
import { ADAPTERS } from './adapters.js';

/** @import { Adapter } from './adapters.js' */
/** @import { Corpus, Result } from '../../web/conformance/conformance.d.ts' */

/** The one that must pass everything. */
const OURS = 'microtome';
const MOST_DETAIL = 200;

await runTool(async () => {
  const { values, words } = readArguments('conformance');
  checkWords(
    words,
    'implementation',
    ADAPTERS.map(({ name }) => name),
  );
  const corpus = JSON.parse(readFileSync(inRoot('web/dist/conformance.json'), 'utf8'));
  let [asked, failed] = [0, false];
  for (const adapter of ADAPTERS.filter(({ name }) => words.length === 0 || words.includes(name))) {
    const version = await adapter.version();
    if (version === undefined) {
      missed(`${adapter.name} was not asked`, `it is not installed; ${adapter.otherwise}`);
      continue;
    }
    const results = await resultsOf(adapter, corpus);
    console.log(`\n${adapter.name} ${version}\n`);
    print(results, values.wrong);
    asked += 1;
    if (adapter.name !== OURS) continue;
    const right = results.map(({ verdict }) => (['passed', 'refused'].includes(verdict) ? 'ok' : verdict));
    noteResults(right);
    failed = right.some((each) => each !== 'ok');
  }
  if (asked === 0) throw new Unavailable('none of these is installed; see above.');
  return failed ? 1 : 0;
});

/** @param {Adapter} adapter @param {Corpus} corpus */
async function resultsOf({ name, start }, corpus) {
  const progress = startProgress(`Running the corpus in ${name}`);
  const { run, stop } = await start();
  try {
    let done = 0;
    return await runConformance(corpus, run, () => progress.update(`${++done} cases`));
  } finally {
    stop();
    progress.done();
  }
}

/** @param {readonly Result[]} results @param {boolean} listsWrong */
function print(results, listsWrong) {
  const rows = tally(results).map((row) => [
    ...[row.version, row.passed, row.refused, row.wrong, row.unsupported],
  ]);
  printTable([['version', 'passed', 'refused as it should', 'wrong', 'not supported'], ...rows]);
  if (!listsWrong) return;
  for (const { id, version, verdict, detail } of results)
    if (verdict === 'wrong') console.log(`${id} ${version}: ${detail.slice(0, MOST_DETAIL)}`);
}
