// What every format checks, because headers come from strangers: sizes for overflow, tensors against the
// file, names for duplicates. A number that passes is exact. `at` is the byte of the file that a message
// names.
import { describe } from '../../base/describe.ts';
import { Mistake } from '../../base/mistake.ts';
import { DTYPES, typeNamed } from '../../call/for_files.ts';
import { rowMajor } from '../../shape.ts';
import { printable } from '../stores/failures.ts';
import type { Entry, FileBytes, Raw, RefusedEntry, StoredEntry } from './format.ts';

/** No format in use has tensors of more axes. */
const MOST_AXES = 64;

export const bad = (format: string, at: number, what: string, cause?: unknown) =>
  new Mistake('bad_format', `${format}: ${what} (at byte ${at})`, '', cause);

let decoder: TextDecoder | undefined;
/** A text as it is in a header: names may differ by a byte order mark. */
export function decode(bytes: Uint8Array): string {
  decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(bytes);
}

/** A name in a message. */
export const quote = (name: string) => printable(describe(name));

/** A tensor in a message. */
export const tensorNamed = (name: string) => (name === '' ? 'the tensor' : `tensor ${quote(name)}`);

/** A tensor that cannot be cut, but does not stop you from opening the file. */
export function refuse(name: string, format: string, what: string, raw?: Raw): RefusedEntry {
  const why = `${format}: ${tensorNamed(name)} is ${printable(what)}, which cannot be cut`;
  return { name, refused: new Mistake('bad_type', why, ''), raw };
}

/** A tensor that `only` leaves out, of which only the name is known. */
export const leftOut = (name: string): RefusedEntry => ({
  name,
  refused: new Mistake('bad_argument', `${quote(name)} is left out by only`, 'name'),
});

/** Bytes that must be inside the file: of its first ones, or fetched. */
export const bytesAt = ({ start, read }: FileBytes, at: number, length: number) =>
  at + length <= start.length ? start.subarray(at, at + length) : read(at, length);

/** Bits per element; 0 for what cannot be cut. */
export const bitsOf = (type: string) => rowOf(type)?.bits ?? 0;

export const rowOf = (type: string): (typeof DTYPES)[number] | undefined => DTYPES[typeNamed(type) ?? -1];

/** Is it a list of sizes, whatever their product? */
export const isSizes = (list: unknown): list is number[] =>
  Array.isArray(list) && list.every((size) => Number.isInteger(size) && size >= 0);

export function checkAxes(count: number, format: string, at: number): void {
  if (count > MOST_AXES) throw bad(format, at, `a tensor of more than ${MOST_AXES} axes`);
}

/** Bytes of a row-major tensor, whose elements have so many bits. */
export function bytesOf(dims: readonly number[], bits: number, format: string, at: number): number {
  checkAxes(dims.length, format, at);
  const total = dims.reduce((n, size) => n * Math.max(1, size), bits); // without zeros: strides must fit, too
  if (!Number.isSafeInteger(total)) throw bad(format, at, `dims [${dims.join(', ')}] have 2^53 bits or more`);
  return dims.includes(0) ? 0 : Math.ceil(total / 8);
}

/** The same tensor, which must be inside a file of so many bytes. Byte `header` describes it. */
export function checked(format: string, header: number, size: number, entry: StoredEntry): StoredEntry {
  const { type, dims, at } = entry;
  checkRange(at, bytesOf(dims, bitsOf(type), format, header), size, format, `${type} [${dims.join(', ')}]`);
  return entry;
}

/** Refuses so many bytes from `at` on, unless they are among the first `size` bytes of the file. */
export function checkRange(at: number, length: number, size: number, format: string, what: string): void {
  if (at < 0 || !(at + length <= size))
    throw bad(format, at, `${what} needs ${length} bytes, but the file has ${Math.max(0, size - at)} there`);
}

/** The same entries, whose names must differ. */
export function distinct(entries: Entry[], format: string, at: number): Entry[] {
  const names = new Set<string>();
  for (const { name } of entries) {
    if (names.has(name)) throw bad(format, at, `two tensors are named ${quote(name)}`);
    names.add(name);
  }
  return entries;
}

/** Strides of Fortran order: the first axis is the fastest. */
export const fortranOf = (dims: readonly number[]) => rowMajor([...dims].reverse()).reverse();

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

/** A size of 64 bits, at `place` of the view and at byte `at` of the file. */
export function sizeAt(view: DataView, place: number, format: string, at: number): number {
  const value = Number(view.getBigUint64(place, true));
  if (!Number.isSafeInteger(value)) throw bad(format, at, 'a size of 2^53 or more');
  return value;
}
