// What is typed into a field, as the library takes it.
import type { Integer } from '../../lib/index.ts';
import { itemsOf, toInteger, toIntegers } from './integers.ts';
import type { Form, Typed } from './parameters.ts';

/** @returns null: absent */
export function toValue(text: string, form: Form): Typed {
  if (text.trim() === '') return null;
  if (form === 'word') return text.trim();
  if (form === 'names') return toNamedSizes(text);
  if (form === 'pairs') return toPairs(text);
  const integers = form === 'number' ? [toNumber(text)] : toIntegers(text);
  const bare = form === 'number' || (form === 'either' && !/[[(,]/.test(text));
  return bare && integers.length === 1 ? integers[0] : integers;
}

/** A number may be a fraction: the value of a pad. */
const toNumber = (text: string): Integer => {
  const integers = toIntegers(text);
  return integers.length === 1 ? integers[0] : Number.NaN;
};

/** `[1, 1], [2, 2]`: one pair per axis; `1, 2, 1, 2`: all begins, then all ends. */
function toPairs(text: string): Integer[] | Integer[][] {
  const pairs = text
    .replace(/^\s*\[\s*(?=\[)|\](?=\s*\]\s*$)/g, (outer, at) => (at === 0 ? '' : outer))
    .match(/\[[^\]]*\]?/g);
  return pairs ? pairs.map(toIntegers) : toIntegers(text);
}

/** All begins, and all ends. @param value of pads */
export function sidesOf(value: Integer[] | Integer[][]): [Integer[], Integer[]] {
  const isPairs = Array.isArray(value[0]);
  const pairs = value as Integer[][];
  const flat = value as Integer[];
  if (isPairs)
    return [pairs.map((pair) => pair[0] ?? Number.NaN), pairs.map((pair) => pair[1] ?? Number.NaN)];
  return [flat.slice(0, flat.length / 2), flat.slice(flat.length / 2)];
}

/** What the library knows only as NaN: the first item that is no number. */
export const oddIn = (text: string) =>
  text
    .split(';')
    .flatMap(itemsOf)
    .find((item) => Number.isNaN(toInteger(item)));

/** @param text `h=16, w=2`; what is no integer becomes NaN, and the library says what is wrong */
export function toNamedSizes(text: string): Record<string, Integer> | null {
  const items = text.match(/[^\s,;{}=:]+(\s*[=:]\s*|\s+)?[^\s,;{}]*/g) ?? [];
  const named = items.map((item) => {
    const [name, size = ''] = item.split(/[\s=:]+/);
    return [name, toIntegers(size)[0] ?? Number.NaN];
  });
  return named.length > 0 ? Object.fromEntries(named) : null;
}
