// A labelled text field; below it what it is for, what each part of its text means, and mistakes, which screen readers announce.
import { h } from './dom.js';

export class Field {
  /** @type {HTMLElement} */ element;
  /** @type {HTMLInputElement | HTMLTextAreaElement} */ input;
  /** @type {HTMLElement} */ #error;
  #hint;
  #says;

  /**
   * @param {string} id unique on the page
   * @param {{ label: string, hint?: string, value?: string, isLong?: boolean }} options isLong: several lines
   */
  constructor(id, { label, hint = '', value = '', isLong = false }) {
    this.#error = h('p', { className: 'error', id: `${id}-error`, 'aria-live': 'polite' });
    this.#says = h('ul', { className: 'says', id: `${id}-says` });
    const props = {
      id,
      value,
      spellcheck: false,
      autocapitalize: 'off',
      'aria-describedby': `${id}-hint ${id}-error ${id}-says`,
    };
    this.input = isLong ? h('textarea', props) : h('input', { type: 'text', ...props });
    this.#hint = h('span', { id: `${id}-hint` }, hint);
    this.element = h(
      'div',
      { className: 'field' },
      h('label', { htmlFor: id }, label),
      this.input,
      h('div', { className: 'hint' }, this.#hint, this.#says),
      this.#error,
    );
  }

  get text() {
    return this.input.value.trim();
  }

  /** @param {string} hint */
  setHint(hint) {
    this.#hint.textContent = hint;
  }

  /** @param {readonly { token: string, says: string }[]} told what each token of the text means */
  explain(told) {
    this.#says.replaceChildren(
      ...told.map(({ token, says }) => h('li', {}, ...(token ? [h('code', {}, token), ' '] : []), says)),
    );
  }

  /** @param {string} message '' for none */
  setError(message) {
    if (this.#error.textContent !== message) this.#error.textContent = message;
    this.input.setAttribute('aria-invalid', String(message !== ''));
  }
}
