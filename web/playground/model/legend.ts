// What each token of the call takes, in words: one item per axis, piece, name or index.
import { colour, letterOf } from '../page/dom.ts';
import { ordinal, plural, sayNumber } from '../page/say.ts';
import { type Field, namesIn, type Part, type Token } from './call.ts';
import { sizeOf } from './integers.ts';
import type { Result } from './result.ts';
import { isJoin, takesAny } from './rows.ts';
import { itemsOf, type Piece, type Range } from './slice.ts';

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

const AXES: Record<string, string[]> = { picture: ['row', 'column', 'channel'] };

/** What one index of an axis is called. */
const unitOf = ({ state }: Result, axis: number) => AXES[state.on]?.[axis] ?? 'index';
const pluralOf = (unit: string) => (unit === 'index' ? 'indices' : `${unit}s`);

export function legendOf(result: Result): Item[] {
  const { row, ranges, order, pads, taken, state } = result;
  const items = ranges
    ? sliceItems(result)
    : order
      ? nameItems(result)
      : pads
        ? padItems(result)
        : taken
          ? indexItems(result)
          : row.op_type === 'TensorScatter'
            ? scatterItems(result)
            : pieceItems(result);
  return items.length > 0 ? items : [plainItem(isJoin(row) ? 'nothing is joined' : state.op)];
}

/** What is said of no token. */
export const plainItem = (says: string): Item => ({ badge: '', colour: '', token: '', says, of: '' });

const axisItem = (axis: number, token: string, says: string): Item => ({
  badge: String(axis),
  colour: colour('axis', axis),
  token,
  says,
  of: `axis ${axis}`,
});

function sliceItems(result: Result): Item[] {
  const { ranges, tensors, state } = result;
  const { dims } = tensors[0];
  const items = state.notation === null ? [] : itemsOf(state.notation, dims);
  if (dims.length === 0) return [plainItem('a scalar has no axis to slice')];
  return (ranges ?? []).map((range, axis) => {
    const typed = items[axis] ?? '';
    return axisItem(axis, typed === ':' ? '' : typed, sayRange(range, dims[axis], unitOf(result, axis)));
  });
}

/** `rows 96 to 383`, `backwards, every 2nd: 5, 3, 1`. */
export function sayRange(range: Range, size: number, unit = 'index') {
  const { from, step, count, drops } = range;
  const units = pluralOf(unit);
  if (drops) return `${unit} ${from}; the axis goes`;
  if (count === 0) return 'nothing';
  if (count === 1) return `${unit} ${from}`;
  const last = from + (count - 1) * step;
  if (count === size && step === 1) return `all ${unit === 'index' ? size : ''} ${units}`.replace('  ', ' ');
  if (step === 1) return count === 2 ? `${units} ${from} and ${last}` : `${units} ${from} to ${last}`;
  const listed = listPiece(range);
  if (step === -1)
    return count === size ? `all ${units}, backwards` : `backwards: ${units} ${from} to ${last}`;
  return `${step < 0 ? 'backwards, ' : ''}every ${ordinal(Math.abs(step))}: ${listed}`;
}

/** `1, 3, 5`, `1023, 1020, … 0`. */
export function listPiece({ from, step, count }: Piece, most = 4) {
  const first = Array.from({ length: Math.min(count, count > most ? 2 : most) }, (_, i) => from + i * step);
  return count > most ? `${first.join(', ')}, … ${from + (count - 1) * step}` : first.join(', ');
}

function pieceItems(result: Result): Item[] {
  const { row, sizes, axis, state, tensors } = result;
  const field = state.values.split ?? state.values.split_lengths;
  const tokens = field?.match(/[^\s,[\]()]+/g) ?? [];
  const units = pluralOf(unitOf(result, axis));
  let from = 0;
  return sizes.map((size, i) => {
    const first = from;
    from += size;
    const where =
      size === 0
        ? 'nothing'
        : size === 1
          ? `${unitOf(result, axis)} ${first}`
          : `${units} ${first} to ${first + size - 1}`;
    const says = tokens[i] === '-1' ? `the rest: ${where}` : takesAny(row) ? `${where} of the result` : where;
    const badge = takesAny(row) ? (tensors[i]?.name ?? String(i)) : letterOf(i);
    return {
      badge,
      colour: colour('piece', i),
      token: tokens.length === sizes.length ? tokens[i] : '',
      says,
      of: `piece ${i}`,
    };
  });
}

