// Marks on pictures and results of calls that are no slices, the strip of memory, and the list of pieces.
import { namesIn } from '../model/call.ts';
import { heldBy, sourcesOf } from '../model/elements.ts';
import { indexOf, isSingle, sizeOf } from '../model/integers.ts';
import { boundsOf } from '../model/lists.ts';
import type { Result } from '../model/result.ts';
import { isJoin, takesAny } from '../model/rows.ts';
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

/** The class of what is written from element k of an update: each item of a batch, and each index, has its colour. */
export function writtenClass({ row, tensors, axis, state }: Result, k: number) {
  const index = indexOf(k, tensors[1].dims);
  if (row.op_type === 'TensorScatter') return colour('piece', index[0]);
  return row.op_type === 'ScatterUpdate'
    ? colour('piece', isSingle(state.values.indices) ? 0 : index[axis])
    : 't';
}

/** The name of an image of the result, and what is drawn on it. */
export function marksOf({ count, order, pads, outputs, state }: Result, all: readonly Drawn[], i: number) {
  const { flat } = all[i];
  const named = order && all.length === 4 ? CHANNELS[i] : '';
  const hue = colour(
    'axis',
    Math.max(0, namesIn(state.values.pattern).indexOf(order?.output[0].names[0] ?? '')),
  );
  const says = ` ${named}${flat === null ? '' : ` = ${flat}`}`;
  const number = all.length > 1 && h('em', h(`span.badge.${hue}`, String(i)), says);
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

/** Elements whose values are shown in the strip, and the letters of pieces that fit. */
const MOST_VALUES = 28;
const MOST_LETTERS = 24;
const MOST_TURNS = 4;
const WIDEST = 5;

/** The memory that the call touches, and in how many pieces. @param also what else is said */
export function memoryStrip(result: Result, also = ''): HTMLElement {
  const { memory, row, count } = result;
  const { owners, says } = memory;
  const said = h('p', h('b', 'In memory'), ` ${says}${also}`);
  const lettered = lettersOf(result);
  if (lettered) {
    const boxes = lettered.map(({ text, name, size }) => h(`i.${name}`, { '--size': size }, text));
    return h('div.memory', said, h('div.lettered', { 'aria-hidden': 'true' }, ...boxes));
  }
  const nameOf = (owner: number) => {
    if (owner === -2) return 'mixed';
    if (count > 1 || takesAny(row)) return colour('piece', owner);
    return isJoin(row) && owner === 0 ? '' : 't'; // what is written into the first tensor
  };
  const pieces = owners.map((owner, i) => ({ a: i, b: i + 1, name: nameOf(owner), text: '' }));
  const size = Math.max(1, owners.length);
  const bars = barsOf(
    pieces.filter(({ a }) => owners[a] !== -1),
    size,
  );
  const track = h('div.track', { 'aria-hidden': 'true', '--size': size }, ...bars);
  return h('div.memory', said, track);
}

type Letter = { text: string; name: string; size: number };

/** What is in memory, one after the other: values of few elements, channels, or pieces again and again; null: the strip is too fine. */
function lettersOf(result: Result): Letter[] | null {
  const { memory, row, order, state, sizes, whole, axis, tensors, count } = result;
  const size = sizeOf(whole);
  if (order && state.on === 'picture') return channelsOf(order);
  const many = sizes.length > 1;
  if (size > 0 && size <= MOST_VALUES && state.on === 'tensor' && memory.owners.length === size) {
    const source = isJoin(row) ? sourcesOf(result)?.[0] : null;
    const texts = memory.owners.map((_, k) => heldBy(state, source ? source[k] - 1 : k));
    const first = sizeOf(tensors[0].dims); // element of an update
    const nameOf = (owner: number, k: number) => {
      if (source && !takesAny(row))
        return source[k] > first ? writtenClass(result, source[k] - 1 - first) : '';
      return owner < 0 ? '' : many || takesAny(row) ? colour('piece', owner) : 't';
    };
    const isWritten = result.taken || result.pads || order;
    if (isWritten || texts.some((text) => text.length > WIDEST)) return null;
    return texts.map((text, k) => ({ text, name: nameOf(memory.owners[k], k), size: 1 }));
  }
  const pieces = sizes.filter((each) => each > 0);
  if (!many || pieces.length > MOST_LETTERS || (count !== sizes.length && !takesAny(row))) return null;
  const turns = sizeOf(whole.slice(0, axis));
  const shown = Math.max(1, Math.min(turns, MOST_TURNS, Math.floor(MOST_LETTERS / pieces.length)));
  const nameOf = (i: number) => (takesAny(row) ? tensors[i].name : letterOf(i));
  const turn = sizes.flatMap((each, i) => ({ text: nameOf(i), name: colour('piece', i), size: each }));
  const all = Array.from({ length: shown }, () => turn.filter((each) => each.size > 0)).flat();
  return turns > shown ? [...all, { text: '…', name: 'rest', size: 0 }] : all;
}

/** `RGBA RGBA … → RR… GG… BB… AA…`: the picture, and the result if its channels are apart. @param order of a picture */
function channelsOf({ input, output }: NonNullable<Result['order']>): Letter[] | null {
  const [rows, columns, channels] = input.map(({ names }) => names);
  if (channels?.length !== 1 || rows.length !== 1 || columns.length !== 1) return null;
  const at = output.findIndex(({ names }) => names.includes(channels[0]));
  const space = { text: '', name: 'rest', size: 0 };
  const box = (text: string) => ({ text, name: 't k2', size: 1 });
  const pixel = [...'RGBA'].map(box);
  const pixels = [...pixel, space, ...pixel, space, ...pixel, { ...space, text: '…' }];
  if (at < 0 || at === output.length - 1) return pixels;
  const planes = [...'RGBA'].flatMap((text) => [box(text), box(text), { ...space, text: '…' }]);
  return [...pixel, space, ...pixel, { ...space, text: '… →' }, ...planes];
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
