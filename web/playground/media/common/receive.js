// Files from everywhere: chosen, dropped on the panel, or pasted while the panel is shown.
import { h } from '../../dom.js';

/**
 * @param {object} options
 * @param {string} options.id of the file input
 * @param {string} options.accept what the file dialogue offers
 * @param {string} options.title such as 'Open a picture'
 * @param {HTMLElement} options.panel where files may be dropped
 * @param {(file: File) => void} options.onFile
 * @returns {HTMLElement}
 */
export function receiver({ id, accept, title, panel, onFile }) {
  const input = h('input', { type: 'file', id, accept, 'aria-describedby': `${id}-error` });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    input.value = ''; // the same file may be chosen again
    if (file) onFile(file);
  });
  panel.addEventListener('dragover', (event) => {
    event.preventDefault();
    panel.classList.add('dropping');
  });
  panel.addEventListener('dragleave', (event) => {
    if (!panel.contains(/** @type {Node | null} */ (event.relatedTarget))) panel.classList.remove('dropping');
  });
  panel.addEventListener('drop', (event) => {
    event.preventDefault();
    panel.classList.remove('dropping');
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
  });
  document.addEventListener('paste', (event) => {
    const file = event.clipboardData?.files[0];
    if (!file || panel.offsetParent === null) return; // another panel is shown
    event.preventDefault();
    onFile(file);
  });
  return h(
    'label',
    { className: 'drop', htmlFor: id },
    h('strong', {}, title),
    h('span', {}, 'or drop or paste one here'),
    input,
  );
}
