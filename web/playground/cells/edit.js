// A cell while its value is typed: Enter takes it, Escape does not.
import { h } from '../dom.js';

/**
 * @param {HTMLElement} cell
 * @param {(text: string) => boolean} take gives whether it could be taken
 */
export function editCell(cell, take) {
  if (cell.querySelector('input')) return;
  const value = cell.firstChild?.textContent ?? '';
  const input = h('input', {
    value,
    'aria-label': `value of ${cell.getAttribute('aria-label')}`,
    spellcheck: false,
  });
  let isOpen = true;
  const close = (/** @type {boolean} */ taking) => {
    if (!isOpen) return;
    isOpen = false;
    if (taking && input.value.trim() !== value && take(input.value)) return; // drawn anew
    input.remove();
    cell.focus();
  };
  input.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Enter' || event.key === 'Tab') close(true);
    if (event.key === 'Escape') close(false);
    if (['Enter', 'Tab', 'Escape'].includes(event.key)) event.preventDefault();
  });
  input.addEventListener('blur', () => close(true));
  cell.append(input);
  input.select();
}
