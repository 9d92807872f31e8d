// What a gesture makes of a slice: other ranges, written as they were before.
import type { Result } from './result.ts';
import { type Range, toNotation } from './slice.ts';
import type { State } from './state.ts';

/** The slice with other ranges. @param ranges one per axis */
export const withNotation = (
  { state, tensors }: Pick<Result, 'state' | 'tensors'>,
  ranges: readonly Range[],
): State => ({ ...state, notation: toNotation(ranges, tensors[0].dims) });

/** The indices from `begin` up to `end`, with the step of a range. */
export function stretched({ step, drops }: Range, begin: number, end: number): Range {
  const every = drops ? 1 : Math.abs(step);
  const count = Math.max(0, Math.ceil((end - begin) / every));
  if (count <= 1) return { from: begin, step: 1, count, drops: false };
  return { from: step < 0 && !drops ? end - 1 : begin, step: drops ? 1 : step, count, drops: false };
}

/** The first index that is taken, and one past the last, in either direction. */
export function extentOf({ from, step, count }: Pick<Range, 'from' | 'step' | 'count'>): [number, number] {
  if (count === 0) return [from, from];
  const last = from + step * (count - 1);
  return [Math.min(from, last), Math.max(from, last) + 1];
}

export interface Box {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Of a picture. */
interface Size {
  height: number;
  width: number;
}

/** A box that has moved, but not beyond the picture. */
export function moved({ top, left, bottom, right }: Box, down: number, across: number, size: Size): Box {
  const y = clamp(down, -top, size.height - bottom);
  const x = clamp(across, -left, size.width - right);
  return { top: top + y, left: left + x, bottom: bottom + y, right: right + x };
}

/** The same box with its sides in order, within the picture, with at least one pixel. */
export function within(box: Box, { height, width }: Size): Box {
  const top = clamp(Math.min(box.top, box.bottom), 0, height - 1);
  const left = clamp(Math.min(box.left, box.right), 0, width - 1);
  const bottom = clamp(Math.max(box.top, box.bottom), top + 1, height);
  return { top, left, bottom, right: clamp(Math.max(box.left, box.right), left + 1, width) };
}
