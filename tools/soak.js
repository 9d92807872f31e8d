// `npm run soak -- [minutes]`: sets up what is missing, builds the module, and lives with it for a while. What can follow
// `--` stands in tests/soak/main.js.
import { build } from './build.js';
import { runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { run } from './common/run.js';
import { setUp } from './setup.js';

await runTool(async () => {
  await setUp('soak');
  await build(['wasm']);
  return run(process.execPath, ['--expose-gc', inRoot('tests/soak/main.js'), ...process.argv.slice(2)]);
});
