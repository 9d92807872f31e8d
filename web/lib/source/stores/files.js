// Files of the host: Node's FileHandle, Blob and File, bytes in memory, and a reader of the caller's.
import { bufferOf, byteLengthOf, byteOffsetOf, className } from '../../base/arrays.js';
import { mistake } from '../../base/mistake.js';
import { describe } from '../../base/read.js';
import { attempt, changed, checkAborted, failed, OPEN, orAborted, tooShort } from './store.js';

/** @import { Store } from './store.js' */

/**
 * What is used of Node's FileHandle.
 * @typedef {object} Handle
 * @property {(into: Uint8Array, offset: number, length: number, at: number) => Promise<{ bytesRead: number }>} read
 * @property {() => Promise<{ size: number, mtimeMs: number }>} stat
 * @property {() => Promise<void>} close
 */

/**
 * @param {Handle} handle
 * @returns {Promise<Store>}
 */
export async function handleStore(handle) {
  const stat = () => attempt('the file cannot be read', () => handle.stat());
  const { size, mtimeMs } = await stat();
  return {
    size,
    async read(at, into, signal, onBytes) {
      let got = 0;
      for (let count = 1; count > 0 && got < into.length; got += count) {
        checkAborted(signal);
        const { bytesRead } = await attempt(`bytes from ${at + got} on cannot be read`, () =>
          handle.read(into, got, into.length - got, at + got),
        );
        count = bytesRead;
        onBytes(count);
      }
      const now = await stat();
      if (now.size !== size || now.mtimeMs !== mtimeMs) throw changed('the file has changed');
      if (got < into.length) throw tooShort(at, into.length, got);
    },
  };
}

/** The file system of Node, Deno or Bun. */
export const fileSystem = () => globalThis.process?.getBuiltinModule?.('node:fs/promises');

/**
 * The file of a `file:` address, in a host that has a file system.
 * @param {string} address
 * @returns {Promise<Store>}
 */
export async function openFile(address) {
  const handle = await attempt('the file cannot be opened', () =>
    /** @type {any} */ (fileSystem()).open(new URL(address)),
  );
  return { ...(await handleStore(handle)), address, close: () => handle.close() };
}

/**
 * @param {Blob} blob
 * @returns {Store}
 */
export const blobStore = (blob) =>
  readerStore(blob.size, async (at, length) => {
    const buffer = await blob.slice(at, at + length).arrayBuffer();
    if (buffer.byteLength < length) throw tooShort(at, length, buffer.byteLength);
    return buffer;
  });

/**
 * Bytes that are in memory.
 * @param {Uint8Array} bytes
 * @param {boolean} isKept whether reading them costs nothing
 * @returns {Store}
 */
export const memoryStore = (bytes, isKept) => ({
  ...readerStore(bytes.length, (at, length) => bytes.subarray(at, at + length)),
  isKept,
  memory: bytes,
});

/**
 * @param {number} size
 * @param {(at: number, length: number, signal: AbortSignal) => unknown} read gives bytes, or a promise of them
 * @returns {Store}
 */
export function readerStore(size, read) {
  if (!Number.isSafeInteger(size) || size < 0)
    throw mistake('bad_argument', OPEN, 'from', `its size must be a number of bytes, not ${describe(size)}`);
  return {
    size,
    async read(at, into, signal, onBytes) {
      checkAborted(signal);
      const { length } = into;
      const given = attempt(`bytes ${at} to ${at + length} cannot be read`, () => read(at, length, signal));
      const bytes = toBytes(await orAborted(given, signal));
      if (bytes?.length !== length)
        throw failed(`read(${at}, ${length}) must give exactly that many bytes; it gave ${bytes?.length}`);
      into.set(bytes);
      onBytes(length);
    },
  };
}

/**
 * The bytes of an ArrayBuffer or of a typed array; undefined of what is neither.
 * @param {unknown} value
 * @returns {Uint8Array | undefined}
 */
export function toBytes(value) {
  if (Object.prototype.toString.call(value) === '[object ArrayBuffer]')
    return new Uint8Array(/** @type {ArrayBuffer} */ (value));
  const name = className(value);
  if (name === '' || name === 'Array') return undefined;
  return new Uint8Array(bufferOf(value), byteOffsetOf(value), byteLengthOf(value));
}

/**
 * The address of a file in the folder of another.
 * @param {string} location a path as a file names it, with `/`
 * @param {string} address
 * @returns {string | undefined} undefined: it would be elsewhere
 */
export function besideAddress(location, address) {
  const parts = location.split('/');
  if (parts[0] === '' || parts.includes('..') || /[\\\0]/.test(location)) return undefined;
  const [path] = address.split(/[?#]/);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const { href } = new URL(folder + parts.map(encodeURIComponent).join('/'));
  return href.startsWith(folder) && href.length > folder.length ? href : undefined;
}
