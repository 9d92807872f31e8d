// Makes every error that this library throws. The class has a file of its own, because both entries of the package share it.
import { MicrotomeError } from './errors.js';

/** @import { Code } from '../types.js' */

/**
 * An error with the place in front of the sentence: `Split-18: split: ...`.
 * @param {Code} code
 * @param {string} op
 * @param {string} param and, behind a colon, which part of it: `inputs: tensor 1`
 * @param {string} what
 * @param {ErrorOptions} [options]
 */
export function mistake(code, op, param, what, options) {
  const place = [op, param].filter((part) => part !== '').map((part) => `${part}: `);
  return new MicrotomeError(code, op, param.split(':')[0], `${place.join('')}${what}`, options);
}
