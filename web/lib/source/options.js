// The options of this entry, each read once and checked before anything is fetched.
import { mistake } from '../base/mistake.js';
import { describe, reading } from '../base/read.js';
import { OPEN } from './stores/store.js';

/** @import { Limits } from './requests.js' */
/** @import { Host } from '../types/typing.js' */

/** Numbers: what they are by default, and the least that they may be. @type {Record<string, readonly [number, number]>} */
const NUMBERS = {
  gap: [2 ** 16, 0],
  maxRequest: [2 ** 23, 1],
  concurrency: [6, 1],
  maxBytes: [2 ** 28, 0],
  maxRequests: [1024, 0],
};
const FUNCTIONS = ['fetch', 'onprogress'];

/** Data of a part that `parts` gives. */
export const PART = 2 ** 26;

/**
 * The options of a call, as they were given, with numbers and a signal that are always there.
 * @param {unknown} options
 * @param {string} op to blame
 * @param {number} [maxBytes] if they name none
 * @returns {Record<string, any> & Limits & { concurrency: number, maxBytes: number, maxRequests: number, signal: Host<'AbortSignal'> }}
 */
export function readOptions(options = {}, op = OPEN, maxBytes = undefined) {
  if (typeof options !== 'object' || options === null)
    throw mistake('bad_argument', op, 'options', `expected an object, not ${describe(options)}`);
  const read = /** @type {any} */ (reading(() => ({ ...options }), op, 'options'));
  const must = (/** @type {boolean} */ holds, /** @type {string} */ name, /** @type {string} */ what) => {
    if (!holds) throw mistake('bad_argument', op, name, `must be ${what}, not ${describe(read[name])}`);
  };
  read.maxBytes ??= maxBytes;
  for (const [name, [otherwise, least]] of Object.entries(NUMBERS)) {
    read[name] ??= otherwise;
    const value = read[name];
    const isNumber =
      Number.isInteger(value) || (value === Number.POSITIVE_INFINITY && name !== 'concurrency');
    must(isNumber && value >= least, name, `an integer of ${least} or more`);
  }
  for (const name of FUNCTIONS) must(typeof (read[name] ?? must) === 'function', name, 'a function');
  read.signal ??= new AbortController().signal;
  must(typeof read.signal.addEventListener === 'function', 'signal', 'an AbortSignal');
  return read;
}

/**
 * @typedef {object} Watch
 * @property {Host<'AbortSignal'>} signal
 * @property {(progress: { bytes: number, total: number }) => void} [onprogress]
 */
