// The tensors of a file as a table, in which one is chosen. Of thousands, the first ones are drawn, and others are found by a part of
// the name.
import { button, h } from '../../dom.ts';
import { Pieces, type Work } from '../../pieces.ts';
import { sayBytes } from '../../say.ts';

/** `wrong`: why it cannot be cut. */
export type Listed = {
  name: string;
  type?: string;
  dims?: readonly number[];
  bytes?: number;
  wrong?: string;
};

/** Fewer tensors are not filtered. */
const MANY = 12;
/** Rows that are drawn at a time: a browser lays out thousands slowly. */
const STEP = 250;

export function makeList(choose: (name: string) => void) {
  const label = 'filter by name';
  const filter = h('input', { type: 'search', id: 'tensor-filter', placeholder: label, 'aria-label': label });
  const found = h('span.note', { role: 'status' });
  const search = h('div.row', filter, found);
  const body = h('tbody');
  const pieces = new Pieces(body);
  const more = button(() => pieces.add(drawMore(body.rows.length)), 'List more');
  let tensors: readonly Listed[] = [];
  /** What the filter lets through, and where it is among all. */ let some: [number, Listed][] = [];
  let chosen = '';
  /** The file whose tensors are listed. */ let listed: unknown;

  function draw({ name, type = '', dims = [], bytes = 0, wrong }: Listed, i: number) {
    const radio = { type: 'radio', name: 'tensor', value: String(i), checked: name === chosen };
    const input = h('input', radio, { disabled: wrong !== undefined });
    const rest = wrong
      ? [h('td', { colSpan: 3 }, wrong)]
      : [type, `[${dims.join(', ')}]`, sayBytes(bytes)].map((text) => h('td', text));
    return h('tr', h('th', { scope: 'row' }, h('label', input, h('span', name || '-'))), ...rest);
  }

  /** @param first the old rows stay until there is a new one, so that nothing below moves */
  function* drawMore(first: number): Work {
    if (some.length === 0) body.replaceChildren();
    for (const [k, [i, tensor]] of some.slice(first, first + STEP).entries()) {
      if (first + k === 0) body.replaceChildren();
      body.append(draw(tensor, i));
      yield;
    }
    more.hidden = body.rows.length === some.length;
  }

  function find() {
    const part = filter.value.trim().toLowerCase();
    some = [...tensors.entries()].filter(([, { name }]) => name.toLowerCase().includes(part));
    found.textContent = `${some.length.toLocaleString('en')} of ${tensors.length.toLocaleString('en')} tensors`;
    pieces.begin(drawMore(0));
  }

  filter.addEventListener('input', find);
  body.addEventListener('change', ({ target }) =>
    choose(tensors[Number((target as HTMLInputElement).value)].name),
  );
  body.addEventListener('click', ({ target }) => {
    const cell = (target as Element).closest('td'); // a label does it by itself
    cell?.parentElement?.querySelector('input')?.click();
  });
  const titles = ['name', 'type', 'dims', 'bytes'].map((title) => h('th', { scope: 'col' }, title));
  const caption = h('caption.unseen', 'The tensors of the file');
  const table = h('table', caption, h('thead', h('tr', ...titles)), body);
  return {
    element: h('div.tensors.stack', search, h('div.scroller', table, more)),
    /** @param of the file */
    show(of: unknown, all: readonly Listed[], name: string) {
      chosen = name;
      if (of === listed) {
        const i = tensors.findIndex((each) => each.name === name);
        const input = body.querySelector<HTMLInputElement>(`[value="${i}"]`);
        if (input) input.checked = true; // again, if another one could not be read
        return;
      }
      [listed, tensors] = [of, all];
      filter.value = '';
      search.hidden = all.length < MANY;
      find();
    },
  };
}
