// How ONNX's and OpenVINO's lists say a slice: starts, ends, axes and steps.
import { toIntegers } from './integers.ts';
import type { Result } from './result.ts';
import { type Bounds, type Range, rangeOf, toItem, toNotation } from './slice.ts';
import type { State } from './state.ts';

type AxisBounds = Bounds & { axis: number };

/** Operators that take a slice, and what they call its parameters. */
const NAMES: Record<string, { starts: string; ends: string; axes: string; steps: string }> = {
  Slice: { starts: 'starts', ends: 'ends', axes: 'axes', steps: 'steps' },
  'openvino.Slice': { starts: 'start', ends: 'stop', axes: 'axes', steps: 'step' },
  SliceScatter: { starts: 'start', ends: 'stop', axes: 'axes', steps: 'step' },
};

export const takesSlice = (op: string) => op in NAMES;

/** @param op that takes a slice */
export const sliceNames = (op: string) => NAMES[op];

/** Where a slice that goes back to the first index ends, for ONNX: clamped to before the first index. */
const BEFORE_FIRST = -(2 ** 31);

/** The same slice with other ranges. @param ranges one per axis */
export function withRanges(
  { state, tensors }: Pick<Result, 'state' | 'tensors'>,
  ranges: readonly Range[],
): State {
  const { dims } = tensors[0];
  if (state.notation !== null) return { ...state, notation: toNotation(ranges, dims) };
  return { ...state, values: { ...state.values, ...toTexts(state.op, ranges, dims) } };
}

/** The parameters of a slice, axis by axis. @param values starts, ends, axes and steps as typed, and right */
export function boundsIn(op: string, values: Record<string, string>, rank: number): AxisBounds[] {
  const { starts, ends, axes, steps } = sliceNames(op);
  const [from, to, over, by] = [starts, ends, axes, steps].map((name) => toIntegers(values[name] ?? ''));
  return from.map((start, i) => {
    const axis = Number(over[i] ?? i);
    return { axis: axis < 0 ? axis + rank : axis, start, end: to[i], step: by[i] ?? 1 };
  });
}

/**
 * @param bounds that the library accepts
 * @returns one per axis
 */
export function rangesBy(bounds: readonly AxisBounds[], dims: readonly number[]): Range[] {
  const given = new Map(bounds.map(({ axis, start, end, step }) => [axis, [[start], [end], [0], [step]]]));
  return dims.map((size, axis) => rangeOf(size, given.get(axis) ?? [':']));
}

/** ONNX's parameters. @param ranges one per axis */
function toParameters(ranges: readonly Range[]) {
  const ends = ranges.map(({ from, step, count }) => from + step * count);
  return {
    starts: ranges.map(({ from }) => from),
    ends: ends.map((end) => (end < 0 ? BEFORE_FIRST : end)),
    axes: ranges.map((_, axis) => axis),
    steps: ranges.map(({ step }) => step),
  };
}

/** The parameters of a slice, as the form's fields have them. */
export function toTexts(
  op: string,
  ranges: readonly Range[],
  dims: readonly number[],
): Record<string, string> {
  const { axes, ...parameters } = toParameters(ranges);
  const cut = axes.filter((axis) => toItem(ranges[axis], dims[axis]) !== ':');
  const list = (numbers: readonly number[]) => cut.map((axis) => numbers[axis]).join(', ') || '[]';
  const { starts, ends, axes: over, steps } = sliceNames(op);
  const needsSteps = op !== 'Slice' || cut.some((axis) => parameters.steps[axis] !== 1);
  return {
    [starts]: list(parameters.starts),
    [ends]: list(parameters.ends),
    [over]: cut.every((axis, i) => axis === i) ? '' : cut.join(', '),
    [steps]: needsSteps ? list(parameters.steps) : '',
  };
}
