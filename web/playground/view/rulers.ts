// One ruler per axis: what is taken of it, at any size. Each has the same height, and the answer is exact.
import type { Result } from '../model/result.ts';
import { isJoin } from '../model/rows.ts';
import { placeIn, type Range } from '../model/slice.ts';
import { listPiece } from '../model/slice_legend.ts';
import { colour, h } from '../page/dom.ts';
import { ordinal, sayNumber } from '../page/say.ts';
import { segmentsOf } from './all_segments.ts';
import { memoryStrip } from './memory.ts';
import { listPieces } from './pieces.ts';
import { barsOf, numbersOf, type Segment } from './segments.ts';
import { keepThumb, moveThumbs, thumbsOf } from './thumbs.ts';
import type { Change } from './view.ts';

/** Indices that are drawn one by one. */
const MOST_BOXES = 32;
/** Of a number below a track, as a part of it. */
const ROOM = 0.11;

export class RulersView {
  element = h('div.view');
  #result: Result | null = null;

  constructor(change: Change) {
    moveRulers(this.element, () => this.#result, change);
  }

  /** @param caption above the rulers @param first values of the result */
  draw(result: Result, caption: HTMLElement, first: string) {
    this.#result = result;
    this.element.style.setProperty('--row', rowHeight(result.whole.length));
    keepThumb(this.element, () =>
      this.element.replaceChildren(
        caption,
        axesElement(result),
        ...(result.count > 1 ? [listPieces(result)] : []),
        memoryStrip(result, first && `. First values: ${first}`),
      ),
    );
  }
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
  const { count, text, own = colour('axis', axis) } = sayAxis(result, axis);
  const track = range && size > 0 && size <= MOST_BOXES ? boxesOf(range, size) : trackOf(result, axis, range);
  return h(
    `div.axis.${colour('axis', axis)}`,
    h('div.n', order ? order.input[axis].label : `axis ${axis}`, h('b', sayNumber(size))),
    h('div', ...track),
    h(`div.r.${own}`, h('b', count), text),
  );
}

/** What comes of an axis: how many indices, and which. */
function sayAxis(result: Result, axis: number): { count: string; text: string; own?: string } {
  const { ranges, axis: along, sizes, taken, pads, order, row, whole } = result;
  const range = ranges?.[axis];
  if (range)
    return {
      count: sayNumber(range.count),
      text: range.drops ? `index ${range.from}; the axis goes` : listPiece(range),
    };
  if (sizes.length > 0 && axis === along)
    return {
      count: sizes.length > 4 ? `${sayNumber(sizes.length)} pieces` : sizes.join(' + '),
      text: isJoin(row) ? 'joined along this axis' : 'cut along this axis',
      own: 'piece',
    };
  if (taken && axis === along)
    return {
      count: sayNumber(taken.length),
      text: taken.slice(0, 4).join(', ') + (taken.length > 4 ? ', …' : ''),
    };
  const [begin, end] = pads?.[axis] ?? [0, 0];
  if (begin !== 0 || end !== 0)
    return { count: sayNumber(whole[axis] + begin + end), text: `${begin} before, ${end} after` };
  return { count: sayNumber(whole[axis]), text: order ? sayPlaces(result, axis) : 'stays whole' };
}

function sayPlaces({ order }: Result, axis: number) {
  const { names, sizes } = order?.input[axis] ?? { names: [], sizes: [] };
  const place = (name: string) => order?.output.findIndex(({ names: own }) => own.includes(name));
  return names
    .map((name, i) => `${name}${names.length > 1 ? ` = ${sizes[i]}` : ''} → axis ${place(name)}`)
    .join(', ');
}

/** How a slice goes through an axis; '': one index after the other. */
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
  const padded: Segment[] = [
    { a: Math.max(0, begin), b: Math.min(size, begin + whole[axis]), name: colour('axis', axis), text: '' },
  ];
  const segments = pads ? padded : segmentsOf(result, axis);
  const step = range ? stepOf(range) : '';
  return [
    h(
      'div.track',
      ...barsOf(segments, Math.max(1, size)),
      ...(step ? [h('span.arrow', { 'aria-hidden': 'true' }, step)] : []),
      ...thumbsOf(result, axis),
    ),
    h('div.ticks', { 'aria-hidden': 'true' }, ...numbersOf(segments, size, ROOM)),
  ];
}
