// Anyone can build the published module again: the bytes depend on the sources and the compiler's version, and on no folder.
import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { rebuildModule } from '../../tools/build/rebuild.js';
import { RECORD, readRecord } from '../../tools/build/record.js';
import { findWholeEmscripten, WHOLE_CACHE } from '../../tools/common/emscripten.js';
import { inRoot } from '../../tools/common/paths.js';
import { readMembers } from '../../tools/setup/system_libraries.js';

const published = readRecord(inRoot('web/dist', RECORD));

/** Copies the module's sources to another path, of each compiler its own, where what was built of them stays. */
function checkout() {
  const path = inRoot('build/elsewhere', Object.values(published.tools).join('_').replace(/\W+/g, '_'));
  for (const name of ['CMakeLists.txt', 'src', 'bindings', 'tools/wasm', 'tools/build']) {
    rmSync(join(path, name), { recursive: true, force: true });
    cpSync(inRoot(name), join(path, name), { recursive: true, preserveTimestamps: true });
  }
  return path;
}

/**
 * Emscripten with the whole libraries that set-up would build in another folder: they name theirs in what they tell debuggers. An
 * Emscripten on PATH came with its libraries.
 * @param {import('../../tools/common/emscripten.js').Emscripten} emscripten
 */
function setUpElsewhere(emscripten) {
  if (emscripten.onPath) return emscripten;
  const cache = inRoot('build/elsewhere/cache');
  cpSync(WHOLE_CACHE, cache, { recursive: true, preserveTimestamps: true });
  const here = Buffer.from(WHOLE_CACHE).toString('latin1');
  const libraries = join(cache, 'sysroot/lib/wasm32-emscripten');
  let isNamed = false;
  for (const name of readdirSync(libraries).filter((file) => file.endsWith('.a'))) {
    const bytes = readFileSync(join(libraries, name), 'latin1');
    isNamed ||= bytes.includes(here);
    writeFileSync(join(libraries, name), bytes.replaceAll(here, here.replace(/[^/]/g, 'x')), 'latin1');
  }
  assert.ok(isNamed, 'no library names its folder, so this shows nothing');
  return { ...emscripten, env: { ...emscripten.env, EM_CACHE: cache } };
}

it('a build in a folder of another length, with whole system libraries, gives the published bytes', async () => {
  const path = checkout();
  assert.notEqual(path.length, inRoot().length);
  rmSync(join(path, 'build/rebuild/separate'), { recursive: true, force: true }); // it is linked again
  const emscripten = setUpElsewhere(await findWholeEmscripten());
  const { record, members } = await rebuildModule(emscripten, path, { again: true });
  assert.deepEqual(record, published);
  assert.deepEqual(members, readMembers(), 'run `npm run build -- rebuild --save`');
});
