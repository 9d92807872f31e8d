// What a join does along its axis. A slice that is written to needs nothing here: it is walked as one that is read.
import type { OperatorRow } from '../../lib/index.ts';
import { toIntegers } from './integers.ts';
import { type AxisWalk, countAxis, type Shift, walkSplit } from './walk.ts';

/** Write indices that are listed. */
const MOST_LISTED = 6;

/**
 * @param values as typed
 * @param dims of the output
 * @param tensors dims of the inputs
 */
export function walkJoin(
  { op_type, attributes }: OperatorRow,
  values: Record<string, string>,
  dims: readonly number[],
  tensors: readonly (readonly number[])[],
): { walk: AxisWalk[]; shift?: Shift } {
  const standard = attributes.find(({ name }) => name === 'axis')?.default;
  const axis = Number(toIntegers(values.axis ?? '')[0] ?? standard ?? 0);
  if (op_type === 'TensorScatter') return walkScatter(values, dims, tensors[1], axis);
  const drops = tensors[0].length < dims.length;
  const at = countAxis(axis, dims.length);
  const sizes = tensors.map((each) => (drops ? 1 : each[at]));
  const text = `not 0: each of the ${sizes.length} tensors is one index of a new axis`;
  const lines = drops ? [{ name: 'new_axis', text }] : [];
  return { walk: walkSplit({ dims, axis, sizes, drops, lines }) };
}

/** @param update its dims */
function walkScatter(
  { write_indices = '', mode = '' }: Record<string, string>,
  dims: readonly number[],
  update: readonly number[],
  axis: number,
) {
  const at = countAxis(axis, dims.length);
  const [size, count] = [dims[at], update[at]];
  const given = toIntegers(write_indices);
  const by = Array.from({ length: dims[0] }, (_, b) => {
    const index = BigInt(given[b] ?? 0) % BigInt(Math.max(1, size));
    return Number(index < 0n ? index + BigInt(size) : index);
  });
  const places = by.slice(0, MOST_LISTED).map((from, b) => {
    const around = from + count > size ? ', around the end' : '';
    return `item ${b} from ${given[b] ?? 0}${around}`;
  });
  if (by.length > MOST_LISTED) places.push('…');
  const lines = [{ name: 'write_indices', text: places.join(', ') }];
  if (mode.trim() === 'circular')
    lines.push({ name: 'mode', text: 'circular: what passes the end goes on at index 0' });
  return { walk: walkSplit({ dims, axis, sizes: [count], drops: false, lines }), shift: { axis: at, by } };
}
