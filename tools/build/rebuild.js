// Builds the module from scratch, in a separate folder, so that anyone can compare it with the published one.
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cmakeToolchainFile, emscriptenOnPath, findWholeEmscripten } from '../common/emscripten.js';
import { Failure } from '../common/failure.js';
import { inRoot } from '../common/paths.js';
import { capture } from '../common/run.js';
import { membersIn, saveMembers } from '../setup/system_libraries.js';
import { setUp } from '../setup.js';
import { splitModule } from './parts.js';
import { checkTools, RECORD, readRecord, recordOf, toolVersions } from './record.js';

/**
 * @param {import('../common/emscripten.js').Emscripten} emscripten
 * @param {string} source a checkout
 * @param {{ again?: boolean }} [options] again: takes from the last build there what is still up to date
 * @returns {Promise<{ record: import('./record.js').BuildRecord, members: string[] }>} members: of libraries, that the linker has
 *   loaded
 */
export async function rebuildModule(emscripten, source, { again = false } = {}) {
  const folder = join(source, 'build/rebuild');
  if (!again) rmSync(folder, { recursive: true, force: true });
  const toolchain = `-DCMAKE_TOOLCHAIN_FILE=${cmakeToolchainFile(emscripten)}`;
  let log = '';
  for (const args of [
    ['-S', source, '-B', folder, '-G', 'Ninja', toolchain, '-DCMAKE_EXE_LINKER_FLAGS=-Wl,--trace'],
    ['--build', folder, '--target', 'microtome'],
  ]) {
    const { code, all } = await capture('cmake', args, { env: emscripten.env });
    if (code !== 0) throw new Failure(`the module could not be built:\n${all.trim()}`);
    log = all;
  }
  await splitModule(emscripten, folder);
  return { record: await recordOf(emscripten, join(folder, 'module')), members: membersIn(log) };
}

/**
 * Compares this checkout's module, bit for bit, with the one that the record of a package names
 * (microtome/web/dist/microtome.wasm.sha256). Its libraries are whole ones: `save` writes the members that the linker has loaded to
 * tools/wasm/members.txt, which set-up makes do with.
 * @param {string} [named] without, the record of this checkout's own build
 * @param {boolean} [save]
 */
export async function checkRebuild(named, save) {
  const path = named ? resolve(named) : inRoot('web/dist', RECORD);
  if (!existsSync(path)) throw new Failure(`there is no ${path}; name the ${RECORD} of a package.`);
  const record = readRecord(path);
  const onPath = await emscriptenOnPath(); // the wrong one needs no set-up to be refused
  if (onPath) checkTools(record, await toolVersions(onPath));
  await setUp('rebuild');
  const emscripten = await findWholeEmscripten();
  checkTools(record, await toolVersions(emscripten));
  const { record: rebuilt, members } = await rebuildModule(emscripten, inRoot());
  if (save) saveMembers(members);
  if (JSON.stringify([rebuilt.sha256, rebuilt.parts]) !== JSON.stringify([record.sha256, record.parts]))
    throw new Failure(
      `this checkout gives another module: ${rebuilt.sha256}, and the record says ${record.sha256}.`,
    );
  console.log(`The same module, bit for bit: ${rebuilt.sha256}`);
}
