// A cache around files: which versions of them it knows, who may see them, and which of their blocks are in memory.
import { MARKS } from '../http/answers.ts';
import { keepRecent } from '../stores/recent.ts';
import type { Answer } from '../stores/store.ts';
import { caches, type Limits, type Opened, type Store } from '../stores/store.ts';
import { BLOCK, withBlocks } from './blocks.ts';
import { type DirectoryHandle, type Disk, isSame, openDisk } from './disk.ts';

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
  {
    store,
    maxBytes,
    ignoreQuery,
  }: { store: string | DirectoryHandle | undefined; maxBytes: number; ignoreQuery?: boolean },
): object {
  const versions = keepRecent<Version>(MOST_VERSIONS);
  const memory = { ...keepRecent(maxBytes), claimed: new Map() };
  let number = 0;
  const wrap = async ({ store: inner, start, answer }: Opened, limits: Limits): Promise<Store> => {
    const { address, size, isKept, isPassing } = inner;
    if (isKept || isPassing) return inner;
    const { asker, mark } = markOf(answer, size);
    const named = ignoreQuery ? address?.replace(/[?#].*/s, '') : address;
    const file = `${named} ${asker}`; // as this user sees it
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

/** Headers that say who asks. */
const NAMING = ['authorization', 'cookie'];

/**
 * Who asks, as far as the answer depends on that, and what changes with the file. `mark` is undefined if nothing
 * does, so that a file may not be taken for one that was seen before.
 *
 * A strong ETag tells apart all that is at an address. A weak one may stay the same when bytes change, and a
 * date may stay the same within its second. So without a strong one, what says who asks counts even if the
 * server does not say so, as in RFC 9111, section 3.5. With `Vary: *` all headers count, whatever the tag. A page
 * does not see its cookies, which go to its own origin.
 */
function markOf(answer: Answer | undefined, size: number): { asker?: string; mark?: string } {
  if (answer === undefined) return {};
  const { reply, given, isHidden, isDated } = answer;
  const { headers, type } = reply;
  const [etag, date, now, control, vary] = [...MARKS, 'Date', 'Cache-Control', 'Vary'].map(
    (name) => headers.get(name) ?? '',
  );
  const tag = isDated && date ? '' : etag;
  const isStrong = !/^(w\/|"?"?$)/i.test(tag);
  const isPrivate = /\bprivate\b/i.test(control);
  const isShared = isStrong || (!isPrivate && /\bpublic\b/i.test(control));
  const varied = vary.toLowerCase().split(/[\s,]+/);
  const isAny = varied.includes('*');
  const all = isPrivate || isAny || type === 'cors'; // pages may not read Vary of other origins
  const counts = (name: string) => varied.includes(name) || (!isShared && NAMING.includes(name));
  const asker = JSON.stringify([...given].filter(([name]) => all || counts(name)));
  const dependsOn = (name: string) =>
    !given.has(name) && (isHidden || type !== 'cors' ? counts(name) : varied.includes(name));
  const isUnknown = isAny || ((isHidden || globalThis.location) && (isPrivate || NAMING.some(dependsOn)));
  if (!isStrong && (!date || isUnknown || Date.parse(now) - Date.parse(date) < 1000)) return { asker };
  return { asker, mark: JSON.stringify([tag, isStrong || date, size]) };
}
