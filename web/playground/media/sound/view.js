// What a sound job has made: waveforms that can be played and saved.
import { h } from '../../dom.ts';
import { saveButton } from '../../save.ts';
import { JobCard } from '../common/job.js';
import { Waveform } from './waveform.js';

/** @import { Job } from './jobs.js' */

/** @typedef {{ play: (index: number, waveform: Waveform, button: HTMLButtonElement) => void, saveWav: (index: number) => void, saveNpy: (index: number) => void }} Actions */
/** @typedef {{ dims: readonly number[], peaks: Float32Array[] }} Drawn */

export class SoundView extends JobCard {
  #actions;
  #figures;

  /**
   * @param {Job} job
   * @param {Actions} actions
   */
  constructor(job, actions) {
    const figures = h('div', { className: 'figures' });
    super(`sound-${job.name}`, job.title, figures);
    this.#actions = actions;
    this.#figures = figures;
  }

  /**
   * @param {readonly string[]} names of the outputs
   * @param {readonly Drawn[]} parts
   */
  show(names, parts) {
    this.#figures.replaceChildren(...parts.map((part, i) => this.#figure(names[i], part, i)));
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
