// What a job has made of a sound: its code, its time, waveforms that can be played and saved, and the bars of the comparison.
import { h } from '../../dom.js';
import { saveButton } from '../common/save.js';
import { Bars } from '../timing/bars.js';
import { sayTime } from '../timing/statistics.js';
import { Waveform } from './waveform.js';

/** @import { Job } from './jobs.js' */

/** @typedef {{ play: (index: number, waveform: Waveform, button: HTMLButtonElement) => void, saveWav: (index: number) => void, saveNpy: (index: number) => void }} Actions */
/** @typedef {{ dims: readonly number[], peaks: Float32Array[] }} Drawn */

export class SoundView {
  bars;
  #actions;
  #code = h('code');
  #time = h('span', { className: 'time' });
  #figures = h('div', { className: 'figures' });
  element;

  /**
   * @param {Job} job
   * @param {Actions} actions
   */
  constructor(job, actions) {
    this.#actions = actions;
    this.bars = new Bars(job.title);
    this.element = h(
      'section',
      { className: `job panel sound-${job.name}`, 'aria-label': job.title },
      h('header', {}, h('h3', {}, job.title), this.#time),
      this.#figures,
      h('p', { className: 'call' }, this.#code),
      this.bars.element,
    );
  }

  /**
   * @param {readonly string[]} names of the outputs
   * @param {readonly Drawn[]} parts
   * @param {number} ms
   * @param {string} code
   */
  show(names, parts, ms, code) {
    this.#code.textContent = code;
    this.#time.textContent = `this time ${sayTime(ms)}`;
    this.#figures.replaceChildren(...parts.map((part, i) => this.#figure(names[i], part, i)));
  }

  /** @param {boolean} stale it shows an older result */
  setStale(stale) {
    this.element.classList.toggle('stale', stale);
  }

  /**
   * @param {string} name
   * @param {Drawn} drawn
   * @param {number} index
   */
  #figure(name, { dims, peaks }, index) {
    const waveforms = peaks.map((each, i) => {
      const waveform = new Waveform(peaks.length > 1 ? `window ${i}` : name);
      waveform.show(each);
      return waveform;
    });
    const isEmpty = dims.some((size) => size === 0);
    const play = h(
      'button',
      { type: 'button', className: 'quiet play', 'aria-label': `Play ${name}`, disabled: isEmpty },
      'Play',
    );
    play.addEventListener('click', () => this.#actions.play(index, waveforms[0], play));
    const wav = saveButton('WAV', `Save ${name} as WAV`, () => this.#actions.saveWav(index));
    const npy = saveButton('.npy', `Save ${name} as .npy`, () => this.#actions.saveNpy(index));
    wav.disabled = isEmpty;
    const shape = h('span', { className: 'size' }, `[${dims.join(', ')}]`);
    const caption = h('figcaption', {}, play, h('b', {}, name), shape, wav, npy);
    const drawing = h(
      'div',
      { className: peaks.length > 1 ? 'windows' : '' },
      ...waveforms.map(({ element }) => element),
    );
    return h('figure', {}, drawing, caption);
  }
}
