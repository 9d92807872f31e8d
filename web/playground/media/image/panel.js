// The image panel: shows a picture and does every job of jobs.js to it.
import { MicrotomeError } from '../../../lib/index.js';
import { h } from '../../dom.js';
import { showPart, whyNotShown } from './canvas.js';
import { listenForRectangle } from './drag.js';
import { ImageForm } from './form.js';
import { JOBS, timeJob } from './jobs.js';
import { drawPicture, readPicture } from './picture.js';
import { JobView } from './view.js';

/** @import { Job } from './jobs.js' */
/** @import { Pixels } from './picture.js' */

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} result
 */
export function mountImagePanel(form, result) {
  const views = new Map(JOBS.map((job) => [job, new JobView(job)]));
  const canvas = h('canvas', { id: 'image-source', role: 'img', 'aria-label': 'the picture' });
  const frame = h('div', { className: 'frame' }, canvas);
  const caption = h('figcaption');
  result.append(
    h('figure', { className: 'source' }, frame, caption),
    ...Array.from(views.values(), (view) => view.element),
  );
  /** @type {Pixels} */
  let image;

  const controls = new ImageForm(form, result.parentElement ?? result, {
    onFile: (file) => readPicture(file).then(open, (error) => controls.setFileError(error.message)),
    onBuiltIn: () => open(drawPicture()),
    onCrop: () => run(JOBS.filter(({ name }) => name === 'crop')),
  });
  listenForRectangle(frame, canvas, (range) => {
    controls.crop.input.value = range;
    run(JOBS.filter(({ name }) => name === 'crop'));
  });

  /** @param {Pixels} opened */
  function open(opened) {
    image = opened;
    const [height, width] = image.dims;
    showPart(canvas, image);
    caption.textContent = `${width} × ${height} pixels, uint8 [${image.dims.join(', ')}]`;
    controls.setFileError('');
    controls.crop.input.value = middle(height, width);
    run(JOBS);
  }

  /** @param {readonly Job[]} jobs */
  function run(jobs) {
    for (const job of jobs) {
      const message = attempt(job, controls.crop.text);
      views.get(job)?.setStale(message !== '');
      if (job.name === 'crop') controls.crop.setError(message);
    }
  }

  /**
   * @param {Job} job
   * @param {string} crop
   * @returns {string} what is wrong
   */
  function attempt(job, crop) {
    try {
      const { parts, ms } = timeJob(job, image, crop);
      const why = parts.map(whyNotShown).find((reason) => reason !== '') ?? '';
      if (why === '') views.get(job)?.show(parts, ms, job.code(crop));
      return why;
    } catch (error) {
      if (error instanceof MicrotomeError) return error.message;
      throw error;
    }
  }

  open(drawPicture());
}

/**
 * The middle of a picture, as a slice string.
 * @param {number} height
 * @param {number} width
 */
function middle(height, width) {
  const range = (/** @type {number} */ size) => `${Math.floor(size / 4)}:${Math.ceil((3 * size) / 4)}`;
  return `${range(height)}, ${range(width)}`;
}
