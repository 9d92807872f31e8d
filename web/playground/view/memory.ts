// One strip of memory: what the call touches of it, and in how many pieces.
import type { Result } from '../model/result.ts';
import { isJoin } from '../model/rows.ts';
import { colour, h } from '../page/dom.ts';
import { barsOf, type Segment } from './segments.ts';

/** @param also what else is said */
export function memoryStrip({ memory, row, count }: Result, also = ''): HTMLElement {
  const { owners, says } = memory;
  const many = count > 1 || isJoin(row);
  const nameOf = (owner: number) => (owner === -2 ? 'mixed' : many ? colour('piece', owner) : 't');
  const runs: Segment[] = [];
  for (const [i, owner] of owners.entries()) {
    const last = runs.at(-1);
    if (owner === -1) continue;
    if (last?.b === i && last.name === nameOf(owner)) last.b = i + 1;
    else runs.push({ a: i, b: i + 1, name: nameOf(owner), text: '' });
  }
  const size = Math.max(1, owners.length);
  return h(
    'div.memory',
    h('p', h('b', 'In memory'), ` ${says}${also}`),
    h('div.track', { 'aria-hidden': 'true', '--size': size }, ...barsOf(runs, size)),
  );
}
