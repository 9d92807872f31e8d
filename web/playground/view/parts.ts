// Marks on pictures and results of calls that are no slices, the strip of memory, and the list of pieces.
import { boundsOf } from '../model/lists.ts';
import type { Result } from '../model/result.ts';
import { isJoin } from '../model/rows.ts';
import type { Change } from '../model/state.ts';
import { colour, h, letterOf } from '../page/dom.ts';
import type { Pixels } from '../page/pictures.ts';
import { sayDims, sayNumber } from '../page/say.ts';
import { CHANNELS, type Drawn, MOST_IMAGES, type Scale, stretchOf } from './images.ts';
import { keepThumb, moveThumbs, thumbsOf } from './thumbs.ts';
import { barsOf } from './view.ts';

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

/** The memory that the call touches, and in how many pieces. @param also what else is said */
export function memoryStrip({ memory, row, count }: Result, also = ''): HTMLElement {
  const { owners, says } = memory;
  const many = count > 1 || isJoin(row);
  const nameOf = (owner: number) => (owner === -2 ? 'mixed' : many ? colour('piece', owner) : 't');
  const pieces = owners.map((owner, i) => ({ a: i, b: i + 1, name: nameOf(owner), text: '' }));
  const size = Math.max(1, owners.length);
  const bars = barsOf(
    pieces.filter(({ a }) => owners[a] !== -1),
    size,
  );
  const track = h('div.track', { 'aria-hidden': 'true', '--size': size }, ...bars);
  return h('div.memory', h('p', h('b', 'In memory'), ` ${says}${also}`), track);
}

export const badgeOf = (i: number) => h(`span.badge.${colour('piece', i)}`, letterOf(i));

/** The dims of a piece that is not described: only its axis differs from the first. */
function pieceDims({ outputs, axis, sizes, tensors }: Result, i: number): readonly number[] {
  if (i < outputs.length) return outputs[i].dims;
  const [{ dims }] = outputs;
  return dims.length < tensors[0].dims.length ? dims : dims.with(axis, sizes[i]);
}

/** The pieces of a split, by letter: 12, and 500 more with each press, where the list is. */
export function listPieces(result: Result): HTMLElement {
  const { count } = result;
  const list = h('ul.pieces');
  let end = 0;
  const add = (most: number) => {
    list.querySelector('.rest')?.remove();
    for (const last = Math.min(count, end + most); end < last; ++end)
      list.append(h('li', badgeOf(end), h('span.dims', sayDims(pieceDims(result, end)))));
    if (end < count) list.append(h('li.rest', h('button.chip', `and ${sayNumber(count - end)} more`)));
  };
  add(12);
  list.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest('.rest'))) return;
    add(500);
    list.classList.add('all');
    list.tabIndex = 0;
    list.ariaLabel = 'All pieces';
    list.focus();
  });
  return list;
}
