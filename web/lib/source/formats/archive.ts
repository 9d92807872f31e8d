// ZIP files: the directory at the end, with the 64-bit sizes that `numpy.savez` writes, and members that are
// inflated.
import { reasonOf } from '../../base/describe.ts';
import { checkAborted } from '../stores/parallel.ts';
import { bad, bytesAt, checkRange, decode, quote, sizeAt, viewOf } from './check.ts';
import type { FileBytes } from './format.ts';

/** A member, as the directory says. */
export interface Member {
  readonly name: string;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  /** CRC-32 of its content. */
  readonly crc: number;
  /** Bytes in the file. */
  readonly packed: number;
  /** Bytes of its content. */
  readonly size: number;
  /** Byte of its local header. */
  readonly at: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** Bytes of each, without the parts whose length varies. */
const [END_BYTES, END_64_BYTES, LOCATOR_64_BYTES, ENTRY_BYTES] = [22, 56, 20, 46];
export const LOCAL_BYTES = 30;
/** The end, a comment of any length, and what precedes it in files of 64 bits. */
const TAIL = END_BYTES + 0xffff + LOCATOR_64_BYTES + END_64_BYTES;

/** A value of 16 or 32 bits, if the real one has 64. */
const [FULL_16, FULL_32] = [0xffff, 0xffffffff];

const FORMAT = 'npz';

/** The directory, and the byte where it begins. */
export async function readDirectory(file: FileBytes): Promise<{ members: Member[]; at: number }> {
  const { size } = file;
  const tailAt = Math.max(0, size - TAIL);
  const tail = await bytesAt(file, tailAt, size - tailAt);
  const view = viewOf(tail);
  let end = tail.length - END_BYTES;
  while (
    end >= 0 &&
    !(view.getUint32(end, true) === END && view.getUint16(end + 20, true) === tail.length - end - END_BYTES)
  )
    end -= 1;
  if (end < 0) throw bad(FORMAT, size, 'the file does not end with a ZIP directory: it is incomplete');
  let count = view.getUint16(end + 10, true);
  let length = view.getUint32(end + 12, true);
  let at = view.getUint32(end + 16, true);
  let limit = tailAt + end;
  if (end >= LOCATOR_64_BYTES && view.getUint32(end - LOCATOR_64_BYTES, true) === LOCATOR_64) {
    limit = sizeAt(view, end - LOCATOR_64_BYTES + 8, FORMAT, tailAt + end);
    checkRange(limit, END_64_BYTES, tailAt + end, FORMAT, 'the 64-bit end of the directory');
    const own = viewOf(limit < tailAt ? await file.read(limit, END_64_BYTES) : tail.subarray(limit - tailAt));
    if (own.getUint32(0, true) !== END_64)
      throw bad(FORMAT, limit, 'the 64-bit end of the directory is missing');
    [count, length, at] = [32, 40, 48].map((place) => sizeAt(own, place, FORMAT, limit));
  }
  checkRange(at, length, limit, FORMAT, 'the directory');
  const bytes = at >= tailAt ? tail.subarray(at - tailAt, at - tailAt + length) : await file.read(at, length);
  return { members: readEntries(file, bytes, count, at), at };
}

/** The entries of a directory, which must be so many. It begins at byte `begin` of the file. */
function readEntries({ budget }: FileBytes, bytes: Uint8Array, count: number, begin: number): Member[] {
  const view = viewOf(bytes);
  const members: Member[] = [];
  let at = 0;
  while (at < bytes.length) {
    checkRange(begin + at, ENTRY_BYTES, begin + bytes.length, FORMAT, 'an entry of the directory');
    if (view.getUint32(at, true) !== ENTRY)
      throw bad(FORMAT, begin + at, 'an entry of the directory is missing');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      view.getUint16(at + place, true),
    );
    const extraAt = at + ENTRY_BYTES + nameLength;
    const next = extraAt + extraLength + commentLength;
    checkRange(begin + at, next - at, begin + bytes.length, FORMAT, 'an entry of the directory');
    const name = decode(bytes.subarray(at + ENTRY_BYTES, extraAt));
    const short = [24, 20, 42].map((place) => view.getUint32(at + place, true));
    const [size, packed, local] = wide(name, short, view, extraAt, extraAt + extraLength, begin);
    budget.keep();
    members.push({
      name,
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      crc: view.getUint32(at + 16, true),
      packed,
      size,
      at: local,
    });
    at = next;
  }
  // Files of more than 65,535 entries without 64-bit values exist, with the count's low bits.
  if (members.length !== count && (members.length & FULL_16) !== count)
    throw bad(FORMAT, begin, `the directory has ${members.length} entries instead of ${count}`);
  return members;
}

