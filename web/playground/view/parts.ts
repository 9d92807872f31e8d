// What is drawn on a picture, and of the result, of calls that are no slices of it.
import type { Result } from '../model/result.ts';
import { boundsOf } from '../model/sizes.ts';
import { colour, h, letterOf } from '../page/dom.ts';
import { CHANNELS, type Drawn, MOST_IMAGES } from './images.ts';
import { memoryStrip } from './memory.ts';
import { listPieces } from './pieces.ts';
import { type Pixels, type Scale, stretchOf } from './scale.ts';
import { keepThumb, moveThumbs, thumbsOf } from './thumbs.ts';
import type { Change } from './view.ts';

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

/** What an image of the result is called, and what is drawn on it. */
export function marksOf({ count, order, pads, outputs }: Result, all: readonly Drawn[], i: number) {
  const { flat } = all[i];
  const named = order && all.length === 4 ? CHANNELS[i] : '';
  const number = all.length > 1 && h('em', `${i} ${named}${flat === null ? '' : ` = ${flat}`}`);
  const label = count > 1 ? h('span', h(`span.badge.${colour('piece', i)}`, letterOf(i))) : number;
  return {
    says: count > 1 ? `piece ${letterOf(i)}` : `result${all.length > 1 ? ` ${i}` : ''}`,
    marks: [label, pads && h('span.inner', { '--inset': insetOf(pads, outputs[0].dims) })],
  };
}

/** What is below the images. */
export const belowOf = (result: Result) => [
  ...(result.count > MOST_IMAGES ? [listPieces(result)] : []),
  memoryStrip(result),
];

/** Where the pieces of a split meet in the picture. */
function seamsOf(result: Result): HTMLElement[] {
  const { count, sizes, axis, whole } = result;
  if (count < 2 || count > MOST_IMAGES || axis > 1) return [];
  const seams = boundsOf(sizes).map(([a, b], i) => {
    const [begin, length] = [a / whole[axis], (b - a) / whole[axis]];
    const place =
      axis === 0
        ? { '--top': begin, '--down': length, '--left': 0, '--across': 1 }
        : { '--top': 0, '--down': 1, '--left': begin, '--across': length };
    return h('span.seam', place, h(`span.badge.${colour('piece', i)}`, letterOf(i)));
  });
  const thumbs = thumbsOf(result, axis);
  for (const thumb of thumbs) thumb.classList.toggle('down', axis === 0);
  return [...seams, ...thumbs];
}

const insetOf = (pads: readonly [number, number][], dims: readonly number[]) => {
  const side = (n: number, size: number) => `${(100 * Math.max(0, n)) / size}%`;
  const [[top, bottom], [left, right]] = pads;
  return `${side(top, dims[0])} ${side(right, dims[1])} ${side(bottom, dims[0])} ${side(left, dims[1])}`;
};
