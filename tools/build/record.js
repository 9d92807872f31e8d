// The record of a build: microtome.wasm.sha256, beside the module in the package. `sha256sum -c` reads its first lines:
// the module, and its parts. The comments after them list the programs that made the module, and the libraries of Emscripten that are linked into
// it:
//
//   <SHA-256>  microtome.wasm
//   <SHA-256>  microtome-primary.wasm
//   # tool clang: Debian clang version 21.1.8 (13)
//   # library musl: 1.2.6
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emscriptenVersion } from '../common/emscripten.js';
import { Failure } from '../common/failure.js';
import { capture } from '../common/run.js';
import { linkedLibraries } from './libraries.js';
import { fileOf, PARTS } from './parts.js';

export const RECORD = 'microtome.wasm.sha256';

/**
 * @typedef {object} BuildRecord
 * @property {string} sha256 of the whole module
 * @property {{ [name: string]: string }} parts hashes of its parts, by the names of their files
 * @property {{ [name: string]: string }} tools versions by name
 * @property {{ [name: string]: string }} libraries versions by name
 */

/**
 * The record of a module that was just built.
 * @param {import('../common/emscripten.js').Emscripten} emscripten
 * @param {string} folder where the linker put microtome.wasm and microtome.map
 * @returns {Promise<BuildRecord>}
 */
export async function recordOf(emscripten, folder) {
  const map = readFileSync(join(folder, 'microtome.map'), 'utf8');
  return {
    sha256: sha256Of(readFileSync(join(folder, 'microtome.wasm'))),
    parts: Object.fromEntries(
      PARTS.map(fileOf).map((name) => [name, sha256Of(readFileSync(join(folder, name)))]),
    ),
    tools: await toolVersions(emscripten),
    libraries: Object.fromEntries(
      linkedLibraries(map).map(({ name, version }) => [name, version(emscripten.folder)]),
    ),
  };
}

/** @param {Uint8Array} bytes */
export const sha256Of = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * Versions of all programs on which the module's bytes depend.
 * @param {import('../common/emscripten.js').Emscripten} emscripten
 * @returns {Promise<Record<string, string>>}
 */
export async function toolVersions(emscripten) {
  const { env, folder } = emscripten;
  const firstLine = async (/** @type {string} */ program, /** @type {string[]} */ args) => {
    const { code, out, all } = await capture(program, args, { env });
    if (code !== 0) throw new Failure(`${program} does not run: ${all.trim()}`);
    return out.split('\n')[0].trim();
  };
  const setting = (/** @type {string} */ name) => firstLine(join(folder, 'em-config'), [name]);
  const programs = {
    clang: join(await setting('LLVM_ROOT'), 'clang'),
    'wasm-ld': join(await setting('LLVM_ROOT'), 'wasm-ld'),
    'wasm-opt': join(await setting('BINARYEN_ROOT'), 'bin/wasm-opt'),
  };
  /** @type {Record<string, string>} */ const versions = { Emscripten: emscriptenVersion(emscripten) };
  for (const [name, program] of Object.entries(programs))
    versions[name] = await firstLine(program, ['--version']);
  return versions;
}

/** @param {BuildRecord} record */
export function writeRecord({ sha256, parts, tools, libraries }) {
  const hashes = Object.entries({ 'microtome.wasm': sha256, ...parts });
  const lines = hashes.map(([name, hash]) => `${hash}  ${name}`);
  for (const [name, version] of Object.entries(tools)) lines.push(`# tool ${name}: ${version}`);
  for (const [name, version] of Object.entries(libraries)) lines.push(`# library ${name}: ${version}`);
  return `${lines.join('\n')}\n`;
}

/** @param {string} path @returns {BuildRecord} */
export function readRecord(path) {
  const text = readFileSync(path, 'utf8');
  const [, sha256] = /^([0-9a-f]{64}) {2}microtome\.wasm\n/.exec(text) ?? [];
  if (!sha256) throw new Failure(`${path} is no record of a build: its first line has no SHA-256.`);
  /** @param {string} kind */
  const versions = (kind) =>
    Object.fromEntries(
      [...text.matchAll(new RegExp(`^# ${kind} (.+?): (.+)$`, 'gm'))].map(([, name, version]) => [
        name,
        version,
      ]),
    );
  const parts = Object.fromEntries(
    [...text.matchAll(/^([0-9a-f]{64}) {2}(microtome-.*)$/gm)].map(([, hash, name]) => [name, hash]),
  );
  return { sha256, parts, tools: versions('tool'), libraries: versions('library') };
}

/**
 * Fails if a program here does not have the version that made the recorded module.
 * @param {BuildRecord} record
 * @param {Record<string, string>} here
 */
export function checkTools({ tools }, here) {
  const wrong = Object.entries(tools).filter(([name, version]) => here[name] !== version);
  if (wrong.length === 0) return;
  const list = wrong.map(([name, version]) => `${name} "${version}" (here: "${here[name]}")`).join(', ');
  throw new Failure(`another compiler made this module; put an emcc on PATH that has ${list}.`);
}
