// A cache around files: which versions of them it knows, and which of their blocks are in memory.
import { BLOCK, type Memory, withBlocks } from './blocks.ts';
import { type Disk, openDisk } from './disk.ts';
import type { DirectoryHandle } from './folder.ts';
import { caches, type Limits, type Store } from './store.ts';

/** A version of a file. */
interface Version {
  readonly mark: string | undefined;
  /** The number of its first block in memory. */
  readonly zero: number;
  readonly disk: Promise<Disk | undefined> | undefined;
}

/** Numbers of blocks that a file may have: more than any of 2^52 bytes. */
const MOST = 2 ** 52 / BLOCK;

/** Something for `open` that keeps what is read of a file, and of files beside it. */
export function cacheAround(
  from: any,
  { store, maxBytes }: { store: string | DirectoryHandle | undefined; maxBytes: number },
): object {
  const versions = new Map<string | undefined, Version>();
  const memory = toMemory(maxBytes);
  let zero = 0;
  const wrap = async (inner: Store, limits: Limits): Promise<Store> => {
    const { address, mark, start, isKept } = inner;
    if (isKept) return inner;
    let version = versions.get(address);
    if (mark === undefined || version?.mark !== mark) {
      const disk =
        store && mark ? openDisk(store, address as string, mark).catch(() => undefined) : undefined;
      version = { mark, zero, disk }; // blocks of the old one are no longer found, and are the first to go
      zero += MOST;
      versions.set(address, version);
    }
    const disk = await version.disk;
    if (start?.length) {
      memory.keep(version.zero, start);
      await disk?.write(0, start);
    }
    return withBlocks(inner, memory, version.zero, disk, limits);
  };
  const around = (from: unknown): object => {
    const given = Object.freeze({ from });
    caches.set(given, { from, wrap, around });
    return given;
  };
  return around(caches.get(from)?.from ?? from); // one cache is enough
}

function toMemory(maxBytes: number): Memory {
  const blocks: Memory['blocks'] = new Map();
  let total = 0;
  const forget = (block: number) => {
    total -= blocks.get(block)?.length ?? 0;
    blocks.delete(block);
  };
  return {
    blocks,
    claimed: new Map(),
    keep(block, bytes) {
      forget(block);
      blocks.set(block, bytes);
      total += bytes.length;
      for (const oldest of blocks.keys()) {
        if (total <= maxBytes) break;
        forget(oldest);
      }
    },
  };
}
