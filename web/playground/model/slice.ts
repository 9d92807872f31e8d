// A slice, axis by axis: what it takes, and how NumPy's notation says so. The library decides what each axis takes: it is asked for the
// same slice of a list of that size.
import { type Integer, type Move, plan, type Stream } from '../../lib/index.ts';
import { indexOf, stridesOf, toIntegers } from './integers.ts';
import type { Typed } from './parameters.ts';

/** Indices that a slice takes of an axis: from, from + step, ... `drops`: a single index, which NumPy drops. */
export type Range = { from: number; step: number; count: number; drops: boolean };
/** The bounds of one axis, as given. */
export type Bounds = { start?: Integer; end?: Integer; step: Integer };

type Planned = { outputs: readonly { dims: readonly number[] }[]; moves: readonly Move[] };

/**
 * The first output as a view of the data. Moves count in units of the type that was planned, so plan for uint8 to count in elements.
 * @returns all zeros if the output is empty, because nothing moves then
 */
export function viewOf({ outputs: [{ dims: shape }], moves }: Planned) {
  const move = moves.find(({ streams }) => streams.some(({ output }) => output === 0));
  const stream = move?.streams.find(({ output }) => output === 0);
  if (!move || !stream) return { shape, stride: shape.map(() => 0), offset: 0 };
  const offset = placeAt(move, stream, 0);
  const next = stridesOf(shape); // where the output has the next index of each axis
  const stride = shape.map((size, axis) => (size > 1 ? placeAt(move, stream, next[axis]) - offset : 0));
  return { shape, stride, offset };
}

/** The place from which a stream reads the element that it writes at a position. */
function placeAt({ sizes, strides }: Move, { offset, run }: Stream, position: number) {
  const index = indexOf(Math.floor(position / run), sizes);
  return index.reduce((place, i, axis) => place + i * strides[axis], offset + (position % run));
}

/** @param size of the axis @param given a slice string, or ONNX's parameters */
export function rangeOf(size: number, given: Typed[]): Range {
  const { shape, stride, offset } = viewOf(plan('Slice', [{ type: 'uint8', dims: [size] }, ...given]));
  const [count = 1] = shape;
  return { from: offset, step: count > 1 ? stride[0] : 1, count, drops: shape.length === 0 };
}

/** @param notation a slice string @returns one per axis @throws {MicrotomeError} the library's, if the notation is wrong */
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

/** @param item of a slice string, that is right, and no single index */
export function boundsOfItem(item: string): Bounds {
  const [start, end, step = 1] = item.split(':').map((text): Integer | undefined => toIntegers(text)[0]);
  return { start, end, step };
}

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

/** The place of an index among those of a range; -1: it is not taken. */
export function placeIn({ from, step, count }: Range, index: number) {
  const place = (index - from) / step;
  return Number.isInteger(place) && place < count ? Math.max(-1, place) : -1;
}

/** The indices from `begin` up to `end`, with the step of a range. */
export function stretched({ step, drops }: Range, begin: number, end: number): Range {
  const by = drops ? 1 : step;
  const count = Math.max(0, Math.ceil((end - begin) / Math.abs(by)));
  if (count <= 1) return { from: begin, step: 1, count, drops: false };
  return { from: by < 0 ? end - 1 : begin, step: by, count, drops: false };
}

/** The first index that is taken, and one past the last, in either direction. */
export function extentOf({ from, step, count }: Range): [number, number] {
  if (count === 0) return [from, from];
  const last = from + step * (count - 1);
  return [Math.min(from, last), Math.max(from, last) + 1];
}
