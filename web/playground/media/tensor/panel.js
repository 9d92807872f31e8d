// The file panel: a .npy file or a TensorProto, what its header says, and any slice of it. All of it is done in a worker.
import { h } from '../../dom.js';
import { Field } from '../../field.js';
import { Helper, Stopped } from '../common/helper.js';
import { Progress } from '../common/progress.js';
import { receiver } from '../common/receive.js';
import { save, saveButton } from '../common/save.js';
import { Bars } from '../timing/bars.js';
import { Comparison } from '../timing/comparison.js';
import { sayTime } from '../timing/statistics.js';
import { EXAMPLES } from './examples.js';

/** @import { Cut } from '../cut/cut.js' */
/** @import { Preview } from './preview.js' */

/** @typedef {{ facts: [string, string][], dims: number[], type: string, preview: Preview }} Opened */

/** Types that .npy has nothing for. */
const NOT_NPY = ['u4', 'i4', 'f4e2m1'];

/** @param {HTMLElement} panel */
export function mountFilePanel(panel) {
  const helper = new Helper(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  const progress = new Progress('reading the file', () => helper.stop());
  const error = h('p', { className: 'error', id: 'tensor-file-error', 'aria-live': 'polite' });
  const spec = new Field('tensor-spec', { label: 'slice', hint: '1:-1, ::2, ..., 3' });
  const facts = h('dl', { className: 'facts' });
  const source = h('div', { className: 'preview' });
  const result = h('div', { className: 'preview' });
  const time = h('span', { className: 'time' });
  const shape = h('span', { className: 'size' });
  const code = h('code');
  const bars = new Bars('Slice');
  const npy = saveButton('.npy', 'Save the slice as .npy', () => write('npy'));
  const pb = saveButton('.pb', 'Save the slice as .pb', () => write('pb'));
  /** @type {{ file?: File, example?: string }} */ let what = {};
  /** @type {Opened | null} */ let opened = null;
  /** @type {Cut | null} */ let cutNow = null;
  let shown = '';
  let wanted = 0;
  let taking = 0;

  const comparison = new Comparison(
    () => (cutNow ? [{ title: 'Slice', bars, cut: cutNow }] : []),
    async (cut, withPeer, onProgress) => {
      await hold();
      return helper.ask('contest', { cut, withPeer }, { onProgress });
    },
    () => helper.stop(),
  );

  /**
   * @param {{ file?: File, example?: string }} taken
   * @param {string} slice to begin with
   */
  async function take(taken, slice) {
    const run = ++taking;
    comparison.cancel();
    what = taken;
    opened = null;
    error.textContent = '';
    const read = await hold().catch((failure) => {
      if (run === taking) tell(failure);
      return null;
    });
    if (run !== taking) return;
    setStale(read === null);
    if (read === null) return helper.stop();
    opened = read;
    facts.replaceChildren(
      ...opened.facts.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    );
    fill(source, 'the file', opened.preview);
    npy.disabled = NOT_NPY.includes(opened.type);
    bars.clear();
    spec.input.value = slice;
    await cut();
  }

  /** The worker has the file. @returns {Promise<Opened>} */
  const hold = () =>
    helper.hold(() => {
      const own = what;
      const onProgress = (/** @type {number} */ part, /** @type {string} */ text) =>
        progress.show(part, text);
      onProgress(0, 'reading the file');
      return helper.ask('open', own, { onProgress }).finally(() => own === what && progress.hide());
    });

  async function cut() {
    const run = ++wanted;
    const { text } = spec;
    try {
      await hold();
      const made = await helper.ask('cut', text);
      if (run !== wanted) return;
      cutNow = made.cut;
      shown = text;
      spec.setError('');
      setStale(false);
      time.textContent = `this time ${sayTime(made.ms)}`;
      shape.textContent = `${opened?.type} [${made.dims.join(', ')}]`;
      code.textContent = `slice(tensor, '${text}')`;
      fill(result, 'the slice', made.preview);
      comparison.schedule();
    } catch (failure) {
      if (run !== wanted) return;
      setStale(true);
      if (!(failure instanceof Stopped))
        spec.setError(failure instanceof Error ? failure.message : String(failure));
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
    error.textContent =
      failure instanceof Stopped ? 'Stopped.' : failure instanceof Error ? failure.message : String(failure);
  }

  /** @param {boolean} isStale it shows an older result */
  const setStale = (isStale) => job.classList.toggle('stale', isStale);

  const title = 'Open a .npy or .pb file';
  const examples = EXAMPLES.map(({ name, what: holds, spec: slice }) => {
    const button = h('button', { type: 'button' }, name, h('small', {}, holds));
    button.addEventListener('click', () => take({ example: name }, slice));
    return button;
  });
  const form = h(
    'form',
    { className: 'fields', autocomplete: 'off', noValidate: true },
    receiver({
      id: 'tensor-file',
      accept: '.npy,.pb',
      title,
      panel,
      onFile: (file) => take({ file }, '...'),
    }),
    error,
    h('div', { className: 'row examples', role: 'group', 'aria-label': 'Files' }, ...examples),
    spec.element,
    progress.element,
  );
  form.addEventListener('submit', (event) => event.preventDefault());
  spec.input.addEventListener('input', () => opened && cut());
  const job = h(
    'section',
    { className: 'job panel', 'aria-label': 'Slice' },
    h('header', {}, h('h3', {}, 'Slice'), time),
    result,
    h('p', { className: 'caption' }, shape, npy, pb),
    h('p', { className: 'call' }, code),
    bars.element,
  );
  panel.append(
    h('div', { className: 'controls' }, form, comparison.element),
    h(
      'div',
      { className: 'result' },
      h('section', { className: 'panel file', 'aria-label': 'File' }, h('h3', {}, 'File'), facts, source),
      job,
    ),
  );
  panel.classList.add('columns');
  take({ example: EXAMPLES[0].name }, EXAMPLES[0].spec);
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
