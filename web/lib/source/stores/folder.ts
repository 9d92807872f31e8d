// Folders in which caches keep blocks: of Node's file system, or of a browser. Nothing that is read from them
// is trusted.
import { fileSystem } from './files.ts';

/** A folder, as far as a cache uses it. */
export interface Folder {
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
export async function openFolder(store: string | DirectoryHandle, name: string): Promise<Folder> {
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
const [FOLDER_MODE, FILE_MODE] = [0o700, 0o600];
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
