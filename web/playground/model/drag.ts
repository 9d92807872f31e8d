// What can be dragged on the page, and the state that follows: where a slice starts, ends and steps to, the borders of pieces, the
// index that an update is written to, and a rectangle of cells. Text that a drag does not concern stays as it was typed.
import { MOST_OUTPUTS, type Result } from './cut.ts';
import { sayStep } from './explain.ts';
import { toShapes } from './integers.ts';
import { itemsOf, joinItems, sliceNames, takesSlice } from './slice.ts';
import type { State } from './state.ts';
import { type AxisWalk, wholeAxis } from './walk.ts';

/**
 * A mark on a ruler that can be moved to another index, from `least` to `most`: -1 is before the first, the size after the last.
 */
export interface Grip {
  name: 'start' | 'end' | 'step' | 'border' | 'write';
  axis: number;
  which: number; // piece begins at a border, or which batch item is written
  at: number;
  least: number;
  most: number;
  says: string; // its value in words
}

/** Of one axis, clamped. */
type Span = { start: number; end: number; step: number };

/** A ruler: an axis, how far its pieces are shifted, for which batch item, and what can be dragged. */
export type Ruler = { walk: AxisWalk; by: number; item: number | null; grips: Grip[] };

/** A ruler per axis of a slice, per axis that is cut or joined, or per batch item that is written at an index of its own. */
export function rulersOf(result: Result): Ruler[] {
  const { dims, walk, shift, state, row } = result;
  if (shift) {
    const { axis, size, pieces } = walk[0];
    const most = state.values.mode?.trim() === 'circular' ? size - 1 : size - pieces[0].count;
    return shift.by.map((by, item) => {
      const says = `index ${by} of batch item ${item}`;
      const grip = { name: 'write', axis, which: item, at: by, least: 0, most, says } as const;
      return { walk: { ...walk[0], lines: item === 0 ? walk[0].lines : [] }, by, item, grips: [grip] };
    });
  }
  const axes = takesSlice(state.op)
    ? dims.map((size, axis) => walk.find((each) => each.axis === axis) ?? wholeAxis(axis, size))
    : walk;
  const canStep = [...row.inputs, ...row.attributes].some(({ name }) => name === sliceNames(state.op)?.steps);
  return axes.map((each) => ({
    walk: each,
    by: 0,
    item: null,
    grips: each.bounds
      ? gripsOfSpan(each, each.bounds, canStep)
      : bordersOf(each, state.op !== 'openvino.Split'), // whose pieces have one size
  }));
}

function gripsOfSpan({ axis, size, drops }: AxisWalk, { start, end, step }: Span, canStep: boolean): Grip[] {
  if (size === 0) return [];
  const back = step < 0;
  const grip = (name: Grip['name'], at: number, least = -1, most = size) => ({
    name,
    axis,
    which: 0,
    at: Math.max(-1, Math.min(size, at)),
    least,
    most,
    says: name === 'step' ? sayStep(step, size) : sayIndex(at, size),
  });
  if (drops) return [grip('start', start, 0, size - 1)];
  const grips = [grip('start', start, 0, size - 1), grip('end', end, back ? -1 : 0, back ? size - 1 : size)];
  return canStep ? [...grips, grip('step', start + step)] : grips;
}

const sayIndex = (at: number, size: number) =>
  at < 0 ? 'before the first' : at >= size ? 'after the last' : `index ${at}`;

/** Where the second and later pieces begin, as far as they are drawn: thousands of marks would keep the page waiting. */
const bordersOf = ({ axis, pieces, drops }: AxisWalk, canMove: boolean): Grip[] =>
  drops || !canMove
    ? []
    : pieces.slice(1, MOST_OUTPUTS).map(({ from, count }, i) => ({
        name: 'border',
        axis,
        which: i + 1,
        at: from,
        least: pieces[i].from,
        most: from + count,
        says: `index ${from}`,
      }));

/**
 * @param to within its bounds
 * @param isKey a start at the edge turns around with its step; not while a mouse drags the step, which would leave the pointer
 */
export function withGrip(result: Result, grip: Grip, to: number, isKey = false): State {
  const { state, walk, dims } = result;
  if (grip.name === 'border') return withBorder(result, grip.which, to);
  if (grip.name === 'write') {
    const by = result.shift?.by.map((each, item) => (item === grip.which ? to : each)) ?? [];
    return { ...state, values: { ...state.values, write_indices: by.join(', ') } };
  }
  const size = dims[grip.axis];
  const its = walk.find(({ axis }) => axis === grip.axis) ?? wholeAxis(grip.axis, size);
  const span = its.bounds as Span;
  if (grip.name !== 'step') return withSpan(state, dims, grip.axis, { ...span, [grip.name]: to }, its.drops);
  const start = Math.min(span.start, size - 1); // backwards, a slice starts at the last index at most
  const step = to - start;
  if (step === 0) return state;
  if (step > 0 === span.step > 0) return withSpan(state, dims, grip.axis, { start, end: span.end, step });
  const [first, edge, end] = step > 0 ? [0, size - 1, size] : [size - 1, 0, -1]; // it turns around
  return withSpan(state, dims, grip.axis, { start: isKey && start === edge ? first : start, end, step });
}

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
    const step = its?.bounds?.step ?? 1;
    if (!its && low === 0 && high === size - 1) return next;
    const span = step > 0 ? { start: low, end: high + 1, step } : { start: high, end: low - 1, step };
    return withSpan(next, dims, axis, span);
  }, state);
}

/** @param state of a slice */
function withSpan(state: State, dims: readonly number[], axis: number, span: Span, drops = false): State {
  const { start, end, step } = span;
  const size = dims[axis];
  if (state.notation !== null) {
    const items = itemsOf(state.notation, dims);
    const first = start === (step > 0 ? 0 : size - 1) ? '' : start;
    const last = end === (step > 0 ? size : -1) ? '' : end;
    items[axis] = drops ? String(start) : `${first}:${last}${step === 1 ? '' : `:${step}`}`;
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

/**
 * @param result of a split, or of tensors that are joined along an axis
 * @param piece that begins at the border
 */
function withBorder({ state, walk: [{ axis, pieces }], joins }: Result, piece: number, to: number): State {
  const by = to - pieces[piece].from;
  const sizes = pieces.map(({ count }, i) => count + (i === piece ? -by : i === piece - 1 ? by : 0));
  if (joins) {
    const shapes = toShapes(state.dims).map((dims, i) =>
      dims.map((size, at) => (at === axis ? sizes[i] : size)).join(', '),
    );
    return { ...state, dims: shapes.join('; ') };
  }
  if (state.op !== 'VariadicSplit')
    return { ...state, values: { ...state.values, split: sizes.join(', '), num_outputs: '' } };
  const rest = state.values.split_lengths.split(',').findIndex((text) => text.includes('-1'));
  const lengths = sizes.map((size, i) => (i === rest ? -1 : size));
  return { ...state, values: { ...state.values, split_lengths: lengths.join(', ') } };
}
