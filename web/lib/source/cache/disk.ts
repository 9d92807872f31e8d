// Blocks of a file that outlive the page or the process. Each is a file: the block, and a checksum of it, of
// its number, and of the version of the file. So a block that was cut short or swapped, or is of another
// file, is noticed.
//
// The checksum is SHA-256, which needs no code of ours: browsers have it in secure contexts, as they have
// folders only there.
//
// The folders are of Node's file system, or of a browser. Nothing that is read from them is trusted.
//
// A disk that fails only makes things slower, so failures are not reported: what cannot be written stays in
// memory.
import { fileSystem } from '../stores/files.ts';

export interface Disk {
  /** Numbers of the blocks that are there. */
  readonly stored: Set<number>;
  /** A block of so many bytes. A damaged one is undefined, and no longer in `stored`. */
  restore(block: number, length: number): Promise<Uint8Array | undefined>;
  write(block: number, bytes: Uint8Array): Promise<void>;
}

const together = (...parts: unknown[]) => new Blob(parts as BlobPart[]).arrayBuffer();
const digest = async (...parts: unknown[]) =>
  new Uint32Array(await crypto.subtle.digest('SHA-256', await together(...parts)));
const nameOf = async (text: string) => (await digest(text)).join('-');

export const isSame = (a: Uint8Array | undefined, b: Uint8Array | undefined) =>
  a?.length === b?.length && a?.every((byte, i) => byte === b?.[i]) !== false;

/**
 * The blocks of this version of a file, which begins with `start`. Those of other versions are removed, and
 * what a crash has left. Names are checksums, so no header of a request can be read from them.
 * @param store
 * @param file its address, and who asks for it
 * @param mark of the version
 * @param start
 */
export async function openDisk(
  store: string | DirectoryHandle,
  file: string,
  mark: string,
  start: Uint8Array,
): Promise<Disk> {
  const folder = await openFolder(store, await nameOf(file));
  const prefix = `${await nameOf(mark)}.`;
  const remove = (name: string) => folder.remove(name).catch(() => {});
  const sealed = async (bytes: Uint8Array, block: number) =>
    new Uint8Array(await together(bytes, await digest(bytes, `${file} ${mark} ${block}`)));
  const stored = new Set<number>();
  for await (const name of await folder.names())
    if (name.startsWith(prefix) && /\.\d+$/.test(name)) stored.add(Number(name.slice(prefix.length)));
    else await remove(name);
  const disk: Disk = {
    stored,
    async restore(block, length) {
      const found = await folder.read(prefix + block).catch(() => new Uint8Array());
      const bytes = found.subarray(0, length);
      const expected = await sealed(bytes, block);
      if (isSame(found, expected)) return bytes;
      stored.delete(block);
      return undefined;
    },
    async write(block, bytes) {
      if (stored.has(block)) return;
      try {
        await folder.write(prefix + block, await sealed(bytes, block));
        stored.add(block);
      } catch {
        await remove(prefix + block); // it may be empty
      }
    },
  };
  if (isSame(await disk.restore(0, start.length), start)) return disk;
  for (const block of stored) await remove(prefix + block); // another file, whatever the server says
  stored.clear();
  return disk;
}

/** A folder, as far as a cache uses it. */
interface Folder {
  names(): AsyncIterable<string> | Promise<string[]>;
  read(name: string): Promise<Uint8Array>;
  /** Readers see the old file until the new one is whole. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
}

/** A FileSystemDirectoryHandle, as far as it is used. */
export interface DirectoryHandle {
  keys(): AsyncIterable<string>;
  getDirectoryHandle(name: string, options: { create: boolean }): Promise<DirectoryHandle>;
  getFileHandle(name: string, options?: { create: boolean }): Promise<any>;
  removeEntry(name: string): Promise<void>;
}

/** Makes a folder, unless it is there. */
async function openFolder(store: string | DirectoryHandle, name: string): Promise<Folder> {
  if (typeof store === 'string') return folderAt(`${store}/${name}/`);
  const handle = await store.getDirectoryHandle(name, { create: true });
  return {
    names: () => handle.keys(),
    async read(name) {
      const file = await (await handle.getFileHandle(name)).getFile();
      return new Uint8Array(await file.arrayBuffer());
    },
    // Browsers write into another file, which replaces this one when it is closed. Before, a new file is
    // there, and empty.
    async write(name, bytes) {
      const file = await handle.getFileHandle(name, { create: true });
      const writable = await file.createWritable();
      await writable.write(bytes);
      await writable.close();
    },
    remove: (name) => handle.removeEntry(name),
  };
}

/** What was fetched may be secret, so only the user may read it. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Another process that opens the folder may remove a file before it has its name. */
const TRIES = 2;

async function folderAt(path: string): Promise<Folder> {
  const fs = fileSystem() as NonNullable<ReturnType<typeof fileSystem>>;
  const remove = (name: string) => fs.rm(path + name, { force: true });
  await fs.mkdir(path, { recursive: true, mode: FOLDER_MODE });
  return {
    names: () => fs.readdir(path),
    read: async (name) => new Uint8Array(await fs.readFile(path + name)),
    async write(name, bytes) {
      const other = name + crypto.randomUUID();
      for (let tries = TRIES; ; )
        try {
          await fs.writeFile(path + other, bytes, { mode: FILE_MODE });
          return await fs.rename(path + other, path + name);
        } catch (cause) {
          await remove(other);
          if (--tries === 0) throw cause;
        }
    },
    remove,
  };
}
