// NumPy's .npz files: a ZIP file with a .npy file for each array. Stored members are cut in place. Deflated
// ones are inflated when the file is opened, because a part of them cannot be reached.
import { inParallel } from '../stores/store.ts';
import { tooCostly } from './budget.ts';
import { bad, bytesAt, checkRange, distinct, quote, refuse } from './check.ts';
import type { Entry, FileBytes, Format } from './format.ts';
import { npy, readNpy } from './npy.ts';
import { contentOf, inflate, LOCAL_BYTES, type Member, readDirectory } from './zip.ts';

const [STORED, DEFLATED] = [0, 8];
/** Bytes that are read of a stored member: enough for its local header, and that of the .npy file. */
const HEADERS = 1024;
/** Bytes that NumPy's header of a .npy file usually has. */
const NPY_HEADER = 128;
/** Members that are so close are read together, up to `MOST_AT_ONCE` bytes. */
const GAP = 2 ** 16;
const MOST_AT_ONCE = 2 ** 23;
const CONCURRENCY = 6;

/** A member to be read, from its local header on. */
interface Wanted {
  readonly member: Member;
  readonly length: number;
}

export const npz: Format = {
  name: 'npz',
  matches: ([p, k, a, b]) => p === 0x50 && k === 0x4b && ((a === 3 && b === 4) || (a === 5 && b === 6)),

  async read(file) {
    const { members, at: end } = await readDirectory(file);
    const nexts = nextOf(members, end);
    const entries = new Map<Member, Entry>();
    const wanted: Wanted[] = [];
    const { budget, store } = file;
    let left = budget.bytes;
    for (const member of members) {
      const { name, method, isEncrypted, packed, size, at } = member;
      checkRange(at, LOCAL_BYTES + packed, end, 'npz', `member ${quote(name)}`);
      const isDeflated = method === DEFLATED;
      const most = HEADERS + name.length + (isDeflated ? packed : 0);
      const length = Math.min(most, (nexts.get(member) as number) - at);
      const takes = (store?.isKept ? 0 : length) + (isDeflated ? size : 0);
      if (isEncrypted || !(method === STORED || isDeflated))
        entries.set(member, refuse(nameOf(member), 'npz', `encrypted, or packed by ZIP's method ${method}`));
      else if (takes > left) {
        const what = `npz: ${isDeflated ? 'inflating' : 'reading'} ${quote(name)} takes ${takes} bytes, but only ${left} are left`;
        entries.set(member, { name: nameOf(member), refused: tooCostly(what, budget.maxBytes) });
      } else {
        left -= takes;
        wanted.push({ member, length });
      }
    }
    const most = Math.min(MOST_AT_ONCE, budget.maxBytes);
    const near = groupsOf(wanted, most, GAP);
    const gaps = near.reduce(
      (sum, { length, group }) => group.reduce((n, each) => n - each.length, sum + length),
      0,
    );
    const groups = (gaps > left ? groupsOf(wanted, most, 0) : near).values();
    const work = async () => {
      for (const { at, length, group } of groups) {
        const bytes = await bytesAt(file, at, length);
        for (const { member, length: own } of group) {
          const head = bytes.subarray(member.at - at, member.at - at + own);
          entries.set(member, await readMember(file, member, head, end));
        }
      }
    };
    await inParallel(CONCURRENCY, work, file.stop);
    const all = members.map((member) => entries.get(member) as Entry);
    return distinct(all, 'npz', end);
  },
};

const nameOf = ({ name }: Member) => name.replace(/\.npy$/, '');

/**
 * Where what follows each member begins. Refuses members that share bytes: a small file could make much of one
 * large header.
 */
function nextOf(members: readonly Member[], end: number): Map<Member, number> {
  const sorted = [...members].sort((a, b) => a.at - b.at);
  const nexts = new Map<Member, number>();
  for (const [i, member] of sorted.entries()) {
    const next = sorted[i + 1];
    if (next && next.at < member.at + LOCAL_BYTES + member.packed)
      throw bad('npz', next.at, `member ${quote(next.name)} overlaps another`);
    nexts.set(member, next?.at ?? end);
  }
  return nexts;
}

/** Members that are read together, at most so many bytes, with at most `gap` between two. */
function groupsOf(wanted: Wanted[], most: number, gap: number) {
  const groups: { at: number; length: number; group: Wanted[] }[] = [];
  for (const each of wanted.sort((a, b) => a.member.at - b.member.at)) {
    const { at } = each.member;
    const last = groups.at(-1);
    if (last && at <= last.at + last.length + gap && at + each.length <= last.at + most) {
      last.length = Math.max(last.length, at + each.length - last.at);
      last.group.push(each);
    } else groups.push({ at, length: each.length, group: [each] });
  }
  return groups;
}

/**
 * Reads the header in a member. `head` are its first bytes, from its local header on; `end` is that of all
 * members.
 */
async function readMember(file: FileBytes, member: Member, head: Uint8Array, end: number): Promise<Entry> {
  const { method, packed, size } = member;
  const at = contentOf(head, member);
  checkRange(at, packed, end, 'npz', `member ${quote(member.name)}`);
  const skipped = at - member.at;
  if (method === STORED && packed !== size)
    throw bad('npz', member.at, `a stored member has ${packed} bytes, but a size of ${size}`);
  const first = (length: number) =>
    skipped + length <= head.length ? head.subarray(skipped, skipped + length) : file.read(at, length);
  if (method === DEFLATED) file.budget.spend(size);
  const bytes = method === DEFLATED ? await inflate(await first(packed), member) : undefined;
  const content = bytes ?? (await first(Math.min(size, Math.max(NPY_HEADER, head.length - skipped))));
  const name = nameOf(member);
  if (!npy.matches(content)) return refuse(name, 'npz', 'not a .npy file');
  const read = (from: number, length: number) => file.read(at + from, length);
  const inner = { ...file, size, start: content, read };
  const entry = await readNpy(inner, `npz: ${quote(member.name)}`);
  if (entry.refused) return { ...entry, name };
  return bytes ? { ...entry, name, bytes } : { ...entry, name, at: at + entry.at };
}
