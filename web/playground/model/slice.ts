// A slice, axis by axis: what it takes, and how NumPy's notation says so. The library decides what each axis
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
export type Bounds = { start?: Integer; end?: Integer; step: Integer };

/**
 * @param size of the axis
 * @param given a slice string, or ONNX's parameters
 */
export function rangeOf(size: number, given: Typed[]): Range {
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
export function boundsOfItem(item: string): Bounds {
  const [start, end, step = 1] = item.split(':').map((text): Integer | undefined => toIntegers(text)[0]);
  return { start, end, step };
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
