// The tensors of a file: a table with a filter, 50 rows at a time.
import { cost, type Source } from '../../lib/source.ts';
import { messageOf } from '../model/mistake.ts';
import { h, PLAIN, write } from '../page/dom.ts';
import { plural, sayBytes, sayDims, sayNumber } from '../page/say.ts';

const ROWS = 50;

export function makeListing(choose: (name: string) => void) {
  const filter = h('input', { ...PLAIN, 'aria-label': 'filter tensors' });
  const rows = h('tbody');
  const more = h('button.chip', { hidden: true });
  const titles = [filter, 'type', 'dims', 'size'].map((title) => h('th', { scope: 'col' }, title));
  const table = h('table', h('thead', h('tr', ...titles)), rows);
  const region = { tabIndex: 0, role: 'region', 'aria-label': 'Tensors', hidden: true };
  const element = h('div.listed', region, table, more);
  let most = ROWS;
  let source: Source | null = null;
  let chosen: string | undefined;
  filter.addEventListener('input', draw);
  more.addEventListener('click', () => {
    most += ROWS;
    draw();
  });
  rows.addEventListener('click', ({ target }) => {
    const name = target instanceof Element ? target.closest('tr')?.dataset.name : undefined;
    if (name !== undefined) choose(name);
  });

  function show(next: Source | null) {
    source = next;
    element.hidden = source === null;
    most = ROWS;
    draw();
  }

  /** Marks the tensor that is cut. */
  function mark(name: string | undefined) {
    chosen = name;
    for (const row of rows.querySelectorAll('tr')) row.ariaSelected = String(row.dataset.name === name);
  }

  function draw() {
    if (source === null) return;
    const words = filter.value.toLowerCase().split(/\s+/);
    const isFound = (name: string) => words.every((word) => name.toLowerCase().includes(word));
    const names = source.names.filter(isFound);
    const file = source;
    rows.replaceChildren(...names.slice(0, most).map((name) => rowOf(file, name)));
    const rest = Math.max(0, names.length - most);
    more.hidden = rest === 0;
    write(more, `and ${sayNumber(rest)} more`);
    filter.placeholder = `filter ${plural(source.names.length, 'tensor')}`;
    mark(chosen);
  }
  return { element, show, mark };
}

function rowOf(source: Source, name: string): HTMLElement {
  const row = h('tr', { 'data-name': name }, h('td', { title: name }, h('button', name || '(no name)')));
  try {
    const stored = source.tensor(name);
    const size = sayBytes(cost(stored, '...').useful);
    row.append(...[stored.type, sayDims(stored.dims), size].map((text) => h('td', text)));
  } catch (error) {
    row.append(h('td', { colSpan: 3, title: messageOf(error) }, 'cannot be cut'));
  }
  return row;
}
