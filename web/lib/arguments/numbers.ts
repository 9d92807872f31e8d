// Numbers and lists of numbers that callers give, as words. The core checks whether they are integers, and fit the
// operator.
import { classNameOf, DETACHED, isDetached, lengthOf } from '../base/arrays.ts';
import { describe, isProxied } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import type { Request } from '../core/request.ts';
import type { Code } from '../types.ts';

/** The entries of a list: the code of a mistake in one, its name in the message, and what it must be. */
export interface Entries {
  readonly code: Code;
  readonly name: string;
  readonly legal: string;
}

export const INTEGERS: Entries = { code: 'not_integer', name: 'entry', legal: 'an integer' };
export const STRIDES: Entries = { code: 'not_integer', name: 'the stride of axis', legal: 'an integer' };
export const SIZES: Entries = {
  code: 'bad_input',
  name: 'the size of axis',
  legal: 'an integer of 0 or more',
};

/** The number that crosses into the core. */
export function toWord(value: number | bigint): number {
  if (typeof value === 'number') return value;
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(value))); // without the limits, perhaps Infinity
}

export const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** A value that should be a number. */
const describeWrong = (value: unknown) =>
  `${describe(value)}${typeof value === 'string' ? ', a string' : ''}`;

export const wrongEntry = ({ code, name, legal }: Entries, i: number, value: unknown) =>
  new Mistake(code, `${name} ${i} is ${describeWrong(value)}; it must be ${legal}`);

/** @param what the value is called: '' or 'the offset ' */
export function wrongNumber(value: unknown, what = ''): Mistake {
  return new Mistake('not_integer', `${what}is ${describeWrong(value)}; give integers as numbers or bigints`);
}

/**
 * The length of a list; -1 for anything else.
 * @throws {Mistake} `bad_input`: a typed array whose buffer is detached, which would be an empty list
 */
export function readLength(list: unknown): number {
  if (typeof list !== 'object' || list === null) return -1;
  if (!Array.isArray(list)) {
    if (isProxied(list)) return -1;
    if (classNameOf(list) !== '') {
      if (isDetached(list)) throw new Mistake('bad_input', DETACHED);
      return lengthOf(list); // a subclass may say something else
    }
  }
  return toLength((list as { length?: unknown }).length);
}

/** The `length` of a list; -1 for anything else. */
export const toLength = (length: unknown): number =>
  Number.isInteger(length) && (length as number) >= 0 ? (length as number) : -1;

/**
 * An entry of a list, as a word. A value that is not a number is refused here, because the core could not name it.
 */
export function toEntry(entry: unknown, i: number, entries: Entries): number {
  if (typeof entry === 'number') return entry;
  if (typeof entry === 'bigint') return toWord(entry);
  throw wrongEntry(entries, i, entry);
}

/** Writes the first entries of a list. The request has room for them. */
export function writeNumbers(
  request: Request,
  at: number,
  list: ArrayLike<unknown>,
  count: number,
  entries: Entries,
): void {
  const { words } = request;
  for (let i = 0; i < count; ++i) words[at + i] = toEntry(list[i], i, entries);
}

/** The first entries of a list. */
export function readNumbers(list: ArrayLike<unknown>, count: number, entries: Entries): number[] {
  const numbers = new Array<number>(count);
  for (let i = 0; i < count; ++i) numbers[i] = toEntry(list[i], i, entries);
  return numbers;
}
