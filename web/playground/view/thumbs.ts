// Sliders on an axis: the ends of what a slice takes, and where the pieces of a split meet. They are dragged, and follow arrow keys.
import { extentOf, stretched } from '../model/drag.ts';
import { withRanges } from '../model/lists.ts';
import type { Result } from '../model/result.ts';
import { boundsOf, sizesName, withSizes } from '../model/sizes.ts';
import { ARROWS, h, letterOf } from '../page/dom.ts';
import { onDrag } from '../page/drag.ts';
import type { Change } from './view.ts';

/** Pieces up to which they can be dragged. */
const MOST_PIECES = 12;

/** Where an axis is on the screen. */
export type Track = { from: number; length: number; isDown?: boolean };

interface Mark {
  axis: number;
  i: number;
  at: number;
  least: number;
  most: number;
  says: string;
}

/** Where an axis can be taken hold of. */
export function marksOf(result: Result, axis: number): Mark[] {
  const { ranges, sizes, axis: along, count } = result;
  const range = ranges?.[axis];
  if (range) {
    if (range.count === 0) return [];
    const [begin, end] = extentOf(range);
    const size = result.whole[axis];
    return [
      { axis, i: 0, at: begin, least: 0, most: end - 1, says: `begin of axis ${axis}` },
      { axis, i: 1, at: end, least: begin + 1, most: size, says: `end of axis ${axis}` },
    ];
  }
  const isCut = axis === along && sizesName(result) !== '' && count > 1 && count <= MOST_PIECES;
  const bounds = isCut ? boundsOf(sizes) : [];
  return bounds.slice(0, -1).map(([least, at], i) => ({
    axis,
    i,
    at,
    least,
    most: bounds[i + 1][1],
    says: `end of piece ${letterOf(i)}`,
  }));
}

export const thumbsOf = (result: Result, axis: number) =>
  marksOf(result, axis).map(({ i, at, least, most, says }) =>
    h('button.thumb', {
      role: 'slider',
      'data-thumb': `${axis} ${i}`,
      '--at': at / Math.max(1, result.whole[axis]),
      'aria-label': says,
      'aria-valuemin': least,
      'aria-valuemax': most,
      'aria-valuenow': at,
    }),
  );

/** The call with a mark at another index. */
function moveTo(result: Result, { axis, i, least, most }: Mark, to: number) {
  const at = Math.min(Math.max(to, least), most);
  const { ranges, sizes } = result;
  if (ranges) {
    const [begin, end] = extentOf(ranges[axis]);
    const range = stretched(ranges[axis], i === 0 ? at : begin, i === 0 ? end : at);
    return withRanges(result, ranges.with(axis, range));
  }
  return withSizes(result, sizes.with(i, at - least).with(i + 1, most - at));
}

const PAGES: Record<string, [number, number]> = { PageUp: [-10, 0], PageDown: [10, 0] };

const thumbIn = (target: EventTarget | null) =>
  target instanceof HTMLElement ? target.dataset.thumb : undefined;

/** Makes the thumbs in an element move. @param shown the result that is drawn @param trackOf where an axis is */
export function moveThumbs(
  element: HTMLElement,
  shown: () => Result | null,
  change: Change,
  trackOf: (axis: number) => Track,
) {
  let held = '';
  const markOf = (thumb: string) => {
    const [axis, i] = thumb.split(' ').map(Number);
    const result = shown();
    const mark = result && marksOf(result, axis)[i];
    return result && mark ? { result, mark } : null;
  };
  element.addEventListener('keydown', (event) => {
    const known = markOf(thumbIn(event.target) ?? '');
    const step = ARROWS[event.key] ?? PAGES[event.key];
    if (!known || step === undefined) return;
    event.preventDefault();
    const to = known.mark.at + (step[0] + step[1]) * (event.shiftKey ? 10 : 1);
    change(moveTo(known.result, known.mark, to), 'keys');
  });
  onDrag(element, {
    state: () => shown()?.state,
    change,
    takes: ({ target }) => (thumbIn(target) ? 'now' : null),
    begin({ target }) {
      held = thumbIn(target) ?? '';
      (target as HTMLElement).focus();
    },
    move({ clientX, clientY }) {
      const known = markOf(held);
      if (!known) return;
      const { from, length, isDown } = trackOf(known.mark.axis);
      const to = (((isDown ? clientY : clientX) - from) / length) * known.result.whole[known.mark.axis];
      change(moveTo(known.result, known.mark, Math.round(to)), 'ruler');
    },
  });
}

/** Draws anew, and gives the focus back to the thumb that had it. */
export function keepThumb(element: HTMLElement, draw: () => void) {
  const held = element.contains(document.activeElement) ? thumbIn(document.activeElement) : undefined;
  draw();
  if (held) element.querySelector<HTMLElement>(`[data-thumb="${held}"]`)?.focus({ preventScroll: true });
}
