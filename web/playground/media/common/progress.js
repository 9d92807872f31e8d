// How far some work is, and a button to end it. Its place is always kept, so that nothing moves when it comes and goes.
import { h } from '../../dom.js';

export class Progress {
  #bar = h('progress', { max: 1, value: 0 });
  #text = h('span', { className: 'doing' });
  #cancel = h('button', { type: 'button', className: 'quiet' }, 'Cancel');
  element = h('div', { className: 'progress idle' }, this.#bar, this.#text, this.#cancel);

  /**
   * @param {string} label what the work is, for screen readers
   * @param {() => void} onCancel
   */
  constructor(label, onCancel) {
    this.#bar.setAttribute('aria-label', label);
    this.#cancel.setAttribute('aria-label', `Cancel: ${label}`);
    this.#cancel.addEventListener('click', onCancel);
  }

  /**
   * @param {number} part done, 0 to 1
   * @param {string} text
   */
  show(part, text) {
    this.element.classList.remove('idle');
    this.#bar.value = part;
    this.#text.textContent = text;
  }

  hide() {
    this.element.classList.add('idle');
  }
}
