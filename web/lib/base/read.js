// What is the caller's, read. A property may be a getter, a list a Proxy: whatever that throws becomes the cause of a
// MicrotomeError. Each thing is read once, and nothing but reading stands inside a `try`, so that no mistake of the
// library's is put down to its caller.
import { className, lengthOf } from './arrays.js';
import { mistake } from './mistake.js';

/** @import { Code } from '../types.js' */

/** Of a text of the caller's, in a message. */
const MOST = 40;
/** Beyond, an integer takes long to print. */
const MOST_DIGITS = 2n ** 64n;

/**
 * A value in an error message.
 * @param {unknown} value
 */
export function describe(value) {
  if (typeof value === 'string') return `'${value.slice(0, MOST)}'`;
  if (typeof value === 'object' && value !== null) {
    const name = className(value);
    return name === '' ? 'an object' : `${/^[AI]/.test(name) ? 'an' : 'a'} ${name}`;
  }
  if (typeof value === 'bigint' && (value > MOST_DIGITS || value < -MOST_DIGITS))
    return 'a bigint beyond 2^64';
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}

/**
 * A text that stands in what was thrown, which may be anything.
 * @param {unknown} cause
 * @param {'name' | 'message'} key
 */
export function textOf(cause, key) {
  try {
    const text = /** @type {any} */ (cause)?.[key];
    return typeof text === 'string' ? text.slice(0, 200) : '';
  } catch {
    return ''; // not even that can be read
  }
}

/**
 * Why something failed, in the words of whatever was thrown.
 * @param {unknown} cause
 */
export const reasonOf = (cause) => textOf(cause, 'message') || textOf(cause, 'name') || describe(cause);

/**
 * The error for what the caller's own code threw while it was read.
 * @param {unknown} cause
 * @param {string} op
 * @param {string} param
 */
export function unreadable(cause, op, param) {
  return mistake('bad_argument', op, param, `cannot be read: ${reasonOf(cause)}`, { cause });
}

/**
 * What `read` gives, which does nothing but read what is the caller's.
 * @template T
 * @param {() => T} read
 * @param {string} op
 * @param {string} param
 */
export function reading(read, op, param) {
  try {
    return read();
  } catch (cause) {
    throw unreadable(cause, op, param);
  }
}

/**
 * The length of a list; -1 of what is none.
 * @param {unknown} list
 * @param {string} op to blame
 * @param {string} param to blame
 */
export function readLength(list, op, param) {
  if (typeof list !== 'object' || list === null) return -1;
  const holder = className(list);
  if (holder !== '' && holder !== 'Array') return lengthOf(list);
  try {
    const { length } = /** @type {{ length?: unknown }} */ (list);
    return Number.isInteger(length) && Number(length) >= 0 ? Number(length) : -1;
  } catch (cause) {
    throw unreadable(cause, op, param);
  }
}

/**
 * The number that crosses into the core; NaN, which it refuses, for what is no number.
 * @param {unknown} value
 */
export function toNumber(value) {
  if (typeof value === 'number') return value;
  if (typeof value !== 'bigint') return Number.NaN;
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(value))); // beyond, it would be an infinity
}

/**
 * What the entries of a list are: the error for a wrong one, what it is called, and what it must be.
 * @typedef {{ code: Code, name: string, legal: string }} Entries
 */

/** @type {Entries} */
export const INTEGERS = { code: 'not_integer', name: 'entry', legal: 'an integer' };
/** @type {Entries} */
export const STRIDES = { code: 'not_integer', name: 'the stride of axis', legal: 'an integer' };
/** @type {Entries} */
export const SIZES = { code: 'bad_input', name: 'size of axis', legal: 'an integer of 0 or more' };

/**
 * The error for an entry that is wrong.
 * @param {Entries} entries
 * @param {number} i
 * @param {unknown} value
 * @param {string} op
 * @param {string} param
 */
export function wrongEntry({ code, name, legal }, i, value, op, param) {
  return mistake(code, op, param, `${name} ${i} is ${describeWrong(value)}; it must be ${legal}`);
}

/** A value in place of a number. @param {unknown} value */
const describeWrong = (value) => `${describe(value)}${typeof value === 'string' ? ', a string' : ''}`;

/**
 * A number, as a word.
 * @param {unknown} value
 * @param {string} name what it is called: '' or 'the offset '
 * @param {string} op to blame
 * @param {string} param to blame
 * @param {(value: unknown) => number} [convert]
 * @throws {MicrotomeError} `not_integer`: no number at all; a fraction is for the core to refuse
 */
export function readNumber(value, name, op, param, convert = toNumber) {
  if (typeof value === 'number' || typeof value === 'bigint') return convert(value);
  const what = `${name}is ${describeWrong(value)}; give integers as numbers or bigints`;
  throw mistake('not_integer', op, param, what);
}

/**
 * A list, as words. What is no number at all is refused here, because the core could not say what it was.
 * @param {ArrayLike<unknown>} list
 * @param {number} count how many of its entries
 * @param {Entries} entries
 * @param {string} op to blame
 * @param {string} param to blame
 * @param {(value: unknown) => number} [convert]
 * @returns {number[]}
 */
export function readNumbers(list, count, entries, op, param, convert = toNumber) {
  const words = new Array(count);
  let i = 0;
  /** @type {unknown} */ let entry;
  try {
    for (; i < count; ++i) {
      entry = list[i];
      if (typeof entry !== 'number' && typeof entry !== 'bigint') break;
      words[i] = convert(entry);
    }
  } catch (cause) {
    throw unreadable(cause, op, param);
  }
  if (i < count) throw wrongEntry(entries, i, entry, op, param);
  return words;
}
