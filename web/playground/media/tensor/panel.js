// The file panel: a file of tensors or its URL, what the header says, and any slice of a tensor. What is small is read whole; of the
// rest a slice is fetched on request, and its cost is shown before. A worker does all of the work.

import { Helper, messageOf, Stopped } from '../../background/helper.ts';
import { Progress } from '../../background/progress.ts';
import { button, h } from '../../dom.ts';
import { Field } from '../../field.ts';
import { save, saveButton } from '../../save.ts';
import { sayBytes } from '../../say.ts';
import { MediaForm } from '../common/form.js';
import { JobCard, layOut } from '../common/job.js';
import { Comparison } from '../timing/comparison.js';
import { EXAMPLES } from './examples.js';
import { drawFetched, sayRequests } from './file_bar.js';

/** @import { Cut } from '../cut/cut.js' */
/** @import { Preview } from './preview.js' */

/** @typedef {{ file?: File, example?: string, url?: string, name?: string }} Taken `name` of the tensor */
/** @typedef {{ name: string, about: string }[]} Tensors */
/** `preview` is null if the tensor stays where it is stored. */
/** @typedef {{ tensors: Tensors, name: string, facts: [string, string][], dims: number[], type: string, preview: Preview | null }} Opened */

/** Types that .npy does not have. */
const NOT_NPY = ['u4', 'i4', 'f4e2m1'];
const ACCEPT = '.npy,.npz,.safetensors,.gguf,.onnx,.pb';
/** The slice of a stored tensor to begin with: little enough to be fetched. */
const FEW = ':10';

