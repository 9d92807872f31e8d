// `npm run mutate`: sets up what is missing, builds the package, and makes mutants. tests/mutate/main.js explains the arguments.
import { build } from './build.js';
import { readArguments } from './common/commands.js';
import { runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { run } from './common/run.js';
import { setUp } from './setup.js';

await runTool(async () => {
  readArguments('mutate');
  await setUp('test');
  await build(['wasm', 'package']);
  return run(process.execPath, [inRoot('tests/mutate/main.js'), ...process.argv.slice(2)]);
});
