// Anyone can build the published module again: the bytes depend on the sources and the compiler's version, and on no folder.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { LIBRARIES, linkedLibraries } from '../../../tools/build/libraries.js';
import { rebuildModule } from '../../../tools/build/rebuild.js';
import { checkTools, RECORD, readRecord, toolVersions, writeRecord } from '../../../tools/build/record.js';
import { EMSCRIPTEN_CACHE, findEmscripten } from '../../../tools/common/emscripten.js';
import { inRoot } from '../../../tools/common/paths.js';

/** @type {string} */ let folder;
const published = readRecord(inRoot('web/dist', RECORD));

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'microtome-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

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
 * Emscripten with the libraries that set-up would build in another folder: they name theirs in what they tell debuggers. An
 * Emscripten on PATH came with its libraries.
 * @param {import('../../../tools/common/emscripten.js').Emscripten} emscripten
 */
function setUpElsewhere(emscripten) {
  if (emscripten.onPath) return emscripten;
  const cache = inRoot('build/elsewhere/cache');
  cpSync(EMSCRIPTEN_CACHE, cache, { recursive: true, preserveTimestamps: true });
  const here = Buffer.from(EMSCRIPTEN_CACHE).toString('latin1');
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

describe('the record of the build', () => {
  it('is what sha256sum checks', () => {
    const options = /** @type {const} */ ({ cwd: inRoot('web/dist'), encoding: 'utf8' });
    const { status, stdout, stderr } = spawnSync('sha256sum', ['--check', '--strict', RECORD], options);
    assert.deepEqual([status, stdout, stderr], [0, 'microtome.wasm: OK\n', '']);
  });

  it('names every program and library, and reads as it was written', () => {
    assert.deepEqual(Object.keys(published.tools), ['Emscripten', 'clang', 'wasm-ld', 'wasm-opt']);
    assert.deepEqual(
      Object.keys(published.libraries).filter((name) => !LIBRARIES.some((library) => library.name === name)),
      [],
    );
    for (const name of ['musl', 'emmalloc', 'embind']) assert.ok(published.libraries[name], name);
    assert.equal(writeRecord(published), readFileSync(inRoot('web/dist', RECORD), 'utf8'));
  });

  it('is refused if it is none', () => {
    const path = join(folder, 'none.sha256');
    writeFileSync(path, 'microtome.wasm\n');
    assert.throws(() => readRecord(path), { message: /none\.sha256 is no record of a build: / });
  });
});

describe('the linked libraries', () => {
  it('are known, each by its archive', () => {
    const map = ['libc_optz.a(memcpy.o)', 'libc++abi-noexcept.a(x.o)', 'libc++-noexcept.a(y.o)']
      .map((name) => `      1 2 3 /any/where/${name}:(f)\n`)
      .join('');
    assert.deepEqual(
      linkedLibraries(map).map(({ name }) => name),
      ['musl', 'libc++', 'libc++abi'],
    );
    assert.throws(() => linkedLibraries('/lib/libnew.a(z.o)'), { message: /^libnew\.a is linked, and / });
  });
});

describe('npm run rebuild', () => {
  it('gives the published bytes in a folder of another length', { timeout: 600_000 }, async () => {
    const path = checkout();
    assert.notEqual(path.length, inRoot().length);
    rmSync(join(path, 'build/rebuild/separate'), { recursive: true, force: true }); // it is linked again
    const emscripten = setUpElsewhere(await findEmscripten());
    assert.deepEqual(await rebuildModule(emscripten, path, { again: true }), published);
  });

  it('says which compiler is needed, and ends with 1', async () => {
    const here = await toolVersions(await findEmscripten());
    assert.doesNotThrow(() => checkTools(published, here));
    const other = { ...published, tools: { ...published.tools, Emscripten: '5.9.1' } };
    const path = join(folder, RECORD);
    writeFileSync(path, writeRecord(other));
    const message = `put an emcc on PATH that has Emscripten "5.9.1" (here: "${here.Emscripten}").`;
    assert.throws(() => checkTools(readRecord(path), here), {
      message: `another compiler made this module; ${message}`,
    });
    const missing = spawnSync(process.execPath, [inRoot('tools/rebuild.js'), join(folder, 'missing')]);
    assert.equal(missing.status, 1);
    assert.match(missing.stderr.toString(), /there is no .*missing; name the microtome\.wasm\.sha256/);
  });
});
