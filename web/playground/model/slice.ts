// A slice, axis by axis: what it takes, and how NumPy's notation says so.
import type { Integer } from '../../lib/index.ts';
import { toIntegers } from './integers.ts';

/** Indices that a slice takes of an axis: from, from + step, ... `drops`: a single index, which NumPy drops. */
export type Range = { from: number; step: number; count: number; drops: boolean };
/** The bounds of one axis, as given. */
export type Bounds = { start?: Integer; end?: Integer; step: Integer };

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
