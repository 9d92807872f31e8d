// The view of examples: a card with a picture for each, in groups.
import { h, loadStyle } from '../dom.ts';
import { Pieces, type Work } from '../pieces.ts';
import { EXAMPLES, type Example } from './examples.ts';
import { makePicture, paintPicture } from './picture.ts';

export async function mountGallery(place: HTMLElement) {
  await loadStyle(new URL('../style/gallery.css', import.meta.url));
  const pictures = EXAMPLES.map(({ hash }) => ({ hash, canvas: makePicture() }));
  for (const group of new Set(EXAMPLES.map((example) => example.group))) {
    const cards = EXAMPLES.flatMap((example, i) =>
      example.group === group ? [drawCard(example, pictures[i].canvas)] : [],
    );
    place.append(h('h3', {}, group), h('ul', { className: 'cards' }, ...cards));
  }
  const pieces = new Pieces(place);
  const paint = () => pieces.begin(paintAll(pictures));
  paint();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
}

function* paintAll(pictures: readonly { canvas: HTMLCanvasElement; hash: string }[]): Work {
  for (const { canvas, hash } of pictures) {
    yield;
    paintPicture(canvas, hash);
  }
}

function drawCard({ title, hash, says }: Example, picture: HTMLCanvasElement) {
  const link = h('a', { href: `#${hash}` }, title);
  return h('li', { className: 'card' }, picture, h('div', {}, link, h('p', {}, says)));
}
