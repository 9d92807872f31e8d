// The tokens of a slice string, one per axis, and each of them in words.
import { colour, type Kind } from '../page/dom.ts';
import { ordinal, plural, sayDims } from '../page/say.ts';
import { toIntegers } from './integers.ts';
import type { Form } from './parameters.ts';
import type { Result } from './result.ts';
import { type Bounds, boundsOfItem, itemsOf, type Range } from './slice.ts';
import type { State } from './state.ts';

/** A word that is typed. `kind` and `i`: whose colour it has. */
export interface Token {
  text: string;
  at: number; // in the field
  kind: Kind | '';
  i: number;
}

export interface Field {
  name: string;
  text: string;
  form: Form | 'slice' | 'pattern';
  tokens: Token[];
}

/** Text, a field, or the name of a tensor that is a piece. */
export type Part = string | Field | Token;

export const isField = (part: Part): part is Field => typeof part !== 'string' && 'tokens' in part;

export const rankOf = ({ dims }: State) => toIntegers(dims.split(';')[0]).length;

/** The class of the colour of a token; '' without one. */
export const colourOf = ({ kind, i }: Token) => (kind === '' || i < 0 ? '' : colour(kind, i));

/** The text of a field: what is between tokens as it is, and the tokens. */
export function spansOf({ text, tokens }: Pick<Field, 'text' | 'tokens'>): (string | Token)[] {
  let end = 0;
  const spans = tokens.flatMap((token) => {
    const before = text.slice(end, token.at);
    end = token.at + token.text.length;
    return [before, token];
  });
  return [...spans, text.slice(end)].filter((span) => span !== '');
}

/** One per axis; items after `...` count from the last axis. */
export function sliceTokens(text: string, rank: number): Token[] {
  const items = text.split(',');
  const dots = items.findIndex((item) => item.trim() === '...');
  let end = 0;
  const tokens = items.map((item, i): Token => {
    const at = end + item.length - item.trimStart().length;
    end += item.length + 1;
    const axis = dots >= 0 && i > dots ? rank - items.length + i : i;
    return { text: item.trim(), at, kind: i === dots ? '' : 'axis', i: axis };
  });
  return tokens.filter((token) => token.text !== '');
}

export const UNITS = ['row', 'column', 'channel'];

/** The word for one index of an axis, and for several. */
export function unitsOf({ state }: Result, axis: number): [string, string] {
  const unit = state.on === 'picture' ? UNITS[axis] : undefined;
  return unit ? [unit, `${unit}s`] : ['index', 'indices'];
}

/** An item of the legend. `colour`: a class; `of`: the tokens of the call that it explains. */
export type Item = Record<'badge' | 'colour' | 'token' | 'says' | 'of', string>;

export function item(kind: Kind, i: number, badge: string | number, says: string, token = ''): Item {
  return { badge: String(badge), colour: colour(kind, i), token, says, of: `${kind} ${i}` };
}

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
    const say = () => sayNothing(boundsOfItem(given[axis]), dims[axis], units);
    return item('axis', axis, axis, range.count > 0 ? sayRange(range, dims[axis], units) : say(), typed);
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
  if (low < 0 || high >= size) return `nothing: ${units} go from 0 to ${size - 1}`;
  return `nothing: its end is not ${step > 0 ? 'after' : 'before'} its start`;
}

const MOST_LISTED = 4;

/** `1, 3, 5`, `1023, 1020, … 0`. */
export function listPiece({ from, step, count }: Range) {
  const isLong = count > MOST_LISTED;
  const first = Array.from({ length: isLong ? 2 : count }, (_, i) => from + i * step);
  return isLong ? `${first.join(', ')}, … ${from + (count - 1) * step}` : first.join(', ');
}

/** The token of a field that a message is about. */
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

/** The call and its result, for the title of the page. */
export function titleOf(parts: readonly Part[], { outputs, count }: Result) {
  const call = parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
  return `${call}: ${count === 1 ? sayDims(outputs[0].dims) : plural(count, 'tensor')}`;
}
