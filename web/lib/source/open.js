// Opens a file: which kind of file it is, which format, and the tensors in it.
import { className } from '../base/arrays.js';
import { MicrotomeError } from '../base/errors.js';
import { mistake, sentenceOf } from '../base/mistake.js';
import { describe, reading } from '../base/read.js';
import { toPattern } from './axes.js';
import { decideCut } from './calls.js';
import { bytesOf, elementType } from './elements.js';
import { fortranOf } from './formats/check.js';
import { FORMATS } from './formats/formats.js';
import { readOptions } from './options.js';
import { spanOf } from './requests.js';
import { Stored } from './stored.js';
import {
  besideAddress,
  blobStore,
  fileSystem,
  handleStore,
  memoryStore,
  openFile,
  readerStore,
  toBytes,
} from './stores/files.js';
import { openHttp } from './stores/http.js';
import { attempt, FIRST, failed, OPEN } from './stores/store.js';

/** @import { Entry, FileBytes, StoredEntry } from './formats/formats.js' */
/** @import { TypeName } from '../types.js' */
/** @import { Store } from './stores/store.js' */
/** @typedef {ReturnType<typeof readOptions>} OpenOptions */

/** What AudioWorklets lack. */
const NEEDED = ['AbortController', 'TextDecoder'];

/**
 * A file that `open` has opened: the tensors in it.
 * @template {TypeName} [T=TypeName] type of its tensors
 */
export class Source {
  /** Names of the tensors, in the file's order. @type {readonly string[]} @readonly */ names;
  /** @type {ReadonlyMap<string, Stored | MicrotomeError>} */ #tensors;
  /** @type {() => Promise<void>} */ #close;

  /**
   * @param {ReadonlyMap<string, Stored | MicrotomeError>} tensors
   * @param {() => Promise<void>} close
   * @internal
   */
  constructor(tensors, close) {
    this.names = Object.freeze([...tensors.keys()]);
    this.#tensors = tensors;
    this.#close = close;
  }

  /**
   * A tensor of the file, described. Nothing is fetched.
   * @param {string} [name] may be left out if there is one tensor
   * @returns {Stored<T>}
   * @throws {MicrotomeError} `bad_argument`: a name that is not there; `bad_type`, `bad_format`: a tensor that cannot be cut
   * @example
   * const source = await open(new Uint8Array(24), { layout: { type: 'float32', dims: [2, 3] } });
   * console.log(source.tensor().type, source.tensor().dims.join()); // float32 2,3
   */
  tensor(name) {
    const { names } = this;
    const found = this.#tensors.get(/** @type {string} */ (names.length === 1 ? (name ?? names[0]) : name));
    if (found === undefined) {
      const some = names.slice(0, 5).map((each) => describe(each));
      const what = `${describe(name)} is none of the ${names.length} tensors of the file: ${some.join(', ')}`;
      throw mistake('bad_argument', 'tensor', 'name', what);
    }
    if (found instanceof MicrotomeError) throw found;
    return /** @type {Stored<any>} */ (found);
  }

  /**
   * Releases a file that `open` itself has opened: one behind a `file:` URL. Of other files it releases nothing.
   * @returns {Promise<void>}
   * @example
   * const source = await open(new Uint8Array(4), { layout: { type: 'uint8', dims: [4] } });
   * await source.close();
   */
  close() {
    return this.#close();
  }
}

/**
 * @param {any} from
 * @param {unknown} given
 * @returns {Promise<Source>}
 */
