// What each token of a slice takes, in words: one item per axis.
import { colour } from '../page/dom.ts';
import { ordinal, plural, sayDims } from '../page/say.ts';
import type { Field, Part } from './call.ts';
import type { Result } from './result.ts';
import { type Bounds, boundsOfItem, itemsOf, type Piece, type Range } from './slice.ts';
import type { Token } from './slice_tokens.ts';

export interface Item {
  badge: string;
  colour: string; // a class
  token: string;
  says: string;
  /** The tokens of the call that it explains, as `kind i`. */
  of: string;
}

/** The class of the colour of a token; '' without one. */
export const colourOf = ({ kind, i }: Pick<Token, 'kind' | 'i'>) =>
  kind === '' || i < 0 ? '' : colour(kind, i);

export const UNITS = ['row', 'column', 'channel'];

/** What one index of an axis is called, and several. */
export function unitsOf({ state }: Result, axis: number): [string, string] {
  const unit = state.on === 'picture' ? UNITS[axis] : undefined;
  return unit ? [unit, `${unit}s`] : ['index', 'indices'];
}

export const item = (
  kind: 'axis' | 'piece',
  i: number,
  badge: string | number,
  says: string,
  token = '',
): Item => ({
  badge: String(badge),
  colour: colour(kind, i),
  token,
  says,
  of: `${kind} ${i}`,
});

/** What is said of no token. */
export const plainItem = (says: string): Item => ({ badge: '', colour: '', token: '', says, of: '' });

/** @param items what a slice string would say of each axis, if lists are typed */
export function sliceItems(result: Result, items?: readonly string[]): Item[] {
  const { ranges, state, tensors } = result;
  const { dims } = tensors[0];
  const given = items ?? itemsOf(state.notation ?? '...', dims);
  if (dims.length === 0) return [plainItem('a scalar has no axis to slice')];
  return (ranges ?? []).map((range, axis) => {
    const typed = items || given[axis] === ':' ? '' : given[axis];
    const units = unitsOf(result, axis);
    const says =
      range.count > 0
        ? sayRange(range, dims[axis], units)
        : sayNothing(boundsOfItem(given[axis]), dims[axis], units);
    return item('axis', axis, axis, says, typed);
  });
}

/** `rows 96 to 383`, `backwards, every 2nd: 5, 3, 1`. */
function sayRange(range: Range, size: number, [unit, units]: [string, string]) {
  const { from, step, count, drops } = range;
  const last = from + (count - 1) * step;
  if (drops) return `${unit} ${from}; the axis goes`;
  if (count === 1) return `${unit} ${from}`;
  if (count === size && step === 1) return `all ${unit === 'index' ? `${size} ` : ''}${units}`;
  if (step === 1) return `${units} ${from} ${count === 2 ? 'and' : 'to'} ${last}`;
  if (step === -1)
    return count === size ? `all ${units}, backwards` : `backwards: ${units} ${from} to ${last}`;
  return `${step < 0 ? 'backwards, ' : ''}every ${ordinal(Math.abs(step))}: ${listPiece(range)}`;
}

/** Why a range takes nothing. */
function sayNothing({ start, end, step }: Bounds, size: number, [, units]: [string, string]) {
  if (size === 0) return 'nothing: the axis has size 0';
  const [from, to] = [start, end].map((at) => Number(at) + (Number(at) < 0 ? size : 0)); // NaN: not given
  const [low, high] = step > 0 ? [to, from] : [from, to];
  const isBeyond = low < 0 || high >= size;
  const why = isBeyond
    ? `${units} go from 0 to ${size - 1}`
    : `its end is not ${step > 0 ? 'after' : 'before'} its start`;
  return `nothing: ${why}`;
}

/** Indices that are listed. */
const MOST_LISTED = 4;

/** `1, 3, 5`, `1023, 1020, … 0`. */
export function listPiece({ from, step, count }: Piece) {
  const isLong = count > MOST_LISTED;
  const first = Array.from({ length: isLong ? 2 : count }, (_, i) => from + i * step);
  return isLong ? `${first.join(', ')}, … ${from + (count - 1) * step}` : first.join(', ');
}

/** Which token of a field a message is about. */
export function wrongToken({ tokens }: Field, message: string): Token | undefined {
  const [, quoted] = /'([^']+)'/.exec(message) ?? [];
  const [, entry] = /\b(?:entry|item|index) (\d+)\b/.exec(message) ?? [];
  const [, place] = /^Character (\d+)/.exec(message) ?? [];
  const [, axis] = /\baxis (\d+)/.exec(message) ?? [];
  return (
    tokens.find(({ text, at }) => text === quoted || String(at) === place) ??
    tokens[Number(entry ?? Number.NaN)] ??
    tokens.find(({ kind, i }) => kind === 'axis' && String(i) === axis)
  );
}

/** What the call does, for the title of the page and for screen readers. */
export function titleOf(parts: readonly Part[], { outputs, count }: Result) {
  const call = parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
  return `${call}: ${count === 1 ? sayDims(outputs[0].dims) : plural(count, 'tensor')}`;
}
