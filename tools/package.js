// `npm run test:package`: sets up what is missing, builds the package, and takes it into every bundler. What can follow `--`
// stands in tests/package/main.js.
import { build } from './build.js';
import { readArguments } from './common/commands.js';
import { Failure, runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { run } from './common/run.js';
import { CHROMIUM_VARIABLE, findChromium } from './setup/browser.js';
import { setUp } from './setup.js';

await runTool(async () => {
  readArguments('test:package');
  await setUp('package');
  await build(['wasm', 'types', 'package']);
  const chromium = findChromium();
  if (!chromium)
    throw new Failure(
      `there is no Chromium here; install chromium, or name its program in ${CHROMIUM_VARIABLE}.`,
    );
  const main = inRoot('tests/package/main.js');
  return run(process.execPath, [main, ...process.argv.slice(2)], { env: { [CHROMIUM_VARIABLE]: chromium } });
});
