// The form of the sound panel: which sound, which samples of it, and how long windows are.
import { h } from '../../dom.js';
import { Field } from '../../field.js';
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
  #size = h('input', {
    id: 'sound-window',
    type: 'number',
    min: '1',
    value: '4096',
    'aria-label': 'samples of a window',
  });
  #hop = h('input', {
    id: 'sound-hop',
    type: 'number',
    min: '1',
    value: '2048',
    'aria-label': 'samples from one window to the next',
  });
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
      h('fieldset', { className: 'row' }, h('legend', {}, 'windows'), this.#size, ' every ', this.#hop),
    );
    this.element.addEventListener('submit', (event) => event.preventDefault());
    for (const input of [this.chosen.input, this.#size, this.#hop])
      input.addEventListener('input', on.change);
  }

  /** @returns {Windows} */
  get windows() {
    return { size: countIn(this.#size), hop: countIn(this.#hop) };
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

/** @param {HTMLInputElement} input */
const countIn = ({ value }) => Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), LONGEST_WINDOW);
