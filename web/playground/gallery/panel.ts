// The view of examples: a card with a picture for each, in groups.
import { h, loadStyle } from '../dom.ts';
import { Pieces, type Work } from '../pieces.ts';
import { GALLERY } from './examples.ts';
import { makePicture, paintPicture } from './picture.ts';

export async function mountGallery(place: HTMLElement) {
  await loadStyle(new URL('../style/gallery.css', import.meta.url));
  const pictures = new Map<HTMLCanvasElement, string>();
  for (const [group, examples] of Object.entries(GALLERY)) {
    const cards = Object.entries(examples).map(([title, { hash, says }]) => {
      const picture = makePicture();
      pictures.set(picture, hash);
      const link = h('a', { href: `#${hash}` }, title);
      return h('li.card.panel', picture, h('div', link, h('p.note', says)));
    });
    place.append(h('h3', group), h('ul.abreast', ...cards));
  }
  function* paintAll(): Work {
    for (const [canvas, hash] of pictures) {
      yield;
      paintPicture(canvas, hash);
    }
  }
  const pieces = new Pieces(place);
  const paint = () => pieces.begin(paintAll());
  paint();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
}
