// What each token of a call of any kind takes, in words: one item per axis, piece, name or index.
import { letterOf } from '../page/dom.ts';
import { plural } from '../page/say.ts';
import { sizeOf } from './integers.ts';
import { boundsIn } from './lists.ts';
import type { Result } from './result.ts';
import { isJoin, takesAny } from './rows.ts';
import { boundsOf } from './sizes.ts';
import { type Item, item, plainItem, sliceItems, UNITS, unitsOf } from './slice_legend.ts';
import { namesIn, WORDS } from './tokens.ts';

export function legendOf(result: Result): Item[] {
  const { row, ranges, order, pads, taken, state } = result;
  const find = ranges
    ? rangeItems
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