/** @type {import('../index.js').Mount} */
export function mountFilePanel(panel, onFile) {
  const helper = new Helper(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  const progress = new Progress('reading the file', () => helper.stop());
  const facts = h('dl', { className: 'facts' });
  const source = h('div', { className: 'preview' });
  const result = h('div', { className: 'preview' });
  const shape = h('span', { className: 'size' });
  const npy = saveButton('.npy', 'Save the slice as .npy', () => write('npy'));
  const pb = saveButton('.pb', 'Save the slice as .pb', () => write('pb'));
  const fetched = h('div', { className: 'fetched' });
  /** @type {Taken & { id: number }} */ let what = { id: 0 };
  /** @type {Opened | null} */ let opened = null;
  /** @type {Cut | null} */ let cutNow = null;
  let shown = '';
  let wanted = 0;
  let taking = 0;

  const job = new JobCard('', 'Slice', result, h('p', { className: 'caption' }, shape, npy, pb), fetched);
  const examples = EXAMPLES.map(({ name, what: holds, spec }) =>
    button(() => take({ example: name }, spec), name, h('small', {}, holds)),
  );
  const url = new Field('tensor-url', {
    label: 'or its URL',
    hint: 'its server must allow this page to read it (CORS)',
  });
  const openUrl = () => url.text && take({ url: url.text });
  url.element.classList.add('stack');
  url.input.after(button(openUrl, 'Open'));
  const names = h('select', { id: 'tensor-name' });
  names.addEventListener('change', () => take({ ...what, name: names.value }, undefined, what.id));
  const list = h(
    'div',
    { className: 'field stack', hidden: true },
    h('label', { htmlFor: names.id }, 'tensor'),
    names,
  );
  const price = h('p', { className: 'note', role: 'status' });
  const fetchIt = button(() => cut(), 'Fetch the slice');
  const fetching = h('div', { className: 'row', hidden: true }, fetchIt, price);
  const form = new MediaForm('tensor', {
    file: { title: 'Open a file of tensors', accept: ACCEPT, onFile },
    own: [
      url.element,
      h('div', { className: 'row examples', role: 'group', 'aria-label': 'Files' }, ...examples),
      list,
    ],
    slice: { label: 'slice', hint: '1:-1, ::2, ..., 3' },
    onChange: () => opened && change(),
  });
  const { slice } = form;
  form.element.append(fetching);
  form.element.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Enter') return;
    if (target === url.input) openUrl();
    if (target === slice.input && !fetching.hidden && !fetchIt.disabled) cut();
  });

  const comparison = new Comparison(
    () => (cutNow ? [{ title: 'Slice', bars: job.bars, cut: cutNow }] : []),
    helper,
    hold,
  );

  /**
   * @param {Taken} taken
   * @param {string} [spec] to begin with
   * @param {number} [id] of the file, if it is open already
   */
  async function take(taken, spec, id) {
    const run = ++taking;
    comparison.cancel();
    what = { ...taken, id: id ?? run };
    opened = null;
    form.setFileError('');
    url.setError('');
    const read = await hold().catch((failure) => {
      if (run === taking) tell(failure);
      return null;
    });
    if (run !== taking) return;
    job.setStale(read === null);
    if (read === null) return helper.stop();
    opened = read;
    const { tensors, name, preview } = opened;
    names.replaceChildren(...tensors.map((each) => h('option', { value: each.name }, each.about)));
    names.value = name;
    list.hidden = tensors.length < 2;
    facts.replaceChildren(
      ...opened.facts.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    );
    if (preview) fill(source, 'the file', preview);
    fetching.hidden = preview !== null;
    for (const { element } of [comparison, job.bars]) element.hidden = preview === null;
    source.hidden = preview === null;
    fetched.hidden = preview !== null;
    clear();
    slice.input.value = spec ?? (preview || opened.dims.length === 0 ? '...' : FEW);
    await change();
  }

  /** Forgets the slice of the file before. */
  function clear() {
    for (const each of [npy, pb]) each.disabled = true;
    for (const place of [result, fetched, shape]) place.replaceChildren();
    job.bars.clear();
  }

  /** The slice has changed: cuts what is in memory, and says what it would cost to fetch the rest. */
  async function change() {
    if (opened?.preview) return cut();
    const run = ++wanted;
    job.setStale(true);
    fetchIt.disabled = true;
    try {
      await hold();
      const { requests, bytes, useful } = await helper.ask('cost', slice.text);
      if (run !== wanted) return;
      slice.setError('');
      price.textContent = `costs ${sayRequests({ requests, bytes })}; ${sayBytes(useful)} of it useful`;
      fetchIt.disabled = false;
    } catch (failure) {
      if (run !== wanted) return;
      price.textContent = '';
      if (!(failure instanceof Stopped)) slice.setError(messageOf(failure));
    }
  }

  /** Makes the worker hold the file. @returns {Promise<Opened>} */
  function hold() {
    return helper.hold(() => {
      const own = what;
      const onProgress = (/** @type {number} */ part, /** @type {string} */ text) =>
        progress.show(part, text);
      onProgress(0, 'reading the file');
      return helper.ask('open', own, { onProgress }).finally(() => own === what && progress.hide());
    });
  }

  async function cut() {
    const run = ++wanted;
    const { text } = slice;
    const onProgress = (/** @type {number} */ part, /** @type {string} */ says) => progress.show(part, says);
    try {
      await hold();
      const made = await helper.ask('cut', text, { onProgress }).finally(() => progress.hide());
      if (run !== wanted) return;
      cutNow = made.cut;
      shown = text;
      slice.setError('');
      job.setStale(false);
      pb.disabled = false;
      npy.disabled = NOT_NPY.includes(opened?.type ?? '');
      job.tell(made.ms, `${made.fetched ? 'await ' : ''}slice(tensor, '${text}')`);
      shape.textContent = `${opened?.type} [${made.dims.join(', ')}]`;
      fill(result, 'the slice', made.preview);
      if (made.fetched) fetched.replaceChildren(...drawFetched(made.fetched));
      else comparison.schedule();
    } catch (failure) {
      if (run !== wanted) return;
      job.setStale(true);
      if (!(failure instanceof Stopped)) slice.setError(messageOf(failure));
    }
  }

  /** @param {'npy' | 'pb'} format */
  async function write(format) {
    const blob = await hold()
      .then(() => helper.ask('write', { format, spec: shown }))
      .catch(tell);
    if (blob) save(`slice.${format}`, blob);
  }

  /** @param {unknown} failure */
  function tell(failure) {
    const message = failure instanceof Stopped ? 'Stopped.' : messageOf(failure);
    if (what.url === undefined) form.setFileError(message);
    else url.setError(message);
  }

  form.element.append(progress.element);
  const file = h(
    'section',
    { className: 'panel file', 'aria-label': 'File' },
    h('h3', {}, 'File'),
    facts,
    source,
  );
  layOut(panel, [form.element, comparison.element], [file, job.element]);
  take({ example: EXAMPLES[0].name }, EXAMPLES[0].spec);
  return { take: (file) => take({ file }), setFileError: (message) => form.setFileError(message) };
}

/**
 * @param {HTMLElement} place
 * @param {string} name
 * @param {Preview} preview
 */
function fill(place, name, { cells, note }) {
  const rows = cells.map((row) => h('tr', {}, ...row.map((text) => h('td', {}, text))));
  const caption = h('caption', { className: 'unseen' }, `The first elements of ${name}`);
  const scroller = h('div', {
    className: 'scroller',
    tabIndex: 0,
    role: 'region',
    'aria-label': `elements of ${name}`,
  });
  scroller.append(h('table', {}, caption, h('tbody', {}, ...rows)));
  place.replaceChildren(scroller, h('p', { className: 'note' }, note));
}
