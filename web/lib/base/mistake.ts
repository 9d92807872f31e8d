// A Mistake is thrown where it is found, with its code and its words. Here the public function that was called turns it
// into a MicrotomeError: it adds the operator, the parameter and the number of the tensor. Failures of files become one
// in source/stores/store.ts.
import type { Code } from '../types.ts';
import { MicrotomeError } from './errors.ts';

export class Mistake {
  readonly code: Code;
  /** What is wrong, and what would be legal. */
  readonly what: string;
  /** The parameter, if it is not the one that is being read. */
  readonly param: string | undefined;
  readonly cause: unknown;

  constructor(code: Code, what: string, param?: string, cause?: unknown) {
    this.code = code;
    this.what = what;
    this.param = param;
    this.cause = cause;
  }
}

/** An argument of the wrong kind. `withRequest` in core/request.ts appends how the function is called. */
export class WrongKind extends Mistake {}

/** What was thrown; a mistake with these words before its own, and blamed on `param` or what is being read. */
export const restated = (thrown: unknown, before = '', param?: string): unknown =>
  thrown instanceof Mistake ? new Mistake(thrown.code, before + thrown.what, param) : thrown;

/** An array that cannot be written. @param i number of the output; -1: it is the target of `assign` */
export const badOutput = (i: number, what: string, cause?: unknown) =>
  i < 0
    ? new Mistake('bad_out', what, 'target', cause)
    : new Mistake('bad_out', `output ${i} ${what}`, 'out', cause);

/** A number of entries or bytes in a message. Beyond 2^53, products and sums are rounded, so their digits are wrong. */
export const countInWords = (count: number) => (count < 2 ** 53 ? String(count) : `${2 ** 53} or more`);

/**
 * The error that a caller sees. Anything but a Mistake, such as an error of the caller's own getter, passes
 * through unchanged.
 * @param thrown
 * @param op operator and version, or the function that was called; '': neither
 * @param param the parameter that was being read
 * @param tensor its number in a list; -1: not in a list
 */
export function toPublicError(thrown: unknown, op: string, param = '', tensor = -1): unknown {
  if (!(thrown instanceof Mistake)) return thrown;
  const { code, what, cause } = thrown;
  const culprit = thrown.param ?? param;
  const which = tensor < 0 ? '' : `tensor ${tensor}: `;
  const place = [op, culprit].map((part) => part && `${part}: `).join('');
  return new MicrotomeError(
    code,
    op,
    culprit,
    `${place}${which}${what}`,
    cause === undefined ? {} : { cause },
  );
}

/** Calls `f`, and blames a mistake on `op`. For functions that read only their own arguments. */
export function blaming<T>(op: string, param: string, f: () => T): T {
  try {
    return f();
  } catch (thrown) {
    throw toPublicError(thrown, op, param);
  }
}

/** The sentence of an error, without the operator and the parameter at its beginning. */
export const sentenceOf = ({ op, param, message }: MicrotomeError) =>
  message.slice([op, param].map((part) => part && `${part}: `).join('').length);
