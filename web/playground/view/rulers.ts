// One ruler per axis: what is taken of it, at any size. Each has the same height, and the answer is exact.
import { namesIn } from '../model/call.ts';
import { boundsOf } from '../model/lists.ts';
import { wordsIn } from '../model/parameters.ts';
import type { Order, Result } from '../model/result.ts';
import { isJoin } from '../model/rows.ts';
import { placeIn, type Range } from '../model/slice.ts';
import { listPiece } from '../model/slice_words.ts';
import type { Change } from '../model/state.ts';
import { colour, h, letterOf } from '../page/dom.ts';
import { ordinal, sayNumber } from '../page/say.ts';
import { listPieces, memoryStrip } from './parts.ts';
import { keepThumb, moveThumbs, thumbsOf } from './thumbs.ts';
import { barsOf, numbersOf, rangeSegments, type Segment } from './view.ts';

const MOST_BOXES = 32;
const MOST_SEGMENTS = 200;
/** The room of a number below a track, as a part of it. */
const ROOM = 0.11;

/** The parts of an axis that a call of any kind takes. Only what is input can be marked: pads have none. */
export function segmentsOf(result: Result, axis: number): Segment[] {
  const { ranges, sizes, axis: along, taken, tensors, row, whole, order } = result;
  const name = colour('axis', axis);
  if (ranges) return rangeSegments(result, axis);
  const all = { a: 0, b: whole[axis], name, text: '' };
  if (order) return nameSegments(result, order, axis);
  if (/^(TensorScatter|ScatterUpdate)$/.test(row.op_type) && axis === along) return writtenSegments(result);
  if (axis !== along || (sizes.length === 0 && !taken)) return [all];
  if (sizes.length > MOST_SEGMENTS) return [{ ...all, name: 'piece step' }];
  if (taken)
    return taken
      .filter((i) => i >= 0)
      .slice(0, MOST_SEGMENTS)
      .map((i, at) => ({ a: i, b: i + 1, name: colour('piece', at), text: '' }));
  return boundsOf(sizes).map(([a, b], i) => {
    const text = isJoin(row) ? tensors[i].name : letterOf(i);
    return { a, b, name: colour('piece', i), text: (b - a) / whole[axis] > 0.03 ? text : '' };
  });
}

/** Where each item of the batch is written in a cache, or each index of an update. */
function writtenSegments({ state, tensors: [cache, update], axis }: Result): Segment[] {
  const typed = wordsIn(state.values.write_indices);
  if (state.values.indices)
    return wordsIn(state.values.indices)
      .slice(0, MOST_SEGMENTS)
      .map((word, i) => ({ a: Number(word), b: Number(word) + 1, name: colour('piece', i), text: '' }));
  return Array.from({ length: Math.min(cache.dims[0], MOST_SEGMENTS) }, (_, i) => {
    const a = Number(typed[i] ?? 0);
    const b = Math.min(a + update.dims[axis], cache.dims[axis]); // the rest is written around the end
    return { a, b, name: colour('piece', i), text: '' };
  });
}

/** An axis of a pattern: as its name, or divided as its outer name divides it. */
function nameSegments({ state, whole }: Result, { input }: Order, axis: number): Segment[] {
  const { names, sizes } = input[axis];
  const [outer = ''] = names;
  const name = colour('axis', Math.max(0, namesIn(state.values.pattern).indexOf(outer)));
  const count = names.length > 1 && sizes[0] <= MOST_BOXES ? sizes[0] : 1;
  const size = whole[axis] / count;
  const textOf = (i: number) => (count > 1 && i === 0 ? outer : '');
  return Array.from({ length: count }, (_, i) => ({ a: i * size, b: (i + 1) * size, name, text: textOf(i) }));
}

/** @returns draws a result: with a caption above the rulers, and the first values of the result */
export function makeRulersView(change: Change) {
  const element = h('div.view');
  let shown: Result | null = null;
  moveRulers(element, () => shown, change);
  return {
    element,
    draw(result: Result, caption: HTMLElement, first: string) {
      shown = result;
      element.style.setProperty('--row', rowHeight(result.whole.length));
      const pieces = result.count > 1 ? [listPieces(result)] : [];
      const memory = memoryStrip(result, first && `. First values: ${first}`);
      keepThumb(element, () => element.replaceChildren(caption, axesElement(result), ...pieces, memory));
    },
  };
}

