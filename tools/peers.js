// `npm run test:peers`: sets up what is missing, builds the module, compares it with other engines, and has them execute what
// the playground gives away (`-- playground`: only that). What else can follow `--` stands in tests/peers/main.js.
import { build } from './build.js';
import { runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { run } from './common/run.js';
import { setUp } from './setup.js';

await runTool(async () => {
  await setUp('peers');
  await build(['wasm']);
  const args = process.argv.slice(2);
  const isPlayground = args[0] === 'playground';
  const code = isPlayground ? 0 : await run(process.execPath, [inRoot('tests/peers/main.js'), ...args]);
  if (args.length > 0 && !isPlayground) return code;
  return (await run(process.execPath, [inRoot('tests/peers/playground/main.js')])) || code;
});
