// The tensors of a file: a table with a filter, 50 rows at a time.
import { cost, type Source } from '../../lib/source.ts';
import { h, write } from '../page/dom.ts';
import { messageOf, plural, sayBytes, sayDims, sayNumber } from '../page/say.ts';

const ROWS = 50;

export class Listing {
  #filter = h('input', { type: 'text', 'aria-label': 'filter tensors', autocomplete: 'off' });
  #rows = h('tbody');
  #more = h('button.chip', { hidden: true });
  #most = ROWS;
  #source: Source | null = null;
  #chosen: string | undefined;
  element;

  constructor(choose: (name: string) => void) {
    this.#filter.addEventListener('input', () => this.#draw());
    this.#more.addEventListener('click', () => {
      this.#most += ROWS;
      this.#draw();
    });
    this.#rows.addEventListener('click', ({ target }) => {
      const name = target instanceof Element ? target.closest('tr')?.dataset.name : undefined;
      if (name !== undefined) choose(name);
    });
    const titles = ['type', 'dims', 'size'].map((title) => h('th', { scope: 'col' }, title));
    const head = h('thead', h('tr', h('th', { scope: 'col' }, this.#filter), ...titles));
    this.element = h(
      'div.listed',
      { tabIndex: 0, role: 'region', 'aria-label': 'Tensors' },
      h('table', head, this.#rows),
      this.#more,
    );
    this.show(null);
  }

  /** @param source null: no file is open */
  show(source: Source | null) {
    this.#source = source;
    this.element.hidden = source === null;
    this.#most = ROWS;
    this.#draw();
  }

  /** Marks the tensor that is cut. */
  mark(name: string | undefined) {
    this.#chosen = name;
    for (const row of this.#rows.querySelectorAll('tr'))
      row.setAttribute('aria-selected', String(row.dataset.name === name));
  }

  #draw() {
    const source = this.#source;
    if (source === null) return;
    const words = this.#filter.value.toLowerCase().split(/\s+/);
    const isFound = (name: string) => words.every((word) => name.toLowerCase().includes(word));
    const names = source.names.filter(isFound);
    this.#rows.replaceChildren(...names.slice(0, this.#most).map((name) => rowOf(source, name)));
    const rest = Math.max(0, names.length - this.#most);
    this.#more.hidden = rest === 0;
    write(this.#more, `and ${sayNumber(rest)} more`);
    this.#filter.placeholder = `filter ${plural(source.names.length, 'tensor')}`;
    this.mark(this.#chosen);
  }
}

function rowOf(source: Source, name: string): HTMLElement {
  const row = h('tr', h('td', { title: name }, h('button', name || '(no name)')));
  row.dataset.name = name;
  try {
    const stored = source.tensor(name);
    const size = sayBytes(cost(stored, '...').useful);
    row.append(...[stored.type, sayDims(stored.dims), size].map((text) => h('td', text)));
  } catch (error) {
    row.append(h('td', { colSpan: 3, title: messageOf(error) }, 'cannot be cut'));
  }
  return row;
}
