// THE table of storages that every call of calls.js is measured with. To add one, add a row.
import { bitsOf, classOf, entriesOf } from '../../../docs/rules/elements.js';

/** @typedef {any} Library what `import('microtome')` gives; any build of it */

/**
 * @typedef {object} Storage
 * @property {string} id
 * @property {string} type
 * @property {boolean} [inArena] all arrays of a call are
 * @property {boolean} [isFar] the input begins after the first 2^31 bytes of its array
 */

/** @type {readonly Storage[]} */
export const STORAGES = [
  { id: 'uint8', type: 'uint8' },
  { id: 'uint16', type: 'uint16' },
  { id: 'float32', type: 'float32' },
  { id: 'float64', type: 'float64' },
  { id: 'u1', type: 'u1' },
  { id: 'u2', type: 'u2' },
  { id: 'u3', type: 'u3' },
  { id: 'u4', type: 'u4' },
  { id: 'string', type: 'string' },
  { id: 'far', type: 'uint8', isFar: true },
  { id: 'far4', type: 'u4', isFar: true },
  { id: 'arena', type: 'float32', inArena: true },
  { id: 'arena4', type: 'u4', inArena: true },
]; // biome-ignore format: a table

export const ARENA_BYTES = 64 << 20;

/** Bytes before the input of a far array. A multiple of a packed unit. */
export const FAR_BYTES = 2 ** 31 + 24;

/** @param {string} type */
export const isPacked = (type) => type !== 'string' && bitsOf(type) % 8 !== 0;

/**
 * An array for so many elements: zeros, or empty strings.
 * @param {Library} library
 * @param {Storage} storage
 * @param {number} count
 * @returns {any}
 */
export function allocateFor({ allocate }, { type, inArena }, count) {
  if (type === 'string') return new Array(count).fill('');
  return inArena ? allocate(type, [count]) : new (classOf(type))(entriesOf(type, count));
}

/**
 * Fills an array with elements that differ.
 * @param {any} data
 * @param {string} type
 */
export function fillFor(data, type) {
  const bytes = isPacked(type);
  for (let i = 0, word = 1; i < data.length; ++i) {
    word = (Math.imul(word, 1103515245) + 12345) >>> 0;
    data[i] = type === 'string' ? `${word >>> 16}` : bytes ? word >>> 24 : (word >>> 16) & 0xff;
  }
  return data;
}

/**
 * Elements of an input: near, the whole array; far, the end of a large one, whose first bytes nobody touches.
 * @param {Library} library
 * @param {Storage} storage
 * @param {number} count
 * @returns {{ data: any, near: any, offset: number }} `near` begins at element `offset` of `data`
 */
export function makeInput(library, storage, count) {
  const { type, isFar } = storage;
  if (!isFar) {
    const data = fillFor(allocateFor(library, storage, count), type);
    return { data, near: data, offset: 0 };
  }
  const data = new Uint8Array(FAR_BYTES + entriesOf(type, count));
  const near = fillFor(data.subarray(FAR_BYTES), type);
  return { data, near, offset: (FAR_BYTES * 8) / bitsOf(type) };
}
