// The view of examples: a card with a picture for each, in groups.
import { h, loadStyle } from '../dom.js';
import { Pieces } from '../pieces.js';
import { EXAMPLES } from './examples.js';
import { makePicture, paintPicture } from './picture.js';

/** @param {HTMLElement} place */
export async function mountGallery(place) {
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

/**
 * @param {readonly { canvas: HTMLCanvasElement, hash: string }[]} pictures
 * @returns {import('../pieces.js').Work}
 */
function* paintAll(pictures) {
  for (const { canvas, hash } of pictures) {
    yield;
    paintPicture(canvas, hash);
  }
}

/**
 * @param {import('./examples.js').Example} example
 * @param {HTMLCanvasElement} picture
 */
function drawCard({ title, hash, says }, picture) {
  const link = h('a', { href: `#${hash}` }, title);
  return h('li', { className: 'card' }, picture, h('div', {}, link, h('p', {}, says)));
}
