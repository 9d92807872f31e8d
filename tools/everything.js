// `npm run everything`: runs all test suites one after another, even if one fails, and ends with a table. Each suite
// is the command that a person would run; common/commands.js lists them.
//   npm run everything
//   npm run everything -- recipes types     these two
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkWords, EVERYTHING, readArguments } from './common/commands.js';
import { missed, runTool } from './common/failure.js';
import { suiteEnvironment } from './common/outcome.js';
import { run } from './common/run.js';
import { printTable, secondsSince } from './common/table.js';

/** @import { Note } from './common/outcome.js' */

await runTool(async () => {
  const { words } = readArguments('everything');
  checkWords(words, 'suite', Object.keys(EVERYTHING));
  const folder = mkdtempSync(join(tmpdir(), 'microtome-everything-')); // another may run at the same time
  const results = [];
  for (const [suite, command] of Object.entries(EVERYTHING))
    if (words.length === 0 || words.includes(suite)) results.push(await resultOf(suite, command, folder));
  rmSync(folder, { recursive: true });
  console.log('\n=== everything\n');
  printTable([['suite', 'result', 'tests', 'passed', 'seconds'], ...results.map(({ row }) => row)]);
  for (const { suite, notes } of results)
    for (const each of notes) missed(`${suite}: not all of it ran`, each);
  const failed = results.filter(({ result }) => result === 'FAILED').map(({ suite }) => suite);
  console.log(failed.length > 0 ? `\nFAILED: ${failed.join(', ')}` : '\nAll that ran passed.');
  return failed.length > 0 ? 1 : 0;
});

/** @param {string} suite @param {string} command @param {string} folder */
async function resultOf(suite, command, folder) {
  console.log(`\n=== ${suite}: npm ${command}\n`);
  const file = join(folder, suite);
  const since = Date.now();
  const code = await run('npm', command.split(' '), { env: suiteEnvironment(file) });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  /** @type {any[]} */
  const notes = lines.map((line) => JSON.parse(line));
  const counts = notes.filter(({ tests }) => tests !== undefined);
  const sum = (/** @type {'tests' | 'passed'} */ key) =>
    counts.length > 0 ? counts.reduce((all, count) => all + count[key], 0) : '';
  const why = notes.flatMap((each) => each.missed ?? []);
  const isAbsent = notes.some(({ unavailable }) => unavailable);
  const result = code !== 0 && !isAbsent ? 'FAILED' : why.length > 0 ? 'MISSED' : 'ok';
  return {
    suite,
    result,
    notes: why,
    row: [suite, result, sum('tests'), sum('passed'), secondsSince(since)],
  };
}
