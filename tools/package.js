// `npm run test:package`: sets up what is missing, builds the package, and uses it in every bundler. tests/package/main.js explains
// the arguments.
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
    throw new Failure(`Chromium is missing; install it, or set ${CHROMIUM_VARIABLE} to its program.`);
  const main = inRoot('tests/package/main.js');
  return run(process.execPath, [main, ...process.argv.slice(2)], { env: { [CHROMIUM_VARIABLE]: chromium } });
});
