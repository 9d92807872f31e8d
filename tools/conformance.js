// `npm run conformance`: sets up what is missing, builds the package, and runs the corpus in this library and in others.
// tests/conformance/main.js explains the arguments.
import { build } from './build.js';
import { readArguments } from './common/commands.js';
import { runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { run, TYPESCRIPT } from './common/run.js';
import { setUp } from './setup.js';

await runTool(async () => {
  readArguments('conformance');
  await setUp('peers');
  await build(['wasm', 'package']);
  return run(process.execPath, [
    ...TYPESCRIPT,
    inRoot('tests/conformance/main.js'),
    ...process.argv.slice(2),
  ]);
});
