// `npm run test:types`: sets up what is missing, makes the declarations, and compiles the type tests with several versions of
// TypeScript.
import { build } from './build.js';
import { readArguments } from './common/commands.js';
import { runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { run } from './common/run.js';
import { setUp } from './setup.js';

await runTool(async () => {
  readArguments('test:types');
  await setUp('build');
  await build(['wasm', 'types', 'package']);
  return run(process.execPath, [inRoot('tests/types/main.js')]);
});
