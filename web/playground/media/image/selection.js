// The selected rectangle of a picture: drawn, moved and resized with mouse, pen, finger or keyboard. A finger beside it scrolls the
// page.
import { h } from '../../dom.ts';
import { extentOf } from '../../model/slice.ts';

/** @import { Range } from '../../model/slice.ts' */

/** @typedef {{ top: number, left: number, height: number, width: number }} Rectangle in pixels of the picture */
/** @typedef {{ x: number, y: number }} Point */

/** Where the keys move the rectangle, or with Shift its lower right corner. @type {Record<string, [number, number]>} */
const KEYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const CORNERS = ['top left', 'top right', 'bottom left', 'bottom right'];

export class Selection {
  #canvas;
  #onChange;
  /** @type {Rectangle} */ #selected = { top: 0, left: 0, height: 1, width: 1 };
  element = h(
    'div',
    { className: 'selection', role: 'application', tabIndex: 0, 'aria-roledescription': 'rectangle' },
    ...CORNERS.map((corner) => h('span', { className: `corner ${corner}`, 'data-corner': corner })),
  );

  /**
   * @param {HTMLElement} frame around the canvas, which fills it
   * @param {HTMLCanvasElement} canvas
   * @param {(selected: Rectangle) => void} onChange also while it is dragged
   */
  constructor(frame, canvas, onChange) {
    this.#canvas = canvas;
    this.#onChange = onChange;
    frame.append(this.element);
    frame.addEventListener('pointerdown', (event) => this.#drag(frame, event));
    this.element.addEventListener('keydown', (event) => this.#press(event));
  }

  /** @param {Rectangle} selected */
  show(selected) {
    this.#selected = selected;
    const { width, height } = this.#canvas;
    const { style } = this.element;
    style.left = `${(100 * selected.left) / width}%`;
    style.top = `${(100 * selected.top) / height}%`;
    style.width = `${(100 * selected.width) / width}%`;
    style.height = `${(100 * selected.height) / height}%`;
    const rows = `rows ${selected.top} to ${selected.top + selected.height}`;
    const columns = `columns ${selected.left} to ${selected.left + selected.width}`;
    const keys = 'Arrow keys move it, Shift and arrow keys resize it, Ctrl makes steps of one pixel.';
    this.element.setAttribute('aria-label', `Selection: ${rows}, ${columns}. ${keys}`);
  }

  /** @param {Rectangle} selected */
  #change(selected) {
    this.show(selected);
    this.#onChange(selected);
  }

  /**
   * @param {HTMLElement} frame
   * @param {PointerEvent} event
   */
  #drag(frame, event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isBeside = !this.element.contains(target);
    if (event.button !== 0 || (isBeside && event.pointerType === 'touch')) return;
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    const start = this.#place(event);
    const before = this.#selected;
    const corner = target.dataset.corner;
    const fixed = isBeside ? start : corner ? opposite(before, corner) : null;
    frame.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ moved) => {
      const at = this.#place(moved);
      if (fixed) this.#change(between(fixed, at, this.#canvas));
      else this.#change(shifted(before, at.y - start.y, at.x - start.x, this.#canvas));
    };
    const end = () => {
      frame.removeEventListener('pointermove', move);
      for (const name of ['pointerup', 'pointercancel']) frame.removeEventListener(name, end);
    };
    frame.addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel']) frame.addEventListener(name, end);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const direction = KEYS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const { width, height } = this.#canvas;
    const step = event.ctrlKey ? 1 : Math.max(1, Math.round(Math.min(width, height) / 50));
    const [down, right] = direction.map((each) => each * step);
    if (!event.shiftKey) return this.#change(shifted(this.#selected, down, right, this.#canvas));
    const { top, left } = this.#selected;
    this.#change({
      top,
      left,
      height: clamp(this.#selected.height + down, 1, height - top),
      width: clamp(this.#selected.width + right, 1, width - left),
    });
  }

  /** @param {PointerEvent} event @returns {Point} */
  #place({ clientX, clientY }) {
    const box = this.#canvas.getBoundingClientRect();
    return {
      x: clamp(Math.round(((clientX - box.left) / box.width) * this.#canvas.width), 0, this.#canvas.width),
      y: clamp(Math.round(((clientY - box.top) / box.height) * this.#canvas.height), 0, this.#canvas.height),
    };
  }
}

/**
 * Around all pixels that are taken.
 * @param {readonly Range[]} ranges
 * @returns {Rectangle}
 */
export function rectangleOf([rows, columns]) {
  const [top, bottom] = extentOf(rows);
  const [left, right] = extentOf(columns);
  return { top, left, height: bottom - top, width: right - left };
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

/**
 * @param {Rectangle} selected
 * @param {string} corner
 * @returns {Point}
 */
const opposite = ({ top, left, height, width }, corner) => ({
  y: corner.startsWith('top') ? top + height : top,
  x: corner.endsWith('left') ? left + width : left,
});

/**
 * At least one pixel.
 * @param {Point} a
 * @param {Point} b
 * @param {{ width: number, height: number }} picture
 * @returns {Rectangle}
 */
function between(a, b, picture) {
  const top = Math.min(a.y, b.y, picture.height - 1);
  const left = Math.min(a.x, b.x, picture.width - 1);
  return { top, left, height: Math.max(1, Math.abs(a.y - b.y)), width: Math.max(1, Math.abs(a.x - b.x)) };
}

/**
 * @param {Rectangle} selected
 * @param {number} down
 * @param {number} right
 * @param {{ width: number, height: number }} picture
 * @returns {Rectangle}
 */
const shifted = (selected, down, right, picture) => ({
  ...selected,
  top: clamp(selected.top + down, 0, picture.height - selected.height),
  left: clamp(selected.left + right, 0, picture.width - selected.width),
});
