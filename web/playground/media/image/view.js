// What a job has made: its code, its time, a canvas per output, and the bars of the comparison.
import { h } from '../../dom.js';
import { save, saveButton } from '../common/save.js';
import { Bars } from '../timing/bars.js';
import { sayTime } from '../timing/statistics.js';
import { showPart, toPng } from './canvas.js';

/** @import { Part } from './cutter.js' */
/** @import { Job } from './jobs.js' */

/** Clocks of pages tick no finer. */
const TICK_MS = 0.1;

export class JobView {
  bars;
  #job;
  #code = h('code');
  #time = h('span', { className: 'time' });
  #figures = h('div', { className: 'figures' });
  #shown = '';
  /** @type {{ canvas: HTMLCanvasElement, size: HTMLElement }[]} */ #parts = [];
  element;

  /** @param {Job} job */
  constructor(job) {
    this.#job = job;
    this.bars = new Bars(job.title);
    this.element = h(
      'section',
      { className: `job panel ${job.name}`, 'aria-label': job.title },
      h('header', {}, h('h3', {}, job.title), this.#time),
      this.#figures,
      h('p', { className: 'call' }, this.#code),
      this.bars.element,
    );
  }

  /**
   * @param {readonly string[]} names of the outputs
   * @param {readonly Part[]} parts
   * @param {number} ms
   * @param {string} code
   * @param {number} columns of tiles
   */
  show(names, parts, ms, code, columns) {
    if (this.#shown !== String(names)) this.#build(names);
    this.#figures.style.setProperty('--columns', String(columns));
    this.#code.textContent = code;
    this.#time.textContent = `this time ${ms < TICK_MS ? `< ${TICK_MS} ms` : sayTime(ms)}`;
    this.#parts.forEach(({ canvas, size }, i) => {
      const [height, width] = parts[i].dims;
      canvas.hidden = height * width === 0;
      if (!canvas.hidden) showPart(canvas, parts[i]);
      size.textContent = `${width} × ${height}`;
    });
  }

  /** @param {boolean} stale it shows an older result */
  setStale(stale) {
    this.element.classList.toggle('stale', stale);
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

/** Tiles are small: each of them is its own button. @type {typeof figure} */
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
