// Files of the host: Node's FileHandle, Blob and File, bytes in memory, and a caller's reader.
import { bufferOf, byteLengthOf, byteOffsetOf, classNameOf } from '../../base/arrays.ts';
import { describe } from '../../base/describe.ts';
import { Mistake } from '../../base/mistake.ts';
import { changed, failed, printable, told, tooShort } from './failures.ts';
import { attempt, checkAborted, within } from './parallel.ts';
import { PIECE, type Store } from './store.ts';

/** What is used of Node's FileHandle. */
interface Handle {
  read(into: Uint8Array, offset: number, length: number, at: number): Promise<{ bytesRead: number }>;
  stat(): Promise<Stat>;
  close(): Promise<void>;
  /** Below 0 once it is closed. */
  readonly fd?: number;
}

interface Stat {
  readonly size: number;
  readonly mtimeMs: number;
  isFile?(): boolean;
}

/** Is it a number of bytes, of which there are at most so many? */
const isSize = (value: unknown, most = Number.MAX_SAFE_INTEGER): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;

/** The facts about a file. Refuses pipes and devices, whose reads may never end. */
function checkIsFile(stat: Stat): Stat {
  const { size, mtimeMs, isFile } = Object(stat);
  if (!isSize(size) || typeof isFile === 'boolean')
    throw failed(`stat() must be Node's; in Deno, pass a file: URL. It gave ${told(stat)}`);
  if (isFile && !stat.isFile?.()) throw failed('it is a folder, a pipe or a device, not a file');
  return { size, mtimeMs };
}

export async function handleStore(handle: Handle, signal: AbortSignal): Promise<Store> {
  // What takes a microsecond takes fifty if a thread does it.
  const { fstatSync, readSync } = (Number.isInteger(handle.fd) && hostFiles()) || {};
  const stat = (signal?: AbortSignal) =>
    attempt(
      'the file cannot be read',
      async () => checkIsFile(fstatSync?.(handle.fd as number) ?? (await handle.stat())),
      signal,
    );
  const { size, mtimeMs } = await stat(signal);
  const check = async (signal?: AbortSignal) => {
    const now = await stat(signal);
    if (now.size !== size || now.mtimeMs !== mtimeMs) throw changed('the file has changed');
  };
  const readNow = (at: number, into: Uint8Array) => {
    const { length } = into;
    try {
      return length <= PIECE && readSync?.(handle.fd as number, into, 0, length, at) === length;
    } catch {
      return false; // `read` says why
    }
  };
  return {
    size,
    isLocal: true,
    readNow: readSync && readNow,
    async read(at, into, signal, onBytes) {
      const { length } = into;
      // One that is not the host's may never end a read, which must then write into nothing of the caller's.
      const [own, stop] = readSync ? [into] : [new Uint8Array(length), signal];
      let got = 0;
      for (let count = 1; count > 0 && got < length; got += count) {
        checkAborted(signal);
        const left = length - got;
        const given = await attempt(
          `bytes from ${at + got} on cannot be read`,
          async () => Object(await handle.read(own, got, left, at + got)).bytesRead,
          stop,
        );
        if (!isSize(given, left))
          throw failed(`read() must give { bytesRead } of at most ${left}, not ${told(given)}`);
        count = given;
        onBytes(count);
      }
      if (got < length) {
        await check(signal);
        throw tooShort(at, length, got);
      }
      if (own !== into) into.set(own);
    },
    check,
  };
}

/** The file system of Node, Deno or Bun. */
const hostFiles = () => globalThis.process?.getBuiltinModule?.('node:fs');
export const fileSystem = () => hostFiles()?.promises;

/** The file of a `file:` address, in a host that has a file system. */
export async function openFile(address: string, signal: AbortSignal): Promise<Store> {
  const fs = fileSystem() as NonNullable<ReturnType<typeof fileSystem>>;
  const url = new URL(address);
  // Opening a pipe would wait for somebody who writes.
  await attempt('the file cannot be opened', async () => checkIsFile(await fs.stat(url)), signal);
  const opening = fs.open(url);
  const close = async () => (await opening).close();
  try {
    const handle = await attempt('the file cannot be opened', () => opening, signal);
    return { ...(await handleStore(handle, signal)), address, close };
  } catch (error) {
    const closing = close().catch(() => {});
    if (!signal.aborted) await closing;
    throw error;
  }
}

/** Is a file really in the folder of another? Symbolic links may lead out of it. */
export async function isBeside(address: string, other: string): Promise<boolean> {
  const { realpath } = fileSystem() as NonNullable<ReturnType<typeof fileSystem>>;
  const real = (to: string, from: string) =>
    attempt('the file cannot be opened', () => realpath(new URL(to, from)));
  const place = await real(address, address);
  // Caches of models have links to both files in one folder, and both files in another.
  const folders = [await real('.', other), (await real(other, other)).replace(/[^/\\]*$/, '')];
  return folders.some((folder) => {
    const base = folder.replace(/[/\\]$/, '');
    return place.startsWith(base) && /^[/\\]/.test(place.slice(base.length));
  });
}

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

/** A File, which knows its path if a user has picked a folder. */
interface Picked {
  readonly name: string;
  readonly webkitRelativePath?: string;
}

/**
 * The one of a user's files that is at a place beside `main`, by its name. Of several, or if that one was taken for another place, it
 * is the one with the right path.
 */
export function pickFile<T extends Picked>(
  files: readonly T[],
  location: string,
  main: Partial<Picked>,
  taken: Map<T, string>,
): T | undefined {
  const place = location.split('/').filter((part) => part !== '' && part !== '.');
  const named = files.filter(({ name }) => name === place.at(-1));
  if (named.length === 0) return undefined;
  const folder = textOf(main.webkitRelativePath).replace(/[^/]*$/, '');
  const path = folder + place.join('/');
  const found = named.length === 1 ? named[0] : named.find((file) => file.webkitRelativePath === path);
  if (found !== undefined && (taken.get(found) ?? path) === path) {
    taken.set(found, path);
    return found;
  }
  const what = `do not say which of them is ${printable(describe(location))}; pass the Files of a picked folder, whose webkitRelativePath says it, or open the file by its URL`;
  throw new Mistake('bad_argument', what, 'files');
}
