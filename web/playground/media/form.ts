// The form of a panel: a file, built-in data, a slice string, and for some jobs two numbers.
import { button, h } from '../dom.ts';
import { Field } from '../field.ts';
import type { Kind } from './kind.ts';

/** `own`: ways to other data; `later`: what comes last. */
type Parts = { own: readonly Node[]; later: readonly Node[] };
/** A file that is dropped comes by another way. */
type Listeners = { onFile: (file: File) => void; onChange: () => void; onEnter: () => void };

export function makeForm(
  { id, file, slice, numbers }: Kind,
  { own, later, onFile, onChange, onEnter }: Parts & Listeners,
) {
  const field = new Field(`${id}-slice`, slice);
  const describing = { accept: file.accept, 'aria-describedby': `${id}-file-error` };
  const input = h('input', { type: 'file', id: `${id}-file`, ...describing });
  input.addEventListener('change', () => {
    const selected = input.files?.[0];
    input.value = ''; // so that the same file can be selected again
    if (selected) onFile(selected);
  });
  const texts = [h('strong', file.title), h('span', 'or drop or paste one anywhere')];
  const drop = h('label.drop.stack.note', { htmlFor: input.id }, ...texts, input);
  const { legend = '', between = '', counts = [] } = numbers ?? {};
  const inputs = counts.map(({ name, label, value, most }) => {
    const range = { min: '1', max: String(most), value: String(value) };
    return h('input', { id: `${id}-${name}`, type: 'number', 'aria-label': label, ...range });
  });
  const sentence = [h('legend', legend), ...inputs.slice(0, 1), between, ...inputs.slice(1)];
  const row = h('fieldset.row', { hidden: !numbers }, ...sentence);
  const props = { className: 'fields stack', autocomplete: 'off', noValidate: true };
  const element = h('form', props, drop, ...own, field.element, row, ...later);
  element.addEventListener('submit', (event) => event.preventDefault());
  for (const each of [field.input, ...inputs]) each.addEventListener('input', onChange);
  element.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Enter' && target === field.input) onEnter();
  });
  return {
    element,
    slice: field,
    /** By name, what was typed, or the nearest number in range. */
    get numbers(): Record<string, number> {
      const typed = inputs.map(({ value }) => Math.trunc(Number(value)) || 1);
      return Object.fromEntries(
        counts.map(({ name, most }, i) => [name, Math.min(Math.max(typed[i], 1), most)]),
      );
    },
  };
}

/**
 * A button that starts something, and stops it when it is pressed again.
 * @param object of what it does, for screen readers
 */
export function toggle(texts: readonly [off: string, on: string], onClick: () => void, object = '') {
  const element = button(onClick);
  const set = (isOn: boolean) => {
    element.textContent = texts[Number(isOn)];
    element.setAttribute('aria-pressed', String(isOn));
    if (object) element.setAttribute('aria-label', `${element.textContent} ${object}`);
  };
  set(false);
  return { element, set };
}
