// Below a result: the strip of memory, and the list of pieces.
import type { Result } from '../model/result.ts';
import { isJoin } from '../model/rows.ts';
import { colour, h, letterOf } from '../page/dom.ts';
import { sayDims, sayNumber } from '../page/say.ts';
import { barsOf } from './view.ts';

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
