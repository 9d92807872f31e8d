// A slice, axis by axis, as NumPy's notation says it; lists.ts writes the notation.
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

/** The place of an index among those of a range; -1: it is not taken. */
export function placeIn({ from, step, count }: Range, index: number) {
  const place = (index - from) / step;
  return Number.isInteger(place) && place < count ? Math.max(-1, place) : -1;
}

/** The first index that is taken, and one past the last, in either direction. */
export function extentOf({ from, step, count }: Range): [number, number] {
  if (count === 0) return [from, from];
  const last = from + step * (count - 1);
  return [Math.min(from, last), Math.max(from, last) + 1];
}
