// Typed arrays, through getters captured when this module is loaded: a caller's array may be of a subclass that
// overrides its length, or its buffer may have been resized or detached.
import { countInWords, Mistake } from './mistake.ts';

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
export function classNameOf(data: unknown): string {
  const name = typedArrayName.call(data);
  if (name !== undefined) return name;
  return Array.isArray(data) ? 'Array' : '';
}

/** Is it an object whose names are not indices, as those of an array would be? */
export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && classNameOf(value) === '';

/** Entries of a typed array; 0 if its buffer was detached, or is too short by now. */
export const lengthOf = (array: unknown): number => lengthOfTyped.call(array);

export const bufferOf = (array: unknown): ArrayBufferLike => buffer.call(array);

export const byteOffsetOf = (array: unknown): number => byteOffset.call(array);

export const byteLengthOf = (array: unknown): number => byteLength.call(array);

/** Bytes of an entry. */
export const entryBytes = (array: unknown): number => CLASSES[classNameOf(array)].BYTES_PER_ELEMENT;

/**
 * A view of `length` entries of a class over an array, from byte `begin` of it on. An empty view has memory of its own,
 * because that of the array may be detached.
 */
export const viewAs = (Class: any, array: unknown, begin: number, length: number): any =>
  length === 0 ? new Class(0) : new Class(bufferOf(array), byteOffsetOf(array) + begin, length);

/** The same, in the array's class. */
export const viewOf = (array: unknown, begin: number, length: number): any =>
  viewAs(CLASSES[classNameOf(array)], array, begin, length);

/** All of an array as entries of another class. */
function allAs(className: string, array: unknown): any {
  const Class = CLASSES[className];
  return viewAs(Class, array, 0, byteLengthOf(array) / Class.BYTES_PER_ELEMENT);
}

/** Not every engine has `buffer.detached`, but none makes a view of a detached buffer. */
export function isDetached(array: unknown): boolean {
  if (Array.isArray(array) || lengthOf(array) > 0) return false;
  try {
    new CLASSES.Uint8Array(bufferOf(array));
    return false;
  } catch {
    return true;
  }
}

/** What a message says about such an array. */
export const DETACHED =
  'its buffer is detached: after a transfer, pass a copy; after a WebAssembly memory has grown, a new view';

/**
 * Copies a whole typed array into another of its class. They may overlap.
 * @param to
 * @param from
 * @param at the entry of `to` that is written first
 */
export const copyInto = (to: any, from: any, at: number) => set.call(to, from, at);

/** Writes a value from entry `begin` on, up to entry `end`, or to the end of the array. */
export const fillWith = (array: any, value: any, begin: number, end?: number) =>
  fill.call(array, value, begin, end);

export const reverseAll = (array: any) => reverse.call(array);

/** Copies the entries from `begin` to `end` to entry `at` of the same array. */
export const copyWithin = (array: any, at: number, begin: number, end: number) =>
  copyInside.call(array, at, begin, end);

/**
 * The same memory as an array of another class with entries of the same width; the array itself if it has that class.
 */
export const asClass = (array: any, className: string): any =>
  classNameOf(array) === className ? array : allAs(className, array);

/**
 * Identifies the memory of an array; an array of strings is its own memory. Two SharedArrayBuffers of one memory count
 * as two, because JavaScript cannot tell.
 */
export const memoryOf = (array: unknown): unknown => (Array.isArray(array) ? array : bufferOf(array));

/** What to do if new arrays are too large, for calls whose outputs are never views of the input. */
export const TO_OUT = '; give arrays as out, or ask for less';
/** The same for arrays that are made for `out`. */
export const TO_PLAN = '; plan smaller outputs';

/**
 * @param className class of the array
 * @param from its length, or an array of this class to copy
 * @param remedy if it is too large
 */
export function newArray(className: string, from: any, remedy = ''): any {
  try {
    return new CLASSES[className](from);
  } catch (cause) {
    const what = `no memory for a ${className} of length ${from.length ?? from}${remedy}`;
    throw new Mistake('out_of_memory', what, '', cause);
  }
}

/** Most bytes of the new arrays of one call. Trying to allocate more would only exhaust the machine. */
const MOST_BYTES = 2 ** 40;

/**
 * Call it before you make the first of several arrays: the operating system may kill a process that makes one after
 * another until memory is full.
 * @param className class of the arrays
 * @param entries of all of them
 * @param remedy if they are too large
 */
export function checkNewArrays(className: string, entries: number, remedy: string): void {
  const bytes = entries * CLASSES[className].BYTES_PER_ELEMENT;
  if (bytes <= MOST_BYTES) return;
  throw new Mistake(
    'too_large',
    `${countInWords(bytes)} bytes of new arrays; at most 2^40 are made${remedy}`,
    '',
  );
}

/** Classes of unsigned integers, by bytes of an entry. Wider entries are several integers. */
const INTEGERS = ['', 'Uint8Array', 'Uint16Array', '', 'Uint32Array'];

/**
 * The same memory as unsigned integers of at most 32 bits, which can be copied one by one without
 * changing a bit. JavaScript may change the bits of a NaN on its way through a variable, and turns every 64-bit integer
 * into a BigInt. There are only three of these classes, for the reason that move/loops.ts gives.
 */
export const asIntegers = (array: any): Uint8Array | Uint16Array | Uint32Array =>
  allAs(INTEGERS[Math.min(4, entryBytes(array))], array);

/** The class of these integers. */
export const integerClassOf = (array: any): any => CLASSES[INTEGERS[Math.min(4, entryBytes(array))]];