/**
 * Size, packed size and place of the member `name`. Those that do not fit into 32 bits are in the extra field with id
 * 1, in this order. The extra fields are from `at` to `end` of the directory, which begins at byte `begin`.
 */
function wide(
  name: string,
  short: number[],
  view: DataView,
  at: number,
  end: number,
  begin: number,
): number[] {
  if (!short.includes(FULL_32)) return short;
  while (at + 4 <= end && view.getUint16(at, true) !== 1) at += 4 + view.getUint16(at + 2, true);
  const stop = at + 4 <= end ? Math.min(end, at + 4 + view.getUint16(at + 2, true)) : at;
  let place = at + 4;
  return short.map((value) => {
    if (value !== FULL_32) return value;
    if (place + 8 > stop) throw bad(FORMAT, begin + at, `member ${quote(name)} lacks its 64-bit sizes`);
    place += 8;
    return sizeAt(view, place - 8, FORMAT, begin + at);
  });
}

/**
 * Where a member's content begins, by its local header, which `bytes` begin with: it may be longer than the
 * directory says.
 */
export function contentOf(bytes: Uint8Array, { at, name }: Member): number {
  const view = viewOf(bytes);
  if (view.getUint32(0, true) !== LOCAL)
    throw bad(FORMAT, at, `the header of member ${quote(name)} is missing`);
  return at + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
}

/** Deflate cannot do better, so a small file cannot claim a large member. */
const MOST_RATIO = 1032;

/** What gzip has before the deflated bytes; after them it has the CRC-32 and the size. */
const GZIP = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

/**
 * The first `count` bytes of a deflated member's content. `packed` may be its first bytes only; undefined: they
 * are too few. It is read as a gzip file, so where all is read, the host checks its CRC-32 and size.
 */
export async function inflate(
  packed: Uint8Array,
  count: number,
  { name, size, crc, at, packed: all }: Member,
  signal?: AbortSignal,
): Promise<Uint8Array | undefined> {
  const fail = (why: string, cause?: unknown) =>
    bad(FORMAT, at, `member ${quote(name)} cannot be inflated to ${size} bytes: ${why}`, cause);
  if (size > all * MOST_RATIO) throw fail(`it has only ${all}, packed`);
  const isAll = packed.length === all;
  const end = isAll ? [Uint32Array.of(crc, size)] : [];
  // A piece after most of them: what the last one gives is lost if the end is missing.
  const pieces = [GZIP, packed.subarray(0, -1), packed.subarray(-1), ...end] as BlobPart[];
  const file = new Blob(pieces);
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    const content = new Uint8Array(count);
    let length = 0;
    while (length < count || count === size) {
      const { value, done } = await reader.read();
      if (signal) checkAborted(signal);
      if (done) break;
      content.set(count === size ? value : value.subarray(0, count - length), length); // throws if there is more
      length += value.length;
    }
    if (length < count) throw new Error(`it has only ${length}`);
    return content;
  } catch (cause) {
    if (signal) checkAborted(signal);
    if (isAll) throw fail(reasonOf(cause), cause);
    return undefined; // the host says that the end is missing
  } finally {
    reader.cancel().catch(() => {});
  }
}
