// How this library makes the errors that it throws.
import { MicrotomeError } from './errors.js';

/** @import { Code } from '../types.js' */

/**
 * The error for a value that JavaScript got wrong; what an operator's document forbids is said by the core.
 * @param {Code} code
 * @param {string} op
 * @param {string} param
 * @param {string} what
 * @param {ErrorOptions} [options]
 */
export function mistake(code, op, param, what, options) {
  const place = [op, param].filter((part) => part !== '').map((part) => `${part}: `);
  return new MicrotomeError(code, op, param, `${place.join('')}${what}`, options);
}
