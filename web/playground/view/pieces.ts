// The pieces of a split, as a list.
import type { Result } from '../model/result.ts';
import { colour, h, letterOf } from '../page/dom.ts';
import { sayDims, sayNumber } from '../page/say.ts';

/** The dims of a piece that is not described: only its axis differs from the first. */
function pieceDims({ outputs, axis, sizes, tensors }: Result, i: number): readonly number[] {
  if (i < outputs.length) return outputs[i].dims;
  if (outputs[0].dims.length < tensors[0].dims.length) return outputs[0].dims;
  return outputs[0].dims.map((size, at) => (at === axis ? sizes[i] : size));
}

/** Pieces that are shown at first, and with each press more. */
const FIRST_PIECES = 12;
const MORE_PIECES = 500;

/** The pieces of a split, by letter; the list opens in its place. */
export function listPieces(result: Result): HTMLElement {
  const { count } = result;
  const list = h('ul.pieces');
  const add = (most: number) => {
    const from = list.querySelectorAll('li:not(.rest)').length;
    list.querySelector('.rest')?.remove();
    const end = Math.min(count, from + most);
    for (let i = from; i < end; ++i) {
      const dims = h('span.dims', sayDims(pieceDims(result, i)));
      list.append(h('li', h(`span.badge.${colour('piece', i)}`, letterOf(i)), dims));
    }
    if (end < count) list.append(h('li.rest', h('button.chip', `and ${sayNumber(count - end)} more`)));
  };
  add(FIRST_PIECES);
  list.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest('.rest'))) return;
    add(MORE_PIECES);
    list.classList.add('all');
    list.tabIndex = 0;
    list.setAttribute('aria-label', 'All pieces');
    list.focus();
  });
  return list;
}
