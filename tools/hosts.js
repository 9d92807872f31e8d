// `npm run test:hosts`: sets up what is missing, builds the module, and executes the corpus in every host. With `-- playground` it
// uses the playground in every browser instead. tests/hosts/main.js and tests/hosts/playground/main.js explain the arguments.
import { build } from './build.js';
import { readArguments } from './common/commands.js';
import { runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { run, TYPESCRIPT } from './common/run.js';
import { CHROMIUM_VARIABLE, findChromium } from './setup/browser.js';
import { setUp } from './setup.js';

await runTool(async () => {
  readArguments('test:hosts');
  await setUp('hosts');
  await build(['wasm', 'docs']);
  const env = { [CHROMIUM_VARIABLE]: findChromium() };
  const [first, ...rest] = process.argv.slice(2);
  const args =
    first === 'playground'
      ? [inRoot('tests/hosts/playground/main.js'), ...rest]
      : [inRoot('tests/hosts/main.js'), ...process.argv.slice(2)];
  return run(process.execPath, [...TYPESCRIPT, ...args], { env });
});
