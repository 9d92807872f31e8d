// Hands a file to the browser, which saves it or asks where to.
import { h } from './dom.js';

/**
 * @param {string} name
 * @param {Blob} blob
 */
export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the download reads it later
}

/**
 * @param {string} text such as 'Save PNG'
 * @param {string} label what it saves, for screen readers
 * @param {() => void} onClick
 */
export function saveButton(text, label, onClick) {
  const button = h('button', { type: 'button', className: 'quiet save', 'aria-label': label }, text);
  button.addEventListener('click', onClick);
  return button;
}
