// What every kind of file comes down to: a size, and bytes that are written where they are wanted. A store proves what it hands out:
// `read` fills the array with just these bytes, or throws. To add a kind, add its file and its row in open.js.
import { MicrotomeError } from '../../base/errors.js';
import { mistake } from '../../base/mistake.js';
import { reasonOf } from '../../base/read.js';

/** @import { Host } from '../../types/typing.js' */

/**
 * @typedef {object} Store
 * @property {number} size bytes of the file
 * @property {boolean} [isKept] all of it is in memory, so that nothing goes out any more
 * @property {Uint8Array} [memory] what is read, if it is the caller's
 * @property {Uint8Array} [start] the first bytes, if they came when the file was opened
 * @property {string} [address] URL of the file, by which others beside it are found
 * @property {(at: number, into: Uint8Array, signal: Host<'AbortSignal'>, onBytes: (count: number) => void) => Promise<void>} read
 * @property {() => Promise<void>} [close] releases what `open` took itself
 */

/** The function that is blamed for what happens to a file. */
export const OPEN = 'open';

/** Bytes that are read at first. */
export const FIRST = 2 ** 16;

/**
 * @param {string} what
 * @param {{ status?: number, cause?: unknown }} [why]
 * @returns {MicrotomeError & { status?: number }}
 */
export function failed(what, { status, cause } = {}) {
  const error = mistake('source_failed', '', '', what, cause === undefined ? undefined : { cause });
  return status === undefined ? error : Object.assign(error, { status });
}

/**
 * What an action of the host or the caller gives; what it throws becomes `source_failed`.
 * @template T
 * @param {string} what is said if it fails
 * @param {() => T | Promise<T>} action
 * @returns {Promise<T>}
 */
export async function attempt(what, action) {
  try {
    return await action();
  } catch (cause) {
    throw cause instanceof MicrotomeError ? cause : failed(`${what}: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * @param {number} at
 * @param {number} length
 * @param {number} got
 */
export const tooShort = (at, length, got) =>
  mistake('source_short', '', '', `bytes ${at} to ${at + length} were asked for, and only ${got} came`);

/** @param {string} what */
export const changed = (what) =>
  mistake('source_changed', '', '', `${what} since it was opened; open it again`);

/** @param {Host<'AbortSignal'>} signal */
const aborted = ({ reason }) => mistake('aborted', '', '', `aborted: ${reasonOf(reason)}`, { cause: reason });

/** @param {Host<'AbortSignal'>} signal */
export function checkAborted(signal) {
  if (signal.aborted) throw aborted(signal);
}

/**
 * What a promise gives, or `aborted` as soon as that happens, whether or not somebody listens to the signal.
 * @template T
 * @param {Promise<T> | T} promise
 * @param {Host<'AbortSignal'>} signal
 * @returns {Promise<T>}
 */
export function orAborted(promise, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => reject(aborted(signal));
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}
