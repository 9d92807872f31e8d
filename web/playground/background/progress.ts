// How far some work is, and a button to end it. It keeps its place, so that nothing moves when it comes and goes, and it appears
// only if the work takes long enough to be noticed.
import { h } from '../dom.ts';

const QUICK_MS = 120;

export class Progress {
  #bar = h('progress', { max: 1, value: 0 });
  #text = h('span.doing');
  #cancel = h('button.quiet', { type: 'button' }, 'Cancel');
  #timer: ReturnType<typeof setTimeout> | undefined;
  element = h('div.progress.note.idle', this.#bar, this.#text, this.#cancel);

  /** @param label what the work is, for screen readers */
  constructor(label: string, onCancel: () => void) {
    this.#bar.setAttribute('aria-label', label);
    this.#cancel.setAttribute('aria-label', `Cancel: ${label}`);
    this.#cancel.addEventListener('click', onCancel);
  }

  /** @param part done, 0 to 1 */
  show(part: number, text: string) {
    this.#timer ??= setTimeout(() => this.element.classList.remove('idle'), QUICK_MS);
    this.#bar.value = part;
    this.#text.textContent = text;
  }

  hide() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.element.classList.add('idle');
  }
}
