// What every format checks, because headers come from strangers: sizes for overflow, tensors against the file, names for
// duplicates. A number that passes is exact.
import { mistake } from '../../base/mistake.js';
import { describe } from '../../base/read.js';

/** @import { Entry, RefusedEntry, StoredEntry } from './formats.js' */

/** No format in use has tensors of more axes. */
const MOST_AXES = 64;

/**
 * @param {string} format
 * @param {number} at byte of the file
 * @param {string} what is wrong
 * @param {ErrorOptions} [options]
 */
export const bad = (format, at, what, options) =>
  mistake('bad_format', 'open', '', `${format}: ${what} (at byte ${at})`, options);

/**
 * @param {string} format
 * @param {string} what takes so much
 * @param {number} maxBytes
 */
export const tooCostly = (format, what, maxBytes) =>
  mistake('too_costly', 'open', '', `${format}: ${what}; maxBytes is ${maxBytes}`);

/**
 * A tensor that hides no other: using it throws.
 * @param {string} name
 * @param {string} format
 * @param {string} what it is
 * @returns {RefusedEntry}
 */
export const refuse = (name, format, what) => ({
  name,
  refused: mistake(
    'bad_type',
    'open',
    '',
    `${format}: tensor ${describe(name)} is ${what}, which cannot be cut`,
  ),
});

/** Bits per element: every name of a type begins with a word and this number. @param {string} type not 'string' */
export const bitsOf = (type) => (type === 'bool' ? 8 : Number(/\d+/.exec(type)?.[0]));

/**
 * @param {number} count of a tensor's axes
 * @param {string} format
 * @param {number} at byte of the file, for the error
 */
export function checkAxes(count, format, at) {
  if (count > MOST_AXES) throw bad(format, at, `a tensor of more than ${MOST_AXES} axes`);
}

/**
 * Bytes of a row-major tensor.
 * @param {readonly number[]} dims
 * @param {number} bits per element
 * @param {string} format
 * @param {number} at byte of the file, for the error
 */
export function bytesOf(dims, bits, format, at) {
  checkAxes(dims.length, format, at);
  const total = dims.reduce((n, size) => n * Math.max(1, size), bits); // without zeros: strides must fit, too
  if (!Number.isSafeInteger(total)) throw bad(format, at, `dims [${dims.join(', ')}] have 2^53 bits or more`);
  return dims.includes(0) ? 0 : Math.ceil(total / 8);
}

/**
 * A tensor that is as long as its type and dims say.
 * @param {string} format
 * @param {number} header byte at which it is described, for the error
 * @param {number} size of the file
 * @param {StoredEntry} entry
 * @returns {StoredEntry}
 */
export function checked(format, header, size, entry) {
  const { type, dims, at } = entry;
  checkRange(at, bytesOf(dims, bitsOf(type), format, header), size, format, `${type} [${dims.join(', ')}]`);
  return entry;
}

/**
 * @param {number} at first byte of something
 * @param {number} length
 * @param {number} size bytes that there are
 * @param {string} format
 * @param {string} what
 */
export function checkRange(at, length, size, format, what) {
  if (at < 0 || !(at + length <= size))
    throw bad(format, at, `${what} needs ${length} bytes, but the file has ${Math.max(0, size - at)} there`);
}

/**
 * @template {Entry} E
 * @param {E[]} entries
 * @param {string} format
 * @param {number} at
 */
export function distinct(entries, format, at) {
  const names = new Set();
  for (const { name } of entries) {
    if (names.has(name)) throw bad(format, at, `two tensors are named ${describe(name)}`);
    names.add(name);
  }
  return entries;
}

/** Strides of Fortran order: the first axis is the fastest. @param {readonly number[]} dims */
export function fortranOf(dims) {
  let next = 1;
  return dims.map((size) => {
    const stride = next;
    next *= size;
    return stride;
  });
}
