// A cut of a stored tensor, decided: the shapes of its outputs, and which elements of the file go where.
import {
  type Choice,
  type Described,
  decideCondition,
  decideIndices,
  decideViews,
  type Gathered,
} from '../call/for_files.ts';
import { countOf, rowMajor } from '../shape.ts';
import { type Axis, lowerBound, type Pattern, toPattern } from './axes.ts';
import type { ElementType } from './elements.ts';
import type { Place } from './stored_tensor.ts';

export interface Cut {
  /** Of each output. */
  readonly dims: readonly (readonly number[])[];
  /** One per output that has elements, with its axes in the output's order, and as few as possible. */
  readonly streams: readonly Pattern[];
  /** How the same can be had with less at a time. */
  readonly advice: string;
}

/** `spec` is parameters by name, or a slice string. */
export function decideCut(
  { type, dims, stride, offset }: Described & { readonly type: ElementType },
  op_type: string,
  spec: unknown,
  choice?: Choice,
): Cut {
  const views = decideViews(op_type, { type: type.name, dims, stride, offset }, spec, choice);
  const streams = views.flatMap(({ dims, stride, offset }, output) =>
    dims.includes(0) ? [] : [{ output, first: offset, to: 0, axes: axesOf(dims, stride) }],
  );
  return { dims: views.map(({ dims }) => dims), streams, advice: 'use parts or save' };
}

/** A cut that takes indices of an axis in ascending order, each run of neighbours as one slice. */
interface Gather extends Cut {
  /** What is fetched: as the slices of each index, which are merged range by range. */
  readonly wanted: readonly Pattern[];
  /** How the output is made of what is taken; null: it is the output. */
  readonly order: Order | null;
}

/** A gather of what a gather of a file takes. */
export interface Order {
  readonly dims: readonly number[];
  readonly axis: number;
  readonly indices: Float64Array;
}

const FEWER = 'ask for fewer indices at a time';

export const decideGather = (place: Place, indices: unknown, spec: unknown, choice?: Choice): Gather =>
  gatherOf(place, (tensor) => decideIndices(tensor, indices, spec, choice));

/** The same for the indices at which a condition is true. */
export const decideCompress = (place: Place, condition: unknown, spec: unknown, choice?: Choice): Gather =>
  gatherOf(place, (tensor) => decideCondition(tensor, condition, spec, choice));

function gatherOf(
  { type, dims, stride = rowMajor(dims), offset = 0 }: Place,
  decide: (tensor: Described) => Gathered,
): Gather {
  const decided = decide({ type: type.name, dims, stride, offset });
  const { axis, indices } = decided;
  const taken = indices.slice().sort();
  let count = 0; // of those that differ
  for (const index of taken) if (count === 0 || index !== taken[count - 1]) taken[count++] = index;
  const along = (size: number) => dims.map((other, a) => (a === axis ? size : other));
  const to = rowMajor(along(count));
  const streams: Pattern[] = [];
  for (let i = 0, end = 0; i < count && countOf(decided.dims) > 0; i = end) {
    for (end = i + 1; end < count && taken[end] === taken[end - 1] + 1; ) ++end;
    const axes = axesOf(along(end - i), stride, to);
    streams.push({ output: 0, first: offset + taken[i] * stride[axis], to: i * to[axis], axes });
  }
  // A single pattern would be merged axis by axis.
  const isOne = streams.length === 1 && indices.length > 1;
  const wanted = (isOne ? [streams[0], streams[0]] : streams).map(toPattern);
  const isTaken = indices.length === count && indices.every((index, i) => index === taken[i]);
  const rankOf = (index: number) => lowerBound(count, (i) => taken[i] >= index);
  const order = isTaken ? null : { dims: along(count), axis, indices: indices.map(rankOf) };
  return { dims: [decided.dims], streams, wanted, order, advice: FEWER };
}

/** A slice as strides: where its output is in the tensor, and of which dims. */
export const decideView = ({ type, dims, stride, offset }: Place, spec: unknown, choice?: Choice) =>
  decideViews('Slice', { type: type.name, dims, stride, offset }, spec, choice)[0];

/** Axes that follow each other in the file as they do in the output are one. */
export function axesOf(
  dims: readonly number[],
  stride: readonly number[],
  inOutput = rowMajor(dims),
): Axis[] {
  const axes: Axis[] = [];
  dims.forEach((size, a) => {
    const last = axes.at(-1);
    const axis = { size, stride: stride[a], to: inOutput[a] };
    if (size === 1) return;
    if (last?.stride === size * axis.stride && last.to === size * axis.to)
      axes.splice(-1, 1, { ...axis, size: last.size * size });
    else axes.push(axis);
  });
  return axes;
}