/** Makes the rulers in an element move. */
export const moveRulers = (element: HTMLElement, shown: () => Result | null, change: Change) =>
  moveThumbs(element, shown, change, (axis) => {
    const track = element.querySelectorAll('.axis')[axis]?.querySelector('.track');
    const { left = 0, width = 1 } = track?.getBoundingClientRect() ?? {};
    return { from: left, length: width };
  });

const rowHeight = (rank: number) =>
  rank <= 3 ? 'min(88px, calc((var(--stage) - 124px) / 3))' : rank === 4 ? '56px' : '42px';

export const axesElement = (result: Result) =>
  h('div', ...result.whole.map((_, axis) => axisRow(result, axis)));

function axisRow(result: Result, axis: number): HTMLElement {
  const { ranges, order, whole } = result;
  const size = whole[axis];
  const range = ranges?.[axis];
  const [count, text, own = colour('axis', axis)] = sayAxis(result, axis);
  const track = range && size > 0 && size <= MOST_BOXES ? boxesOf(range, size) : trackOf(result, axis, range);
  return h(
    `div.axis.${colour('axis', axis)}`,
    h('div.n', order ? order.input[axis].label : `axis ${axis}`, h('b', sayNumber(size))),
    h('div', ...track),
    h(`div.r.${own}`, h('b', count), text),
  );
}

/** The result along an axis: how many indices, and which; and the colour, if it is not that of the axis. */
function sayAxis(result: Result, axis: number): [count: string, text: string, own?: string] {
  const { ranges, axis: along, sizes, taken, pads, order, row, whole } = result;
  const range = ranges?.[axis];
  if (range?.drops) return ['1', `index ${range.from}; the axis goes`];
  if (range) return [sayNumber(range.count), listPiece(range)];
  if (sizes.length > 0 && axis === along) {
    const text = isJoin(row) ? 'joined along this axis' : 'cut along this axis';
    return [sizes.length > 4 ? `${sayNumber(sizes.length)} pieces` : sizes.join(' + '), text, 'piece'];
  }
  if (taken && axis === along)
    return [sayNumber(taken.length), taken.slice(0, 4).join(', ') + (taken.length > 4 ? ', …' : '')];
  if (row.op_type === 'TensorScatter' && axis === along)
    return [sayNumber(whole[axis]), `${sayNumber(result.tensors[1].dims[axis])} written for each item`];
  if (row.op_type === 'ScatterUpdate' && axis === along)
    return [sayNumber(whole[axis]), `${wordsIn(result.state.values.indices).length} replaced`];
  const [begin, end] = pads?.[axis] ?? [0, 0];
  if (begin !== 0 || end !== 0)
    return [sayNumber(whole[axis] + begin + end), `${begin} before, ${end} after`];
  return [sayNumber(whole[axis]), order ? sayPlaces(order, axis) : 'stays whole'];
}

function sayPlaces({ input, output }: Order, axis: number) {
  const { names, sizes } = input[axis];
  const place = (name: string) => output.findIndex(({ names: own }) => own.includes(name));
  return names
    .map((name, i) => `${name}${names.length > 1 ? ` = ${sizes[i]}` : ''} → axis ${place(name)}`)
    .join(', ');
}

/** The step of a slice in words; '': it takes one index after the other. */
function stepOf({ step, count }: Range) {
  if (count < 2 || step === 1) return '';
  if (step > 0) return `every ${ordinal(step)}`;
  return `◀ ${step === -1 ? 'backwards' : `every ${ordinal(-step)}`}`;
}

/** Each index as a box. */
function boxesOf(range: Range, size: number) {
  const boxes = Array.from({ length: size }, (_, i) =>
    h('i', { className: placeIn(range, i) >= 0 ? 't' : '' }, String(i)),
  );
  return [h('div.track.boxes', { 'aria-hidden': 'true' }, ...boxes), h('div.ticks', stepOf(range))];
}

function trackOf(result: Result, axis: number, range: Range | undefined) {
  const { pads, whole } = result;
  const [begin, end] = pads?.[axis] ?? [0, 0];
  const size = whole[axis] + begin + end;
  const [a, b] = [Math.max(0, begin), Math.min(size, begin + whole[axis])];
  const segments = pads ? [{ a, b, name: colour('axis', axis), text: '' }] : segmentsOf(result, axis);
  const step = range ? stepOf(range) : '';
  const bars = barsOf(segments, Math.max(1, size));
  const arrow = step && h('span.arrow', { 'aria-hidden': 'true' }, step);
  return [
    h('div.track', ...bars, arrow, ...thumbsOf(result, axis)),
    h('div.ticks', { 'aria-hidden': 'true' }, ...numbersOf(segments, size, ROOM)),
  ];
}
