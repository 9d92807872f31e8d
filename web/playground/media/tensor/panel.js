// The file panel: a .npy file or a TensorProto, what its header says, and any slice of it. A worker does all of the work.

import { Helper, messageOf, Stopped } from '../../background/helper.js';
import { Progress } from '../../background/progress.js';
import { button, h } from '../../dom.js';
import { save, saveButton } from '../../save.js';
import { MediaForm } from '../common/form.js';
import { JobCard, layOut } from '../common/job.js';
import { Comparison } from '../timing/comparison.js';
import { EXAMPLES } from './examples.js';

/** @import { Cut } from '../cut/cut.js' */
/** @import { Preview } from './preview.js' */

/** @typedef {{ facts: [string, string][], dims: number[], type: string, preview: Preview }} Opened */

/** Types that .npy does not have. */
const NOT_NPY = ['u4', 'i4', 'f4e2m1'];

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
  /** @type {{ file?: File, example?: string }} */ let what = {};
  /** @type {Opened | null} */ let opened = null;
  /** @type {Cut | null} */ let cutNow = null;
  let shown = '';
  let wanted = 0;
  let taking = 0;

  const job = new JobCard('', 'Slice', result, h('p', { className: 'caption' }, shape, npy, pb));
  const examples = EXAMPLES.map(({ name, what: holds, spec }) =>
    button(() => take({ example: name }, spec), name, h('small', {}, holds)),
  );
  const form = new MediaForm('tensor', {
    file: { title: 'Open a .npy or .pb file', accept: '.npy,.pb', onFile },
    own: [h('div', { className: 'row examples', role: 'group', 'aria-label': 'Files' }, ...examples)],
    slice: { label: 'slice', hint: '1:-1, ::2, ..., 3' },
    onChange: () => opened && cut(),
  });
  const { slice } = form;

  const comparison = new Comparison(
    () => (cutNow ? [{ title: 'Slice', bars: job.bars, cut: cutNow }] : []),
    helper,
    hold,
  );

  /**
   * @param {{ file?: File, example?: string }} taken
   * @param {string} spec to begin with
   */
  async function take(taken, spec) {
    const run = ++taking;
    comparison.cancel();
    what = taken;
    opened = null;
    form.setFileError('');
    const read = await hold().catch((failure) => {
      if (run === taking) tell(failure);
      return null;
    });
    if (run !== taking) return;
    job.setStale(read === null);
    if (read === null) return helper.stop();
    opened = read;
    facts.replaceChildren(
      ...opened.facts.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    );
    fill(source, 'the file', opened.preview);
    npy.disabled = NOT_NPY.includes(opened.type);
    job.bars.clear();
    slice.input.value = spec;
    await cut();
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
    try {
      await hold();
      const made = await helper.ask('cut', text);
      if (run !== wanted) return;
      cutNow = made.cut;
      shown = text;
      slice.setError('');
      job.setStale(false);
      job.tell(made.ms, `slice(tensor, '${text}')`);
      shape.textContent = `${opened?.type} [${made.dims.join(', ')}]`;
      fill(result, 'the slice', made.preview);
      comparison.schedule();
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
    form.setFileError(failure instanceof Stopped ? 'Stopped.' : messageOf(failure));
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
  return { take: (file) => take({ file }, '...'), setFileError: (message) => form.setFileError(message) };
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
