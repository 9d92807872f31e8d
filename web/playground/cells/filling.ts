// Shows in which order a result is filled: a slider that anyone can move, and a button that moves it, unless less motion is asked
// for. Cells that are not filled yet are faded.
import { h } from '../dom.ts';

/** A cell of the result, and what lights it up with its twin. */
type Filled = { element: HTMLElement; show: () => void };

/** Milliseconds: one cell at most, and all of them. */
const SLOWEST = 250;
const ALL = 6000;

export class Filling {
  #slider = h('input', { type: 'range', min: '0', id: 'filling', value: '0' });
  #play = h('button.quiet', { type: 'button' }, 'Play');
  element = h(
    'div.filling.row.note',
    { hidden: true },
    h('label', { htmlFor: 'filling' }, 'Filled cell by cell'),
    this.#slider,
    this.#play,
  );
  #cells: readonly Filled[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onMove;

  /** @param onMove told before cells light up */
  constructor(onMove: (isPlaying: boolean) => void) {
    this.#onMove = onMove;
    this.#slider.addEventListener('input', () => {
      this.#stop();
      this.#fill(this.#slider.valueAsNumber);
    });
    this.#play.addEventListener('click', () => {
      if (this.#timer !== undefined) return this.#stop();
      this.#play.textContent = 'Pause';
      this.#go(this.#slider.valueAsNumber % this.#cells.length);
    });
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    const follow = () => {
      this.#play.hidden = calm.matches;
      if (calm.matches) this.#stop();
    };
    calm.addEventListener('change', follow);
    follow();
  }

  /** Before the cells are made, so that what is below stays where it is. */
  expect(isExpected: boolean) {
    this.element.hidden = !isExpected;
  }

  /** All of them are filled at first. @param cells in the order of filling; none: it cannot be shown */
  begin(cells: readonly Filled[]) {
    this.#stop();
    this.#cells = cells;
    this.expect(cells.length > 0);
    this.#slider.max = String(cells.length);
    this.#set(cells.length);
  }

  /** @param count cells that are filled */
  #fill(count: number) {
    for (const [i, { element }] of this.#cells.entries()) element.classList.toggle('waiting', i >= count);
    this.#set(count);
    this.#onMove(this.#timer !== undefined);
    this.#cells[count - 1]?.show();
  }

  #set(count: number) {
    this.#slider.value = String(count);
    this.#slider.setAttribute('aria-valuetext', `${count} of ${this.#cells.length} cells`);
  }

  #go(count: number) {
    this.#timer = setTimeout(() => this.#go(count + 1), Math.min(SLOWEST, ALL / this.#cells.length));
    this.#fill(count);
    if (count >= this.#cells.length) this.#stop();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#play.textContent = 'Play';
  }
}
