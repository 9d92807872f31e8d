// The form of a panel: a file, built-in data, a slice string, and for some jobs two numbers.
import { h } from '../../dom.ts';
import { Field } from '../../field.ts';

/** @import { Count } from './count.js' */

/**
 * @typedef {object} FormOptions
 * @property {{ title: string, accept: string, onFile: (file: File) => void }} file
 * @property {HTMLElement[]} own buttons for built-in data
 * @property {{ label: string, hint: string, value?: string }} slice
 * @property {{ legend: string, between: string, counts: Count[] }} [numbers]
 * @property {() => void} onChange of the slice or the numbers
 */

export class MediaForm {
  slice;
  element;
  #error;

  /**
   * @param {string} kind of data, unique on the page
   * @param {FormOptions} options
   */
  constructor(kind, { file, own, slice, numbers, onChange }) {
    this.slice = new Field(`${kind}-slice`, slice);
    this.#error = h('p', { className: 'error', id: `${kind}-file-error`, 'aria-live': 'polite' });
    this.element = h(
      'form',
      { className: 'fields', autocomplete: 'off', noValidate: true },
      drawDrop(`${kind}-file`, file),
      this.#error,
      ...own,
      this.slice.element,
    );
    const inputs = [this.slice.input];
    if (numbers) {
      const [first, second] = numbers.counts.map(({ input }) => input);
      const legend = h('legend', {}, numbers.legend);
      this.element.append(h('fieldset', { className: 'row' }, legend, first, numbers.between, second));
      inputs.push(first, second);
    }
    this.element.addEventListener('submit', (event) => event.preventDefault());
    for (const input of inputs) input.addEventListener('input', onChange);
  }

  /** @param {string} message about the file; '' for none */
  setFileError(message) {
    this.#error.textContent = message;
  }
}

/**
 * Where a file is selected; one that is dropped or pasted comes by another way.
 * @param {string} id
 * @param {FormOptions['file']} file
 */
function drawDrop(id, { title, accept, onFile }) {
  const input = h('input', { type: 'file', id, accept, 'aria-describedby': `${id}-error` });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    input.value = ''; // so that the same file can be selected again
    if (file) onFile(file);
  });
  const hint = h('span', {}, 'or drop or paste one anywhere');
  return h('label', { className: 'drop', htmlFor: id }, h('strong', {}, title), hint, input);
}

/**
 * A button that starts something, and stops it when it is pressed again.
 * @param {string} text
 * @param {string} textOn while it is on
 * @param {() => void} onClick
 */
export function toggle(text, textOn, onClick) {
  const element = h('button', { type: 'button', 'aria-pressed': 'false' }, text);
  element.addEventListener('click', onClick);
  return {
    element,
    /** @param {boolean} isOn */
    set(isOn) {
      element.setAttribute('aria-pressed', String(isOn));
      element.textContent = isOn ? textOn : text;
    },
  };
}
