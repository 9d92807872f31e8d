// `npm run test:peers`: sets up what is missing, builds the module, compares it with other engines. What can follow `--`
// stands in tests/peers/main.js.
import { build } from './build.js';
import { runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { run } from './common/run.js';
import { setUp } from './setup.js';

await runTool(async () => {
  await setUp('peers');
  await build(['wasm']);
  return run(process.execPath, [inRoot('tests/peers/main.js'), ...process.argv.slice(2)]);
});
