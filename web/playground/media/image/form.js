// The form of the image panel: which picture, what part of it, and how many tiles.
import { h } from '../../dom.js';
import { Field } from '../../field.js';
import { Count } from '../common/count.js';
import { receiver } from '../common/receive.js';
import { DRAWN } from './drawn.js';
import { drawThumbnail } from './picture.js';

/** @import { Grid } from './jobs.js' */

/** Tiles along an axis. */
const MOST_TILES = 8;

export class ImageForm {
  chosen = new Field('image-chosen', { label: 'chosen', hint: 'rows, columns; ::4, ::4 takes every fourth' });
  #error = h('p', { className: 'error', id: 'image-file-error', 'aria-live': 'polite' });
  #camera = h('button', { type: 'button', 'aria-pressed': 'false' }, 'Camera');
  #rows = new Count('image-tile-rows', 'rows of tiles', 2, MOST_TILES);
  #columns = new Count('image-tile-columns', 'columns of tiles', 4, MOST_TILES);
  element;

  /**
   * @param {HTMLElement} panel where files may be dropped
   * @param {object} on
   * @param {(file: Blob) => void} on.file
   * @param {(drawn: (typeof DRAWN)[number]) => void} on.drawn
   * @param {() => void} on.camera
   * @param {() => void} on.whole
   * @param {() => void} on.change of what is chosen or of the tiles
   */
  constructor(panel, on) {
    const drawn = DRAWN.map((row) => {
      const button = h('button', { type: 'button', className: 'thumbnail' }, drawThumbnail(row), row.title);
      button.addEventListener('click', () => on.drawn(row));
      return button;
    });
    const whole = h('button', { type: 'button' }, 'Choose all of it');
    whole.addEventListener('click', on.whole);
    this.#camera.addEventListener('click', on.camera);
    const title = 'Open a picture';
    this.element = h(
      'form',
      { className: 'fields', autocomplete: 'off', noValidate: true },
      receiver({ id: 'image-file', accept: 'image/*', title, panel, onFile: on.file }),
      this.#error,
      h('div', { className: 'thumbnails', role: 'group', 'aria-label': 'Pictures' }, ...drawn),
      h('div', { className: 'row' }, whole, this.#camera),
      this.chosen.element,
      h(
        'fieldset',
        { className: 'row tiles-size' },
        h('legend', {}, 'tiles'),
        this.#rows.input,
        ' by ',
        this.#columns.input,
      ),
    );
    this.element.addEventListener('submit', (event) => event.preventDefault());
    for (const input of [this.chosen.input, this.#rows.input, this.#columns.input])
      input.addEventListener('input', on.change);
  }

  /** @returns {Grid} */
  get grid() {
    return { rows: this.#rows.value, columns: this.#columns.value };
  }

  /** @param {string} message about the picture; '' for none */
  setFileError(message) {
    this.#error.textContent = message;
  }

  /** @param {boolean} isOn */
  setCamera(isOn) {
    this.#camera.setAttribute('aria-pressed', String(isOn));
    this.#camera.textContent = isOn ? 'Stop the camera' : 'Camera';
  }
}
