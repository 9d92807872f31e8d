// `npm run test:peers`: sets up what is missing, builds the module, compares it with other engines and its slice strings with NumPy,
// and runs the code and models of the playground in them. `-- notation` and `-- playground` do only that. tests/peers/main.js
// explains the other arguments.
import { build } from './build.js';
import { readArguments } from './common/commands.js';
import { runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { run, TYPESCRIPT } from './common/run.js';
import { setUp } from './setup.js';

const NODES = 'main.js';
/** @type {Record<string, string>} */
const OTHERS = { notation: 'notation/main.js', playground: 'playground/main.js' };

await runTool(async () => {
  const { words } = readArguments('test:peers');
  await setUp('peers');
  await build(['wasm']);
  const args = process.argv.slice(2);
  const programs = args.length === 0 ? [NODES, ...Object.values(OTHERS)] : [OTHERS[words[0]] ?? NODES];
  let code = 0;
  for (const program of programs)
    code = (await run(process.execPath, [...TYPESCRIPT, inRoot('tests/peers', program), ...args])) || code;
  return code;
});
