// The form of the sound panel: which sound, which samples of it, and how long windows are.
import { h } from '../../dom.js';
import { Field } from '../../field.js';
import { Count } from '../common/count.js';
import { receiver } from '../common/receive.js';

/** @import { Windows } from './jobs.js' */

/** Samples. */
const LONGEST_WINDOW = 2 ** 20;

export class SoundForm {
  chosen = new Field('sound-chosen', {
    label: 'samples',
    hint: '48000:96000, or ::2 for every second one',
    value: ':',
  });
  #error = h('p', { className: 'error', id: 'sound-file-error', 'aria-live': 'polite' });
  #record = h('button', { type: 'button', 'aria-pressed': 'false' }, 'Microphone');
  #size = new Count('sound-window', 'samples of a window', 4096, LONGEST_WINDOW);
  #hop = new Count('sound-hop', 'samples from one window to the next', 2048, LONGEST_WINDOW);
  element;

  /**
   * @param {HTMLElement} panel where files may be dropped
   * @param {{ file: (file: Blob) => void, own: () => void, record: () => void, change: () => void }} on
   */
  constructor(panel, on) {
    const own = h('button', { type: 'button' }, 'Two strings');
    own.addEventListener('click', on.own);
    this.#record.addEventListener('click', on.record);
    const title = 'Open a sound';
    this.element = h(
      'form',
      { className: 'fields', autocomplete: 'off', noValidate: true },
      receiver({ id: 'sound-file', accept: 'audio/*', title, panel, onFile: on.file }),
      this.#error,
      h('div', { className: 'row', role: 'group', 'aria-label': 'Sounds' }, own, this.#record),
      this.chosen.element,
      h(
        'fieldset',
        { className: 'row' },
        h('legend', {}, 'windows'),
        this.#size.input,
        ' every ',
        this.#hop.input,
      ),
    );
    this.element.addEventListener('submit', (event) => event.preventDefault());
    for (const input of [this.chosen.input, this.#size.input, this.#hop.input])
      input.addEventListener('input', on.change);
  }

  /** @returns {Windows} */
  get windows() {
    return { size: this.#size.value, hop: this.#hop.value };
  }

  /** @param {string} message about the sound; '' for none */
  setFileError(message) {
    this.#error.textContent = message;
  }

  /** @param {boolean} isOn */
  setRecording(isOn) {
    this.#record.setAttribute('aria-pressed', String(isOn));
    this.#record.textContent = isOn ? 'Stop recording' : 'Microphone';
  }
}
