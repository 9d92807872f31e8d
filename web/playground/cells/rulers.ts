// Rulers whose marks can be dragged, with a mouse, a finger or keys. The marks are redrawn while they are dragged, so their
// container listens.
import { h } from '../dom.ts';
import type { Result } from '../model/cut.ts';
import { type Grip, type Ruler, withGrip } from '../model/drag.ts';
import type { Change } from '../model/state.ts';
import { type Box, boxesOf, nearest } from './nearest.ts';
import { keyOf } from './ruler.ts';

/** By how much keys move a mark. */
const KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export class Rulers {
  element = h('div.axes.abreast');
  #change;
  #result: Result | null = null;
  #grips = new Map<string, Grip>();
  /** The mark that is being dragged, and where indices were when that began: its ruler changes meanwhile. */
  #dragged: { key: string; gesture: string; boxes: Box[] } | null = null;
  #gestures = 0;

  constructor(change: Change) {
    this.#change = change;
    const { element } = this;
    element.addEventListener('pointerdown', (event) => {
      const key = keyAt(event);
      if (key === null || event.button !== 0) return;
      const ruler = this.#find(key)?.closest('.ruler');
      const items = (ruler?.querySelectorAll('[data-index]') ?? []) as NodeListOf<HTMLElement>;
      const boxes = boxesOf(items, ({ dataset }) => Number(dataset.index));
      this.#dragged = { key, gesture: `drag ${++this.#gestures}`, boxes };
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener('pointermove', ({ clientX, clientY }) => {
      if (this.#dragged === null) return;
      const { key, gesture, boxes } = this.#dragged;
      this.#move(key, nearest(boxes, clientX, clientY), gesture);
    });
    for (const end of ['pointerup', 'pointercancel'] as const)
      element.addEventListener(end, () => {
        this.#dragged = null;
      });
    element.addEventListener('keydown', (event) => {
      const key = keyAt(event);
      const by = KEYS[event.key];
      if (key === null || by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const { at = 0, name } = this.#grips.get(key) ?? {};
      const start = name === 'step' ? this.#grips.get(key.replace('step', 'start'))?.at : undefined;
      this.#move(key, at + by === start ? at + 2 * by : at + by, `keys ${key}`, true); // a step is never 0
    });
  }

  show(drawn: readonly HTMLElement[], rulers: readonly Ruler[], result: Result) {
    const key = keyAt({ target: this.element.querySelector('[data-grip]:focus') });
    this.#result = result;
    this.#grips = new Map(rulers.flatMap(({ grips }) => grips.map((grip) => [keyOf(grip), grip])));
    const scrolled = Array.from(this.element.querySelectorAll('.scroller'), ({ scrollLeft }) => scrollLeft);
    this.element.replaceChildren(...drawn);
    for (const [i, each] of this.element.querySelectorAll('.scroller').entries())
      each.scrollLeft = scrolled[i] ?? 0;
    if (key !== null) this.#find(key)?.focus({ preventScroll: true });
  }

  /** Lights the indices of a cell. @param index in the whole */
  light(index: readonly number[]) {
    for (const lit of this.element.querySelectorAll('.lit')) lit.classList.remove('lit');
    index.forEach((i, axis) => {
      this.element.querySelector(`[data-axis="${axis}"] [data-index="${i}"]`)?.classList.add('lit');
    });
  }

  #move(key: string, to: number, gesture: string, isKey = false) {
    const grip = this.#grips.get(key);
    if (!grip || !this.#result) return;
    const held = Math.max(grip.least, Math.min(grip.most, to));
    if (held === grip.at) return;
    const next = withGrip(this.#result, grip, held, isKey);
    if (next !== this.#result.state) this.#change(next, gesture);
  }

  #find(key: string): HTMLElement | null {
    return this.element.querySelector(`[data-grip="${key}"]`);
  }
}

/** The mark that an event is about. */
function keyAt({ target }: { target: EventTarget | null }) {
  const grip = target instanceof Element ? target.closest('[data-grip]') : null;
  return grip instanceof HTMLElement ? (grip.dataset.grip ?? null) : null;
}
