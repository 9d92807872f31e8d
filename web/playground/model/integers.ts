// Reads integers as people type them: '1, -2', '[1, -2]', INT_MIN. They are exact to 64 bits: large ones become bigints.
import type { Integer } from '../../lib/index.ts';

/** Words that the documents use for the ends of an axis. */
const WORDS: Readonly<Record<string, Integer>> = {
  INT_MAX: 2147483647,
  INT_MIN: -2147483648,
  INT32_MAX: 2147483647,
  INT32_MIN: -2147483648,
  INT64_MAX: 9223372036854775807n,
  INT64_MIN: -9223372036854775808n,
};

/** The most entries of a list; the rest is ignored, so that hostile text takes no time. */
const MOST = 1 << 16;

/** Anything but an integer becomes NaN, and the library says what is wrong with it. */
export const toIntegers = (text: string): Integer[] => itemsOf(text).map(toInteger);

export const itemsOf = (text: string) =>
  text
    .replace(/^\s*[[(]|[\])]\s*$/g, '')
    .split(/[\s,]+/, MOST)
    .filter((item) => item !== '');

export function toInteger(item: string) {
  const plain = item.replace('−', '-').replace(/^\+/, '');
  if (Object.hasOwn(WORDS, plain.toUpperCase())) return WORDS[plain.toUpperCase()];
  const number = Number(plain);
  return /^-?\d{16,25}$/.test(plain) && !Number.isSafeInteger(number) ? BigInt(plain) : number;
}

/** Whether a number is typed, not a list. */
export const isSingle = (text = '') => !/[[(,]/.test(text);

export const sizeOf = (dims: readonly number[]) => dims.reduce((n, size) => n * size, 1);

/** The place of each axis' next index, row-major. */
export function stridesOf(dims: readonly number[]) {
  const strides = dims.map(() => 1);
  for (let axis = dims.length - 2; axis >= 0; --axis) strides[axis] = strides[axis + 1] * dims[axis + 1];
  return strides;
}

/** The index of a place, row-major. */
export function indexOf(place: number, dims: readonly number[]) {
  const strides = stridesOf(dims);
  return dims.map((size, axis) => Math.floor(place / strides[axis]) % size);
}
