// Makes every error that this library throws. The class has a file of its own, because both entries of the package share it.
import { MicrotomeError } from './errors.js';

/** @import { Code } from '../types.js' */

/**
 * An error with the place in front of the sentence: `Split-18: split: ...`.
 * @param {Code} code
 * @param {string} op
 * @param {string} param
 * @param {string} what
 * @param {ErrorOptions} [options]
 */
export const mistake = (code, op, param, what, options) =>
  new MicrotomeError(code, op, param, `${placeOf(op, param)}${what}`, options);

/** What an error says behind the place. @param {MicrotomeError} error */
export const sentenceOf = ({ op, param, message }) => message.slice(placeOf(op, param).length);

/**
 * @param {string} op
 * @param {string} param
 */
const placeOf = (op, param) => [op, param].map((part) => part && `${part}: `).join('');
