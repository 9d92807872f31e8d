// A cache around files: which versions of them it knows, and which of their blocks are in memory.
import { BLOCK, withBlocks } from './blocks.ts';
import { type Disk, isSame, openDisk } from './disk.ts';
import type { DirectoryHandle } from './folder.ts';
import { markOf } from './marks.ts';
import { keepRecent } from './recent.ts';
import { caches, type Limits, type Store } from './store.ts';

/** A version of a file. */
interface Version {
  readonly mark: string | undefined;
  /** Its first bytes: where these differ, the server's headers are wrong. */
  readonly start: Uint8Array | undefined;
  readonly number: number;
  readonly disk: Promise<Disk | undefined> | undefined;
  /** The bytes that it counts as, with its first ones. */
  readonly length: number;
}

/** Bytes of the versions that it knows. Files whose versions are forgotten are read again. */
const MOST_VERSIONS = 2 ** 24;

/** Something for `open` that keeps what is read of a file, and of files beside it. */
export function cacheAround(
  from: any,
  { store, maxBytes }: { store: string | DirectoryHandle | undefined; maxBytes: number },
): object {
  const versions = keepRecent<Version>(MOST_VERSIONS);
  const memory = { ...keepRecent(maxBytes), claimed: new Map() };
  let number = 0;
  const wrap = async (inner: Store, limits: Limits): Promise<Store> => {
    const { address, answer, size, start, isKept, isPassing } = inner;
    if (isKept || isPassing) return inner;
    const { asker, mark } = markOf(answer, size);
    const file = `${address} ${asker}`; // as this user sees it
    let version = versions.kept.get(file);
    if (mark === undefined || version?.mark !== mark || !isSame(version.start, start)) {
      const disk =
        store && mark && start ? openDisk(store, file, mark, start).catch(() => undefined) : undefined;
      // Blocks of the old one are no longer found, and are the first to go.
      version = { mark, start, number: number++, disk, length: BLOCK };
    }
    versions.keep(file, version);
    const disk = await version.disk;
    if (start?.length) {
      memory.keep(`${version.number}.0`, start);
      await disk?.write(0, start);
    }
    return withBlocks(inner, memory, version.number, disk, limits);
  };
  const around = (from: unknown): object => {
    const file = Object.freeze({ from });
    caches.set(file, { from, wrap, around });
    return file;
  };
  return around(caches.get(from)?.from ?? from); // one cache is enough
}
