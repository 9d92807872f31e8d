// Checks in one line that a call is refused: by the code of its MicrotomeError and, as far as a test names them, by its parameter, its
// operator and its message: `bad_out`, `bad_out out`, `bad_out Slice-13 out`.
import assert from 'node:assert/strict';

/** @param {any} error @param {string} told @param {RegExp | string} message */
function check(error, told, message) {
  assert.equal(error?.name, 'MicrotomeError', error?.stack ?? 'nothing was thrown');
  const { code, op, param } = error;
  const ways = [code, `${code} ${param}`, `${code} ${op} ${param}`.trim()];
  assert.ok(ways.includes(told), `${ways[2]}, not ${told}: ${error.message}`);
  if (typeof message === 'string') assert.equal(error.message, message);
  else assert.match(error.message, message);
  return error;
}

/** What is thrown, if anything is. @param {() => unknown} call @returns {any} */
function thrownBy(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
}

/** The code and the parameter of what a call refuses; '' if it succeeds. @param {() => unknown} call */
export function mistakeOf(call) {
  const error = thrownBy(call);
  if (error === undefined) return '';
  if (error.name !== 'MicrotomeError') throw error;
  return `${error.code} ${error.param}`;
}

/** Checks what a call refuses. @param {() => unknown} call @param {string} told @param {RegExp | string} [message] */
export const refuses = (call, told, message = /./) => check(thrownBy(call), told, message);

/** The same of a promise. @param {Promise<unknown>} promise @param {string} told @param {RegExp | string} [message] */
export async function fails(promise, told, message = /./) {
  const [{ reason }] = /** @type {any} */ (await Promise.allSettled([promise]));
  return check(reason, told, message);
}
