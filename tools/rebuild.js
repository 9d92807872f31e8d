// `npm run rebuild -- RECORD`: builds the module from this checkout and compares it, bit for bit, with the
// one that the record of a package names (microtome/web/dist/microtome.wasm.sha256). Without RECORD, it
// compares with this checkout's own build. Its libraries are whole ones: with `--save` it writes the members
// that the linker has loaded to tools/wasm/members.txt, which set-up makes do with.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { rebuildModule } from './build/rebuild.js';
import { checkTools, RECORD, readRecord, toolVersions } from './build/record.js';
import { readArguments } from './common/commands.js';
import { emscriptenOnPath, findWholeEmscripten } from './common/emscripten.js';
import { Failure, runTool } from './common/failure.js';
import { inRoot } from './common/paths.js';
import { saveMembers } from './setup/system_libraries.js';
import { setUp } from './setup.js';

await runTool(async () => {
  const { words, values } = readArguments('rebuild');
  const path = words.length > 0 ? resolve(words[0]) : inRoot('web/dist', RECORD);
  if (!existsSync(path)) throw new Failure(`there is no ${path}; name the ${RECORD} of a package.`);
  const record = readRecord(path);
  const onPath = await emscriptenOnPath(); // the wrong one needs no set-up to be refused
  if (onPath) checkTools(record, await toolVersions(onPath));
  await setUp('rebuild');
  const emscripten = await findWholeEmscripten();
  checkTools(record, await toolVersions(emscripten));
  const {
    record: { sha256 },
    members,
  } = await rebuildModule(emscripten, inRoot());
  if (values.save) saveMembers(members);
  if (sha256 !== record.sha256)
    throw new Failure(`this checkout gives another module: ${sha256}, and the record says ${record.sha256}.`);
  console.log(`The same module, bit for bit: ${sha256}`);
});
