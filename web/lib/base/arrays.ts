// Typed arrays, through getters captured when this module is loaded: a caller's array may be of a subclass
// that overrides its length, or be on a buffer that was resized or detached.
import { Mistake } from './mistake.ts';

const { prototype } = Object.getPrototypeOf(Uint8Array);
const getter = (key: PropertyKey) =>
  Object.getOwnPropertyDescriptor(prototype, key)?.get as (this: unknown) => any;

const typedArrayName = getter(Symbol.toStringTag);
const lengthOfTyped = getter('length');
const buffer = getter('buffer');
const byteOffset = getter('byteOffset');
const byteLength = getter('byteLength');
const set = prototype.set as Uint8Array['set'];
const fill = prototype.fill as Uint8Array['fill'];
const reverse = prototype.reverse as Uint8Array['reverse'];
const copyInside = prototype.copyWithin as Uint8Array['copyWithin'];

const NAMES = `Float16Array Float32Array Float64Array Int8Array Int16Array Int32Array BigInt64Array Uint8Array
  Uint8ClampedArray Uint16Array Uint32Array BigUint64Array`;

/** The classes of typed arrays by name. Marked as pure, so that bundlers drop it where nothing uses it. */
export const CLASSES: Record<string, any> = /* @__PURE__ */ (() =>
  Object.fromEntries(NAMES.split(/\s+/).map((name) => [name, (globalThis as any)[name]])))();

/** 'Float32Array', ..., 'Array', or '' for anything else. */
export function className(data: unknown): string {
  const name = typedArrayName.call(data);
  if (name !== undefined) return name;
  return Array.isArray(data) ? 'Array' : '';
}

/** Is it an object with names? Those of an array would be its indices. */
export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && className(value) === '';

/** Entries of a typed array; 0 if its buffer was detached, or is too short by now. */
export const lengthOf = (array: unknown): number => lengthOfTyped.call(array);

export const bufferOf = (array: unknown): ArrayBufferLike => buffer.call(array);

export const byteOffsetOf = (array: unknown): number => byteOffset.call(array);

export const byteLengthOf = (array: unknown): number => byteLength.call(array);

/** Bytes of an entry. */
export const entryBytes = (array: unknown): number => CLASSES[className(array)].BYTES_PER_ELEMENT;

/** A view of `length` entries of an array, from a byte of it on. */
export const viewOf = (array: unknown, begin: number, length: number) =>
  new CLASSES[className(array)](bufferOf(array), byteOffsetOf(array) + begin, length);

/**
 * Copies a whole typed array into another of its class, as if through a third: they may overlap.
 * @param to
 * @param from
 * @param at the entry of `to` that is written first
 */
export const copyInto = (to: any, from: any, at: number) => set.call(to, from, at);

/** Writes a value from entry `begin` on, to the end if none is given. */
export const fillWith = (array: any, value: any, begin: number, end?: number) =>
  fill.call(array, value, begin, end);

export const reverseAll = (array: any) => reverse.call(array);

/** Copies the entries from `begin` to `end` to entry `at` of the same array. */
export const copyWithin = (array: any, at: number, begin: number, end: number) =>
  copyInside.call(array, at, begin, end);

/** The same memory in an array of this class, whose entries are as wide; itself if it is one. */
export function asClass(array: any, holder: string): any {
  const name = className(array);
  if (name === holder) return array;
  const Class = CLASSES[holder];
  return new Class(bufferOf(array), byteOffsetOf(array), byteLengthOf(array) / Class.BYTES_PER_ELEMENT);
}

/** The memory of an array. An array of strings is its own memory, and so is one without entries. */
export const memoryOf = (array: unknown): unknown =>
  Array.isArray(array) || byteLengthOf(array) === 0 ? array : bufferOf(array);

/**
 * @param holder class of the array
 * @param from its length, or an array of this class to copy
 */
export function newArray(holder: string, from: any): any {
  try {
    return new CLASSES[holder](from);
  } catch (cause) {
    const what = `no memory for a ${holder} of length ${from.length ?? from}: give arrays as out, ask for view: true, or cut less`;
    throw new Mistake('out_of_memory', what, '', cause);
  }
}

/** Bytes of the new arrays of one call: more than any host has. */
const MOST_BYTES = 2 ** 40;

/**
 * Call it before you make the first of several arrays. The operating system may kill a process that makes one
 * after another until memory is full.
 * @param holder class of the arrays
 * @param entries of all of them
 */
export function checkNewArrays(holder: string, entries: number): void {
  const bytes = entries * CLASSES[holder].BYTES_PER_ELEMENT;
  if (bytes <= MOST_BYTES) return;
  const what = `${bytes} bytes of new arrays; at most 2^40 are made: give arrays as out, ask for view: true, or cut less`;
  throw new Mistake('too_large', what, '');
}

/** Unsigned integers by bytes of an entry. Wider entries are several words. */
const WORDS: any[] = [null, Uint8Array, Uint16Array, null, Uint32Array];

/**
 * The same memory as words: unsigned integers of at most 32 bits, which can be copied one by one without
 * changing a bit. JavaScript may change the bits of a NaN on its way through a variable, and makes a BigInt
 * of every 64-bit integer. And a loop that has seen more than four classes of arrays takes thirty times as
 * long: there are only three classes of words.
 */
export function toWords(array: any): Uint8Array | Uint16Array | Uint32Array {
  const Words = WORDS[Math.min(4, entryBytes(array))];
  return new Words(bufferOf(array), byteOffsetOf(array), byteLengthOf(array) / Words.BYTES_PER_ELEMENT);
}
