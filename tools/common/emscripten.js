// The Emscripten to use: an `emcc` of version 6 or later on PATH, otherwise the one that set-up installs into
// `.toolchain/`.
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inToolchain } from './paths.js';
import { capture, findProgram } from './run.js';

export const OLDEST_EMSCRIPTEN = 6;

/** The folder of set-up's own Emscripten: a Debian root with `usr/` in it. */
export const EMSCRIPTEN_HOME = inToolchain('emscripten');

/** Set-up's own Emscripten keeps the system libraries it builds here. */
export const EMSCRIPTEN_CACHE = inToolchain('emscripten-cache');

/** There, `npm run build -- rebuild` has its libraries, of which nothing is left out. */
export const WHOLE_CACHE = inToolchain('emscripten-whole-cache');

/** Names the compilers and the cache to Emscripten, through EM_CONFIG. */
export const EMSCRIPTEN_CONFIG = join(EMSCRIPTEN_HOME, 'emscripten_config.py');

/**
 * @typedef {object} Emscripten
 * @property {boolean} onPath found on PATH; otherwise it is set-up's own
 * @property {string} folder where em++ and its CMake toolchain file are
 * @property {Record<string, string>} env what its programs need in their environment
 */

/** @returns {Promise<Emscripten>} */
export async function findEmscripten() {
  return (
    (await emscriptenOnPath()) ?? {
      onPath: false,
      folder: join(EMSCRIPTEN_HOME, 'usr/share/emscripten'),
      env: { EM_CONFIG: EMSCRIPTEN_CONFIG },
    }
  );
}

/** The same with whole system libraries. @returns {Promise<Emscripten>} */
export async function findWholeEmscripten() {
  const emscripten = await findEmscripten();
  return emscripten.onPath
    ? emscripten
    : { ...emscripten, env: { ...emscripten.env, EM_CACHE: WHOLE_CACHE } };
}

/** @returns {Promise<Emscripten | undefined>} */
export async function emscriptenOnPath() {
  const emcc = findProgram('emcc');
  if (!emcc) return undefined;
  const { out } = await capture(emcc, ['--version']);
  const major = Number(/(\d+)\.\d+\.\d+/.exec(out)?.[1] ?? 0);
  return major < OLDEST_EMSCRIPTEN
    ? undefined
    : { onPath: true, folder: dirname(realpathSync(emcc)), env: {} };
}

/** @param {Emscripten} emscripten */
export const cmakeToolchainFile = ({ folder }) => join(folder, 'cmake/Modules/Platform/Emscripten.cmake');

/** @param {Emscripten} emscripten */
export const emscriptenVersion = ({ folder }) =>
  readFileSync(join(folder, 'emscripten-version.txt'), 'utf8').trim();
