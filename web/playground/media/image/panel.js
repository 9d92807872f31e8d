// The image panel: a picture, a rectangle chosen of it, and every job of jobs.js done to that, again in each frame while it is
// dragged. What is chosen is a strided view, so nothing is copied before it is cut.
import { MicrotomeError } from '../../../lib/index.js';
import { h } from '../../dom.js';
import { Helper, Stopped } from '../common/helper.js';
import { Progress } from '../common/progress.js';
import { toRanges } from '../cut/ranges.js';
import { Comparison } from '../timing/comparison.js';
import { Camera } from './camera.js';
import { showPart } from './canvas.js';
import { readChosen, rectangleOf, sayChosen } from './chosen.js';
import { Cutter } from './cutter.js';
import { DRAWN } from './drawn.js';
import { ImageForm } from './form.js';
import { JOBS } from './jobs.js';
import { drawPicture } from './picture.js';
import { Rounds } from './rounds.js';
import { Selection } from './selection.js';
import { JobView } from './view.js';

/** @import { Range } from '../cut/ranges.js' */
/** @import { Grid } from './jobs.js' */
/** @import { Pixels } from './picture.js' */
/** @import { Rectangle } from './selection.js' */

/** More pixels than that are cut in the worker, as often as it can: they would keep the page waiting. */
const MOST_IN_A_FRAME = 2 ** 20;

/** @param {HTMLElement} panel */
export function mountImagePanel(panel) {
  const cutter = new Cutter();
  const helper = new Helper(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  const views = new Map(JOBS.map((job) => [job.name, new JobView(job)]));
  const viewOf = (/** @type {string} */ name) => /** @type {JobView} */ (views.get(name));
  const canvas = h('canvas', { id: 'image-source', role: 'img', 'aria-label': 'the picture' });
  const frame = h('div', { className: 'frame' }, canvas);
  const caption = h('figcaption', { 'aria-live': 'polite' });
  const code = h('code');
  const selection = new Selection(frame, canvas, (rectangle) => choose(rectangle));
  const progress = new Progress('cutting', () => helper.stop());
  const camera = new Camera((image) => open(image, 'camera'));
  /** @type {Pixels} */ let image;
  /** @type {readonly Range[]} */ let ranges = [];
  let isWanted = false;
  let taking = 0;
  const rounds = new Rounds(
    JOBS.map(({ name }) => name),
    cutInWorker,
  );

  const form = new ImageForm(panel, {
    file: (file) => take(file),
    drawn: (drawn) => {
      stopCamera();
      open(drawPicture(drawn), drawn.title);
    },
    camera: async () => {
      if (camera.isOn) return stopCamera();
      await camera.start().catch((error) => form.setFileError(error.message));
      form.setCamera(camera.isOn);
    },
    whole: () => choose({ top: 0, left: 0, height: image.dims[0], width: image.dims[1] }),
    change: () => read(),
  });

  const comparison = new Comparison(
    () =>
      JOBS.map((job) => ({ title: job.title, bars: viewOf(job.name).bars, cut: job.cut(ranges, form.grid) })),
    async (cut, withPeer, onProgress) => {
      await hold();
      return helper.ask('contest', { cut, withPeer }, { onProgress });
    },
    () => helper.stop(),
  );

  function stopCamera() {
    camera.stop();
    form.setCamera(false);
  }

  /** @param {Blob} file */
  async function take(file) {
    stopCamera();
    comparison.cancel();
    const run = ++taking;
    progress.show(0, 'reading the picture');
    const read = await helper.ask('read', file).catch(tell);
    if (run !== taking) return; // another file has come
    progress.hide();
    if (read) open(read.image, read.note);
  }

  /**
   * @param {Pixels} opened
   * @param {string} note
   */
  function open(opened, note) {
    const isSameSize = image && String(image.dims) === String(opened.dims);
    image = opened;
    if (isSameSize) helper.forget();
    else helper.stop();
    const [height, width] = image.dims;
    showPart(canvas, image);
    const text = `${width} × ${height} pixels, uint8 [${image.dims.join(', ')}]${note && `, ${note}`}`;
    if (caption.textContent !== text) caption.textContent = text; // it is read aloud
    form.setFileError('');
    if (isSameSize) return want();
    const [top, left] = [Math.floor(height / 4), Math.floor(width / 4)];
    choose({ top, left, height: Math.ceil(height / 2), width: Math.ceil(width / 2) });
  }

  /** @param {Rectangle} rectangle */
  function choose({ top, left, height, width }) {
    form.chosen.input.value = `${top}:${top + height}, ${left}:${left + width}`;
    ranges = toRanges(form.chosen.text, image.dims);
    want();
  }

  /** Somebody has typed. */
  function read() {
    try {
      ranges = readChosen(image, form.chosen.text);
      want();
    } catch (error) {
      if (!(error instanceof MicrotomeError || error instanceof RangeError)) throw error;
      form.chosen.setError(error.message);
      rounds.skip();
      for (const view of views.values()) view.setStale(true);
    }
  }

  /** Cuts in the next frame, however often it was asked for. */
  function want() {
    if (isWanted) return;
    isWanted = true;
    requestAnimationFrame(() => {
      isWanted = false;
      cut();
    });
  }

  function cut() {
    form.chosen.setError('');
    selection.show(rectangleOf(ranges));
    code.textContent = sayChosen(image, ranges);
    comparison.schedule();
    const isLarge = ranges[0].size * ranges[1].size > MOST_IN_A_FRAME;
    for (const view of views.values()) view.setStale(isLarge);
    if (isLarge) {
      rounds
        .go()
        .catch(tell)
        .finally(() => progress.hide());
      return;
    }
    rounds.skip();
    for (const job of JOBS) {
      const { parts, ms } = cutter.run(job.name, image, job.cut(ranges, form.grid));
      show(job, parts, ms, form.chosen.text, form.grid);
    }
  }

  /** @param {string} name of the job */
  async function cutInWorker(name) {
    const index = JOBS.findIndex((each) => each.name === name);
    const job = JOBS[index];
    const [spec, grid] = [form.chosen.text, form.grid];
    const work = job.cut(ranges, grid);
    progress.show(index / JOBS.length, `cutting: ${job.title}`);
    await hold();
    const { parts, ms } = await helper.ask('cut', { name, cut: work });
    return () => {
      show(job, parts, ms, spec, grid);
      viewOf(name).setStale(false);
    };
  }

  /** @param {unknown} error */
  function tell(error) {
    if (!(error instanceof Stopped))
      form.setFileError(error instanceof Error ? error.message : String(error));
  }

  /** The worker has the picture. */
  const hold = () => helper.hold(() => helper.ask('hold', image));

  /**
   * @param {(typeof JOBS)[number]} job
   * @param {import('./cutter.js').Part[]} parts
   * @param {number} ms
   * @param {string} spec
   * @param {Grid} grid
   */
  function show(job, parts, ms, spec, grid) {
    viewOf(job.name).show(job.parts(grid), parts, ms, job.code(spec, grid), grid.columns);
  }

  const under = h('div', { className: 'under' }, caption, progress.element);
  panel.append(
    h('div', { className: 'controls' }, form.element, comparison.element),
    h(
      'div',
      { className: 'result' },
      h('figure', { className: 'source panel' }, frame, under, h('p', { className: 'call' }, code)),
      h('div', { className: 'jobs' }, ...Array.from(views.values(), (view) => view.element)),
    ),
  );
  panel.classList.add('columns');
  open(drawPicture(DRAWN[0]), DRAWN[0].title);
}
