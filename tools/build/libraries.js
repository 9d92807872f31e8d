// THE table of Emscripten's code in the module: the project and the licence of each library that the linker uses. To
// link another library, add a row.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../common/failure.js';

/**
 * @typedef {object} Library
 * @property {string} name
 * @property {RegExp} archive its name as the linker knows it
 * @property {string} license as SPDX writes it
 * @property {string} text of the licence, a file in tools/build/licenses
 * @property {(emscripten: string) => string} version read from the sources in Emscripten's folder
 */

/** @param {string} path @param {RegExp} pattern */
const inSource = (path, pattern) => (/** @type {string} */ emscripten) => {
  const [, found] = pattern.exec(readFileSync(join(emscripten, 'system/lib', path), 'utf8')) ?? [];
  if (!found) throw new Failure(`${path} of Emscripten does not say its version where it used to.`);
  return found;
};

/** Of sources that name no version of their own. @param {string} emscripten */
const asInEmscripten = (emscripten) =>
  `as in Emscripten ${readFileSync(join(emscripten, 'emscripten-version.txt'), 'utf8').trim()}`;

const LLVM = { license: 'Apache-2.0 WITH LLVM-exception', text: 'llvm.txt' };
const EMSCRIPTEN = { license: 'MIT OR NCSA', text: 'emscripten.txt' };

/** @type {Library[]} */
export const LIBRARIES = [
  {
    name: 'musl',
    archive: /^libc(_optz)?\.a$/,
    license: 'MIT',
    text: 'musl.txt',
    version: inSource('libc/musl/VERSION', /(\S+)/),
  },
  {
    name: 'libc++',
    archive: /^libc\+\+(-\w+)*\.a$/,
    ...LLVM,
    version: inSource('libcxx/include/__config', /define _LIBCPP_VERSION (\d+)/),
  },
  { name: 'libc++abi', archive: /^libc\+\+abi[-\w]*\.a$/, ...LLVM, version: asInEmscripten },
  { name: 'compiler-rt', archive: /^libclang_rt\.builtins.*\.a$/, ...LLVM, version: asInEmscripten },
  { name: 'emmalloc', archive: /^libemmalloc.*\.a$/, ...EMSCRIPTEN, version: asInEmscripten },
  { name: 'embind', archive: /^libembind.*\.a$/, ...EMSCRIPTEN, version: asInEmscripten },
];

/** The script around the module, which Emscripten writes; the package has its code too. */
export const SCRIPT = { name: 'Emscripten', ...EMSCRIPTEN };

/**
 * The libraries whose code or data is in a module.
 * @param {string} map what the linker writes for -Wl,--Map
 */
export function linkedLibraries(map) {
  const archives = new Set([...map.matchAll(/([^/\s]+\.a)\(/g)].map(([, name]) => name));
  const found = [...archives]
    .filter((archive) => archive !== 'libmicrotome_core.a')
    .map((archive) => {
      const library = LIBRARIES.find((one) => one.archive.test(archive));
      if (!library) throw new Failure(`${archive} is linked, and tools/build/libraries.js does not know it.`);
      return library;
    });
  return LIBRARIES.filter((library) => found.includes(library));
}
