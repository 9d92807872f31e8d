// The first values of a result, as JavaScript prints them, without moving the data of a large tensor.
import { plan } from '../../lib/index.ts';
import { heldBy, runShown, sourcesOf } from './elements.ts';
import { givenBy } from './given.ts';
import { indexOf, sizeOf } from './integers.ts';
import { kindOf, type Numbers } from './kinds.ts';
import { viewOf } from './moves.ts';
import type { Result } from './result.ts';
import { isJoin } from './rows.ts';

/** The most values that are printed. */
export const MOST_PRINTED = 24;

/** What is asked more than once. */
const known = new WeakMap<Result, string[] | null>();

/** Of the first output; null: they are no plain values, or there are too many to know. */
export function firstOf(result: Result): string[] | null {
  const first = known.has(result) ? known.get(result) : find(result);
  known.set(result, first ?? null);
  return first ?? null;
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
  if (source === null) return null;
  const texts = Array.from({ length: count }, (_, i) => (source(i) < 0 ? null : heldBy(state, source(i))));
  if (texts.includes(null)) return null;
  return (texts as string[]).map((text) => (is === 'bool' ? String(Number(text === 'T')) : text));
}

/** For each position of the first output, where it is from. */
function placeOf(result: Result): ((position: number) => number) | null {
  const { row, state, pads, taken } = result;
  if (!isJoin(row) && !pads && !taken) {
    const { tensors, inputs, options } = givenBy(state);
    const planned = plan(
      row.op_type,
      [{ type: 'uint8', dims: tensors[0].dims }, ...inputs] as Numbers,
      options as Numbers,
    );
    const { shape, stride, offset } = viewOf(planned);
    return (position) =>
      indexOf(position, shape).reduce((place, i, axis) => place + i * stride[axis], offset);
  }
  const [source] = sourcesOf(result) ?? [];
  return source ? (position) => source[position] - 1 : null;
}
