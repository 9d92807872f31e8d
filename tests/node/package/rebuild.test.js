// The record of the module's build, and what `npm run build -- rebuild` says of it. tests/rebuild/ builds the module again.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { LIBRARIES } from '../../../tools/build/libraries.js';
import { fileOf, PARTS } from '../../../tools/build/parts.js';
import { checkTools, RECORD, readRecord, toolVersions, writeRecord } from '../../../tools/build/record.js';
import { findEmscripten } from '../../../tools/common/emscripten.js';
import { inRoot } from '../../../tools/common/paths.js';

/** @type {string} */ let folder;
const published = readRecord(inRoot('web/dist', RECORD));

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'microtome-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

describe('the record of the build', () => {
  it('is what sha256sum checks', () => {
    const options = /** @type {const} */ ({ cwd: inRoot('web/dist'), encoding: 'utf8' });
    const { status, stdout, stderr } = spawnSync('sha256sum', ['--check', '--strict', RECORD], options);
    assert.deepEqual(
      [status, stdout, stderr],
      [0, 'microtome.wasm: OK\n'.concat(...PARTS.map((part) => `${fileOf(part)}: OK\n`)), ''],
    );
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

describe('npm run build -- rebuild', () => {
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
    const missing = spawnSync(process.execPath, [
      inRoot('tools/build.js'),
      'rebuild',
      join(folder, 'missing'),
    ]);
    assert.equal(missing.status, 1);
    assert.match(missing.stderr.toString(), /there is no .*missing; name the microtome\.wasm\.sha256/);
  });
});
