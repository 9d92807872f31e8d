// NumPy's .npz files: a ZIP file with a .npy file for each array. Stored members are cut in place. Of deflated ones
// no more is read than their header needs; a cut inflates them, because a part of them cannot be reached.
import { inParallel } from '../stores/parallel.ts';
import { contentOf, inflate, LOCAL_BYTES, type Member, readDirectory } from './archive.ts';
import { bad, bytesAt, checkRange, distinct, leftOut, quote, refuse } from './check.ts';
import { type Entry, type FileBytes, type Read, tooCostly } from './format.ts';
import { isNpy } from './magic.ts';
import { filesOf, loadPart } from './parts.ts';

const [STORED, DEFLATED] = [0, 8];
/** Bytes that are read of a member: enough for its local header, and that of the .npy file, also deflated. */
const HEADERS = 1024;
/** If that was not enough of a deflated member, so many times as much is read. */
const TIMES = 8;
/** Bytes that NumPy's header of a .npy file usually has. */
const NPY_HEADER = 128;
/** Members that are so close are read together, up to `MOST_AT_ONCE` bytes. */
const GAP = 2 ** 16;
const MOST_AT_ONCE = 2 ** 23;
const CONCURRENCY = 6;
/** What an archive is that has a member of such a name. */
const KINDS: readonly (readonly [name: RegExp, what: string])[] = [
  [/(^|\/)data\.pkl$/, "PyTorch's .pt; load it in Python and save it with safetensors"],
  [
    /(^|\/)archive_format$/,
    "PyTorch's .pt2; load it with torch.export.load, and save its state_dict with safetensors",
  ],
  [
    /^model\.weights\.h5$/,
    'a Keras model; unpack it, and save the weights of model.weights.h5 with numpy.savez',
  ],
];

export const readNpz: Read = async (file) => {
  npy().catch(() => {}); // while the directory is read; `readMember` says why it fails
  const { members, at: end } = await readDirectory(file);
  const kind = KINDS.find(([word]) => members.some(({ name }) => word.test(name)));
  if (kind !== undefined) throw bad('npz', 0, `the file is ${kind[1]}`);
  const entries = new Map<Member, Entry[]>();
  const wanted: Wanted[] = [];
  const { budget, store } = file;
  let left = budget.bytes;
  const sorted = [...members].sort((a, b) => a.at - b.at);
  for (const [i, member] of sorted.entries()) {
    const { name, method, isEncrypted, packed, size, at } = member;
    checkRange(at, LOCAL_BYTES + packed, end, 'npz', `member ${quote(name)}`);
    const stop = sorted[i + 1]?.at ?? end;
    checkApart(member, at + LOCAL_BYTES + packed, stop);
    const isDeflated = method === DEFLATED;
    const known = nameOf(member);
    if (!file.wants(known, true)) {
      entries.set(member, [leftOut(known)]);
      continue;
    }
    const length = Math.min(HEADERS + name.length, stop - at);
    const takes = (store?.isKept ? 0 : length) + (isDeflated ? NPY_HEADER : 0);
    const isLarge = isDeflated && size + packed > budget.maxBytes;
    const [bytes, most] = isLarge ? [size + packed, budget.maxBytes] : [takes, left];
    if (isEncrypted || ![STORED, DEFLATED].includes(method))
      entries.set(member, [refuse(known, 'npz', `encrypted, or packed by ZIP's method ${method}`)]);
    else if (bytes > most) {
      const what = `npz: ${quote(name)} takes ${bytes} bytes, but only ${most} are left`;
      entries.set(member, [{ name: known, refused: tooCostly(what, budget.maxBytes) }]);
    } else {
      left -= takes;
      wanted.push({ member, length, stop });
    }
  }
  const most = Math.min(MOST_AT_ONCE, budget.maxBytes);
  const groups: { at: number; end: number; members: Wanted[] }[] = [];
  for (const each of wanted) {
    const last = groups.at(-1);
    const { length, member } = each;
    const { at } = member;
    if (last && at - last.end <= Math.min(GAP, left) && at + length <= last.at + most) {
      left -= at - last.end;
      last.end = at + length;
      last.members.push(each);
    } else groups.push({ at, end: at + length, members: [each] });
  }
  const toWork =
    () =>
    async ({ at, end, members }: (typeof groups)[number]) => {
      const bytes = await bytesAt(file, at, end - at);
      for (const { member, stop } of members)
        entries.set(member, await readMember(file, member, bytes.subarray(member.at - at), stop));
    };
  await inParallel(CONCURRENCY, groups.values(), toWork, file.stop);
  const all = members.flatMap((member) => entries.get(member) as Entry[]);
  return distinct(all, 'npz', end);
};

/** What reads the header of a member. */
const npy = () => loadPart(filesOf('npy'), async () => (await import('./npy.ts')).readNpy);

const nameOf = ({ name }: Member) => name.replace(/\.npy$/, '');

/** A member whose header is read: of its first `length` bytes, and before byte `stop`, where the next one begins. */
interface Wanted {
  readonly member: Member;
  readonly length: number;
  readonly stop: number;
}

/** Members may not overlap: a small file could make much of one large header. */
function checkApart({ at, name }: Member, end: number, stop: number): void {
  if (end > stop) throw bad('npz', at, `member ${quote(name)} overlaps another`);
}

/** Reads the header in a member. `head` begins with its local header, which may be longer than the directory says. */
async function readMember(file: FileBytes, member: Member, head: Uint8Array, stop: number): Promise<Entry[]> {
  const { method, packed, size } = member;
  const at = contentOf(head, member);
  checkApart(member, at + packed, stop);
  const skipped = at - member.at;
  if (method === STORED && packed !== size)
    throw bad(
      'npz',
      member.at,
      `member ${quote(member.name)} is stored in ${packed} bytes, but has a size of ${size}`,
    );
  const first = head.subarray(skipped, skipped + packed);
  const read =
    method === DEFLATED
      ? inflating(file, member, at, first)
      : async (from: number, length: number) =>
          from + length <= first.length ? first.subarray(from, from + length) : file.read(at + from, length);
  const start = await read(0, Math.min(size, NPY_HEADER));
  const name = nameOf(member);
  const unpack = (bytes: Uint8Array, signal?: AbortSignal) =>
    inflate(bytes, size, member, signal) as Promise<Uint8Array>;
  const where = method === STORED ? undefined : { at, length: packed, size, unpack };
  /** A place in the member is one in the file, or in what is unpacked. */
  const moved = <E extends { readonly at: number }>(entry: E) =>
    where ? { ...entry, packed: where } : { ...entry, at: at + entry.at };
  if (!isNpy(start)) return [refuse(name, 'npz', 'not a .npy file', moved({ at: 0, length: size }))];
  const readNpy = await npy();
  const found = await readNpy({ ...file, size, start, read }, `npz: ${quote(member.name)}`);
  return found.map((entry) => {
    const named = entry.name === '' ? name : `${name}.${entry.name}`;
    return entry.refused
      ? { ...entry, name: named, raw: entry.raw && moved(entry.raw) }
      : { ...moved(entry), name: named };
  });
}

/** Reads the content of a deflated member, which begins with `packed` at byte `at`: only what is near its beginning. */
function inflating(file: FileBytes, member: Member, at: number, packed: Uint8Array): FileBytes['read'] {
  return async (from, length) => {
    const count = from + length;
    file.budget.spend(count);
    for (;;) {
      const content = await inflate(packed, count, member);
      if (content !== undefined) return content.subarray(from);
      packed = await file.read(at, Math.min(member.packed, HEADERS + TIMES * packed.length));
    }
  };
}
