// The one class that this library throws. A new kind of mistake is a row of Mistakes in types.js.

/** @import { Code } from '../types.js' */

/**
 * A mistake in a call, or a host that cannot load the module. The message says which value is wrong and what would be legal;
 * `code` is for programs. If your getter or Proxy throws, that error becomes `cause`.
 * @example
 * try {
 *   split({ dims: [6], data: new Uint8Array(6) }, { split: [3, 4] });
 * } catch (error) {
 *   console.log(error.code, error.op, error.param); // sum_mismatch Split-18 split
 * }
 */
export class MicrotomeError extends Error {
  /**
   * A stable word: one of `Mistakes`, which says what each means.
   * @type {Code}
   * @readonly
   */
  code;
  /**
   * Operator and version: `Split-18`; '' where no operator is involved.
   * @type {string}
   * @readonly
   */
  op;
  /**
   * The parameter at fault, in its document's spelling; '' where there is none.
   * @type {string}
   * @readonly
   */
  param;

  /**
   * @param {Code} code a stable word: `bad_axis`
   * @param {string} op operator and version: `Split-18`; '' where no operator is involved
   * @param {string} param the parameter at fault, in its document's spelling; '' where there is none
   * @param {string} message operator and version, parameter, the value that is wrong and what would be legal
   * @param {ErrorOptions} [options]
   */
  constructor(code, op, param, message, options) {
    super(message, options);
    this.name = 'MicrotomeError';
    this.code = code;
    this.op = op;
    this.param = param;
  }
}
