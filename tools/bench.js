// `npm run bench`: sets up what is missing, builds the module, measures. What can follow `--` stands in tests/bench/main.js;
// `npm run bench:browser` is `npm run bench -- browser`.
import { build } from './build.js';
import { runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { run } from './common/run.js';
import { setUp } from './setup.js';

await runTool(async () => {
  const inBrowser = process.argv[2] === 'browser';
  await setUp('bench');
  await build(['wasm', 'package']);
  const main = inRoot('tests/bench', inBrowser ? 'browser/main.js' : 'main.js');
  return run(process.execPath, [main, ...process.argv.slice(inBrowser ? 3 : 2)]);
});
