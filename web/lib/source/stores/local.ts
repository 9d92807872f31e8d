// Files of a host's file system: `file:` addresses, and Node's FileHandle. Loaded with the first of them, because pages have none.
import { changed, failed, told, tooShort } from './failures.ts';
import { fileSystem, hostFiles, isSize } from './files.ts';
import { attempt, checkAborted } from './parallel.ts';
import { PIECE, type Range, type Store } from './store.ts';

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
    workNow,
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

/** Milliseconds after which other work of the process gets its turn. */
const TURN = 8;
/** Milliseconds of a read that was no copy from memory, and how many such reads in a row mean a slow disk. */
const [SLOW, TIMES] = [4, 3];

/**
 * Reads ranges of a file that the system has in memory, without a thread for each. Now and then one is read by a
 * thread, so that the process does its other work meanwhile. If the disk is slow, it leaves the rest.
 */
async function workNow(
  ranges: Iterator<Range, void>,
  now: (range: Range) => boolean,
  work: (range: Range) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let begun = performance.now();
  let slow = 0; // one may be, if the processor is busy
  for (let next = ranges.next(); !next.done; next = ranges.next()) {
    checkAborted(signal);
    const before = performance.now();
    if (before - begun < TURN && now(next.value)) {
      slow = performance.now() - before > SLOW ? slow + 1 : 0;
      if (slow === TIMES) return;
      continue;
    }
    await work(next.value);
    begun = performance.now();
  }
}
