// `npm run check`: everything about the code that is checked without running it. All rows run; a table ends it.
// To add a check, add a row.
import { existsSync } from 'node:fs';
import { build } from './build.js';
import { clangFormat, clangTidy } from './check/clang.js';
import { runTool } from './common/failure.js';
import { runBin } from './common/node_modules.js';
import { inRoot } from './common/paths.js';
import { run } from './common/run.js';
import { printTable, secondsSince } from './common/table.js';
import { setUp } from './setup.js';

const GENERATOR = inRoot('tools/generate.js');

/** Each returns an exit code. */
const CHECKS = [
  { name: 'C++ format', run: () => clangFormat('--dry-run', '-Werror') },
  { name: 'JS, JSON and CSS format and lint', run: () => runBin('biome', ['check', '--error-on-warnings']) },
  { name: 'types', run: () => runBin('tsc', ['--project', inRoot('tsconfig.json')]) },
  { name: 'layering', run: () => run(process.execPath, ['--test', 'tests/node/layering.test.js']) },
  { name: 'drift of generated files', run: checkDrift },
  { name: 'C++ lint', run: clangTidy },
];

await runTool(async () => {
  await setUp('check');
  await build(['wasm']);
  const results = [];
  for (const check of CHECKS) {
    console.log(`\n=== ${check.name}`);
    const since = Date.now();
    const code = await check.run();
    results.push({ row: [check.name, code === 0 ? 'ok' : 'FAILED', secondsSince(since)], code });
  }
  console.log('\n=== summary\n');
  printTable([['check', 'result', 'seconds'], ...results.map(({ row }) => row)]);
  return results.some(({ code }) => code !== 0) ? 1 : 0;
});

async function checkDrift() {
  return existsSync(GENERATOR) ? run(process.execPath, [GENERATOR, '--check']) : 0;
}
