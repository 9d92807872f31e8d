// The view of examples: a card for each, in its groups, with a picture of the cut.
import { h, loadStyle } from '../dom.js';
import { EXAMPLES } from './examples.js';
import { drawPicture } from './picture.js';

/** @param {HTMLElement} place */
export async function mountGallery(place) {
  await loadStyle(new URL('../style/gallery.css', import.meta.url));
  for (const group of new Set(EXAMPLES.map((example) => example.group))) {
    const cards = EXAMPLES.filter((example) => example.group === group).map(drawCard);
    place.append(h('h3', {}, group), h('ul', { className: 'cards' }, ...cards));
  }
}

/** @param {import('./examples.js').Example} example */
function drawCard({ title, hash, says }) {
  const link = h('a', { href: `#${hash}` }, title);
  return h('li', { className: 'card' }, drawPicture(hash), h('div', {}, link, h('p', {}, says)));
}
