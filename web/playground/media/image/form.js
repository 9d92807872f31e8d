// The form of the image panel: which picture, and what to crop.
import { h } from '../../dom.js';
import { Field } from '../../field.js';

export class ImageForm {
  crop = new Field('image-crop', { label: 'crop', hint: 'rows, columns' });
  #file = h('input', {
    type: 'file',
    accept: 'image/*',
    id: 'image-file',
    'aria-describedby': 'image-file-error',
  });
  #error = h('p', { className: 'error', id: 'image-file-error', 'aria-live': 'polite' });

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement} panel where files may be dropped
   * @param {{ onFile: (file: Blob) => void, onBuiltIn: () => void, onCrop: () => void }} on
   */
  constructor(form, panel, { onFile, onBuiltIn, onCrop }) {
    const builtIn = h('button', { type: 'button' }, 'Use the built-in picture');
    form.append(
      h(
        'label',
        { className: 'drop', htmlFor: this.#file.id },
        h('strong', {}, 'Open a picture'),
        ' or drop one here',
        this.#file,
      ),
      this.#error,
      builtIn,
      this.crop.element,
      h(
        'p',
        { className: 'note' },
        'Or drag a rectangle over the picture. Steps work too: ',
        h('code', {}, '::4, ::4'),
        ' takes every fourth pixel.',
      ),
    );
    form.addEventListener('submit', (event) => event.preventDefault());
    builtIn.addEventListener('click', onBuiltIn);
    this.crop.input.addEventListener('input', onCrop);
    this.#file.addEventListener('change', () => {
      const file = this.#file.files?.[0];
      this.#file.value = ''; // the same file may be chosen again
      if (file) onFile(file);
    });
    panel.addEventListener('dragover', (event) => {
      event.preventDefault();
      panel.classList.add('dropping');
    });
    panel.addEventListener('dragleave', () => panel.classList.remove('dropping'));
    panel.addEventListener('drop', (event) => {
      event.preventDefault();
      panel.classList.remove('dropping');
      const file = event.dataTransfer?.files[0];
      if (file) onFile(file);
    });
  }

  /** @param {string} message about the file; '' for none */
  setFileError(message) {
    this.#error.textContent = message;
  }
}
