// Sliders on an axis: the ends of what a slice takes, and where the pieces of a split meet. They are dragged, and follow arrow keys.
import { boundsOf, sizesName, stretched, withRanges, withSizes } from '../model/lists.ts';
import type { Result } from '../model/result.ts';
import { extentOf } from '../model/slice.ts';
import { type Change, DRAG } from '../model/state.ts';
import { ARROWS, h, letterOf } from '../page/dom.ts';
import { onDrag } from '../page/drag.ts';

/** Pieces up to which they can be dragged. */
const MOST_PIECES = 12;

/** The place of an axis on the screen. */
type Track = { from: number; length: number; isDown?: boolean };

/** The indices of an axis that can be dragged. */
function marksOf(result: Result, axis: number) {
  const { ranges, sizes, axis: along, count, whole } = result;
  const range = ranges?.[axis];
  if (range) {
    const [begin, end] = extentOf(range);
    const first = { at: begin, least: 0, most: end - 1, says: `begin of axis ${axis}` };
    const last = { at: end, least: begin + 1, most: whole[axis], says: `end of axis ${axis}` };
    return range.count > 0 ? [first, last] : [];
  }
  const isCut = axis === along && sizesName(result) !== '' && count > 1 && count <= MOST_PIECES;
  const bounds = isCut ? boundsOf(sizes) : [];
  return bounds.slice(0, -1).map(([least, at], i) => ({
    at,
    least,
    most: bounds[i + 1][1],
    says: `end of piece ${letterOf(i)}`,
  }));
}

export const thumbsOf = (result: Result, axis: number) =>
  marksOf(result, axis).map(({ at, least, most, says }, i) =>
    h(`button.thumb${result.ranges ? ['.lo', '.hi'][i] : ''}`, {
      role: 'slider',
      'data-thumb': `${axis} ${i}`,
      '--at': at / Math.max(1, result.whole[axis]),
      'aria-label': says,
      'aria-valuemin': least,
      'aria-valuemax': most,
      'aria-valuenow': at,
    }),
  );

const PAGES: Record<string, [number, number]> = { PageUp: [-10, 0], PageDown: [10, 0] };

const thumbIn = (target: EventTarget | null) => (target instanceof HTMLElement && target.dataset.thumb) || '';

/** Makes the thumbs in an element move. @param shown the result that is drawn @param trackOf where an axis is */
export function moveThumbs(
  element: HTMLElement,
  shown: () => Result | null,
  change: Change,
  trackOf: (axis: number) => Track,
) {
  let held = '';
  /** Moves a mark. @param indexOf the new index, by the one where it is, its axis and the axis' size; undefined: none */
  const move = (thumb: string, gesture: string, indexOf: (...of: number[]) => number | undefined) => {
    const result = shown();
    const [axis, i] = thumb.split(' ').map(Number);
    const mark = result && thumb !== '' && marksOf(result, axis)[i];
    const to = mark ? indexOf(mark.at, axis, result.whole[axis]) : undefined;
    if (!mark || to === undefined) return false;
    const at = Math.min(Math.max(to, mark.least), mark.most);
    const { ranges, sizes } = result;
    if (ranges) {
      const [begin, end] = extentOf(ranges[axis]);
      const range = stretched(ranges[axis], i === 0 ? at : begin, i === 0 ? end : at);
      change(withRanges(result, ranges.with(axis, range)), gesture);
    } else change(withSizes(result, sizes.with(i, at - mark.least).with(i + 1, mark.most - at)), gesture);
    return true;
  };
  element.addEventListener('keydown', (event) => {
    const step = ARROWS[event.key] ?? PAGES[event.key];
    const by = step && (step[0] + step[1]) * (event.shiftKey ? 10 : 1);
    if (move(thumbIn(event.target), 'keys', (at) => by && at + by)) event.preventDefault();
  });
  onDrag(element, {
    state: () => shown()?.state,
    change,
    takes: ({ target }) => (thumbIn(target) ? 'now' : null),
    begin({ target }) {
      held = thumbIn(target);
      (target as HTMLElement).focus();
    },
    move: ({ clientX, clientY }) =>
      move(held, DRAG, (_, axis, size) => {
        const { from, length, isDown } = trackOf(axis);
        return Math.round((((isDown ? clientY : clientX) - from) / length) * size);
      }),
  });
}

/** Draws again, and gives the focus back to the thumb that had it. */
export function keepThumb(element: HTMLElement, draw: () => void) {
  const held = element.contains(document.activeElement) ? thumbIn(document.activeElement) : '';
  draw();
  if (held) element.querySelector<HTMLElement>(`[data-thumb="${held}"]`)?.focus({ preventScroll: true });
}
