// What a call of any kind does: ranges, pieces, an order, a border, and what it touches in memory.
import { givenBy } from './given.ts';
import { toIntegers } from './integers.ts';
import { boundsIn, rangesBy, takesSlice } from './lists.ts';
import { sayMemory } from './memory.ts';
import { mistakeOf } from './mistake.ts';
import { orderOf } from './order.ts';
import { ownersOf } from './owners.ts';
import type { Given } from './planned.ts';
import { type Details, type Outputs, type Result, resultOf } from './result.ts';
import { isJoin, takesAny } from './rows.ts';
import { rangesOf } from './slice.ts';
import type { State } from './state.ts';
import { sidesOf } from './typed.ts';

/** Planning more outputs can keep the page waiting, so a worker does it. */
const MANY = 2 ** 10;
/** Whether planning may take longer than a page may stand still. */
export function isLarge({ op, dims, values }: State) {
  if (!/Split/.test(op)) return false;
  const counts = toIntegers(`${values.num_outputs ?? ''},${values.num_splits ?? ''}`);
  const sizes = op === 'SplitToSequence' ? toIntegers(dims) : [];
  const lists = [values.split, values.split_lengths].map((text = '') => text.split(',').length);
  return [...counts, ...sizes, ...lists].some((count) => Number(count) > MANY);
}

/** @throws {Wrong | MicrotomeError} */
export const toResult = (state: State, given = givenBy(state)): Result =>
  resultOf(state, given, (whole, outputs, moves): Details => {
    const { row, tensors, values } = given;
    return {
      ranges: takesSlice(row.op) ? takenBy(state, given) : null,
      ...axisOf(given, whole, outputs),
      pads: row.op_type === 'Pad' ? padsOf(given) : null,
      order: row.op === 'Rearrange' ? orderOf(values.pattern, values.sizes ?? '', whole) : null,
      memory: {
        says: sayMemory(moves, tensors, outputs, isJoin(row)),
        owners: ownersOf(moves, tensors, outputs, isJoin(row)),
      },
    };
  });

/** Whether it can be planned, as far as that can be told at once. */
export function isRight(state: State) {
  try {
    return isLarge(state) || toResult(state) !== null;
  } catch (error) {
    mistakeOf(error, state);
    return false;
  }
}

function takenBy({ notation, op }: State, { values, tensors: [{ dims }] }: Given) {
  return notation === null ? rangesBy(boundsIn(op, values, dims.length), dims) : rangesOf(notation, dims);
}

/** What happens along one axis. @param whole dims of the tensor that is cut, or made */
function axisOf({ row, parameters, tensors, options }: Given, whole: readonly number[], outputs: Outputs) {
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
