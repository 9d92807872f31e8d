// Marks on a picture and its results, for calls that are no slices of it.
import { boundsOf } from '../model/lists.ts';
import type { Result } from '../model/result.ts';
import type { Change } from '../model/state.ts';
import { h, letterOf } from '../page/dom.ts';
import type { Pixels } from '../page/pictures.ts';
import { badgeOf, listPieces, memoryStrip } from './below.ts';
import { CHANNELS, type Drawn, MOST_IMAGES, type Scale, stretchOf } from './images.ts';
import { keepThumb, moveThumbs, thumbsOf } from './thumbs.ts';

/** Makes the ends of pieces move. @param pic the picture */
export function moveSeams(pic: HTMLElement, shown: () => Result | null, change: Change) {
  moveThumbs(pic, shown, change, (axis) => {
    const { left, top, width, height } = pic.getBoundingClientRect();
    return axis === 0 ? { from: top, length: height, isDown: true } : { from: left, length: width };
  });
}

export const drawSeams = (element: HTMLElement, result: Result) =>
  keepThumb(element, () => element.replaceChildren(...seamsOf(result)));

/** The scale of images whose axes have moved: one that is slim is drawn wider or higher, as a picture is. */
export function turned({ order }: Result, { x, y }: Scale, pixels: Pixels, [first]: readonly Drawn[]): Scale {
  const before = stretchOf(pixels.width, pixels.height);
  const after = order ? stretchOf(first?.width ?? 1, first?.height ?? 1) : before;
  return { x: (x / before.x) * after.x, y: (y / before.y) * after.y };
}

/** The name of an image of the result, and what is drawn on it. */
export function marksOf({ count, order, pads, outputs }: Result, all: readonly Drawn[], i: number) {
  const { flat } = all[i];
  const named = order && all.length === 4 ? CHANNELS[i] : '';
  const number = all.length > 1 && h('em', `${i} ${named}${flat === null ? '' : ` = ${flat}`}`);
  const label = count > 1 ? h('span', badgeOf(i)) : number;
  return {
    says: count > 1 ? `piece ${letterOf(i)}` : `result${all.length > 1 ? ` ${i}` : ''}`,
    marks: [label, pads && h('span.inner', { '--inset': insetOf(pads, outputs[0].dims) })],
  };
}

export const belowOf = (result: Result) => [
  ...(result.count > MOST_IMAGES ? [listPieces(result)] : []),
  memoryStrip(result),
];

/** The borders between the pieces of a split of the picture. */
function seamsOf(result: Result): HTMLElement[] {
  const { count, sizes, axis, whole } = result;
  if (count < 2 || count > MOST_IMAGES || axis > 1) return [];
  const seams = boundsOf(sizes).map(([a, b], i) => {
    const [begin, length] = [a / whole[axis], (b - a) / whole[axis]];
    const place =
      axis === 0
        ? { '--top': begin, '--down': length, '--left': 0, '--across': 1 }
        : { '--top': 0, '--down': 1, '--left': begin, '--across': length };
    return h('span.seam', place, badgeOf(i));
  });
  const thumbs = thumbsOf(result, axis);
  for (const thumb of thumbs) thumb.classList.toggle('down', axis === 0);
  return [...seams, ...thumbs];
}

const insetOf = ([[top, bottom], [left, right]]: readonly [number, number][], dims: readonly number[]) =>
  [top, right, bottom, left].map((n, i) => `${(100 * Math.max(0, n)) / dims[i % 2]}%`).join(' ');
