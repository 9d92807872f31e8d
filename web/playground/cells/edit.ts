// A cell while its value is edited: Enter accepts the value, Escape cancels.
import { h } from '../dom.ts';

export function editCell(cell: HTMLElement, take: (text: string) => void) {
  if (cell.querySelector('input')) return;
  const value = cell.firstChild?.textContent ?? '';
  const input = h('input', {
    value,
    'aria-label': `value of ${cell.getAttribute('aria-label')}`,
    spellcheck: false,
  });
  let isOpen = true;
  const close = (how: { take: boolean; focus: boolean }) => {
    if (!isOpen) return;
    isOpen = false;
    input.remove();
    if (how.focus) cell.focus();
    if (how.take && input.value.trim() !== value) take(input.value);
  };
  input.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (!['Enter', 'Tab', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    close({ take: event.key !== 'Escape', focus: true });
  });
  input.addEventListener('blur', () => close({ take: true, focus: false }));
  cell.append(input);
  input.select();
}
