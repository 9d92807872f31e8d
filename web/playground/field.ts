// A labelled text field; below it what it is for, what each part of its text means, and mistakes, which screen readers announce.
import { h } from './dom.ts';

type Options = { label: string; hint?: string; value?: string; isLong?: boolean };

export class Field {
  element: HTMLElement;
  input: HTMLInputElement | HTMLTextAreaElement;
  #error: HTMLElement;
  #hint;
  #says;
  #explained = '';

  /**
   * @param id unique on the page
   * @param options isLong: several lines
   */
  constructor(id: string, { label, hint = '', value = '', isLong = false }: Options) {
    this.#error = h('p.error', { id: `${id}-error`, 'aria-live': 'polite' });
    this.#says = h('ul.says', { id: `${id}-says` });
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
      'div.field',
      h('label', { htmlFor: id }, label),
      this.input,
      h('div.hint', this.#hint, this.#says),
      this.#error,
    );
  }

  get text() {
    return this.input.value.trim();
  }

  setHint(hint: string) {
    this.#hint.textContent = hint;
  }

  /** @param told what each token of the text means */
  explain(told: readonly { token: string; says: string }[]) {
    this.#explained = this.text;
    this.#says.replaceChildren(
      ...told.map(({ token, says }) => h('li', ...(token ? [h('code', token), ' '] : []), says)),
    );
  }

  /** @param message '' for none */
  setError(message: string) {
    if (this.text !== this.#explained) this.explain([]);
    if (this.#error.textContent !== message) this.#error.textContent = message;
    this.input.setAttribute('aria-invalid', String(message !== ''));
  }
}
