// Loads the WebAssembly module: inlined by default, or from what a host that forbids that can give.
import { MicrotomeError, mistake } from './errors.js';
import { describe, reasonOf } from './read.js';
import createModule from './wasm/microtome.js';

/** @import { InitOptions } from './types.js' */

/**
 * What bindings/bindings.cpp exports.
 * @typedef {object} Bindings
 * @property {() => Uint8Array} describe
 * @property {(row: number, opset: number) => number} find
 * @property {(words: number) => Float64Array | null} request
 * @property {(words: number) => number} plan
 * @property {() => Float64Array} response
 * @property {() => Uint8Array} failure
 * @property {(words: number) => number} begin
 * @property {(tile: number) => void} step
 * @property {() => Uint8Array} area
 * @property {(bytes: number) => Uint8Array | null} arena
 */

/**
 * @typedef {object} Loaded
 * @property {Bindings} bindings
 * @property {{ bindings: Bindings, bytes: number } | null} arena an instance of its own, and how large its arena shall be
 */

/**
 * @param {InitOptions} options
 * @returns {Promise<Loaded>}
 * @throws {MicrotomeError} `load_failed`; `bad_argument`: an arena of no size
 */
export async function loadModule(options) {
  try {
    return await load(options);
  } catch (cause) {
    throw cause instanceof MicrotomeError ? cause : loadFailure(reasonOf(cause), cause);
  }
}

/**
 * @param {InitOptions} options
 * @returns {Promise<Loaded>}
 */
async function load({ module, bytes, url, arena }) {
  if (typeof WebAssembly !== 'object') throw loadFailure('this host has no WebAssembly');
  const given = url && !module ? await download(url) : bytes;
  const compiled = module ?? (given && (await WebAssembly.compile(given)));
  const size = toArenaSize(arena);
  const bindings = await instantiate(compiled);
  return { bindings, arena: size === 0 ? null : { bindings: await instantiate(compiled), bytes: size } };
}

/** @param {unknown} arena */
function toArenaSize(arena) {
  if (arena === undefined || arena === null) return 0;
  if (Number.isSafeInteger(arena) && Number(arena) > 0) return Number(arena);
  throw mistake('bad_argument', '', 'arena', `expected a number of bytes above 0, not ${describe(arena)}`);
}

/**
 * @param {WebAssembly.Module | undefined} module undefined: the inlined one
 * @returns {Promise<Bindings>}
 */
async function instantiate(module) {
  if (!module) return createModule();
  return new Promise((resolve, reject) => {
    createModule({
      /**
       * Emscripten's own `wasmBinary` loses against the inlined module.
       * @param {WebAssembly.Imports} imports
       * @param {(instance: WebAssembly.Instance) => void} receive
       */
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then(receive).catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
}

/** @param {string | URL} url */
async function download(url) {
  const file = String(url).startsWith('file:') && globalThis.process?.getBuiltinModule?.('node:fs');
  if (file) return file.readFileSync(new URL(url)); // Node's fetch does not read files
  const response = await fetch(url);
  if (!response.ok) throw loadFailure(`${url} answers ${response.status}`);
  return response.arrayBuffer();
}

/**
 * @param {string} what
 * @param {unknown} [cause]
 */
function loadFailure(what, cause) {
  return new MicrotomeError('load_failed', '', '', `the WebAssembly module could not be loaded: ${what}`, {
    cause,
  });
}
