// How the elements of a type are stored in a file.
import { CLASSES } from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import { classNameFor, DTYPES, toType, unitOf } from '../call/for_files.ts';
import { rowMajor } from '../shape.ts';

/** What is stored together: a group of elements, or a block of quantized ones. */
export interface Unit {
  /** Elements: 8 elements of u3 are 3 bytes. 1 unless the type is packed. */
  readonly group: number;
  readonly bytes: number;
}

export interface ElementType extends Unit {
  /** As the caller spells it. */
  readonly name: string;
  /** Of the element-type table. */
  readonly row: number;
  /** Bytes that are reversed if the file is big-endian: half of a complex number. */
  readonly swap: number;
  /** Of arrays. */
  readonly Class: any;
}

export function elementType(name: unknown): ElementType {
  const row = toType(name, '');
  const type = DTYPES[row];
  if (type.bits === 0) throw new Mistake('bad_type', 'strings have no fixed size', 'type');
  const { group, entries } = type;
  const swap = unitOf(type);
  return { name: String(name), row, group, bytes: entries * swap, swap, Class: CLASSES[classNameFor(type)] };
}

/** Bytes from the first element of a tensor to its last one. */
export const extentOf = (
  type: ElementType,
  dims: readonly number[],
  stride: readonly number[] = rowMajor(dims),
): number =>
  dims.includes(0)
    ? 0
    : bytesOf(
        type,
        dims.reduce((last, size, axis) => last + (size - 1) * stride[axis], 1),
      );

/** Bytes of so many elements. */
export const bytesOf = ({ group, bytes }: Unit, count: number) => Math.ceil(count / group) * bytes;
