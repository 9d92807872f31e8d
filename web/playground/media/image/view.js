// What a job has made: its code, its time, and a canvas per output.
import { h } from '../../dom.js';
import { showPart } from './canvas.js';

/** @import { Job, Part } from './jobs.js' */

export class JobView {
  #code = h('code');
  #time = h('span', { className: 'time' });
  /** @type {{ canvas: HTMLCanvasElement, caption: HTMLElement, name: string }[]} */ #parts;
  /** @type {HTMLElement} */ element;

  /** @param {Job} job */
  constructor({ name, title, parts }) {
    this.#parts = parts.map((part) => ({
      name: part,
      canvas: h('canvas', { role: 'img', 'aria-label': parts.length > 1 ? `plane ${part}` : part }),
      caption: h('span', { className: 'size' }),
    }));
    const figures = this.#parts.map(({ canvas, caption, name: part }) => {
      const label = parts.length > 1 ? [h('b', {}, part), ' ', caption] : [caption];
      return h('figure', {}, h('div', { className: 'frame' }, canvas), h('figcaption', {}, ...label));
    });
    this.element = h(
      'section',
      { className: `job ${name}` },
      h('header', {}, h('h3', {}, title), this.#time),
      h('div', { className: 'figures' }, ...figures),
      h('p', { className: 'call' }, this.#code),
    );
  }

  /**
   * @param {Part[]} parts
   * @param {number} ms
   * @param {string} code
   */
  show(parts, ms, code) {
    this.#code.textContent = code;
    this.#time.textContent = ms < 0.05 ? '< 0.1 ms' : `${ms.toFixed(1)} ms`;
    this.#parts.forEach(({ canvas, caption }, i) => {
      showPart(canvas, parts[i]);
      caption.textContent = `${canvas.width} × ${canvas.height}`;
    });
  }

  /** @param {boolean} stale it shows an older result */
  setStale(stale) {
    this.element.classList.toggle('stale', stale);
  }
}
