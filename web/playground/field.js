// A labelled text field with a line below it for mistakes. The line keeps its place, so that nothing moves when it is filled, and
// screen readers announce it.
import { h } from './dom.js';

export class Field {
  /** @type {HTMLElement} */ element;
  /** @type {HTMLInputElement | HTMLTextAreaElement} */ input;
  /** @type {HTMLElement} */ #error;

  /**
   * @param {string} id unique on the page
   * @param {{ label: string, hint?: string, value?: string, isLong?: boolean }} options isLong: several lines
   */
  constructor(id, { label, hint = '', value = '', isLong = false }) {
    this.#error = h('p', { className: 'error', id: `${id}-error`, 'aria-live': 'polite' });
    const props = {
      id,
      value,
      spellcheck: false,
      autocapitalize: 'off',
      'aria-describedby': `${id}-hint ${id}-error`,
    };
    this.input = isLong ? h('textarea', props) : h('input', { type: 'text', ...props });
    this.element = h(
      'div',
      { className: 'field' },
      h('label', { htmlFor: id }, label),
      this.input,
      h('span', { className: 'hint', id: `${id}-hint` }, hint),
      this.#error,
    );
  }

  get text() {
    return this.input.value.trim();
  }

  /** @param {string} message '' for none */
  setError(message) {
    if (this.#error.textContent !== message) this.#error.textContent = message;
    this.input.setAttribute('aria-invalid', String(message !== ''));
  }
}
