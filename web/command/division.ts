// `--part I/N`: which elements a part has, and along which axis the slice is divided.
import type { Stored } from 'microtome/source';
import { readInteger, readPart } from './arguments.ts';
import { Failure, WrongUsage } from './failure.ts';
import type { Library } from './library.ts';
import type { Values } from './types.ts';

export interface Division {
  readonly i: number;
  readonly n: number;
  /** Of the output; undefined: the one that the library chooses. */
  readonly axis: number | undefined;
}

export function readDivision({ part, axis }: Values): Division | undefined {
  if (part === undefined && axis !== undefined) throw new WrongUsage('--axis needs --part I/N');
  if (part === undefined) return undefined;
  return {
    ...readPart(part),
    axis: axis === undefined ? undefined : readInteger('axis', axis, 'an integer'),
  };
}

/** A pattern's tensors have no common parts. */
export function checkOne(isPattern: boolean, division: Division | undefined): void {
  if (isPattern && division)
    throw new WrongUsage('--part divides one tensor, but NAME is a pattern; give the name of one');
}

/** The slice of the part; of all, if there is no division. */
export function specOf(
  { source }: Library,
  tensor: Stored,
  spec: string,
  division: Division | undefined,
): string {
  if (division === undefined) return spec;
  const { i, n, axis } = division;
  return source.partition(tensor, spec, n, axis === undefined ? {} : { axis })[i];
}

/** Sizes of a slice. */
export const dimsOf = ({ plan }: Library, { dims }: Stored, spec: string): readonly number[] =>
  plan('Slice', [{ type: 'uint8', dims }, spec]).outputs[0].dims;

/** The axis of the output that `partition` divides: in the first of two parts, it is shorter. */
export function dividedAxis(library: Library, tensor: Stored, spec: string, { axis }: Division): number {
  const dims = dimsOf(library, tensor, spec);
  if (axis !== undefined) return axis < 0 ? axis + dims.length : axis;
  if (dims.length === 0) return 0;
  const half = dimsOf(library, tensor, library.source.partition(tensor, spec, 2)[0]);
  return Math.max(0, dims.findIndex((size, i) => half[i] !== size)); // biome-ignore format: one
}

/** Packed elements share bytes. A part that ended within a byte could not be joined to the next one. */
export function checkWhole(library: Library, tensor: Stored, spec: string, division: Division): void {
  const dims = dimsOf(library, tensor, spec);
  const divided = dividedAxis(library, tensor, spec, division);
  const bits = library.types.get(tensor.type)?.bits ?? 0;
  const index = dims.reduce((product, size, i) => (i === divided ? product : product * size), bits); // of each index
  const { n } = division;
  const size = dims[divided] ?? 1;
  const [least, larger] = [Math.floor(size / n), size % n]; // as `partition` divides
  for (let i = 1; i < n; ++i) {
    const begin = i * least + Math.min(i, larger);
    if (begin < size && (begin * index) % 8 !== 0)
      throw new Failure(
        `${n} raw parts of ${tensor.type} [${dims.join(', ')}] would end within a byte; choose another N or --axis, or cut it without --part`,
      );
  }
}
