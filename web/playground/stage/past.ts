// Undo and redo: the states before and after the one that is shown, with buttons and keys.
import { button } from '../dom.ts';

const MOST_STEPS = 200;

export class Past<State> {
  #before: State[] = [];
  #after: State[] = [];
  #go;
  buttons = [
    button(() => this.#step(this.#before, this.#after), '↶'),
    button(() => this.#step(this.#after, this.#before), '↷'),
  ];

  /** @param go shows a state, and returns the one that was shown */
  constructor(go: (to: State) => State) {
    this.#go = go;
    for (const [i, name] of ['Undo', 'Redo'].entries())
      Object.assign(this.buttons[i], { ariaLabel: name, title: name });
    document.addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof Element && event.target.matches('input[type=text], textarea');
      if (isTyping || !(event.ctrlKey || event.metaKey) || event.altKey) return; // fields have an undo of their own
      const key = event.key.toLowerCase();
      const [undo, redo] = this.buttons;
      const pressed = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : null;
      if (pressed === null || pressed.offsetParent === null) return;
      event.preventDefault();
      pressed.click();
    });
    this.#show();
  }

  /** @param state that a new one replaces */
  add(state: State) {
    this.#before.push(state);
    if (this.#before.length > MOST_STEPS) this.#before.shift();
    this.#after = [];
    this.#show();
  }

  /** Drops the last step if it led back to what was there before. @returns whether it did */
  drop(isShown: (state: State) => boolean) {
    const isBack = this.#before.slice(-1).some(isShown);
    if (isBack) this.#before.pop();
    this.#show();
    return isBack;
  }

  #step(from: State[], to: State[]) {
    const state = from.pop();
    if (state !== undefined) to.push(this.#go(state));
    this.#show();
  }

  #show() {
    const [undo, redo] = this.buttons;
    undo.disabled = this.#before.length === 0;
    redo.disabled = this.#after.length === 0;
  }
}
