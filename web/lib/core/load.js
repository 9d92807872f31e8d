// Loads the WebAssembly module: inlined by default, or from what a host that forbids that can give.
import { MicrotomeError } from '../base/errors.js';
import { mistake } from '../base/mistake.js';
import { describe, unreadable } from '../base/read.js';
import { explainFailure } from './load_failure.js';
import { unpackTables } from './tables.js';
import { unpackModule } from './unpack.js';
import inlined from './wasm/inlined.js';
import createModule from './wasm/microtome.js';

/** @import { Described } from './tables.js' */
/** @import { InitOptions } from '../types.js' */

/**
 * What bindings/bindings.cpp exports, which says more of each; and the memory that its addresses are of.
 * @typedef {object} Bindings
 * @property {(words: number) => number} request an address
 * @property {(words: number) => number} plan
 * @property {() => number} response an address
 * @property {() => number} failure an address
 * @property {(words: number) => number} begin
 * @property {(tile: number) => void} step
 * @property {() => number} area an address
 * @property {() => number} area_bytes
 * @property {(bytes: number) => number} arena an address
 * @property {WebAssembly.Memory} wasmMemory
 */

/**
 * @typedef {object} Loaded
 * @property {Bindings} bindings
 * @property {Described} tables
 * @property {{ bindings: Bindings, bytes: number } | null} arena an instance of its own, and how large its arena shall be
 */

/**
 * @template T
 * @param {InitOptions} given
 * @param {(loaded: Loaded) => T} use a module that cannot be used has not been loaded
 * @returns {Promise<T>}
 * @throws {MicrotomeError} `load_failed`, `unsupported_host`, `out_of_memory`, `bad_argument`, `conflict`
 */
export async function loadModule(given, use) {
  const options = readOptions(given);
  try {
    const { module, arena } = options;
    const bytes = options.bytes ?? (await download(options.url));
    const compiled =
      module ?? (await WebAssembly.compile(/** @type {BufferSource} */ (bytes ?? unpackModule())));
    const tables = readTables(compiled);
    const bindings = await instantiate(compiled);
    return use({
      bindings,
      tables,
      arena: arena ? { bindings: await instantiate(compiled), bytes: arena } : null,
    });
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
    const given = { module: module ?? undefined, bytes: bytes ?? undefined, url: url ?? undefined };
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
 * The core's tables, which the module brings along. It must be the one that this package was built with: another may understand
 * the same words in another way.
 * @param {WebAssembly.Module} module
 * @returns {Described}
 */
function readTables(module) {
  const [section] = WebAssembly.Module.customSections(module, 'microtome');
  const text = String.fromCharCode(...new Uint8Array(section ?? [])); // TextDecoder is missing in audio worklets
  if (!text.startsWith(inlined.module)) throw new Error('it is another module');
  return unpackTables(JSON.parse(text.slice(inlined.module.length)));
}

/**
 * @param {WebAssembly.Module} module
 * @returns {Promise<Bindings>}
 */
const instantiate = (module) =>
  createModule({
    instantiate: (/** @type {WebAssembly.Imports} */ imports) => WebAssembly.instantiate(module, imports),
  });

/** @param {InitOptions['url'] | null} url */
async function download(url) {
  if (url === undefined || url === null) return undefined;
  const file = String(url).startsWith('file:') && globalThis.process?.getBuiltinModule?.('node:fs');
  if (file) return file.readFileSync(new URL(url)); // Node's fetch does not read files
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the answer is ${response.status}`);
  const bytes = await response.arrayBuffer(); // compiling the answer as it comes would ask for its type to be right
  const [first] = new Uint8Array(bytes); // of any module, 0
  if (first > 0)
    throw new Error(`the answer is ${response.headers.get('content-type') ?? 'of no type'}, not WebAssembly`);
  return bytes;
}
