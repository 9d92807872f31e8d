// Blocks of a file that outlive the page or the process. Each is a file: the block, and a checksum of it, of
// its number, and of the version of the file. So a block that was cut short or swapped, or is of another
// file, is noticed.
//
// The checksum is SHA-256, which needs no code of ours: browsers have it in secure contexts, as they have
// folders only there.
//
// A disk that fails only makes things slower, so failures are not reported: what cannot be written stays in
// memory.
import { type DirectoryHandle, openFolder } from './folder.ts';

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
