// Files of tensors on the page: a file or its URL, a list of what is in it, and any slice of a tensor. Of a small file, the tensor is
// read whole; otherwise a slice is fetched on request, and its cost is shown before.
import type { Type } from '../../../lib/index.ts';
import { button, h } from '../../dom.ts';
import { Field } from '../../field.ts';
import { rangesOf } from '../../model/slice.ts';
import { KINDS } from '../../model/values.ts';
import type { Preview } from '../files/values.ts';
import type { Kind } from '../kind.ts';
import { drawFetched, sayCost } from './file_bar.ts';
import { makeList } from './list.ts';
import { toCommand, toProgram } from './programs.ts';

/** The file, what it holds, a slice of it. */
const EXAMPLES = [
  ['field.npy', 'float32, Fortran order', '100:400:2, ::-1'],
  ['tokens.npy', 'int64', ':, -1'],
  ['weights.pb', 'bfloat16', '..., 1::3'],
  ['quantized.pb', 'int4, packed', '1:-1, ::-1'],
];
const FIRST = { type: 'float32' as const, dims: [512, 768] };
/** The slice of a stored tensor to begin with: little enough to be fetched. */
const FEW = ':10';

export const TENSOR: Kind = {
  id: 'tensor',
  name: 'Tensor file',
  file: { title: 'Open a file of tensors', accept: '.npy,.npz,.safetensors,.gguf,.onnx,.pb', what: 'file' },
  examples: {
    label: 'Files',
    className: 'row examples',
    list: EXAMPLES.map(([name, holds, spec]) => ({ name, spec, content: [name, h('small', holds)] })),
  },
  first: {
    ...FIRST,
    name: '',
    from: EXAMPLES[0][0],
    tensors: [{ ...FIRST, name: '', bytes: 4 * 512 * 768 }],
  },
  slice: { label: 'slice', hint: '1:-1, ::2, ..., 3' },
  jobs: [
    {
      name: 'slice',
      title: 'Slice',
      parts: () => ['slice'],
      code: (spec, _cut, held) => toProgram(spec, held),
      command: toCommand,
      cut: (ranges) => ({ ranges }),
    },
  ],
  select: rangesOf,
  begin: ({ isStored, dims }) => (isStored && dims.length > 0 ? FEW : '...'),
  draw(name) {
    const table = h('div.preview');
    const bar = h('div.fetched.stack');
    return {
      element: h('div', table, bar),
      show(part) {
        fill(table, name, part.table);
        bar.replaceChildren(...(part.fetched ? drawFetched(part.fetched) : []));
      },
    };
  },
  sizeOf: ({ type, dims }) => `${type} [${dims.join(', ')}]`,
  formats: {
    npy: { text: '.npy', fits: ({ type }) => KINDS[type as Type].is !== 'packed' },
    pb: { text: '.pb', fits: () => true },
  },
  mount(panel) {
    const list = makeList((name) => panel.take({ ...panel.taken, name, spec: undefined }));
    list.show(0, TENSOR.first.tensors, '');
    const hint = 'its server must allow this page to read it (CORS)';
    const url = new Field('tensor-url', { label: 'or its URL', hint });
    /** Relative to the page. */
    const openUrl = () => url.text && panel.take({ url: h('a', { href: url.text }).href });
    url.input.after(button(openUrl, 'Open'));
    url.element.addEventListener('keydown', ({ key, target }) => {
      if (key === 'Enter' && target === url.input) openUrl();
    });
    const price = h('p.note', { id: 'tensor-cost', role: 'status' });
    const fetchIt = button(() => panel.cut(), 'Fetch the slice');
    const fetching = h('div.stack', { hidden: true }, price, fetchIt);
    let asked = 0;
    /** There is nothing to fetch until the cost is known. */
    const release = () => {
      fetchIt.disabled = true;
      price.textContent = '';
    };
    return {
      release,
      own: [url.element],
      later: [fetching],
      source: [h('h3', 'Tensors in the file'), list.element],
      show({ tensors, name, facts, isStored }) {
        list.show(panel.taken.of, tensors, name);
        fetching.hidden = !isStored;
        return facts;
      },
      async ask(spec) {
        const run = ++asked;
        release();
        const cost = await panel.ask('cost', spec);
        if (run !== asked) return;
        price.textContent = sayCost(cost);
        fetchIt.disabled = cost.requests === 0;
        if (cost.requests === 0) await panel.cut();
      },
      enter: () => fetching.hidden || fetchIt.click(),
    };
  },
};

function fill(place: HTMLElement, name: string, { cells, note }: Preview) {
  const rows = cells.map((row) => h('tr', ...row.map((text) => h('td', text))));
  const caption = h('caption.unseen', `The first elements of the ${name}`);
  const table = h('table', caption, h('tbody', ...rows));
  const label = `elements of the ${name}`;
  const scroller = { className: 'scroller', tabIndex: 0, role: 'region', 'aria-label': label };
  place.replaceChildren(h('div', scroller, table), h('p.note', note));
}
