// What a drag over cells makes of a slice. Text that it does not concern stays as it was typed.
import type { Result } from './cut.ts';
import { itemsOf, joinItems, sliceNames } from './slice.ts';
import type { State } from './state.ts';

/** Of one axis, clamped. */
type Span = { start: number; end: number; step: number };

/**
 * The cells between two corners, in the direction and with the steps that each axis has.
 * @param result of a slice
 * @param corner index in the whole
 */
export function withRectangle(
  { state, walk, dims }: Result,
  corner: readonly number[],
  other: readonly number[],
): State {
  return dims.reduce((next, size, axis) => {
    const [low, high] = [Math.min(corner[axis], other[axis]), Math.max(corner[axis], other[axis])];
    const its = walk.find((each) => each.axis === axis);
    const step = its?.step ?? 1;
    if (!its && low === 0 && high === size - 1) return next;
    const span = step > 0 ? { start: low, end: high + 1, step } : { start: high, end: low - 1, step };
    return withSpan(next, dims, axis, span);
  }, state);
}

/** @param state of a slice */
function withSpan(state: State, dims: readonly number[], axis: number, span: Span): State {
  const { start, end, step } = span;
  const size = dims[axis];
  if (state.notation !== null) {
    const items = itemsOf(state.notation, dims);
    const first = start === (step > 0 ? 0 : size - 1) ? '' : start;
    const last = end === (step > 0 ? size : -1) ? '' : end;
    items[axis] = `${first}:${last}${step === 1 ? '' : `:${step}`}`;
    return { ...state, notation: joinItems(items) };
  }
  const names = sliceNames(state.op);
  const list = (name: string) =>
    (state.values[name] ?? '')
      .replace(/[[\]()]/g, '')
      .split(/[\s,]+/)
      .filter(Boolean);
  const [starts, ends, axes, steps] = [names.starts, names.ends, names.axes, names.steps].map(list);
  const given =
    axes.length > 0
      ? axes.map((each) => (Number(each) + dims.length) % dims.length)
      : starts.map((_, i) => i);
  if (!given.includes(axis)) given.push(axis);
  const k = given.indexOf(axis);
  starts[k] = String(start);
  ends[k] = String(end < 0 ? -(2 ** 31) : end);
  const by = given.map((_, i) => (i === k ? String(step) : (steps[i] ?? '1')));
  const isPlain = state.op === 'Slice' && steps.length === 0 && step === 1;
  const isFirst = axes.length === 0 && given.every((each, i) => each === i);
  const values = {
    [names.starts]: starts.join(', '),
    [names.ends]: ends.join(', '),
    [names.axes]: isFirst ? '' : given.map((each, i) => axes[i] ?? String(each)).join(', '),
    [names.steps]: isPlain ? '' : by.join(', '),
  };
  return { ...state, values: { ...state.values, ...values } };
}
