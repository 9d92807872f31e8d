// Puts values into the words of a message.
import { classNameOf, isPlain } from './arrays.ts';

/** Characters of a caller's text that a message quotes. */
const MOST = 40;
/** Printing larger integers takes too long. */
const MOST_DIGITS = 2n ** 64n;

/** A value in an error message. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, MOST)}'`;
  if (typeof value === 'object' && value !== null) {
    if (isProxied(value)) return 'a Proxy of a typed array (give the array itself)';
    const name = classNameOf(value) || tagOf(value);
    if (name === 'Object') return 'an object';
    return `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}${name === 'Promise' ? ' (await it)' : ''}`;
  }
  if (typeof value === 'bigint' && (value > MOST_DIGITS || value < -MOST_DIGITS))
    return 'a bigint beyond 2^64';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return Object.is(value, -0) ? '-0' : `${value}${typeof value === 'bigint' ? 'n' : ''}`;
}

/** The class of an object as JavaScript names it, such as `Map`, even if it is of another realm. Most are `Object`. */
const tagOf = (value: object) => Object.prototype.toString.call(value).slice(8, -1).slice(0, MOST);

/** Is it a Proxy of a typed array, perhaps of another realm? Then even reading its `length` throws a TypeError. */
export function isProxied(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || classNameOf(value) !== '') return false;
  if (!('BYTES_PER_ELEMENT' in value)) return false;
  try {
    void (value as { length?: unknown }).length; // the arrays of some libraries have BYTES_PER_ELEMENT, too
    return false;
  } catch {
    return true;
  }
}

/** Is it an object with named properties that a caller gave? A Map or a Promise has none. */
export function isNamed(value: unknown): value is Record<string, unknown> {
  if (!isPlain(value)) return false;
  for (const name in value) if (Object.hasOwn(value, name)) return true; // its prototype would take longer to get
  const tag = tagOf(value);
  return tag === 'Object' || typeof (globalThis as Record<string, unknown>)[tag] !== 'function';
}

/** Does an object itself have a value of that name? Inherited values are often methods, so they do not count. */
export const isGiven = (named: Record<string, unknown>, name: string) =>
  Object.hasOwn(named, name) && (named[name] ?? null) !== null;

/** The first unknown name that has a value; undefined: there is none. */
export function unknownName(named: Record<string, unknown>, known: readonly string[]): string | undefined {
  for (const name in named) if (!known.includes(name) && isGiven(named, name)) return name.slice(0, MOST);
  return undefined;
}

/** A text property of a thrown value, which may be anything. */
export function textOf(cause: unknown, key: 'name' | 'message'): string {
  try {
    const text = (cause as Record<string, unknown> | undefined)?.[key];
    return typeof text === 'string' ? text.slice(0, 200) : '';
  } catch {
    return ''; // a Proxy or a getter may throw
  }
}

/** Why something failed, in the words of the thrown value. */
export const reasonOf = (cause: unknown) =>
  textOf(cause, 'message') || textOf(cause, 'name') || describe(cause);

/** NumPy's and PyTorch's words for parameters, and ours. */
const WORDS =
  ' dim:axis dim:axes dims:axes axis:axes axes:axis sections:num_outputs constant_values:value dtype:type ';

/** Asks which known names are meant by those that are not: another library's words, or the same ones longer or shorter, such as `start`. */
export function askFor(named: Record<string, unknown>, known: readonly string[]): string {
  const meant = Object.keys(named).flatMap((name) => {
    const isMeant = (each: string) =>
      WORDS.includes(` ${name}:${each} `) || name.startsWith(each) || (name[2] && each.startsWith(name));
    return (!known.includes(name) && isGiven(named, name) && known.find(isMeant)) || [];
  });
  return meant.length > 0 ? `; did you mean ${meant.join(', ')}?` : '';
}

/** The name that a caller may have meant, in another case or cut short; `''` if there is none. */
export function nearest(name: string, known: readonly string[]): string {
  const lower = name.toLowerCase();
  return known.find((each) => lower.length > 1 && each.toLowerCase().startsWith(lower)) ?? '';
}
