// NumPy's .npz files: a ZIP file with a .npy file for each array. Stored members are cut in place; deflated ones are inflated when
// the file is opened, because a part of them cannot be reached.
import { describe } from '../../base/read.js';
import { bad, checkRange, distinct, refuse, tooCostly } from './check.js';
import { npy, readNpy } from './npy.js';
import { contentOf, inflate, LOCAL_BYTES, readDirectory } from './zip.js';

/** @import { Entry, FileBytes, Format } from './formats.js' */
/** @import { Member } from './zip.js' */

const [STORED, DEFLATED] = [0, 8];
/** What is read of a stored member: its local header, and that of the .npy file. */
const HEADERS = 1024;
/** What NumPy's header of a .npy file usually has. */
const NPY_HEADER = 128;
/** Members this close are read at once ... */
const GAP = 2 ** 16;
/** ... up to this. */
const MOST_AT_ONCE = 2 ** 23;
const CONCURRENCY = 6;

/** A member to be read, and the first bytes of it that are. @typedef {{ member: Member, length: number }} Wanted */

/** @type {Format} */
export const npz = {
  name: 'npz',
  matches: ([p, k, a, b]) => p === 0x50 && k === 0x4b && ((a === 3 && b === 4) || (a === 5 && b === 6)),

  async read(file) {
    const { members, at: end } = await readDirectory(file);
    /** @type {Map<Member, Entry>} */
    const entries = new Map();
    /** @type {Wanted[]} */
    const wanted = [];
    let left = file.maxBytes;
    for (const member of members) {
      const { name, method, isEncrypted, packed, size, at } = member;
      checkRange(at, LOCAL_BYTES + packed, end, 'npz', `member ${describe(name)}`);
      const length = HEADERS + name.length + (method === DEFLATED ? packed : 0);
      const takes = length + (method === DEFLATED ? size : 0);
      if (isEncrypted || (method !== STORED && method !== DEFLATED))
        entries.set(member, refuse(nameOf(member), 'npz', `encrypted, or packed by ZIP's method ${method}`));
      else if (takes > left) {
        const what = `inflating ${describe(name)} takes ${takes} bytes, and ${left} are left`;
        entries.set(member, { name: nameOf(member), refused: tooCostly('npz', what, file.maxBytes) });
      } else {
        left -= takes;
        wanted.push({ member, length: Math.min(length, end - at) });
      }
    }
    const groups = groupsOf(wanted, Math.min(MOST_AT_ONCE, file.maxBytes)).values();
    const work = async () => {
      for (const { at, length, group } of groups) {
        const bytes =
          at + length <= file.start.length
            ? file.start.subarray(at, at + length)
            : await file.read(at, length);
        for (const { member, length: own } of group) {
          const head = bytes.subarray(member.at - at, member.at - at + own);
          entries.set(member, await readMember(file, member, head, end));
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return distinct(
      members.map((member) => /** @type {Entry} */ (entries.get(member))),
      'npz',
      end,
    );
  },
};

/** @param {Member} member */
const nameOf = ({ name }) => name.replace(/\.npy$/, '');

/**
 * What is read at once.
 * @param {Wanted[]} wanted
 * @param {number} most bytes
 */
function groupsOf(wanted, most) {
  /** @type {{ at: number, length: number, group: Wanted[] }[]} */
  const groups = [];
  for (const each of wanted.sort((a, b) => a.member.at - b.member.at)) {
    const { at } = each.member;
    const last = groups.at(-1);
    if (last && at <= last.at + last.length + GAP && at + each.length <= last.at + most) {
      last.length = Math.max(last.length, at + each.length - last.at);
      last.group.push(each);
    } else groups.push({ at, length: each.length, group: [each] });
  }
  return groups;
}

/**
 * @param {FileBytes} file
 * @param {Member} member
 * @param {Uint8Array} head of it, from its local header on
 * @param {number} end of all members
 * @returns {Promise<Entry>}
 */
async function readMember(file, member, head, end) {
  const { method, packed, size } = member;
  const at = contentOf(head, member);
  checkRange(at, packed, end, 'npz', `member ${describe(member.name)}`);
  const skipped = at - member.at;
  if (method === STORED && packed !== size)
    throw bad('npz', member.at, `a stored member of ${packed} bytes says ${size}`);
  /** The first bytes of the content. @param {number} length */
  const first = (length) =>
    skipped + length <= head.length ? head.subarray(skipped, skipped + length) : file.read(at, length);
  const bytes = method === DEFLATED ? await inflate(await first(packed), member) : undefined;
  const content = bytes ?? (await first(Math.min(size, Math.max(NPY_HEADER, head.length - skipped))));
  const name = nameOf(member);
  if (!npy.matches(content)) return refuse(name, 'npz', 'not a .npy file');
  const entry = await readNpy(
    {
      size,
      start: content,
      maxBytes: file.maxBytes,
      read: (from, length) => file.read(at + from, length),
      beside: file.beside,
    },
    `npz: ${describe(member.name)}`,
  );
  if (entry.refused) return { ...entry, name };
  return bytes ? { ...entry, name, bytes } : { ...entry, name, at: at + entry.at };
}
