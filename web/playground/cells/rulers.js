// Rulers whose marks can be dragged, with a mouse, a finger or keys. The marks are redrawn while they are dragged, so their
// container listens.
import { h } from '../dom.js';
import { withGrip } from '../model/drag.js';
import { boxesOf, nearest } from './nearest.js';
import { keyOf } from './ruler.js';

/** @import { Result } from '../model/cut.js' */
/** @import { Grip, Ruler } from '../model/drag.js' */
/** @import { Change } from '../stage/stage.js' */
/** @import { Box } from './nearest.js' */

/** By how much keys move a mark. @type {Record<string, number>} */
const KEYS = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export class Rulers {
  element = h('div', { className: 'axes' });
  #change;
  /** @type {Result | null} */ #result = null;
  /** @type {Map<string, Grip>} */ #grips = new Map();
  /** The mark that is being dragged, and where indices were when that began: its ruler changes meanwhile. @type {{ key: string, gesture: string, boxes: Box[] } | null} */
  #dragged = null;
  #gestures = 0;

  /** @param {Change} change */
  constructor(change) {
    this.#change = change;
    const { element } = this;
    element.addEventListener('pointerdown', (event) => {
      const key = keyAt(event);
      if (key === null || event.button !== 0) return;
      const ruler = this.#find(key)?.closest('.ruler');
      const items = /** @type {NodeListOf<HTMLElement>} */ (ruler?.querySelectorAll('[data-index]') ?? []);
      const boxes = boxesOf(items, ({ dataset }) => Number(dataset.index));
      this.#dragged = { key, gesture: `drag ${++this.#gestures}`, boxes };
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener('pointermove', ({ clientX, clientY }) => {
      if (this.#dragged === null) return;
      const { key, gesture, boxes } = this.#dragged;
      this.#move(key, nearest(boxes, clientX, clientY), gesture);
    });
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
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
      this.#move(key, at + by === start ? at + 2 * by : at + by, `keys ${key}`); // a step is never 0
    });
  }

  /**
   * @param {readonly HTMLElement[]} drawn
   * @param {readonly Ruler[]} rulers
   * @param {Result} result
   */
  show(drawn, rulers, result) {
    const { activeElement } = document;
    const key =
      this.element.contains(activeElement) && activeElement ? keyAt({ target: activeElement }) : null;
    this.#result = result;
    this.#grips = new Map(rulers.flatMap(({ grips }) => grips.map((grip) => [keyOf(grip), grip])));
    const scrolled = Array.from(this.element.querySelectorAll('.scroller'), ({ scrollLeft }) => scrollLeft);
    this.element.replaceChildren(...drawn);
    for (const [i, each] of this.element.querySelectorAll('.scroller').entries())
      each.scrollLeft = scrolled[i] ?? 0;
    if (key !== null) this.#find(key)?.focus({ preventScroll: true });
  }

  /** Lights the indices of a cell. @param {readonly number[]} index in the whole */
  light(index) {
    for (const lit of this.element.querySelectorAll('.lit')) lit.classList.remove('lit');
    index.forEach((i, axis) => {
      this.element.querySelector(`[data-axis="${axis}"] [data-index="${i}"]`)?.classList.add('lit');
    });
  }

  /**
   * @param {string} key
   * @param {number} to
   * @param {string} gesture
   */
  #move(key, to, gesture) {
    const grip = this.#grips.get(key);
    if (!grip || !this.#result) return;
    const held = Math.max(grip.least, Math.min(grip.most, to));
    if (held === grip.at) return;
    const next = withGrip(this.#result, grip, held);
    if (next !== this.#result.state) this.#change(next, gesture);
  }

  /** @param {string} key @returns {HTMLElement | null} */
  #find(key) {
    return this.element.querySelector(`[data-grip="${key}"]`);
  }
}

/** The mark that an event is about. @param {{ target: EventTarget | null }} event */
function keyAt({ target }) {
  const grip = target instanceof Element ? target.closest('[data-grip]') : null;
  return grip instanceof HTMLElement ? (grip.dataset.grip ?? null) : null;
}
