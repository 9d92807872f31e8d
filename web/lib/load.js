// Loads the WebAssembly module: inlined by default, or from what a host that forbids that can give.
import { MicrotomeError } from './errors.js';
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
 */

/**
 * @param {InitOptions} options
 * @returns {Promise<Bindings>}
 * @throws {MicrotomeError} `load_failed`
 */
export async function loadModule(options) {
  try {
    return await instantiate(options);
  } catch (cause) {
    throw cause instanceof MicrotomeError
      ? cause
      : loadFailure(cause instanceof Error ? cause.message : `${cause}`, cause);
  }
}

/** @param {InitOptions} options */
async function instantiate({ module, bytes, url }) {
  if (typeof WebAssembly !== 'object') throw loadFailure('this host has no WebAssembly');
  const given = module ?? (url ? await download(url) : bytes);
  if (!given) return createModule();
  return new Promise((resolve, reject) => {
    createModule({
      /**
       * Emscripten's own `wasmBinary` loses against the inlined module.
       * @param {WebAssembly.Imports} imports
       * @param {(instance: WebAssembly.Instance) => void} receive
       */
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (given), imports)
          .then((made) => receive(/** @type {any} */ (made).instance ?? made)) // of bytes, and of a module
          .catch(reject);
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
