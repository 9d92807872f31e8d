// One strip of memory: what the call touches of it, and in how many pieces.
import type { Result } from '../model/result.ts';
import { isJoin } from '../model/rows.ts';
import { colour, h } from '../page/dom.ts';

/** @param also what else is said */
export function memoryStrip({ memory, row, count }: Result, also = ''): HTMLElement {
  const many = count > 1 || isJoin(row);
  const classOf = (owner: number) =>
    owner === -1 ? '' : owner === -2 ? 'mixed' : many ? colour('piece', owner) : 't';
  const boxes = memory.owners.map((owner) => h('i', { className: classOf(owner) }));
  return h(
    'div.memory',
    h('p', h('b', 'In memory'), ` ${memory.says}${also}`),
    h('div.boxes', { 'aria-hidden': 'true' }, ...boxes),
  );
}
