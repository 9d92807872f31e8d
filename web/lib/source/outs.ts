// The arrays that a cut of a file writes into: new ones, or the caller's, which are checked before anything
// is fetched.
import { lengthOf } from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import {
  assignOnce,
  checkApart,
  DTYPES,
  type Out,
  overlapsInput,
  rangeOf,
  readOuts,
} from '../call/for_files.ts';
import { arrayLength, countOf } from '../shape.ts';
import type { Result } from '../types.ts';
import { bytesOf, type ElementType } from './elements.ts';
import type { Place } from './stored.ts';

export interface Outs {
  /** In row-major order, one per output. */
  readonly arrays: readonly any[];
  /** Gives the tensors, once the arrays are filled. */
  finish(): Result[];
}

/** The arrays for outputs of such dims: in `out`, or new. */
export function toOuts(
  { type, store }: Place,
  dims: readonly (readonly number[])[],
  out: unknown,
  advice: string,
): Outs {
  const { row } = type;
  if (out === undefined) {
    const arrays = dims.map((sizes) => newArray(type, sizes, advice));
    return { arrays, finish: () => arrays.map((data, i) => toTensor(type, dims[i], data)) };
  }
  const { classes } = DTYPES[row];
  const lengths = dims.map((sizes) => arrayLength(DTYPES[row], sizes));
  const outs = readOuts(out, { dims, lengths, type: row, spelling: type.name, classes });
  checkMemory(outs, store.memory, row);
  const arrays = outs.map(({ array, layout }, i) =>
    layout === null ? array : newArray(type, dims[i], advice),
  );
  const check = watchArrays(outs.map(({ data }) => data));
  const finish = () => {
    check();
    return outs.map((each, i) => toPlace(each, toTensor(type, dims[i], arrays[i])));
  };
  return { arrays, finish };
}

/** What checks that arrays have their elements still. */
export function watchArrays(arrays: readonly any[]): () => void {
  const lengths = arrays.map(lengthOf);
  return () => {
    const gone = arrays.findIndex((array, i) => lengthOf(array) !== lengths[i]);
    if (gone < 0) return;
    throw new Mistake('bad_input', `the buffer of output ${gone} was detached or resized meanwhile`, 'out');
  };
}

/** Outputs may not share memory with each other, not even if they alternate in it, nor with the file. */
function checkMemory(outs: readonly Out[], memory: Uint8Array | undefined, row: number): void {
  const ranges = outs.map(({ data }, i) => rangeOf(data, null, [], row, i));
  checkApart(ranges);
  if (memory !== undefined) overlapsInput([rangeOf(memory, null, [], row, 0)], ranges, false);
}

/** Copies an output to where the caller wants it, if it is not there yet. */
function toPlace({ data, stated, layout }: Out, tensor: Result): Result {
  if (stated === null) return tensor;
  const placed = { ...tensor, data, stride: stated.stride, offset: stated.offset };
  if (layout !== null) assignOnce(placed, '...', tensor);
  return placed;
}

export const toTensor = ({ name }: ElementType, dims: readonly number[], data: any): Result =>
  ({ type: name, dims: [...dims], data }) as Result;

/** `advice`: what to do if there is no memory for it. */
export function newArray(type: ElementType, dims: readonly number[], advice: string): any {
  const bytes = bytesOf(type, countOf(dims));
  try {
    return new type.Class(bytes / type.Class.BYTES_PER_ELEMENT);
  } catch (cause) {
    const what = `no memory for an output of ${bytes} bytes; ${advice}`;
    throw new Mistake('out_of_memory', what, '', cause);
  }
}
