// What a cut or a join does, in one plain sentence.
import type { OperatorRow } from '../../lib/index.ts';
import { tensorsOf } from './rows.ts';
import { type AxisWalk, isWhole, list, listPiece, type Shift } from './walk.ts';

export function sayCut(dims: readonly number[], walk: readonly AxisWalk[], isSlice: boolean) {
  if (!isSlice) return saySplit(walk[0]);
  const { said, empty } = partsOf(walk);
  if (empty) return `Takes nothing: the slice of axis ${empty.axis} is empty.`;
  if (said.length === 0) return 'Takes everything, unchanged.';
  const rest = dims.length - said.length;
  const others = rest === 1 ? ' The other axis stays whole.' : ' The other axes stay whole.';
  return `Takes ${join(said)}.${rest === 0 ? '' : others}`;
}

/** What a join does. */
export function sayJoin(row: OperatorRow, walk: readonly AxisWalk[], shift: Shift | null) {
  const [base, updates] = tensorsOf(row).map(({ name }) => name);
  if (shift !== null) {
    const { axis, size, pieces } = walk[0];
    const wraps = shift.by.some((from) => from + pieces[0].count > size);
    const around = wraps ? ', around its end' : '';
    return `Writes ${updates} into a copy of ${base} along axis ${axis}, for each batch item at its own index${around}.`;
  }
  if (updates !== undefined) {
    const { said, empty } = partsOf(walk);
    if (empty) return `Writes nothing: the slice of axis ${empty.axis} is empty.`;
    if (said.length === 0) return `Replaces all of ${base}.`;
    return `Writes ${updates} into a copy of ${base}: ${join(said)}.`;
  }
  const [{ axis, size, drops, pieces }] = walk;
  const many = pieces.length === 1 ? '1 tensor' : `${pieces.length} tensors`;
  return drops
    ? `Stacks ${many} on a new axis ${axis}.`
    : `Joins ${many} along axis ${axis}, which gets size ${size}.`;
}

/** `said`: words for each axis that is cut. `empty`: an axis of which nothing is taken, if there is one. */
const partsOf = (walk: readonly AxisWalk[]) => ({
  said: walk.filter((axis) => !isWhole(axis)).map(sayRange),
  empty: walk.find(({ pieces }) => pieces[0].count === 0),
});

function sayRange({ axis, size, drops, pieces: [{ from, step, count }] }: AxisWalk) {
  if (drops) return `index ${from} of axis ${axis}, which is dropped`;
  if (count === 1) return `index ${from} of axis ${axis}`;
  const last = from + (count - 1) * step;
  const whole = `axis ${axis}${step < 0 ? ' backwards' : ''}`;
  if (Math.abs(step) === 1) return `${count === size ? 'all' : `indices ${from} to ${last}`} of ${whole}`;
  return `every ${ordinal(Math.abs(step))} index of ${whole} (${listPiece({ from, step, count })})`;
}

function saySplit({ axis, size, drops, pieces }: AxisWalk) {
  const sizes = pieces.map(({ count }) => count);
  const many = sizes.length === 1 ? '1 piece' : `${sizes.length} pieces`;
  if (sizes.length === 0) return `Axis ${axis} has size 0: there are no pieces.`;
  if (drops) return `Splits axis ${axis} into ${sizes.length} outputs, one per index, and drops the axis.`;
  const even = sizes.every((each) => each === sizes[0]);
  return `Splits axis ${axis}, of size ${size}, into ${many}${even ? ` of ${sizes[0]}` : `: ${list(sizes)}`}.`;
}

const join = (phrases: readonly string[]) =>
  phrases.length < 2 ? phrases.join() : `${phrases.slice(0, -1).join(', ')}, and ${phrases.at(-1)}`;

/** '3rd'. */
export function ordinal(n: number) {
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? 'th';
  return `${n}${ending}`;
}
