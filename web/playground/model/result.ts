// The result of a call: everything that the page shows of it. It is plain data, so that a worker can send it.
import type { Type } from '../../lib/index.ts';
import type { Parameter, Typed } from './parameters.ts';
import type { Row } from './rows.ts';
import type { Range } from './slice.ts';
import type { State } from './state.ts';

/** A tensor without its data, and an output. */
export type Shape = { type: Type; dims: readonly number[] };
export type Made = { dims: readonly number[]; data: Typed };

/** A call as the library takes it. */
export interface Given {
  row: Row;
  tensors: (Shape & { name: string })[];
  parameters: (Parameter & { value: Typed })[];
  values: Record<string, string>;
  inputs: Typed[]; // after the tensors
  /** The inputs and attributes of a node, also of a slice string. */
  node: { inputs: Typed[]; attributes: Record<string, Typed> };
  options: { domain: string; opset: number; attributes?: Record<string, Typed>; num_outputs?: number };
}

/** An axis of the input or of the output, as a pattern writes it, and the names that make it; several are a group. */
type Axis = { label: string; names: string[]; sizes: number[] };
export type Order = { input: Axis[]; output: Axis[] };

export interface Result {
  state: State; // that led to it
  row: Row;
  tensors: Given['tensors'];
  whole: readonly number[]; // dims of the tensor that is cut, or made
  outputs: readonly Shape[]; // the first ones
  count: number; // of outputs
  ranges: Range[] | null; // that a slice takes of each axis, or writes
  axis: number; // of a split, a join or a gather
  sizes: number[]; // of its pieces
  taken: number[] | null; // the indices that a gather takes, in [0, size); -1: zeros
  pads: [number, number][] | null; // before and after each axis
  order: Order | null;
  /** The copies in words, and the part that each piece of a strip of memory belongs to: -1, none; -2, several. */
  memory: { says: string; owners: readonly number[] };
}

/** The most outputs that are described. */
export const MOST_OUTPUTS = 64;
