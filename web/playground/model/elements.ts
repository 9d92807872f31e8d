// The elements of a call's tensors: what they hold, and where those of the outputs are from.
import { givenBy } from './given.ts';
import { sizeOf } from './integers.ts';
import { kindOf, type Numbers } from './kinds.ts';
import { planOf, runOn } from './planned.ts';
import type { Result } from './result.ts';
import type { State } from './state.ts';
import { arrayOf, valueAt } from './values.ts';

/** Elements up to which every value is shown. */
export const MOST_CELLS = 400;
/** Elements that can be numbered: float32 counts exactly as far as this, and every operator takes it. */
const MOST_NUMBERED = 2 ** 22;

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
