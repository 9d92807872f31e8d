// Values in the words of a message.
import { className } from './arrays.ts';

/** Characters of a caller's text that a message quotes. */
const MOST = 40;
/** Larger integers take long to print. */
const MOST_DIGITS = 2n ** 64n;

/** A value in an error message. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, MOST)}'`;
  if (typeof value === 'object' && value !== null) {
    const name = className(value);
    return name === '' ? 'an object' : `${/^[AI]/.test(name) ? 'an' : 'a'} ${name}`;
  }
  if (typeof value === 'bigint' && (value > MOST_DIGITS || value < -MOST_DIGITS))
    return 'a bigint beyond 2^64';
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}

/** A text property of what was thrown, which may be anything. */
export function textOf(cause: unknown, key: 'name' | 'message'): string {
  try {
    const text = (cause as Record<string, unknown> | undefined)?.[key];
    return typeof text === 'string' ? text.slice(0, 200) : '';
  } catch {
    return ''; // not even that can be read
  }
}

/** Why something failed, in the words of whatever was thrown. */
export const reasonOf = (cause: unknown) =>
  textOf(cause, 'message') || textOf(cause, 'name') || describe(cause);

/** The name that a caller may have meant, in another case or cut short; `''` if there is none. */
export function nearest(name: string, known: readonly string[]): string {
  const lower = name.toLowerCase();
  return known.find((each) => lower.length > 1 && each.toLowerCase().startsWith(lower)) ?? '';
}
