// Reads a header of unknown length from front to back, a window at a time, and skips what is not needed.
// Numbers are read from the window synchronously: call `fill` first.
import { bad, decode, sizeAt, viewOf } from './check.ts';
import type { FileBytes, HeaderBytes } from './format.ts';

/** At most this many times the bytes of the header are fetched, besides the first bytes of the file. */
const TIMES = 3;
/** Longest window, unless more is needed at once. */
const LONGEST = 2 ** 23;

export class Reader<F extends HeaderBytes = FileBytes> {
  readonly file: F;
  /** Which messages name. */
  readonly format: string;
  /** The next byte of the file. */
  at = 0;
  /** The last varint, as two halves of 32 bits. */
  low = 0;
  high = 0;
  /** The window, and its first byte in the file. */
  #bytes: Uint8Array;
  #view: DataView;
  #from = 0;
  /** Bytes of the header up to `#counted`, and bytes that were fetched for it. */
  #header = 0;
  #counted = 0;
  #fetched = 0;

  constructor(file: F, format: string) {
    this.file = file;
    this.format = format;
    this.#bytes = file.start;
    this.#view = viewOf(file.start);
  }

  /**
   * Moves the window so that it has the next bytes. The window grows with the header, so that little of the
   * data is fetched.
   */
  async fill(length: number): Promise<void> {
    const { at, file } = this;
    const first = at - this.#from;
    if (first >= 0 && first + length <= this.#bytes.length) return;
    this.check(length);
    this.jump(at);
    const kept = this.#bytes.subarray(first >= 0 ? first : this.#bytes.length);
    const begin = at + kept.length;
    const needed = length - kept.length;
    const most = Math.min(LONGEST, TIMES * this.#header - this.#fetched, file.budget.bytes);
    const wanted = Math.min(Math.max(needed, most), file.size - begin);
    this.#fetched += wanted;
    const fetched = await file.read(begin, wanted);
    const bytes = new Uint8Array(kept.length + wanted);
    bytes.set(kept);
    bytes.set(fetched, kept.length);
    this.#bytes = bytes;
    this.#view = viewOf(this.#bytes);
    this.#from = at;
  }

  /** Goes to a byte. The bytes between are data, and do not count as header. */
  jump(to: number): void {
    this.#header += Math.max(0, this.at - this.#counted);
    this.at = to;
    this.#counted = to;
  }

  /** Skips bytes, which need not be in the window. */
  skip(length: number): void {
    this.check(length);
    this.at += length;
  }

  check(length: number): void {
    if (this.at + length > this.file.size)
      throw this.bad(`the file ends at byte ${this.file.size}, but its header goes on`);
  }

  bad(what: string) {
    return bad(this.format, this.at, what);
  }

  u32(): number {
    this.at += 4;
    return this.#view.getUint32(this.at - 4 - this.#from, true);
  }

  u64(): number {
    this.at += 8;
    return sizeAt(this.#view, this.at - 8 - this.#from, this.format, this.at - 8);
  }

  /** Bytes of the window, which may not be kept. */
  bytes(length: number): Uint8Array {
    const first = this.at - this.#from;
    this.at += length;
    return this.#bytes.subarray(first, first + length);
  }

  /** A string of so many bytes, which it fetches. */
  async text(length: number): Promise<string> {
    await this.fill(length);
    return decode(this.bytes(length));
  }

  /** Reads protobuf's integer of up to 64 bits into `low` and `high`; it must end before the byte `end`. */
  varint(end: number): void {
    this.low = 0;
    this.high = 0;
    for (let shift = 0; shift < 70 && this.at < end; shift += 7) {
      const byte = this.#bytes[this.at++ - this.#from];
      const part = byte & 127;
      if (shift < 32) this.low |= part << shift;
      if (shift > 24) this.high |= shift < 32 ? part >> (32 - shift) : part << (shift - 32);
      if (byte < 128) {
        this.low >>>= 0;
        this.high >>>= 0;
        return;
      }
    }
    throw this.bad('an integer that does not end');
  }

  /** The last varint as a size. */
  get size(): number {
    const size = this.high * 2 ** 32 + this.low;
    if (!Number.isSafeInteger(size)) throw this.bad('a size that is negative, or 2^53 or more');
    return size;
  }
}
