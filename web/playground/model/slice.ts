// A slice, axis by axis: what it takes, and how ONNX's parameters and NumPy's notation say so. The library decides what each axis
// takes: it is asked for the same slice of a list of that size.

import { type Integer, plan } from '../../lib/index.ts';
import { toIntegers } from './integers.ts';
import { viewOf } from './moves.ts';
import type { Typed } from './parameters.ts';

/** Indices that an output takes of an axis: from, from + step, ... */
export type Piece = { from: number; step: number; count: number };

/** Of a slice; `drops`: a single index, which NumPy drops. */
export type Range = Piece & { drops: boolean };

/** Of one axis, as given. */
export type Bounds = { axis: number; start?: Integer; end?: Integer; step: Integer };

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

/**
 * @param size of the axis
 * @param given a slice string, or ONNX's parameters
 */
function rangeOf(size: number, given: Typed[]): Range {
  const { shape, stride, offset } = viewOf(plan('Slice', [{ type: 'uint8', dims: [size] }, ...given]));
  const [count = 1] = shape;
  return { from: offset, step: count > 1 ? stride[0] : 1, count, drops: shape.length === 0 };
}

/**
 * @param notation a slice string
 * @returns one per axis
 * @throws {MicrotomeError} the library's, if the notation is wrong
 */
export function rangesOf(notation: string, dims: readonly number[]): Range[] {
  plan('Slice', [{ type: 'uint8', dims }, notation]); // says what is wrong, before the string is taken apart
  return itemsOf(notation, dims).map((item, axis) => rangeOf(dims[axis], [item]));
}

/** The items of a slice string, one per axis. @param notation that is right */
export function itemsOf(notation: string, dims: readonly number[]) {
  const items = notation.replace(/,\s*$/, '').split(',');
  const rest = new Array(dims.length + 1 - items.length).fill(':');
  const filled = items.flatMap((item) => (item.trim() === '...' ? rest : [item.trim()]));
  return dims.map((_, axis) => filled[axis] ?? ':');
}

/** What an item of a slice string says. @param item that is right, and no single index */
export function boundsOfItem(item: string): Omit<Bounds, 'axis'> {
  const [start, end, step = 1] = item.split(':').map((text): Integer | undefined => toIntegers(text)[0]);
  return { start, end, step };
}

/** The parameters of a slice, axis by axis. @param values starts, ends, axes and steps as typed, and right */
export function boundsIn(op: string, values: Record<string, string>, rank: number): Bounds[] {
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
export function rangesBy(bounds: readonly Bounds[], dims: readonly number[]): Range[] {
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

/** A slice string of as few items as say the same. @param ranges one per axis */
export function toNotation(ranges: readonly Range[], dims: readonly number[]) {
  return joinItems(ranges.map((range, axis) => toItem(range, dims[axis])));
}

/** Items, one per axis, as a slice string; axes at the end that stay whole are left out. */
const joinItems = (items: readonly string[]) =>
  items.slice(0, items.findLastIndex((item) => item !== ':') + 1).join(', ') || '...';

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

/** Which of its indices one is; -1: it does not take it. */
export function placeIn({ from, step, count }: Piece, index: number) {
  const place = (index - from) / step;
  return Number.isInteger(place) && place < count ? Math.max(-1, place) : -1;
}

/** The same indices from the last to the first. */
export const reversed = ({ from, step, count, drops }: Range): Range => ({
  from: count === 0 ? from : from + step * (count - 1),
  step: -step,
  count,
  drops,
});
