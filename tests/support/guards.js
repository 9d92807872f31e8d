// Arrays that are watched: each in the middle of a larger buffer, so that a byte written beside it shows.

/** @typedef {any} Any */

/**
 * Bytes around an array, and in it, as they were.
 * @typedef {{ array: Any, bytes: Uint8Array, copy: Uint8Array, begin: number, end: number }} Guard
 */

/** @type {Guard[]} */
let guards = [];

/** Forgets the arrays of the case before. */
export function clearGuards() {
  guards = [];
}

/**
 * An array in the middle of a larger one.
 * @param {Any} Class
 * @param {number} length
 * @param {(length: number) => Uint8Array} [make] the memory
 */
export function guarded(Class, length, make = (bytes) => new Uint8Array(bytes)) {
  const unit = Class.BYTES_PER_ELEMENT;
  const bytes = make((length + 4) * unit);
  for (let i = 0; i < Math.min(bytes.length, 256); ++i) bytes[i] = 37 * i + 11;
  for (let filled = 256; filled < bytes.length; filled *= 2) bytes.copyWithin(filled, 0, filled);
  const array = new Class(bytes.buffer, bytes.byteOffset + 2 * unit, length);
  guards.push({ array, bytes, copy: bytes.slice(), begin: 2 * unit, end: (length + 2) * unit });
  return array;
}

/** Which guarded bytes have changed: '' for none. @param {boolean} mayWrite in the arrays themselves */
export function findDamage(mayWrite) {
  for (const { bytes, copy, begin, end } of guards) {
    for (let i = 0; i < bytes.length; ++i) {
      if (mayWrite && i === begin) i = end;
      if (bytes[i] !== copy[i]) return `byte ${i} of ${bytes.length}, around [${begin}, ${end})`;
    }
  }
  return '';
}

/** @param {Any} buffer */
export const detach = (buffer) => structuredClone(buffer, { transfer: [buffer] });
