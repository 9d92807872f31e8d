// Reads a header of unknown length from front to back, a window at a time, and leaps over what is not needed. Numbers are read from
// the window synchronously: call `fill` first.
import { bad, tooCostly } from './check.js';

/** @import { FileBytes } from './formats.js' */

/** A window after a leap: what follows may be short. */
const LEAP = 2 ** 16;
/** A window that goes on near where the last one ended. */
const STEP = 2 ** 23;

export class Reader {
  /** The next byte of the file. */
  at = 0;
  /** The last varint, as two halves of 32 bits. */
  low = 0;
  high = 0;
  #from = 0;
  /** @type {Uint8Array} */ #bytes;
  /** @type {DataView} */ #view;
  #left;

  /**
   * @param {FileBytes} file
   * @param {string} format to blame
   */
  constructor(file, format) {
    this.file = file;
    this.format = format;
    this.#bytes = file.start;
    this.#view = viewOf(file.start);
    this.#left = file.maxBytes;
  }

  /**
   * Makes the window have the next bytes.
   * @param {number} length
   * @throws {MicrotomeError} `bad_format` if the file ends before, `too_costly`
   */
  async fill(length) {
    const { at, file } = this;
    const first = at - this.#from;
    if (first >= 0 && first + length <= this.#bytes.length) return;
    this.check(length);
    const goesOn = first >= 0 && first <= this.#bytes.length + LEAP;
    const wanted = Math.min(Math.max(length, goesOn ? STEP : LEAP), file.size - at);
    this.spend(length, wanted);
    this.#bytes = await file.read(at, wanted);
    this.#view = viewOf(this.#bytes);
    this.#from = at;
  }

  /**
   * Counts bytes that are read or made.
   * @param {number} length
   * @param {number} [wanted] as many, if they are left
   * @throws {MicrotomeError} `too_costly`
   */
  spend(length, wanted = length) {
    if (length > this.#left)
      throw tooCostly(this.format, `the header needs ${length} bytes more`, this.file.maxBytes);
    this.#left = Math.max(0, this.#left - wanted);
  }

  /** Leaps over bytes, which need not be in the window. @param {number} length */
  skip(length) {
    this.check(length);
    this.at += length;
  }

  /** @param {number} length bytes that the file must still have */
  check(length) {
    if (this.at + length <= this.file.size) return;
    throw this.bad(`the file ends at byte ${this.file.size}, but its header goes on`);
  }

  /** @param {string} what is wrong */
  bad(what) {
    return bad(this.format, this.at, what);
  }

  u32() {
    this.at += 4;
    return this.#view.getUint32(this.at - 4 - this.#from, true);
  }

  /** @throws {MicrotomeError} `bad_format` from 2^53 on */
  u64() {
    this.at += 8;
    return sizeAt(this.#view, this.at - 8 - this.#from, this.format, this.at - 8);
  }

  /** Bytes of the window: they may not be kept. @param {number} length */
  bytes(length) {
    const first = this.at - this.#from;
    this.at += length;
    return this.#bytes.subarray(first, first + length);
  }

  /** A string, which is read on for. @param {number} length in bytes */
  async text(length) {
    await this.fill(length);
    return new TextDecoder().decode(this.bytes(length));
  }

  /**
   * Protobuf's integer of up to 64 bits, into `low` and `high`.
   * @param {number} end byte before which it must end
   */
  varint(end) {
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
  get size() {
    const size = this.high * 2 ** 32 + this.low;
    if (!Number.isSafeInteger(size)) throw this.bad('a size that is negative, or 2^53 or more');
    return size;
  }
}

/** @param {Uint8Array} bytes */
export const viewOf = ({ buffer, byteOffset, byteLength }) => new DataView(buffer, byteOffset, byteLength);

/**
 * A size of 64 bits.
 * @param {DataView} view
 * @param {number} place in it
 * @param {string} format to blame
 * @param {number} at byte of the file, for the error
 */
export function sizeAt(view, place, format, at) {
  const value = Number(view.getBigUint64(place, true));
  if (!Number.isSafeInteger(value)) throw bad(format, at, 'a size of 2^53 or more');
  return value;
}
