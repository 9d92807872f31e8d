// A small field for a whole number of 1 or more.
import { h } from '../../dom.ts';

export class Count {
  input;
  #most;

  /**
   * @param {string} id unique on the page
   * @param {string} label what is counted, for screen readers
   * @param {number} value
   * @param {number} most
   */
  constructor(id, label, value, most) {
    this.#most = most;
    const range = { min: '1', max: String(most), value: String(value) };
    this.input = h('input', { id, type: 'number', 'aria-label': label, ...range });
  }

  /** The typed number, or the nearest one in range. */
  get value() {
    return Math.min(Math.max(Math.trunc(Number(this.input.value)) || 1, 1), this.#most);
  }
}