function nameItems({ order, state, tensors }: Result): Item[] {
  if (order === null) return [];
  const names = namesIn(state.values.pattern ?? '');
  const all = [
    ...order.input.map((axis, at) => ({ ...axis, at, side: 'in' })),
    ...order.output.map((axis, at) => ({ ...axis, at, side: 'out' })),
  ];
  const items = names.map((name, i) => {
    const axes = all.filter((axis) => axis.names.includes(name));
    const size = axes[0]?.sizes[axes[0].names.indexOf(name)] ?? 1;
    const [from, to] = ['in', 'out'].map((side) => axes.find((axis) => axis.side === side)?.at);
    const unit =
      state.on === 'picture' && from !== undefined && order.input[from].names.length === 1
        ? pluralOf(AXES.picture[from])
        : '';
    const moves =
      from === undefined ? 'repeated' : from === to ? `stays axis ${from}` : `axis ${from} → ${to}`;
    return {
      badge: name,
      colour: colour('axis', i),
      token: '',
      says: `${unit ? `${size} ${unit}` : `size ${size}`}: ${moves}`,
      of: `axis ${i}`,
    };
  });
  const elements = plural(sizeOf(tensors[0].dims), 'element');
  return items.length > 0 ? items : [plainItem(`${elements}, in their order`)];
}

function padItems(result: Result): Item[] {
  const { pads, outputs } = result;
  return (pads ?? []).map(([begin, end], axis) => {
    const units = pluralOf(unitOf(result, axis));
    const side = (n: number, where: string) =>
      n === 0 ? '' : n < 0 ? `${-n} cut off ${where}` : `${n} ${where}`;
    const both =
      begin === end && begin > 0
        ? `${begin} on each side`
        : [side(begin, 'before'), side(end, 'after')].filter(Boolean).join(', ');
    return axisItem(axis, '', both === '' ? `${units} stay` : `${both}: ${outputs[0].dims[axis]} ${units}`);
  });
}

function indexItems(result: Result): Item[] {
  const { taken, axis } = result;
  const unit = unitOf(result, axis);
  return (taken ?? []).map((index, i) => ({
    badge: String(i),
    colour: colour('piece', i),
    token: '',
    says: index < 0 ? 'zeros: outside the axis' : `${unit} ${index}`,
    of: `piece ${i}`,
  }));
}

function scatterItems({ tensors, state, axis }: Result): Item[] {
  const given = state.values.write_indices?.match(/[^\s,[\]()]+/g) ?? [];
  const [cache, update] = tensors;
  return Array.from({ length: cache.dims[0] }, (_, i) => {
    const from = Number(given[i] ?? 0);
    const last = from + update.dims[axis] - 1;
    const around = last >= cache.dims[axis] ? ', around the end' : '';
    return {
      badge: String(i),
      colour: colour('piece', i),
      token: given[i] ?? '',
      says: `batch item ${i} is written at ${from === last ? from : `${from} to ${last}`}${around}`,
      of: `piece ${i}`,
    };
  });
}

/** What the call does, for the title of the page and for screen readers. */
export function titleOf(parts: readonly Part[], { outputs, count }: Result) {
  const call = parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
  const dims = `[${outputs[0]?.dims.join(', ') ?? ''}]`;
  return `${call}: ${count === 1 ? dims : plural(count, 'tensor')}`;
}

/** The tokens of a message: which field, and which token of it, is wrong. */
export function wrongToken({ tokens }: Field, message: string): Token | undefined {
  const [, quoted] = /'([^']+)'/.exec(message) ?? [];
  const [, entry] = /\b(?:entry|item|index) (\d+)\b/.exec(message) ?? [];
  const [, place] = /^Character (\d+)/.exec(message) ?? [];
  const [, axis] = /\baxis (\d+)/.exec(message) ?? [];
  return (
    tokens.find(({ text, at }) => text === quoted || String(at) === place) ??
    (entry === undefined ? undefined : tokens[Number(entry)]) ??
    (axis === undefined ? undefined : tokens.find(({ kind, i }) => kind === 'axis' && i === Number(axis)))
  );
}

export const sayMany = (count: number) => `and ${sayNumber(count)} more`;
