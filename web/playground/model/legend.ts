// What each token of the call takes, in words: one item per axis, piece, name or index.
import { colour, letterOf } from '../page/dom.ts';
import { ordinal, plural, sayDims } from '../page/say.ts';
import type { Field, Part } from './call.ts';
import { boundsOf } from './drag.ts';
import { sizeOf } from './integers.ts';
import type { Result } from './result.ts';
import { isJoin, takesAny } from './rows.ts';
import { type Bounds, boundsIn, boundsOfItem, itemsOf, type Piece, type Range } from './slice.ts';
import { namesIn, type Token, WORDS } from './tokens.ts';

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

const UNITS = ['row', 'column', 'channel'];

/** What one index of an axis is called, and several. */
function unitsOf({ state }: Result, axis: number): [string, string] {
  const unit = state.on === 'picture' ? UNITS[axis] : undefined;
  return unit ? [unit, `${unit}s`] : ['index', 'indices'];
}

const item = (kind: 'axis' | 'piece', i: number, badge: string | number, says: string, token = ''): Item => ({
  badge: String(badge),
  colour: colour(kind, i),
  token,
  says,
  of: `${kind} ${i}`,
});

/** What is said of no token. */
export const plainItem = (says: string): Item => ({ badge: '', colour: '', token: '', says, of: '' });

export function legendOf(result: Result): Item[] {
  const { row, ranges, order, pads, taken, state } = result;
  const find = ranges
    ? sliceItems
    : order
      ? nameItems
      : pads
        ? padItems
        : taken
          ? indexItems
          : row.op_type === 'TensorScatter'
            ? scatterItems
            : pieceItems;
  const items = find(result);
  return items.length > 0 ? items : [plainItem(isJoin(row) ? 'nothing is joined' : state.op)];
}

function sliceItems(result: Result): Item[] {
  const { ranges, tensors, state, row } = result;
  const { dims } = tensors[0];
  const items = state.notation === null ? [] : itemsOf(state.notation, dims);
  const bounds = state.notation === null ? boundsIn(row.op, state.values, dims.length) : [];
  const given = (along: number) =>
    bounds.find(({ axis }) => axis === along) ?? boundsOfItem(items[along] ?? ':');
  if (dims.length === 0) return [plainItem('a scalar has no axis to slice')];
  return (ranges ?? []).map((range, axis) => {
    const typed = items[axis] === ':' ? '' : items[axis];
    const units = unitsOf(result, axis);
    const says =
      range.count > 0 ? sayRange(range, dims[axis], units) : sayNothing(given(axis), dims[axis], units);
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
function sayNothing({ start, end, step }: Omit<Bounds, 'axis'>, size: number, [, units]: [string, string]) {
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

function pieceItems(result: Result): Item[] {
  const { row, sizes, axis, state, tensors } = result;
  const typed = (state.values.split ?? state.values.split_lengths)?.match(WORDS) ?? [];
  const [unit, units] = unitsOf(result, axis);
  return boundsOf(sizes).map(([from, end], i) => {
    const several = end - from === 1 ? `${unit} ${from}` : `${units} ${from} to ${end - 1}`;
    const taken = `${several}${takesAny(row) ? ' of the result' : ''}`;
    const where = end === from ? 'nothing: its size is 0' : taken;
    const says = typed[i] === '-1' ? `the rest: ${where}` : where;
    const badge = takesAny(row) ? (tensors[i]?.name ?? i) : letterOf(i);
    return item('piece', i, badge, says, typed.length === sizes.length ? typed[i] : '');
  });
}

function nameItems({ order, state, tensors }: Result): Item[] {
  if (order === null) return [];
  const names = namesIn(state.values.pattern ?? '');
  const placeIn = (axes: typeof order.input, name: string) =>
    axes.findIndex((axis) => axis.names.includes(name));
  const items = names.map((name, i) => {
    const [from, to] = [placeIn(order.input, name), placeIn(order.output, name)];
    const axis = from >= 0 ? order.input[from] : order.output[to];
    const size = axis?.sizes[axis.names.indexOf(name)] ?? 1;
    const isWhole = state.on === 'picture' && from >= 0 && axis.names.length === 1;
    const moves = from < 0 ? 'repeated' : from === to ? `stays axis ${from}` : `axis ${from} → ${to}`;
    return item('axis', i, name, `${isWhole ? `${size} ${UNITS[from]}s` : `size ${size}`}: ${moves}`);
  });
  const elements = plural(sizeOf(tensors[0].dims), 'element');
  return items.length > 0 ? items : [plainItem(`${elements}, in their order`)];
}

function padItems(result: Result): Item[] {
  const { pads, outputs } = result;
  const side = (n: number, where: string) =>
    n < 0 ? `${-n} cut off ${where}` : n > 0 ? `${n} ${where}` : '';
  return (pads ?? []).map(([begin, end], axis) => {
    const [, units] = unitsOf(result, axis);
    const sides = [side(begin, 'before'), side(end, 'after')].filter(Boolean).join(', ');
    const both = begin === end && begin > 0 ? `${begin} on each side` : sides;
    return item('axis', axis, axis, both ? `${both}: ${outputs[0].dims[axis]} ${units}` : `${units} stay`);
  });
}

function indexItems(result: Result): Item[] {
  const { taken, axis } = result;
  const [unit] = unitsOf(result, axis);
  return (taken ?? []).map((index, i) =>
    item('piece', i, i, index < 0 ? 'zeros: outside the axis' : `${unit} ${index}`),
  );
}

function scatterItems({ tensors: [cache, update], state, axis }: Result): Item[] {
  const typed = state.values.write_indices?.match(WORDS) ?? [];
  return Array.from({ length: cache.dims[0] }, (_, i) => {
    const from = Number(typed[i] ?? 0);
    const last = from + update.dims[axis] - 1;
    const around = last >= cache.dims[axis] ? ', around the end' : '';
    const where = from === last ? from : `${from} to ${last}`;
    return item('piece', i, i, `batch item ${i} is written at ${where}${around}`, typed[i]);
  });
}

/** What the call does, for the title of the page and for screen readers. */
export function titleOf(parts: readonly Part[], { outputs, count }: Result) {
  const call = parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
  return `${call}: ${count === 1 ? sayDims(outputs[0].dims) : plural(count, 'tensor')}`;
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
