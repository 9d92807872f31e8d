// From a state to its result: the library plans the call, and everything that the page shows follows from the plan. No data moves.
// A result is plain data, so that a worker can send it.
import type { Move, Type } from '../../lib/index.ts';
import { sayMemory } from './memory.ts';
import type { Order } from './order.ts';
import { type Given, planOf, type Shape, sliceGiven } from './planned.ts';
import { isJoin, type Row } from './rows.ts';
import { type Range, rangesOf } from './slice.ts';
import type { State } from './state.ts';

export interface Result {
  state: State; // that led to it
  row: Row;
  tensors: Shape[]; // the inputs
  whole: readonly number[]; // dims of the tensor that is cut, or made
  outputs: { type: Type; dims: readonly number[] }[]; // the first ones
  count: number; // of outputs
  /** Of a slice that is read or written: what it takes of each axis. */
  ranges: Range[] | null;
  /** Of a split, a join or a gather: the axis, and the pieces of it. */
  axis: number;
  sizes: number[];
  /** Of a gather: the indices that are taken, in [0, size); -1: zeros. */
  taken: number[] | null;
  /** Of a pad: how much before and after each axis. */
  pads: [number, number][] | null;
  order: Order | null;
  memory: Memory;
}

/** What is copied, in words; and for a strip of memory, which part has each piece of it: -1, none; -2, several. */
export interface Memory {
  says: string;
  owners: readonly number[];
}

export type Outputs = Result['outputs'];

type Plain = 'state' | 'row' | 'tensors' | 'whole' | 'outputs' | 'count';

/** What depends on the kind of the call. */
export type Details = Omit<Result, Plain>;

/** The most outputs that are described. */
export const MOST_OUTPUTS = 64;

/** @throws {Wrong | MicrotomeError} */
export function resultOf(
  state: State,
  given: Given,
  detailsOf: (whole: readonly number[], outputs: Outputs, moves: readonly Move[]) => Details,
): Result {
  const planned = planOf(given);
  const { row, tensors } = given;
  const outputs = planned.outputs as Outputs;
  const whole = isJoin(row) ? outputs[0].dims : tensors[0].dims;
  return {
    state,
    row,
    tensors,
    whole,
    outputs: outputs.slice(0, MOST_OUTPUTS),
    count: outputs.length,
    ...detailsOf(whole, outputs, planned.moves as readonly Move[]),
  };
}

/** A slice whose notation is typed; details.ts knows all other calls. @throws {Wrong | MicrotomeError} */
export const sliceResult = (state: State, given = sliceGiven(state)): Result =>
  resultOf(state, given, (whole, outputs, moves) => ({
    ranges: rangesOf(state.notation ?? '...', whole),
    axis: 0,
    sizes: [],
    taken: null,
    pads: null,
    order: null,
    memory: { says: sayMemory(moves, given.tensors, outputs, false), owners: [] },
  }));
