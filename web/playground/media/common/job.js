// What a job has made: its title, time and code, its outputs, and the bars of the comparison.
import { h } from '../../dom.ts';
import { sayTime } from '../../say.ts';
import { Bars } from '../timing/bars.js';

/** The clocks of pages tick no finer. */
const TICK_MS = 0.1;

export class JobCard {
  bars;
  element;
  #time = h('span', { className: 'time' });
  #code = h('code');

  /**
   * @param {string} className
   * @param {string} title
   * @param {...Node} content
   */
  constructor(className, title, ...content) {
    this.bars = new Bars(title);
    this.element = h(
      'section',
      { className: `job panel ${className}`, 'aria-label': title },
      h('header', {}, h('h3', {}, title), this.#time),
      ...content,
      h('p', { className: 'call' }, this.#code),
      this.bars.element,
    );
  }

  /**
   * @param {number} ms
   * @param {string} code
   */
  tell(ms, code) {
    this.#code.textContent = code;
    this.#time.textContent = `this time ${ms < TICK_MS ? `< ${TICK_MS} ms` : sayTime(ms)}`;
  }

  /** @param {boolean} stale it shows an older result */
  setStale(stale) {
    this.element.classList.toggle('stale', stale);
  }
}

/**
 * Puts a panel together: controls beside results.
 * @param {HTMLElement} panel
 * @param {readonly Node[]} controls
 * @param {readonly Node[]} results
 */
export function layOut(panel, controls, results) {
  panel.append(
    h('div', { className: 'controls' }, ...controls),
    h('div', { className: 'result' }, ...results),
  );
  panel.classList.add('columns');
}
