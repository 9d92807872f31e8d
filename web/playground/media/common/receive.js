// Files that are selected, dropped on the panel, or pasted while the panel is shown.
import { h } from '../../dom.js';
import { acceptDrops } from '../../drop.js';

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
    input.value = ''; // so that the same file can be selected again
    if (file) onFile(file);
  });
  acceptDrops(panel, ({ files: [file] }) => file && onFile(file));
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
