// From a state to its result: the library plans the call, and everything that the page shows follows from the plan. No data moves.
// A result is plain data, so that a worker can send it.
import type { Move, Type } from '../../lib/index.ts';
import { type Given, givenBy, planOf, runOn, type Shape } from './given.ts';
import { sizeOf, toIntegers } from './integers.ts';
import { type Memory, memoryOf } from './memory.ts';
import { type Order, orderOf } from './order.ts';
import { sidesOf } from './parameters.ts';
import { isJoin, type Row, takesAny } from './rows.ts';
import { boundsIn, type Range, rangesBy, rangesOf, takesSlice } from './slice.ts';
import type { State } from './state.ts';
import { arrayOf, kindOf, type Numbers, valueAt } from './values.ts';

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

/** The most outputs that are described. */
export const MOST_OUTPUTS = 64;
/** Planning more outputs can keep the page waiting, so a worker does it. */
const MANY = 2 ** 10;
/** Elements up to which every value is shown. */
export const MOST_CELLS = 400;
/** Elements that can be numbered: float32 counts exactly as far as this, and every operator takes it. */
const MOST_NUMBERED = 2 ** 22;

/** Whether planning may take longer than a page may stand still. */
export function isLarge({ op, dims, values }: State) {
  if (!/Split/.test(op)) return false;
  const counts = toIntegers(`${values.num_outputs ?? ''},${values.num_splits ?? ''}`);
  const sizes = op === 'SplitToSequence' ? toIntegers(dims) : [];
  const lists = [values.split, values.split_lengths].map((text = '') => text.split(',').length);
  return [...counts, ...sizes, ...lists].some((count) => Number(count) > MANY);
}

/** @throws {Wrong | MicrotomeError} */
export function toResult(state: State): Result {
  const given = givenBy(state);
  const planned = planOf(given);
  const { row, tensors } = given;
  const outputs = planned.outputs as { type: Type; dims: readonly number[] }[];
  const whole = isJoin(row) ? outputs[0].dims : tensors[0].dims;
  return {
    state,
    row,
    tensors,
    whole,
    outputs: outputs.slice(0, MOST_OUTPUTS),
    count: outputs.length,
    ranges: takesSlice(row.op) ? takenBy(state, given) : null,
    ...axisOf(given, whole, outputs),
    pads: row.op_type === 'Pad' ? padsOf(given) : null,
    order: row.op === 'Rearrange' ? orderOf(given.values.pattern, given.values.sizes ?? '', whole) : null,
    memory: memoryOf(planned.moves as readonly Move[], tensors, outputs, isJoin(row)),
  };
}

function takenBy({ notation, op }: State, { values, tensors: [{ dims }] }: Given) {
  return notation === null ? rangesBy(boundsIn(op, values, dims.length), dims) : rangesOf(notation, dims);
}

/** What happens along one axis. @param whole dims of the tensor that is cut, or made */
function axisOf(
  { row, parameters, tensors, options }: Given,
  whole: readonly number[],
  outputs: Result['outputs'],
) {
  const given = parameters.find(({ name }) => name === 'axis')?.value;
  const standard = row.attributes.find(({ name }) => name === 'axis')?.default;
  const at = Number((Array.isArray(given) ? given[0] : given) ?? standard ?? 0);
  const axis = at < 0 ? at + whole.length : at;
  const pieces = /Split/.test(row.op_type)
    ? outputs.map(({ dims }) => dims)
    : takesAny(row)
      ? tensors.map(({ dims }) => dims)
      : [];
  const sizes = pieces.map((dims) => (dims.length < whole.length ? 1 : dims[axis]));
  if (row.op_type !== 'Gather') return { axis, sizes, taken: null };
  const indices = parameters.find(({ name }) => name === 'indices')?.value;
  const size = whole[axis];
  const isFilled = options.domain === 'openvino';
  const taken = (Array.isArray(indices) ? indices : [indices]).map((index) => {
    const i = Number(index) < 0 ? Number(index) + size : Number(index);
    return isFilled && !(i >= 0 && i < size) ? -1 : i;
  });
  return { axis, sizes, taken };
}

function padsOf({ parameters, tensors: [{ dims }] }: Given) {
  const [begins, ends] = sidesOf(parameters.find(({ name }) => name === 'pads')?.value ?? []);
  const axes: unknown[] | null = parameters.find(({ name }) => name === 'axes')?.value;
  const pads = dims.map((): [number, number] => [0, 0]);
  for (const [i, begin] of begins.entries()) {
    const axis = Number(axes?.[i] ?? i);
    pads[axis < 0 ? axis + dims.length : axis] = [Number(begin), Number(ends[i])];
  }
  return pads;
}

/** How many elements the inputs have. */
export const elementsOf = (tensors: readonly { dims: readonly number[] }[]) =>
  tensors.reduce((sum, { dims }) => sum + sizeOf(dims), 0);

/** The number of each tensor's first element among all elements. */
export const startsOf = (tensors: readonly { dims: readonly number[] }[]) =>
  tensors.map((_, i) => elementsOf(tensors.slice(0, i)));

/**
 * Where each element of each output is from: its number among all elements of all inputs, from 1 on; 0: from none of them. The library
 * itself says so: it runs the call on these numbers.
 * @returns null: there are too many elements
 */
export function sourcesOf({ state, tensors, outputs }: Result): Float32Array[] | null {
  if (elementsOf(tensors) > MOST_NUMBERED || elementsOf(outputs) > MOST_NUMBERED) return null;
  const { to: _, value: __, ...values } = state.values;
  const given = givenBy({ ...state, type: 'float32', values });
  const starts = startsOf(given.tensors);
  const numbers = given.tensors.map(({ dims }, i) =>
    new Float32Array(sizeOf(dims)).map((_, k) => starts[i] + k + 1),
  );
  return runOn(planOf(given, 'float32'), given, numbers, 'float32').map(({ data }: Numbers) => data);
}

/** What an element of the inputs holds, as its cell shows it. @param k its number among all of them, from 0 on */
export const heldBy = ({ data, type }: State, k: number) => data?.[k] ?? valueAt(type, k);

/** Runs the call on the values that are shown. @returns null: there are too many, or the type has no plain values */
export function runShown(result: Result): { dims: readonly number[]; data: Numbers }[] | null {
  const { state, tensors } = result;
  const { is } = kindOf(state.type);
  if (elementsOf(tensors) > MOST_CELLS || elementsOf(result.outputs) > 4 * MOST_CELLS || is === 'packed')
    return null;
  const given = givenBy(state);
  const starts = startsOf(given.tensors);
  const arrays = given.tensors.map(
    ({ dims }, i) =>
    arrayOf(state.type, Array.from({ length: sizeOf(dims) }, (_, k) => heldBy(state, starts[i] + k))), // biome-ignore format: a call
  );
  return runOn(planOf(given), given, arrays);
}
