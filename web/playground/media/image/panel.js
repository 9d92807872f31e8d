// The image panel: a picture, a rectangle chosen of it, and every job of jobs.js done to that, again in each frame while it is
// dragged. What is chosen is a strided view, so nothing is copied before it is cut.
import { MicrotomeError, slice } from '../../../lib/index.js';
import { h } from '../../dom.js';
import { Helper, Stopped } from '../common/helper.js';
import { Progress } from '../common/progress.js';
import { chosenView } from '../cut/cut.js';
import { toRanges } from '../cut/ranges.js';
import { Comparison } from '../timing/comparison.js';
import { Camera } from './camera.js';
import { showPart } from './canvas.js';
import { Cutter } from './cutter.js';
import { DRAWN } from './drawn.js';
import { ImageForm } from './form.js';
import { JOBS } from './jobs.js';
import { drawPicture, readPicture } from './picture.js';
import { Selection } from './selection.js';
import { JobView } from './view.js';

/** @import { Range } from '../cut/ranges.js' */
/** @import { Pixels } from './picture.js' */
/** @import { Rectangle } from './selection.js' */

/** More pixels than that are cut in the worker, when the rectangle has come to rest: they would keep the page waiting. */
const MOST_LIVE = 2 ** 20;
const REST_MS = 200;

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
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;

  const form = new ImageForm(panel, {
    file: (file) => {
      stopCamera();
      readPicture(file).then(
        (read) => open(read.image, read.note),
        (error) => form.setFileError(error.message),
      );
    },
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

  /**
   * @param {Pixels} opened
   * @param {string} note
   */
  function open(opened, note) {
    const isSameSize = image && String(image.dims) === String(opened.dims);
    image = opened;
    helper.stop();
    const [height, width] = image.dims;
    showPart(canvas, image);
    caption.textContent = `${width} × ${height} pixels, uint8 [${image.dims.join(', ')}]${note && `, ${note}`}`;
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
      ranges = rangesOf(image, form.chosen.text);
      want();
    } catch (error) {
      if (!(error instanceof MicrotomeError || error instanceof RangeError)) throw error;
      form.chosen.setError(error.message);
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
    for (const view of views.values()) view.setStale(false);
    selection.show(rectangleOf(ranges));
    code.textContent = sayChosen(image, ranges);
    comparison.schedule();
    clearTimeout(timer);
    if (ranges[0].size * ranges[1].size > MOST_LIVE) {
      timer = setTimeout(cutInWorker, REST_MS);
      return;
    }
    progress.hide();
    for (const job of JOBS) {
      const { parts, ms } = cutter.run(job.name, image, job.cut(ranges, form.grid));
      show(job, parts, ms);
    }
  }

  async function cutInWorker() {
    for (const view of views.values()) view.setStale(true);
    try {
      await hold();
      for (const [i, job] of JOBS.entries()) {
        progress.show(i / JOBS.length, `cutting: ${job.title}`);
        const { parts, ms } = await helper.ask('cut', { name: job.name, cut: job.cut(ranges, form.grid) });
        show(job, parts, ms);
        viewOf(job.name).setStale(false);
      }
    } catch (error) {
      if (!(error instanceof Stopped))
        form.setFileError(error instanceof Error ? error.message : String(error));
    }
    progress.hide();
  }

  /** The worker has the picture. */
  async function hold() {
    if (!helper.isRunning) await helper.ask('hold', image);
  }

  /**
   * @param {(typeof JOBS)[number]} job
   * @param {import('./cutter.js').Part[]} parts
   * @param {number} ms
   */
  function show(job, parts, ms) {
    const { grid } = form;
    viewOf(job.name).show(job.parts(grid), parts, ms, job.code(form.chosen.text, grid), grid.columns);
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

/**
 * @param {Pixels} image
 * @param {string} spec
 * @throws {MicrotomeError | RangeError} with a sentence for the user
 */
function rangesOf({ dims }, spec) {
  const stand = { type: /** @type {const} */ ('uint8'), dims, data: new Uint8Array(1), stride: [0, 0, 0] };
  const made = slice(stand, spec).dims;
  if (made.length !== 3 || made[2] !== 4)
    throw new RangeError(`[${made.join(', ')}] is no picture: it takes rows, columns and 4 channels.`);
  if (made[0] * made[1] === 0) throw new RangeError(`[${made.join(', ')}] has no pixels.`);
  return toRanges(spec, dims);
}

/**
 * @param {Pixels} image
 * @param {readonly Range[]} ranges
 */
function sayChosen(image, ranges) {
  const { offset, sizes, strides } = chosenView(image, { ranges, splits: [] });
  const layout = `shape: [${sizes.join(', ')}], stride: [${strides.join(', ')}], offset: ${offset}`;
  return `chosen = { type: 'uint8', ${layout}, data: image.data } // a view: nothing is copied`;
}

/**
 * Around all pixels that are taken.
 * @param {readonly Range[]} ranges
 * @returns {Rectangle}
 */
function rectangleOf([rows, columns]) {
  const [first, last] = [rows, columns].reduce(
    ([low, high], { start, step, size }) => {
      const end = start + step * (size - 1);
      return [
        [...low, Math.min(start, end)],
        [...high, Math.max(start, end) + 1],
      ];
    },
    /** @type {number[][]} */ ([[], []]),
  );
  return { top: first[0], left: first[1], height: last[0] - first[0], width: last[1] - first[1] };
}
