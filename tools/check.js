// `npm run check`: checks the code without running it. All rows run, and a table shows the results. To add a
// check, add a row.
import { existsSync } from 'node:fs';
import { build } from './build.js';
import { audit } from './check/audit.js';
import { clangFormat, clangTidy } from './check/clang.js';
import { checkLicenses } from './check/licenses.js';
import { readArguments } from './common/commands.js';
import { missed, runTool } from './common/failure.js';
import { runBin } from './common/node_modules.js';
import { noteResults } from './common/outcome.js';
import { inRoot } from './common/paths.js';
import { run } from './common/run.js';
import { printTable, secondsSince } from './common/table.js';
import { setUp } from './setup.js';

const GENERATOR = inRoot('tools/generate.js');

/** @typedef {{ code: number, missed?: string }} Outcome exit code; `missed` says why it could not run here, which is no failure */

/** @type {{ name: string, run: () => Promise<number | Outcome> }[]} a number is an exit code */
const CHECKS = [
  { name: 'C++ format', run: () => clangFormat('--dry-run', '-Werror') },
  {
    name: 'JS, TS, JSON and CSS format and lint',
    run: () => runBin('biome', ['check', '--error-on-warnings']),
  },
  { name: 'types', run: () => runBin('tsc', ['--project', inRoot('tsconfig.json')]) },
  { name: 'layering', run: () => run(process.execPath, ['--test', 'tests/node/tools/layering.test.js']) },
  { name: 'drift of generated files', run: checkDrift },
  { name: 'licences of development dependencies', run: checkLicenses },
  { name: 'audit of development dependencies', run: () => audit() },
  { name: 'C++ lint', run: clangTidy },
];

await runTool(async () => {
  readArguments('check');
  await setUp('check');
  await build(['wasm', 'types', 'package']);
  const results = [];
  for (const check of CHECKS) {
    console.log(`\n=== ${check.name}`);
    const since = Date.now();
    const outcome = await check.run();
    const { code, missed: why } = typeof outcome === 'number' ? { code: outcome } : outcome;
    const result = why ? 'MISSED' : code === 0 ? 'ok' : 'FAILED';
    results.push({ row: [check.name, result, secondsSince(since)], code, why });
  }
  console.log('\n=== summary\n');
  printTable([['check', 'result', 'seconds'], ...results.map(({ row }) => row)]);
  noteResults(results.map(({ row }) => row[1]));
  for (const { row, why } of results) if (why) missed(`the check of ${row[0]} did not run`, why);
  return results.some(({ code }) => code !== 0) ? 1 : 0;
});

async function checkDrift() {
  return existsSync(GENERATOR) ? run(process.execPath, [GENERATOR, '--check']) : 0;
}
