// Files that a caller has: Blob and File, bytes in memory, and a caller's reader. Those of a file system: local.ts.
import { bufferOf, byteLengthOf, byteOffsetOf, classNameOf } from '../../base/arrays.ts';
import { describe } from '../../base/describe.ts';
import { Mistake } from '../../base/mistake.ts';
import { failed, told } from './failures.ts';
import { attempt, checkAborted, within } from './parallel.ts';
import type { Store } from './store.ts';

/** Is it a number of bytes, of which there are at most so many? */
export const isSize = (value: unknown, most = Number.MAX_SAFE_INTEGER): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;

/** The file system of Node, Deno or Bun. */
export const hostFiles = () => globalThis.process?.getBuiltinModule?.('node:fs');
export const fileSystem = () => hostFiles()?.promises;

/** A Blob, or what says the same. */
export function blobStore(blob: Blob): Store {
  const { size } = Object(blob);
  if (!isSize(size)) throw failed(`it must be a File, not ${told(blob)}`);
  const read: Read = async (at, length) => Object(await blob.slice(at, at + length)).arrayBuffer?.();
  return { ...readerStore(size, read, 'slice'), isLocal: true };
}

/** Bytes in memory. `isKept`: reading them costs nothing. */
export const memoryStore = (bytes: Uint8Array, isKept: boolean): Store => ({
  size: bytes.length,
  async read(at, into, signal, onBytes) {
    checkAborted(signal);
    const { length } = into;
    if (at + length > bytes.length) throw failed('the buffer of the file was detached or resized meanwhile');
    into.set(bytes.subarray(at, at + length));
    onBytes(length);
  },
  isKept,
  isLocal: true,
  memory: bytes,
});

type Read = (at: number, length: number, signal: AbortSignal) => unknown;

/** A file of the size that the caller says. `read`, which has this name, gives bytes, or a promise of them. */
export function readerStore(size: number, read: Read, name = 'read'): Store {
  if (!isSize(size))
    throw new Mistake('bad_argument', `its size must be a number of bytes, not ${describe(size)}`, 'from');
  return {
    size,
    read: (at, into, signal, onBytes) =>
      within(signal, async ({ signal }) => {
        checkAborted(signal);
        const { length } = into;
        const failing = `bytes ${at} to ${at + length} cannot be read`;
        const given = await attempt(failing, () => read(at, length, signal), signal);
        const bytes = toBytes(given);
        if (bytes?.length !== length)
          throw failed(
            `${name}(${at}, ${length}) must give exactly that many bytes; it gave ${bytes?.length ?? told(given)}`,
          );
        into.set(bytes);
        onBytes(length);
      }),
  };
}

/** 'ArrayBuffer', 'Blob' and so on, also of other realms. */
export const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

/** The bytes of an ArrayBuffer or of a typed array; undefined of anything else, and if they are detached. */
export function toBytes(value: any): Uint8Array | undefined {
  try {
    if (classNameOf(value) === '') return new Uint8Array(new DataView(value).buffer);
    return new Uint8Array(bufferOf(value), byteOffsetOf(value), byteLengthOf(value));
  } catch {
    return undefined;
  }
}

/** What a caller's object says of itself, if it is a text. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
