// The image panel: a picture, a selection of it, and every job of jobs.js done to that, again in each frame while it is dragged.
import { MicrotomeError } from '../../../lib/index.js';
import { Helper, messageOf, Stopped } from '../../background/helper.ts';
import { Progress } from '../../background/progress.ts';
import { button, h } from '../../dom.ts';
import { rangesOf } from '../../model/slice.ts';
import { Count } from '../common/count.js';
import { MediaForm, toggle } from '../common/form.js';
import { layOut } from '../common/job.js';
import { sayView, select, selectionOf } from '../cut/cut.js';
import { Cutter } from '../cut/cutter.js';
import { Comparison } from '../timing/comparison.js';
import { Camera } from './camera.js';
import { showPart } from './canvas.js';
import { DRAWN } from './drawn.js';
import { JOBS, PICTURE } from './jobs.js';
import { drawPicture, drawThumbnail } from './picture.js';
import { Rounds } from './rounds.js';
import { rectangleOf, Selection } from './selection.js';
import { JobView } from './view.js';

/** @import { Range } from '../../model/slice.ts' */
/** @import { Part } from './canvas.js' */
/** @import { Grid, Job } from './jobs.js' */
/** @import { Pixels } from './picture.js' */
/** @import { Rectangle } from './selection.js' */

/** Larger selections would keep the page waiting, so the worker cuts them, as often as it can. */
const MOST_IN_A_FRAME = 2 ** 20;
/** Tiles along an axis. */
const MOST_TILES = 8;

/** @type {import('../index.js').Mount} */
export function mountImagePanel(panel, onFile) {
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

  const drawn = DRAWN.map((each) => {
    const thumbnail = button(() => draw(each), drawThumbnail(each), each.title);
    thumbnail.className = 'thumbnail';
    return thumbnail;
  });
  const whole = button(
    () => choose({ top: 0, left: 0, height: image.dims[0], width: image.dims[1] }),
    'Select all',
  );
  const film = toggle('Camera', 'Stop the camera', async () => {
    if (camera.isOn) return stopCamera();
    await camera.start().catch((error) => form.setFileError(error.message));
    film.set(camera.isOn);
  });
  const rows = new Count('image-tile-rows', 'rows of tiles', 2, MOST_TILES);
  const columns = new Count('image-tile-columns', 'columns of tiles', 4, MOST_TILES);
  const form = new MediaForm('image', {
    file: { title: 'Open a picture', accept: 'image/*', onFile },
    own: [
      h('div', { className: 'thumbnails', role: 'group', 'aria-label': 'Pictures' }, ...drawn),
      h('div', { className: 'row' }, whole, film.element),
    ],
    slice: { label: 'selection', hint: 'rows, columns; ::4, ::4 takes every fourth' },
    numbers: { legend: 'tiles', between: ' by ', counts: [rows, columns] },
    onChange: read,
  });
  const gridNow = () => ({ rows: rows.value, columns: columns.value });

  const hold = () => helper.hold(() => helper.ask('hold', image));
  const comparison = new Comparison(
    () =>
      JOBS.map((job) => ({ title: job.title, bars: viewOf(job.name).bars, cut: job.cut(ranges, gridNow()) })),
    helper,
    hold,
  );

  function stopCamera() {
    camera.stop();
    film.set(false);
  }

  /** @param {(typeof DRAWN)[number]} picture */
  function draw(picture) {
    stopCamera();
    open(drawPicture(picture), picture.title);
  }

  /** @param {Blob} file */
  async function take(file) {
    stopCamera();
    comparison.cancel();
    const run = ++taking;
    progress.show(0, 'reading the picture');
    const read = await helper.ask('read', file).catch(tell);
    if (run !== taking) return; // a newer file is being read
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
    if (caption.textContent !== text) caption.textContent = text; // screen readers announce changes
    form.setFileError('');
    if (isSameSize) return want();
    const [top, left] = [Math.floor(height / 4), Math.floor(width / 4)];
    choose({ top, left, height: Math.ceil(height / 2), width: Math.ceil(width / 2) });
  }

  /** @param {Rectangle} rectangle */
  function choose({ top, left, height, width }) {
    form.slice.input.value = `${top}:${top + height}, ${left}:${left + width}`;
    ranges = rangesOf(form.slice.text, image.dims);
    want();
  }

  /** Reads what was typed. */
  function read() {
    try {
      ranges = select(form.slice.text, image.dims, PICTURE);
      want();
    } catch (error) {
      if (!(error instanceof MicrotomeError || error instanceof RangeError)) throw error;
      form.slice.setError(error.message);
      rounds.skip();
      for (const view of views.values()) view.setStale(true);
    }
  }

  /** Cuts once in the next frame, however often it is called until then. */
  function want() {
    if (isWanted) return;
    isWanted = true;
    requestAnimationFrame(() => {
      isWanted = false;
      cut();
    });
  }

  function cut() {
    form.slice.setError('');
    selection.show(rectangleOf(ranges));
    const view = selectionOf(image, { ranges });
    code.textContent = `selection = ${sayView(view, 'uint8', 'image.data')} // a view: nothing is copied`;
    comparison.schedule();
    const isLarge = ranges[0].count * ranges[1].count > MOST_IN_A_FRAME;
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
      const { made, ms } = cutter.run(job.name, image, job.cut(ranges, gridNow()));
      show(job, made, ms, form.slice.text, gridNow());
    }
  }

  /** @param {string} name of the job */
  async function cutInWorker(name) {
    const index = JOBS.findIndex((each) => each.name === name);
    const job = JOBS[index];
    const [spec, grid] = [form.slice.text, gridNow()];
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
    if (!(error instanceof Stopped)) form.setFileError(messageOf(error));
  }

  /**
   * @param {Job} job
   * @param {Part[]} parts
   * @param {number} ms
   * @param {string} spec
   * @param {Grid} grid
   */
  function show(job, parts, ms, spec, grid) {
    const view = viewOf(job.name);
    view.show(job.parts(grid), parts, grid.columns);
    view.tell(ms, job.code(spec, grid));
  }

  const under = h('div', { className: 'under' }, caption, progress.element);
  layOut(
    panel,
    [form.element, comparison.element],
    [
      h('figure', { className: 'source panel' }, frame, under, h('p', { className: 'call' }, code)),
      h('div', { className: 'jobs' }, ...Array.from(views.values(), (view) => view.element)),
    ],
  );
  draw(DRAWN[0]);
  return { take, setFileError: (message) => form.setFileError(message) };
}
