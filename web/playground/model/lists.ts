// Slices and splits as they are written: NumPy's notation, and the lists of ONNX and OpenVINO with starts, ends, axes, steps and sizes.
import { toIntegers } from './integers.ts';
import { wordsIn } from './parameters.ts';
import { rangeOf } from './planned.ts';
import type { Result } from './result.ts';
import type { Bounds, Range } from './slice.ts';
import type { State } from './state.ts';

type AxisBounds = Bounds & { axis: number };
type Texts = Record<string, string>;

const INPUTS = { starts: 'start', ends: 'stop', axes: 'axes', steps: 'step' };
/** Operators that take a slice, and the names of its parameters. */
const NAMES: Record<string, typeof INPUTS> = {
  Slice: { starts: 'starts', ends: 'ends', axes: 'axes', steps: 'steps' },
  'openvino.Slice': INPUTS,
  SliceScatter: INPUTS,
};

export const takesSlice = (op: string) => op in NAMES;

/** The items that say the ranges, without those at the end that take all of their axis. */
export function itemsFor(ranges: readonly Range[], dims: readonly number[]) {
  const items = ranges.map((range, axis) => toItem(range, dims[axis]));
  return items.slice(0, items.findLastIndex((item) => item !== ':') + 1);
}

export const toNotation = (ranges: readonly Range[], dims: readonly number[]) =>
  itemsFor(ranges, dims).join(', ') || '...';

/** `1:5`, `::-2`, `3`; `:` for all of the axis. @param size of the axis */
export function toItem({ from, step, count, drops }: Range, size: number) {
  if (drops) return String(from);
  if (count === size && step === 1) return ':';
  if (count === 0) return '0:0';
  if (count === 1) return `${from}:${from + 1}`;
  const next = from + count * step;
  const by = step === 1 ? '' : `:${step}`;
  if (step > 0) return `${from === 0 ? '' : from}:${next >= size ? '' : next - step + 1}${by}`;
  return `${from === size - 1 ? '' : from}:${next < 0 ? '' : next - step - 1}${by}`;
}

/** The indices from `begin` up to `end`, with the step of a range. */
export function stretched({ step, drops }: Range, begin: number, end: number): Range {
  const by = drops ? 1 : step;
  const count = Math.max(0, Math.ceil((end - begin) / Math.abs(by)));
  if (count <= 1) return { from: begin, step: 1, count, drops: false };
  return { from: by < 0 ? end - 1 : begin, step: by, count, drops: false };
}

/** The same slice with other ranges. @param ranges one per axis */
export function withRanges({ state, tensors }: Result, ranges: readonly Range[]): State {
  const { dims } = tensors[0];
  if (state.notation !== null) return { ...state, notation: toNotation(ranges, dims) };
  return { ...state, values: { ...state.values, ...toTexts(state.op, ranges, dims) } };
}

/** The call with lists in place of a slice string. */
export function inLists({ state, row, ranges, tensors }: Result): State {
  const { steps, axes } = NAMES[row.op];
  const texts = Object.entries(toTexts(row.op, ranges ?? [], tensors[0].dims));
  const shown = texts.filter(([name, text]) => text !== '' || ![steps, axes].includes(name));
  return { ...state, notation: null, values: Object.fromEntries(shown) };
}

/** The call with a slice string in place of lists. */
export function inNotation({ state, ranges, tensors }: Result): State {
  return { ...state, notation: toNotation(ranges ?? [], tensors[0].dims), values: {} };
}

/** The parameters of a slice, axis by axis. @param values starts, ends, axes and steps as typed, and right */
export function boundsIn(op: string, values: Texts, rank: number): AxisBounds[] {
  const { starts, ends, axes, steps } = NAMES[op];
  const [from, to, over, by] = [starts, ends, axes, steps].map((name) => toIntegers(values[name] ?? ''));
  return from.map((start, i) => {
    const axis = Number(over[i] ?? i);
    return { axis: axis < 0 ? axis + rank : axis, start, end: to[i], step: by[i] ?? 1 };
  });
}

export function rangesBy(bounds: readonly AxisBounds[], dims: readonly number[]): Range[] {
  const given = new Map(bounds.map(({ axis, start, end, step }) => [axis, [[start], [end], [0], [step]]]));
  return dims.map((size, axis) => rangeOf(size, given.get(axis) ?? [':']));
}

/** The parameters of a slice, as the form's fields have them. @param ranges one per axis */
export function toTexts(op: string, ranges: readonly Range[], dims: readonly number[]): Texts {
  const { starts, ends, axes, steps } = NAMES[op];
  const cut = [...ranges.keys()].filter((axis) => toItem(ranges[axis], dims[axis]) !== ':');
  const list = (numberOf: (range: Range) => number) =>
    cut.map((axis) => numberOf(ranges[axis])).join(', ') || '[]';
  const endOf = ({ from, step, count }: Range) => from + step * count;
  const needsSteps = op !== 'Slice' || cut.some((axis) => ranges[axis].step !== 1);
  return {
    [starts]: list(({ from }) => from),
    [ends]: list((range) => (endOf(range) < 0 ? -(2 ** 31) : endOf(range))), // ONNX clamps it to before the first index
    [axes]: cut.every((axis, i) => axis === i) ? '' : cut.join(', '),
    [steps]: needsSteps ? list(({ step }) => step) : '',
  };
}

/** Begin and end of each piece. */
export function boundsOf(sizes: readonly number[]): [number, number][] {
  let from = 0;
  return sizes.map((size) => {
    from += size;
    return [from - size, from];
  });
}

/** The parameter that lists the sizes of pieces; '': the call has none. */
export function sizesName({ row, state }: Pick<Result, 'row' | 'state'>) {
  if (row.op_type === 'VariadicSplit') return 'split_lengths';
  return row.op === 'Split' || (row.op === 'SplitToSequence' && state.values.split) ? 'split' : '';
}

/** The same split with other sizes. The piece that takes the rest still does. */
export function withSizes(result: Result, sizes: readonly number[]): State {
  const { state, row } = result;
  const name = sizesName(result);
  const { num_outputs: _, ...values } = state.values;
  const typed = wordsIn(values[name]);
  const list = sizes.map((size, i) => (typed[i] === '-1' ? -1 : size)).join(', ');
  return { ...state, values: { ...values, [name]: row.op === 'SplitToSequence' ? `[${list}]` : list } };
}

/** The other way to say the pieces of a split: equal parts by their number, or sizes one by one, if they are few. */
export function otherSplit(result: Result): { says: string; state: State } | null {
  const { row, state, sizes, count } = result;
  if (row.op !== 'Split' || count === 0) return null;
  if (!state.values.split?.trim()) {
    const says = `or sizes: [${sizes.join(', ')}]`;
    return count > 12 ? null : { says, state: withSizes(result, sizes) };
  }
  const { split: _, ...values } = state.values;
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const isLegal = whole % count === 0 || row.attributes.some(({ name }) => name === 'num_outputs');
  const next = { ...state, values: { ...values, num_outputs: String(count) } };
  return isLegal ? { says: `or ${count} equal parts`, state: next } : null;
}
