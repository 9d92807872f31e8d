// `npm run soak`: sets up what is missing, builds the module, and makes random calls for a while. tests/soak/main.js explains the
// arguments.
import { build } from './build.js';
import { readArguments } from './common/commands.js';
import { runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { run } from './common/run.js';
import { setUp } from './setup.js';

/** Otherwise glibc keeps freed arrays of up to 32 MiB, and resident memory grows in steps without a leak. */
const MALLOC = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_TRIM_THRESHOLD_: '131072' };

await runTool(async () => {
  readArguments('soak');
  await setUp('soak');
  await build(['wasm']);
  const main = inRoot('tests/soak/main.js');
  return run(process.execPath, ['--expose-gc', main, ...process.argv.slice(2)], { env: MALLOC });
});
