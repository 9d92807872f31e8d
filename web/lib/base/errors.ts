// The one class that this library throws. A new kind of mistake is a row of Mistakes in types.ts.
import type { Code } from '../types.ts';

/**
 * The error that every call throws if it fails. Look at `code`, `op` and `param`.
 *
 * The message says which value is wrong and what would be legal. Each function lists the codes that are special to it.
 * Each may also throw `not_initialized`, and `bad_input` or `bad_out` for tensors and arrays that do not fit. A
 * function of `microtome` that throws has written nothing. An error that your own getter or Proxy throws is not
 * wrapped: you get it unchanged.
 * @example
 * try {
 *   split({ dims: [6], data: new Uint8Array(6) }, { split: [3, 4] });
 * } catch (error) {
 *   console.log(error.code, error.op, error.param); // sum_mismatch Split-18 split
 * }
 */
export class MicrotomeError extends Error {
  /** A stable word: a key of `Mistakes`, which explains each. */
  readonly code: Code;
  /** Operator and version: `Split-18`; '' if no operator is involved. */
  readonly op: string;
  /** The parameter at fault, in its document's spelling; '' if there is none. */
  readonly param: string;

  /**
   * @param code a stable word: `bad_axis`
   * @param op operator and version: `Split-18`; '' if no operator is involved
   * @param param the parameter at fault, in its document's spelling; '' if there is none
   * @param message operator and version, parameter, the value that is wrong and what would be legal
   * @param options `cause`
   */
  constructor(code: Code, op: string, param: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'MicrotomeError';
    this.code = code;
    this.op = op;
    this.param = param;
  }
}
