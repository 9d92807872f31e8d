// Cuts that are fetched in one batch: what they cost, and how their outputs are filled. These are new arrays, or the caller's,
// which are checked before anything is fetched.
import { Mistake } from '../base/mistake.ts';
import {
  assignOnce,
  checkApart,
  DTYPES,
  gatherInto,
  type Out,
  overlapsInput,
  rangeOf,
  readOuts,
} from '../call/for_files.ts';
import { arrayLength, countOf } from '../shape.ts';
import type { Result } from '../types.ts';
import { type Pattern, toNested, toPattern } from './axes.ts';
import { bytesOf, type ElementType } from './elements.ts';
import { countRequests } from './requests.ts';
import type { Cut, Order } from './selection.ts';
import type { ReadOptions } from './source_options.ts';
import type { Cost } from './source_types.ts';
import type { Place } from './stored_tensor.ts';
import { transfer, watchArrays } from './transfer.ts';

/** Fetches what is wanted, and fills the outputs of the cuts with it. `order`: how the only output is made of it. */
export async function carryOut(
  place: Place,
  cuts: readonly Cut[],
  wanted: readonly Pattern[],
  options: ReadOptions,
  order: Order | null = null,
): Promise<any[]> {
  const spent = costOf(place, cuts, wanted);
  const advice = cuts.length > 1 ? 'ask for fewer slices at a time' : cuts[0]?.advice;
  checkCost(spent, options, place.store.isLocal, advice);
  const dims = cuts.flatMap((each) => each.dims);
  const { arrays, finish } = toOuts(place, dims, options.out, advice);
  let before = 0;
  const nested = cuts.flatMap(({ dims, streams }) => {
    const first = before;
    before += dims.length;
    return streams.flatMap((stream) => toNested(toPattern({ ...stream, output: first + stream.output })));
  });
  const { type } = place;
  const taken = order && toTensor(type, order.dims, newArray(type, order.dims, advice));
  const filled = taken ? [taken.data] : arrays;
  const check = watchArrays(arrays);
  await transfer(place, wanted, nested, filled, options, spent.bytes, options.maxBytes);
  check();
  if (order && taken) gatherInto(arrays, taken, order.indices, order.axis);
  return finish();
}

/** What is fetched for cuts of one output each. */
export const patternsOf = (cuts: readonly Cut[]) => cuts.flatMap(({ streams }) => streams.map(toPattern));

export function costOf(place: Place, cuts: readonly Cut[], wanted: readonly Pattern[]): Cost {
  const { type, store } = place;
  const useful = cuts
    .flatMap(({ dims }) => dims)
    .reduce((sum, dims) => sum + bytesOf(type, countOf(dims)), 0);
  if (store.isKept || wanted.length === 0) return { requests: 0, bytes: 0, useful };
  return { ...countRequests(wanted, place), useful };
}

function checkCost(
  { requests, bytes, useful }: Cost,
  { maxBytes, maxRequests }: ReadOptions,
  isLocal: boolean | undefined,
  advice: string,
): void {
  if (bytes <= maxBytes && (isLocal || requests <= maxRequests)) return;
  const limit = bytes > maxBytes ? `maxBytes is ${maxBytes}` : `maxRequests is ${maxRequests}`;
  const what = `takes ${requests} requests and ${bytes} bytes, ${useful} of them useful; ${limit}; raise it, or ${advice}`;
  throw new Mistake('too_costly', what, '');
}

interface Outs {
  /** In row-major order, one per output. */
  readonly arrays: readonly any[];
  /** Gives the tensors, once the arrays are filled. */
  finish(): Result[];
}

/** The arrays for outputs of such dims: in `out`, or new. */
function toOuts(
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
  const lengths = dims.map((sizes) => arrayLength(DTYPES[row], sizes));
  const outs = readOuts(out, { dims, lengths, type: row, spelling: type.name });
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

/** Outputs may not share memory with each other, not even if they alternate in it, nor with the file. */
function checkMemory(outs: readonly Out[], memory: Uint8Array | undefined, row: number): void {
  const ranges = outs.map(({ data }, i) => rangeOf(data, null, [], row, i));
  checkApart(ranges);
  if (memory !== undefined) overlapsInput([rangeOf(memory, null, [], row, 0)], ranges, false);
}

/** Copies an output to where the caller wants it, if it is not there yet. */
function toPlace({ data, stated, layout }: Out, tensor: Result): Result {
  if (stated === null) return tensor;
  const placed = { ...tensor, data, stride: stated.stride as number[], offset: stated.offset }; // nobody else has it
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
