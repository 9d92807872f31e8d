// What goes wrong with files, in words. A failure of a file is not a mistake in the call, so it is an error without a
// function to toPublicError.
import { describe } from '../../base/describe.ts';
import { MicrotomeError } from '../../base/errors.ts';
import type { Code } from '../../types.ts';

/** A text of a stranger's, without characters that a terminal obeys. */
export const printable = (text: string) =>
  text.replace(/\p{C}/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`);

export const failure = (code: Code, what: string, cause?: unknown) =>
  new MicrotomeError(code, '', '', printable(what), cause === undefined ? undefined : { cause });

/** `status` is that of a server's answer. */
export function failed(what: string, cause?: unknown, status?: number): MicrotomeError {
  const error = failure('source_failed', what, cause);
  return status === undefined ? error : Object.assign(error, { status });
}

/** A value of the caller's in words, or an exception; it may throw when it is looked at. */
export function told(value: unknown, say: (value: unknown) => string = describe): string {
  try {
    return say(value);
  } catch {
    return 'an object that throws';
  }
}

export const tooShort = (at: number, length: number, got: number) =>
  failure('source_short', `bytes ${at} to ${at + length} were asked for, and only ${got} came`);

export const changed = (what: string, advice = '') =>
  failure('source_changed', `${what} since it was opened; open it again${advice}`);

export const rangeIgnored = (what: string) => failure('range_ignored', what);
