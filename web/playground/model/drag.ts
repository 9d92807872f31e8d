// What a gesture makes of the call: other ranges or other sizes, written as they were before, or the same in another notation.
import type { Result } from './result.ts';
import { type Range, sliceNames, toNotation, toTexts } from './slice.ts';
import type { State } from './state.ts';

/** The same slice with other ranges. @param ranges one per axis */
export function withRanges(
  { state, tensors }: Pick<Result, 'state' | 'tensors'>,
  ranges: readonly Range[],
): State {
  const { dims } = tensors[0];
  if (state.notation !== null) return { ...state, notation: toNotation(ranges, dims) };
  return { ...state, values: { ...state.values, ...toTexts(state.op, ranges, dims) } };
}

/** The call with lists in place of a slice string. */
export function inLists({ state, row, ranges, tensors }: Result): State {
  const { steps, axes } = sliceNames(row.op);
  const texts = toTexts(row.op, ranges ?? [], tensors[0].dims);
  const isShown = ([name, text]: [string, string]) => text !== '' || ![steps, axes].includes(name);
  return { ...state, notation: null, values: Object.fromEntries(Object.entries(texts).filter(isShown)) };
}

/** The call with a slice string in place of lists. */
export const inNotation = ({ state, ranges, tensors }: Result): State => ({
  ...state,
  notation: toNotation(ranges ?? [], tensors[0].dims),
  values: {},
});

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
  const typed = values[name]?.match(/[^\s,[\]()]+/g) ?? [];
  const list = sizes.map((size, i) => (typed[i] === '-1' ? -1 : size)).join(', ');
  return { ...state, values: { ...values, [name]: row.op === 'SplitToSequence' ? `[${list}]` : list } };
}

/** Pieces up to which their sizes are offered. */
const MOST_SIZES = 12;

/** How else a split can say its pieces: equal parts by their number, or sizes one by one. */
export function otherSplit(result: Result): { says: string; state: State } | null {
  const { row, state, sizes, count } = result;
  if (row.op !== 'Split' || count === 0) return null;
  if (!state.values.split?.trim()) {
    const list = sizes.join(', ');
    return count > MOST_SIZES ? null : { says: `or sizes: [${list}]`, state: withSizes(result, sizes) };
  }
  const { split: _, ...values } = state.values;
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const isLegal = whole % count === 0 || row.attributes.some(({ name }) => name === 'num_outputs');
  const next = { ...state, values: { ...values, num_outputs: String(count) } };
  return isLegal ? { says: `or ${count} equal parts`, state: next } : null;
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
