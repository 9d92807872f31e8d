// `npm run bench` and `npm run bench:browser` (which adds the word `browser`): set up what is missing, build the module, and
// measure. tests/bench/main.js and tests/bench/browser/main.js explain the arguments.
import { build } from './build.js';
import { readArguments } from './common/commands.js';
import { runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { run, TYPESCRIPT } from './common/run.js';
import { setUp } from './setup.js';

await runTool(async () => {
  const inBrowser = process.argv[2] === 'browser';
  const args = process.argv.slice(inBrowser ? 3 : 2);
  readArguments(inBrowser ? 'bench:browser' : 'bench', args);
  await setUp('bench');
  await build(['wasm', 'package']);
  const main = inRoot('tests/bench', inBrowser ? 'browser/main.js' : 'main.js');
  return run(process.execPath, [...TYPESCRIPT, main, ...args]);
});
