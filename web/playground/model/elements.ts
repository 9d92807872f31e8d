// The elements of a call's tensors: their values, where those of the outputs are from, and the first ones of the result.
import { plan } from '../../lib/index.ts';
import { givenBy } from './given.ts';
import { indexOf, sizeOf } from './integers.ts';
import { run, viewOf } from './planned.ts';
import type { Result } from './result.ts';
import { isJoin } from './rows.ts';
import type { State } from './state.ts';
import { arrayOf, kindOf, type Numbers, valueAt } from './values.ts';

/** Elements up to which every value is shown. */
export const MOST_CELLS = 400;
/** Elements that can be numbered: float32 counts exactly as far as this, and every operator takes it. */
const MOST_NUMBERED = 2 ** 22;
/** The most values that are printed. */
export const MOST_PRINTED = 24;

type Shapes = readonly { dims: readonly number[] }[];

export const elementsOf = (tensors: Shapes) => tensors.reduce((sum, { dims }) => sum + sizeOf(dims), 0);

/** The number of each tensor's first element among all elements. */
export const startsOf = (tensors: Shapes) => tensors.map((_, i) => elementsOf(tensors.slice(0, i)));

/** The value of an element of the inputs, as its cell shows it. @param k its number among all of them, from 0 on */
export const heldBy = ({ data, type }: State, k: number) => data?.[k] ?? valueAt(type, k);

/** The values of a tensor, as its cells show them. */
export function heldIn({ state, tensors }: Result, i: number) {
  const start = startsOf(tensors)[i];
  return Array.from({ length: sizeOf(tensors[i].dims) }, (_, k) => heldBy(state, start + k));
}

/**
 * The source of each element of each output: its number among all elements of all inputs, from 1 on; 0: from none of them. The library
 * itself says so: it runs the call on these numbers.
 * @returns null: there are too many elements
 */
export function sourcesOf({ state, tensors, outputs }: Result): Float32Array[] | null {
  if (elementsOf(tensors) > MOST_NUMBERED || elementsOf(outputs) > MOST_NUMBERED) return null;
  const { to: _, value: __, ...values } = state.values;
  const given = givenBy({ ...state, type: 'float32', values });
  const starts = startsOf(tensors);
  const numbers = tensors.map(({ dims }, i) =>
    new Float32Array(sizeOf(dims)).map((_, k) => starts[i] + k + 1),
  );
  return run(given, numbers).map(({ data }) => data);
}

/** Runs the call on the values that are shown. @returns null: there are too many, or the type has no plain values */
export function runShown(result: Result): { data: Numbers }[] | null {
  const { state, tensors, outputs } = result;
  const isLarge = elementsOf(tensors) > MOST_CELLS || elementsOf(outputs) > 4 * MOST_CELLS;
  if (isLarge || kindOf(state.type).is === 'packed') return null;
  return run(givenBy(state), tensors.map((_, i) => arrayOf(state.type, heldIn(result, i)))); // biome-ignore format: a call
}

/** Results whose first values were asked for. */
const known = new WeakMap<Result, string[] | null>();

/** The first values of the first output, as JavaScript prints them; null: they are no plain values, or too many to know. */
export function firstOf(result: Result): string[] | null {
  if (!known.has(result)) known.set(result, find(result));
  return known.get(result) ?? null;
}

function find(result: Result) {
  const { state, outputs } = result;
  if (outputs.length === 0 || state.on !== 'tensor') return null;
  const count = Math.min(MOST_PRINTED, sizeOf(outputs[0].dims));
  const [made] = runShown(result) ?? [];
  if (made) return Array.from(made.data.slice(0, MOST_PRINTED), String);
  const { is } = kindOf(state.type);
  if (is === 'packed' || is === 'complex' || state.values.to || state.data || count === 0) return null;
  const source = placeOf(result);
  const places = Array.from({ length: count }, (_, i) => source?.(i) ?? -1);
  if (places.some((place) => place < 0)) return null;
  const texts = places.map((place) => heldBy(state, place));
  return is === 'bool' ? texts.map((text) => String(Number(text === 'T'))) : texts;
}

/** Finds the source of a position of the first output. The data of a large tensor does not move. */
function placeOf(result: Result): ((position: number) => number) | null {
  const { row, state, pads, taken } = result;
  if (isJoin(row) || pads || taken) {
    const [source] = sourcesOf(result) ?? [];
    return source ? (position) => source[position] - 1 : null;
  }
  const { tensors, inputs, options } = givenBy(state);
  const bytes: Numbers = [{ type: 'uint8', dims: tensors[0].dims }, ...inputs];
  const { shape, stride, offset } = viewOf(plan(row.op_type, bytes, options as Numbers));
  return (position) => indexOf(position, shape).reduce((place, i, axis) => place + i * stride[axis], offset);
}
