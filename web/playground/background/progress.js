// A bar for work that takes long, with a button that ends it. It appears only when the work has not been quick.
import { h } from '../dom.js';

const QUICK_MS = 120;

export class Progress {
  #bar = h('progress', { max: 1, value: 0, 'aria-label': 'cutting' });
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  element;

  /** @param {() => void} onCancel */
  constructor(onCancel) {
    const cancel = h('button', { type: 'button', onclick: onCancel }, 'Cancel');
    this.element = h('div', { className: 'progress', hidden: true }, this.#bar, cancel);
  }

  /** @param {number} done */
  set(done) {
    this.#bar.value = done;
  }

  start() {
    this.set(0);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => Object.assign(this.element, { hidden: false }), QUICK_MS);
  }

  stop() {
    clearTimeout(this.#timer);
    this.element.hidden = true;
  }
}
