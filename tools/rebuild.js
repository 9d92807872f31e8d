// `npm run rebuild -- RECORD`: builds the module from this checkout and compares it, bit for bit, with the
// one that the record of a package names (microtome/web/dist/microtome.wasm.sha256). Without RECORD, it
// compares with this checkout's own build.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { rebuildModule } from './build/rebuild.js';
import { checkTools, RECORD, readRecord, toolVersions } from './build/record.js';
import { readArguments } from './common/commands.js';
import { emscriptenOnPath, findEmscripten } from './common/emscripten.js';
import { Failure, runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { setUp } from './setup.js';

await runTool(async () => {
  const { words } = readArguments('rebuild');
  const path = words.length > 0 ? resolve(words[0]) : inRoot('web/dist', RECORD);
  if (!existsSync(path)) throw new Failure(`there is no ${path}; name the ${RECORD} of a package.`);
  const record = readRecord(path);
  const onPath = await emscriptenOnPath(); // the wrong one needs no set-up to be refused
  if (onPath) checkTools(record, await toolVersions(onPath));
  await setUp('rebuild');
  const emscripten = await findEmscripten();
  checkTools(record, await toolVersions(emscripten));
  const { sha256 } = await rebuildModule(emscripten, inRoot());
  if (sha256 !== record.sha256)
    throw new Failure(`this checkout gives another module: ${sha256}, and the record says ${record.sha256}.`);
  console.log(`The same module, bit for bit: ${sha256}`);
});
