// Each token of a call of any kind in words: one item per axis, piece, name or index.
import { letterOf } from '../page/dom.ts';
import { plural } from '../page/say.ts';
import { namesIn } from './call.ts';
import { isSingle, sizeOf } from './integers.ts';
import { boundsIn, boundsOf } from './lists.ts';
import { type Typed, toValue, wordsIn } from './parameters.ts';
import type { Order, Result } from './result.ts';
import { isJoin, takesAny } from './rows.ts';
import { type Item, item, plainItem, sliceItems, UNITS, unitsOf } from './slice_words.ts';

export function legendOf(result: Result): Item[] {
  const items = itemsOf(result);
  return items.length > 0 ? items : [plainItem(isJoin(result.row) ? 'nothing is joined' : result.state.op)];
}

function itemsOf(result: Result): Item[] {
  const { row, ranges, order, pads, taken, state } = result;
  if (ranges) return rangeItems(result);
  if (order) return [...nameItems(result, order), ...(state.values.to ? [conversionItem(result)] : [])];
  if (pads) return pads.map((sides, axis) => padItem(result, sides, axis));
  if (row.op_type === 'TensorScatter') return scatterItems(result);
  if (row.op_type === 'ScatterUpdate') return updateItems(result);
  if (taken === null) return pieceItems(result);
  const [unit] = unitsOf(result, result.axis);
  const say = (index: number) => (index < 0 ? 'zeros: outside the axis' : `${unit} ${index}`);
  return taken.map((index, i) => item('piece', i, i, say(index)));
}

function rangeItems(result: Result): Item[] {
  const { state, row, tensors } = result;
  if (state.notation !== null) return sliceItems(result);
  const { dims } = tensors[0];
  const items = dims.map(() => ':');
  for (const { axis, start, end, step } of boundsIn(row.op, state.values, dims.length))
    items[axis] = `${start}:${end}:${step}`;
  return sliceItems(result, items);
}

function pieceItems(result: Result): Item[] {
  const { row, sizes, axis, state, tensors } = result;
  const typed = wordsIn(state.values.split ?? state.values.split_lengths);
  const [unit, units] = unitsOf(result, axis);
  return boundsOf(sizes).map(([from, end], i) => {
    const several = end - from === 1 ? `${unit} ${from}` : `${units} ${from} to ${end - 1}`;
    const taken = `${several}${takesAny(row) ? ' of the result' : ''}`;
    const where = end === from ? 'nothing: its size is 0' : taken;
    const says = typed[i] === '-1' ? `the rest: ${where}` : where;
    const badge = takesAny(row) ? tensors[i].name : letterOf(i);
    return item('piece', i, badge, says, typed.length === sizes.length ? typed[i] : '');
  });
}

/** What the steps of a conversion do, by their names. */
const STEPS: Record<string, string> = {
  divisor: 'divided by',
  scale: 'times',
  bias: 'plus',
  zero_point: 'zero at',
  along: 'for each',
};

/** What the elements become. */
function conversionItem({ state, outputs }: Result) {
  const to: Typed = toValue(state.values.to ?? '', 'word');
  const steps = Object.entries(STEPS).flatMap(([name, says]) => (to?.[name] ? `${says} ${to[name]}` : []));
  return plainItem(`${state.type} → ${[outputs[0].type, ...steps].join(', ')}`);
}

function nameItems({ state, tensors }: Result, { input, output }: Order): Item[] {
  const placeIn = (axes: typeof input, name: string) => axes.findIndex(({ names }) => names.includes(name));
  const items = namesIn(state.values.pattern).map((name, i) => {
    const [from, to] = [placeIn(input, name), placeIn(output, name)];
    const axis = from >= 0 ? input[from] : output[to];
    const size = axis?.sizes[axis.names.indexOf(name)] ?? 1;
    const isWhole = state.on === 'picture' && from >= 0 && axis.names.length === 1;
    const moves = from < 0 ? 'repeated' : from === to ? `stays axis ${from}` : `axis ${from} → ${to}`;
    return item('axis', i, name, `${isWhole ? `${size} ${UNITS[from]}s` : `size ${size}`}: ${moves}`);
  });
  const elements = plural(sizeOf(tensors[0].dims), 'element');
  return items.length > 0 ? items : [plainItem(`${elements}, in their order`)];
}

function padItem(result: Result, [begin, end]: [number, number], axis: number) {
  const [, units] = unitsOf(result, axis);
  const side = (n: number, where: string) => (n < 0 ? `${-n} cut off ${where}` : n > 0 && `${n} ${where}`);
  const sides = [side(begin, 'before'), side(end, 'after')].filter(Boolean).join(', ');
  const both = begin === end && begin > 0 ? `${begin} on each side` : sides;
  const size = result.outputs[0].dims[axis];
  return item('axis', axis, axis, both ? `${both}: ${size} ${units}` : `${units} stay`);
}

function updateItems({ state, tensors: [{ name }, patch] }: Result): Item[] {
  const typed = wordsIn(state.values.indices);
  const from = (i: number) => (isSingle(state.values.indices) ? patch.name : `index ${i} of ${patch.name}`);
  return typed.map((index, i) => item('piece', i, i, `index ${index} of ${name} becomes ${from(i)}`));
}

function scatterItems({ tensors: [cache, update], state, axis }: Result): Item[] {
  const typed = wordsIn(state.values.write_indices);
  return Array.from({ length: cache.dims[0] }, (_, i) => {
    const from = Number(typed[i] ?? 0);
    const last = from + update.dims[axis] - 1;
    const around = last >= cache.dims[axis] ? ', around the end' : '';
    const where = from === last ? from : `${from} to ${last}`;
    return item('piece', i, i, `batch item ${i} is written at ${where}${around}`, typed[i]);
  });
}