export async function openSource(from, given) {
  const missing = NEEDED.find((name) => !(name in globalThis));
  if (missing !== undefined) {
    const what = `this host has no ${missing}; open files on the main thread or in a worker`;
    throw mistake('unsupported_host', OPEN, '', what);
  }
  const options = readOptions(given);
  elementType('uint8', OPEN); // before anything is fetched: is the library initialized?
  const layout = options.layout && readLayout(options);
  /** @type {Store[]} */ const opened = [];
  const close = async () => {
    await Promise.all(opened.splice(0).map((store) => store.close?.()));
  };
  try {
    const file = await openFileBytes(from, options, opened);
    const entries = layout ? [layout] : await readEntries(file, options);
    const tensors = new Map(entries.map((entry) => [entry.name, toStored(entry, file, options)]));
    return new Source(tensors, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @param {any} from
 * @param {OpenOptions} options
 * @param {Store[]} opened what is to be closed is added
 * @returns {Promise<FileBytes>}
 */
async function openFileBytes(from, options, opened) {
  const store = await toStore(from, options);
  opened.push(store);
  const { size, address } = store;
  const { signal, maxBytes } = options;
  const read = async (/** @type {number} */ at, /** @type {number} */ length) => {
    if (length > maxBytes) {
      const what = `${length} bytes of the file are needed to open it; maxBytes is ${maxBytes}`;
      throw mistake('too_costly', OPEN, '', what);
    }
    const bytes = new Uint8Array(length);
    if (length > 0) await store.read(at, bytes, signal, () => {});
    return bytes;
  };
  const start = store.start ?? (await read(0, Math.min(FIRST, size)));
  /** @type {Map<string, Promise<FileBytes>>} */ const others = new Map();
  /** @type {FileBytes['beside']} */
  const beside = async (location) => {
    const name = describe(location);
    if (address === undefined)
      throw failed(`some data is in ${name} beside the file, which only a URL can reach`);
    const place = besideAddress(location, address);
    if (place === undefined)
      throw mistake('bad_format', OPEN, '', `${name} is not in the folder of the file`);
    const other = others.get(place) ?? openFileBytes(inPlaceOf(from, place), options, opened);
    others.set(place, other);
    return other;
  };
  return { size, start, read, maxBytes, beside, store };
}

/**
 * A neighbour is asked for as the file itself was.
 * @param {any} from
 * @param {string} address
 */
const inPlaceOf = (from, address) => (tagOf(from) === 'Request' ? new Request(address, from) : address);

/** @param {unknown} value */
const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

/**
 * @param {any} from
 * @param {OpenOptions} options
 * @returns {Promise<Store>}
 */
async function toStore(from, options) {
  const tag = tagOf(from);
  if (typeof from === 'string' || tag === 'URL' || tag === 'Request') return openUrl(from, tag, options);
  if (tag === 'Blob' || tag === 'File') return blobStore(from);
  const bytes = toBytes(from);
  if (bytes !== undefined && (tag === 'ArrayBuffer' || className(from) === 'Uint8Array'))
    return memoryStore(bytes, false);
  if (typeof from === 'object' && from !== null) {
    const members = () => [from.getFile, from.read, from.stat, from.size];
    const [getFile, read, stat, size] = reading(members, OPEN, 'from');
    if (typeof getFile === 'function')
      return blobStore(await attempt('the file of the handle cannot be read', () => getFile.call(from)));
    if (typeof read === 'function' && typeof stat === 'function') return handleStore(from);
    if (typeof read === 'function') return readerStore(size, read.bind(from));
  }
  const legal = 'a URL, Request, Blob, file handle, ArrayBuffer, Uint8Array or { size, read }';
  throw mistake('bad_argument', OPEN, 'from', `must be ${legal}, not ${describe(from)}`);
}

/**
 * @param {string | URL | Request} from
 * @param {string} tag
 * @param {OpenOptions} options
 */
async function openUrl(from, tag, options) {
  const isRequest = tag === 'Request';
  const text = isRequest ? /** @type {Request} */ (from).url : String(from);
  let address;
  try {
    address = new URL(text, globalThis.location?.href).href;
  } catch {
    const what = `${describe(text)} is not a URL; of a path in Node, give pathToFileURL(path)`;
    throw mistake('bad_argument', OPEN, 'from', what);
  }
  if (address.startsWith('file:') && fileSystem() !== undefined) return openFile(address);
  return openHttp(isRequest ? /** @type {Request} */ (from) : address, address, /** @type {any} */ (options));
}

/**
 * @param {FileBytes} file
 * @param {OpenOptions} options
 */
function readEntries(file, { format }) {
  const names = FORMATS.map(({ name }) => name).join(', ');
  const found = FORMATS.find((each) =>
    format === undefined ? each.matches(file.start) : each.name === format,
  );
  if (found !== undefined) return found.read(file);
  if (format !== undefined)
    throw mistake('bad_argument', OPEN, 'format', `${describe(format)} is none of ${names}`);
  const bytes = [...file.start.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const what = `the file begins with ${bytes || 'nothing'}, which is none of ${names}; say the format, or give a layout`;
  throw mistake('bad_format', OPEN, '', what);
}

/**
 * A tensor in a file without a header; `plan` checks its type, dims and strides.
 * @param {OpenOptions} options
 * @returns {StoredEntry}
 */
function readLayout({ layout, format }) {
  if (typeof layout !== 'object')
    throw mistake('bad_argument', OPEN, 'layout', `expected { type, dims, at }, not ${describe(layout)}`);
  const given = reading(() => ({ ...layout }), OPEN, 'layout');
  const { type, dims, at = 0, order, endian = 'little' } = given;
  const stride = given.stride ?? undefined;
  if (format !== undefined || (stride !== undefined && order !== undefined))
    throw mistake('conflict', OPEN, 'layout', 'layout excludes format, stride excludes order');
  if (!ORDERS.includes(order) || !ENDIANS.includes(endian)) {
    const what = `order is 'C' or 'F', endian 'little' or 'big'; not ${describe(order)}, ${describe(endian)}`;
    throw mistake('bad_argument', OPEN, 'layout', what);
  }
  const sizes = sizesOf({ type, dims, stride });
  return {
    name: '',
    type,
    dims: sizes,
    at: typeof at === 'bigint' ? Number(at) : at,
    stride: order === 'F' ? fortranOf(sizes) : stride && Array.from(stride, Number),
    endian,
  };
}

const ORDERS = [undefined, 'C', 'F'];
const ENDIANS = ['little', 'big'];

/**
 * The sizes of a layout. `plan` checks its type, dims and strides, and what it throws becomes a mistake of `layout`.
 * @param {any} layout
 */
function sizesOf({ type, dims, stride }) {
  try {
    elementType(type, OPEN);
    return decideCut({ dims, stride }, 'Slice', '...').dims[0];
  } catch (error) {
    if (!(error instanceof MicrotomeError)) throw error;
    throw mistake(error.code, OPEN, 'layout', sentenceOf(error), { cause: error });
  }
}

/**
 * A tensor that can be cut, or why it cannot.
 * @param {Entry} entry
 * @param {FileBytes} main
 * @param {OpenOptions} limits
 * @returns {Stored | MicrotomeError}
 * @throws {MicrotomeError} `bad_format` or `bad_input`: its elements are not all inside the file
 */
function toStored(entry, main, limits) {
  if (entry.refused !== undefined) return entry.refused;
  const { name, dims, at, stride, endian, bytes, file = main } = entry;
  const store = bytes === undefined ? /** @type {Store} */ (file.store) : memoryStore(bytes, true);
  let begin = 0;
  let end = 0;
  let type;
  try {
    type = elementType(entry.type, OPEN);
    for (const stream of decideCut({ dims, stride }, 'Slice', '...').streams) {
      const { low, high } = spanOf(toPattern(stream));
      begin = low;
      end = bytesOf(type, high);
    }
  } catch (error) {
    if (error instanceof MicrotomeError) return error;
    throw error;
  }
  if (!Number.isSafeInteger(at) || at < 0 || begin < 0 || !(at + end <= store.size)) {
    const what = `${describe(name)}, ${type.name} [${dims}] at byte ${at}, is not inside the file of ${store.size} bytes`;
    throw mistake(limits.layout ? 'bad_input' : 'bad_format', OPEN, '', what);
  }
  return new Stored(name, {
    type,
    dims,
    at,
    store,
    limits,
    isBig: endian === 'big',
    stride,
  });
}
