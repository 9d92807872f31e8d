// Loads the WebAssembly module, once for all calls: the one that is inlined in Emscripten's script, or one that the caller gives,
// for hosts that do not compile inlined bytes. Everything else is said to Emscripten's script through its documented hooks.
import { MicrotomeError } from '../base/errors.js';
import { mistake } from '../base/mistake.js';
import { describe, unreadable } from '../base/read.js';
import { Arena } from './arena.js';
import { Instance } from './instance.js';
import { explainFailure } from './load_failure.js';
import { BUILD } from './tables.js';
import createModule from './wasm/microtome.js';

/** @import { InitOptions } from '../types.js' */

/**
 * What bindings/bindings.cpp exports, which says more of each.
 * @typedef {object} Bindings
 * @property {(words: number) => Float64Array} request
 * @property {(words: number) => number} plan
 * @property {() => Float64Array} response
 * @property {() => Uint8Array} failure
 * @property {(words: number) => number} begin
 * @property {(tile: number) => void} step
 * @property {() => Uint8Array} area
 * @property {(bytes: number) => Uint8Array} arena
 */

/**
 * The module, ready for calls.
 * @typedef {object} Core
 * @property {Instance} instance plans calls, and moves what is outside of the arena
 * @property {Arena | null} arena null: `init` was not asked for it
 */

/** @type {Promise<void> | null} */
let loading = null;
/** @type {Core | null} */
let core = null;

/**
 * @param {InitOptions} [options]
 * @returns {Promise<void>}
 */
export function loadCore(options = {}) {
  loading ??= load(options).then(
    (loaded) => {
      core = loaded;
    },
    (cause) => {
      loading = null; // the next call may do better
      throw cause;
    },
  );
  return loading;
}

/** The core, which must have been loaded. */
export function getCore() {
  if (core === null) throw mistake('not_initialized', '', '', 'call `await init()` before anything else');
  return core;
}

/**
 * @param {InitOptions} given
 * @returns {Promise<Core>}
 * @throws {MicrotomeError} `load_failed`, `unsupported_host`, `out_of_memory`, `bad_argument`, `conflict`
 */
export async function load(given) {
  const options = readOptions(given);
  try {
    const module = await compileGiven(options);
    const instance = new Instance(await instantiate(module));
    const arena = options.arena ? new Arena(new Instance(await instantiate(module)), options.arena) : null;
    return { instance, arena };
  } catch (cause) {
    throw explainFailure(cause, options);
  }
}

/** @param {InitOptions} options */
function readOptions(options) {
  if (typeof options !== 'object' || options === null)
    throw mistake('bad_argument', '', 'options', `expected an object, not ${describe(options)}`);
  try {
    const { module, bytes, url, arena } = options;
    const text = url === undefined || url === null ? undefined : String(url);
    const given = { module: module ?? undefined, bytes: bytes ?? undefined, url: text };
    const several = Object.values(given).filter((each) => each !== undefined).length > 1;
    if (several) throw mistake('conflict', '', 'options', 'module, bytes and url exclude each other');
    return { ...given, arena: toArenaSize(arena) };
  } catch (cause) {
    throw cause instanceof MicrotomeError ? cause : unreadable(cause, '', 'options');
  }
}

/** @param {unknown} arena */
function toArenaSize(arena) {
  if (arena === undefined || arena === null) return undefined;
  if (Number.isSafeInteger(arena) && Number(arena) > 0) return Number(arena);
  throw mistake('bad_argument', '', 'arena', `expected a number of bytes above 0, not ${describe(arena)}`);
}

/**
 * The module that the caller gives; undefined: none, so the inlined one serves. It must be the one that this package was built
 * with, because another one may give the same words another meaning.
 * @param {ReturnType<typeof readOptions>} options
 */
async function compileGiven({ module, bytes, url }) {
  const given = url === undefined ? bytes : await download(url);
  if (module === undefined && given === undefined) return undefined;
  const compiled = module ?? (await WebAssembly.compile(/** @type {BufferSource} */ (given)));
  const [id] = WebAssembly.Module.customSections(compiled, 'build_id');
  if (String(new Uint8Array(id ?? [])) !== BUILD) throw new Error('it is another module');
  return compiled;
}

/**
 * @param {WebAssembly.Module | undefined} module
 * @returns {Promise<Bindings>}
 */
const instantiate = (module) =>
  new Promise((resolve, reject) => {
    /** @type {(imports: WebAssembly.Imports, use: (instance: WebAssembly.Instance) => void) => void} */
    const instantiateWasm = (imports, use) => {
      WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (module), imports)
        .then(use)
        .catch(reject);
    };
    createModule({
      onAbort: reject, // with the cause, which the promise's own error only quotes
      printErr: () => {},
      ...(module && { instantiateWasm }),
    }).then(resolve, reject);
  });

/** @param {string} url */
async function download(url) {
  const file = url.startsWith('file:') && globalThis.process?.getBuiltinModule?.('node:fs');
  if (file) return file.readFileSync(new URL(url)); // Node's fetch does not read files
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the answer is ${response.status}`);
  const bytes = await response.arrayBuffer(); // compiling the answer as it comes would ask for its type to be right
  const [first] = new Uint8Array(bytes); // of any module, 0
  if (first > 0)
    throw new Error(`the answer is ${response.headers.get('content-type') ?? 'of no type'}, not WebAssembly`);
  return bytes;
}
