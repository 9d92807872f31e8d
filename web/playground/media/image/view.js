// What an image job has made: a canvas per output.
import { h } from '../../dom.ts';
import { save, saveButton } from '../../save.ts';
import { JobCard } from '../common/job.js';
import { showPart, toPng } from './canvas.js';

/** @import { Part } from './canvas.js' */
/** @import { Job } from './jobs.js' */

export class JobView extends JobCard {
  #job;
  #figures;
  #shown = '';
  /** @type {{ canvas: HTMLCanvasElement, size: HTMLElement }[]} */ #parts = [];

  /** @param {Job} job */
  constructor(job) {
    const figures = h('div', { className: 'figures' });
    super(job.name, job.title, figures);
    this.#job = job;
    this.#figures = figures;
  }

  /**
   * @param {readonly string[]} names of the outputs
   * @param {readonly Part[]} parts
   * @param {number} columns of tiles
   */
  show(names, parts, columns) {
    if (this.#shown !== String(names)) this.#build(names);
    this.#figures.style.setProperty('--columns', String(columns));
    this.#parts.forEach(({ canvas, size }, i) => {
      const [height, width] = parts[i].dims;
      canvas.hidden = height * width === 0;
      if (!canvas.hidden) showPart(canvas, parts[i]);
      size.textContent = `${width} × ${height}`;
    });
  }

  /** @param {readonly string[]} names */
  #build(names) {
    this.#shown = String(names);
    this.#parts = names.map((name) => ({
      canvas: h('canvas', { role: 'img', 'aria-label': name }),
      size: h('span', { className: 'size' }),
    }));
    const makeFigure = this.#job.name === 'tiles' ? tile : figure;
    this.#figures.replaceChildren(
      ...this.#parts.map((part, i) => makeFigure(names[i], part.canvas, part.size)),
    );
  }
}

/**
 * @param {string} name
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLElement} size
 */
function figure(name, canvas, size) {
  const button = saveButton('PNG', `Save ${name} as PNG`, () => savePng(name, canvas));
  const caption = h('figcaption', {}, h('b', {}, name), size, button);
  return h('figure', {}, h('div', { className: 'frame' }, canvas), caption);
}

/** Tiles are small, so each is its own button. @type {typeof figure} */
function tile(name, canvas, size) {
  const button = h(
    'button',
    { type: 'button', className: 'tile', 'aria-label': `Save ${name} as PNG` },
    canvas,
  );
  button.addEventListener('click', () => savePng(name, canvas));
  size.classList.add('unseen');
  button.append(size);
  return button;
}

/**
 * @param {string} name
 * @param {HTMLCanvasElement} canvas
 */
async function savePng(name, canvas) {
  save(`${name.replace(/[, ]+/g, '-')}.png`, await toPng(canvas));
}
