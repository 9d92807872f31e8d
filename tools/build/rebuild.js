// Builds the module from nothing, in a folder of its own, so that anyone can compare it with the published
// one.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cmakeToolchainFile } from '../common/emscripten.js';
import { Failure } from '../common/failure.js';
import { capture } from '../common/run.js';
import { membersIn } from '../setup/system_libraries.js';
import { recordOf } from './record.js';

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
  return { record: await recordOf(emscripten, join(folder, 'module')), members: membersIn(log) };
}
