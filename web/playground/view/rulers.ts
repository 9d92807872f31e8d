// One ruler per axis: what is taken of it, at any size. Each has the same height, and the answer is exact.
import { extentOf, stretched, withRanges } from '../model/drag.ts';
import { listPiece } from '../model/legend.ts';
import type { Result } from '../model/result.ts';
import { isJoin } from '../model/rows.ts';
import { colour, h, letterOf } from '../page/dom.ts';
import { ordinal, sayNumber } from '../page/say.ts';
import { memoryStrip } from './memory.ts';
import { bounds } from './picture.ts';
import { type Change, listPieces, type View } from './view.ts';

/** Indices that are drawn one by one. */
const MOST_BOXES = 32;
const MOST_SEGMENTS = 64;

export class RulersView implements View {
  element = h('div.view');
  #change;
  #result: Result | null = null;
  #drag: { id: number; axis: number; isEnd: boolean } | null = null;

  constructor(change: Change) {
    this.#change = change;
    this.element.addEventListener('keydown', (event) => this.#press(event));
    for (const name of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
      this.element.addEventListener(name, (event) => this.#point(event));
  }

  /** @param caption above the rulers @param first values of the result */
  draw(result: Result, caption: HTMLElement, first: string) {
    this.#result = result;
    const focused = this.element.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset.thumb
      : undefined;
    this.element.style.setProperty('--row', rowHeight(wholeOf(result).length));
    this.element.replaceChildren(
      caption,
      axesElement(result),
      ...(result.count > 1 ? [listPieces(result)] : []),
      memoryStrip(result, first && `. First values: ${first}`),
    );
    if (focused)
      this.element.querySelector<HTMLElement>(`[data-thumb="${focused}"]`)?.focus({ preventScroll: true });
  }

  show() {}

  #press(event: KeyboardEvent) {
    const thumb = event.target instanceof HTMLElement ? event.target.dataset.thumb : undefined;
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10 }[
      event.key
    ];
    if (!thumb || by === undefined) return;
    event.preventDefault();
    const [axis, isEnd] = thumb.split(' ').map(Number);
    const [begin, end] = extentOf(this.#result?.ranges?.[axis] as never);
    this.#move(axis, isEnd === 1, (isEnd ? end : begin) + by * (event.shiftKey ? 10 : 1), 'keys');
  }

  #point(event: PointerEvent) {
    if (event.type === 'pointerdown') {
      const thumb = event.target instanceof HTMLElement ? event.target.dataset.thumb : undefined;
      if (!thumb) return;
      const [axis, isEnd] = thumb.split(' ').map(Number);
      this.#drag = { id: event.pointerId, axis, isEnd: isEnd === 1 };
      this.element.setPointerCapture(event.pointerId);
      (event.target as HTMLElement).focus();
      return event.preventDefault();
    }
    const drag = this.#drag;
    if (drag === null || drag.id !== event.pointerId || this.#result === null) return;
    if (event.type !== 'pointermove' || event.buttons === 0) {
      this.#drag = null;
      return this.#change(this.#result.state, '');
    }
    const track = this.element
      .querySelectorAll('.axis')
      [drag.axis]?.querySelector('.track')
      ?.getBoundingClientRect();
    if (track)
      this.#move(
        drag.axis,
        drag.isEnd,
        Math.round(((event.clientX - track.left) / track.width) * wholeOf(this.#result)[drag.axis]),
        'ruler',
      );
  }

  #move(axis: number, isEnd: boolean, to: number, gesture: string) {
    const result = this.#result;
    if (!result?.ranges) return;
    const [begin, end] = extentOf(result.ranges[axis]);
    const size = wholeOf(result)[axis];
    const at = Math.min(Math.max(to, isEnd ? begin + 1 : 0), isEnd ? size : end - 1);
    const ranges = result.ranges.map((range, i) =>
      i === axis ? stretched(range, isEnd ? begin : at, isEnd ? at : end) : range,
    );
    this.#change(withRanges(result, ranges), gesture);
  }
}

const rowHeight = (rank: number) =>
  rank <= 3 ? 'min(88px, calc((var(--stage) - 124px) / 3))' : rank === 4 ? '56px' : '42px';

/** The dims of the tensor that is cut, or made. */
const wholeOf = ({ row, outputs, tensors }: Result) => (isJoin(row) ? outputs[0].dims : tensors[0].dims);

export const axesElement = (result: Result) =>
  h('div', ...wholeOf(result).map((size, axis) => axisRow(result, size, axis)));

function axisRow(result: Result, size: number, axis: number): HTMLElement {
  const { ranges, axis: along, sizes, taken, pads, order, row } = result;
  const name = colour('axis', axis);
  const range = ranges?.[axis];
  const label = h('div.n', order ? order.input[axis].label : `axis ${axis}`, h('b', sayNumber(size)));
  const says = (count: string, text: string, own = name) => h(`div.r.${own}`, h('b', count), text);
  if (range)
    return h(
      `div.axis.${name}`,
      label,
      h('div', ...sliceTrack(range, size, axis, name)),
      says(sayNumber(range.count), range.drops ? `index ${range.from}; the axis goes` : listPiece(range)),
    );
  if (sizes.length > 0 && axis === along) {
    const places = bounds(sizes.slice(0, MOST_SEGMENTS));
    const track = h(
      'div.track',
      { 'aria-hidden': 'true' },
      ...places.map(([a, b], i) =>
        h(
          `u.${colour('piece', i)}`,
          { '--a': a / size, '--b': b / size },
          (b - a) / size > 0.03 ? letterOf(i) : '',
        ),
      ),
    );
    const ticks = numbers(
      [...new Set(places.flat())].slice(0, 10).map((at) => ({ at, name: '' })),
      size,
    );
    const total = sizes.length > 4 ? `${sayNumber(sizes.length)} pieces` : sizes.join(' + ');
    return h(
      'div.axis',
      label,
      h('div', track, ticks),
      says(total, isJoin(row) ? 'joined along this axis' : 'cut along this axis', 'kx'),
    );
  }
  if (taken && axis === along) {
    const marks = taken
      .filter((i) => i >= 0)
      .slice(0, 200)
      .map((i) => h(`u.${name}`, { '--a': i / size, '--b': (i + 1) / size }));
    return h(
      `div.axis.${name}`,
      label,
      h('div', h('div.track', { 'aria-hidden': 'true' }, ...marks)),
      says(sayNumber(taken.length), taken.slice(0, 4).join(', ') + (taken.length > 4 ? ', …' : '')),
    );
  }
  if (pads && (pads[axis][0] !== 0 || pads[axis][1] !== 0)) {
    const [begin, end] = pads[axis];
    const total = size + begin + end;
    const inner = h(`u.${name}`, {
      '--a': Math.max(0, begin) / total,
      '--b': Math.min(1, (begin + size) / total),
    });
    return h(
      `div.axis.${name}`,
      label,
      h('div', h('div.track', { 'aria-hidden': 'true' }, inner)),
      says(sayNumber(total), `${begin} before, ${end} after`),
    );
  }
  const place = order ? sayPlaces(result, axis) : 'stays whole';
  return h(
    `div.axis.${name}`,
    label,
    h(
      'div',
      h('div.track', { 'aria-hidden': 'true' }, h(`u.${name}`, { '--a': 0, '--b': 1 })),
      numbers(
        [
          { at: 0, name: '' },
          { at: size, name: '' },
        ],
        size,
      ),
    ),
    says(sayNumber(size), place),
  );
}

function sayPlaces({ order }: Result, axis: number) {
  const { names, sizes } = order?.input[axis] ?? { names: [], sizes: [] };
  return names
    .map(
      (each, i) =>
        `${each}${names.length > 1 ? ` = ${sizes[i]}` : ''} → axis ${order?.output.findIndex((other) => other.names.includes(each))}`,
    )
    .join(', ');
}

function sliceTrack(
  range: NonNullable<Result['ranges']>[number],
  size: number,
  axis: number,
  name: string,
): HTMLElement[] {
  const { from, step, count } = range;
  const taken = (i: number) => (i - from) / step >= 0 && (i - from) / step < count && (i - from) % step === 0;
  const arrow =
    step < 0 && count > 1
      ? `◀ ${step === -1 ? 'backwards' : `every ${ordinal(-step)}`}`
      : step > 1 && count > 1
        ? `every ${ordinal(step)}`
        : '';
  if (size <= MOST_BOXES && size > 0)
    return [
      h(
        'div.track.boxes',
        { 'aria-hidden': 'true' },
        ...Array.from({ length: size }, (_, i) => h('i', { className: taken(i) ? 't' : '' }, String(i))),
      ),
      h('div.ticks', arrow),
    ];
  const [begin, end] = extentOf(range);
  const thumbs =
    count === 0
      ? []
      : [begin, end].map((at, i) =>
          h('button.thumb', {
            type: 'button',
            role: 'slider',
            'data-thumb': `${axis} ${i}`,
            '--at': at / size,
            'aria-label': `${i === 0 ? 'begin' : 'end'} of axis ${axis}`,
            'aria-valuemin': 0,
            'aria-valuemax': size,
            'aria-valuenow': at,
          }),
        );
  const bar =
    count === 0
      ? []
      : [
          h('u', {
            className: `${name}${Math.abs(step) > 1 ? ' step' : ''}`,
            '--a': begin / size,
            '--b': end / size,
          }),
        ];
  const track = h(
    'div.track',
    ...bar,
    ...(arrow ? [h('span.arrow', { 'aria-hidden': 'true' }, arrow)] : []),
    ...thumbs,
  );
  const own =
    count === 0
      ? []
      : [
          { at: begin, name },
          { at: end, name },
        ];
  return [track, numbers([...own, { at: 0, name: '' }, { at: size, name: '' }], size)];
}

/** Numbers below a track; those that would overlap are left out. */
function numbers(all: { at: number; name: string }[], size: number): HTMLElement {
  const shown: typeof all = [];
  for (const each of all)
    if (shown.every(({ at }) => Math.abs(at - each.at) / Math.max(1, size) > 0.11)) shown.push(each);
  return h(
    'div.ticks',
    { 'aria-hidden': 'true' },
    ...shown.map(({ at, name }) =>
      h('span', { className: name ? `v ${name}` : '', '--at': at / Math.max(1, size) }, String(at)),
    ),
  );
}
