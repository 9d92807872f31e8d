// A rectangle dragged over a picture, with mouse or pen; a finger scrolls the page. Keyboards have the text field.
import { h } from '../../dom.js';

/**
 * @param {HTMLElement} frame around the canvas, which fills it
 * @param {HTMLCanvasElement} canvas
 * @param {(range: string) => void} onRange told as 'y0:y1, x0:x1', in pixels of the picture
 */
export function listenForRectangle(frame, canvas, onRange) {
  const mark = h('div', { className: 'mark-rectangle', hidden: true });
  frame.append(mark);
  /** @type {{ x: number, y: number } | null} */
  let start = null;

  frame.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    event.preventDefault();
    frame.setPointerCapture(event.pointerId);
    start = place(event);
  });

  frame.addEventListener('pointermove', (event) => {
    if (start === null) return;
    const { left, top, width, height } = span(start, place(event));
    mark.hidden = false;
    mark.style.left = `${(100 * left) / canvas.width}%`;
    mark.style.top = `${(100 * top) / canvas.height}%`;
    mark.style.width = `${(100 * width) / canvas.width}%`;
    mark.style.height = `${(100 * height) / canvas.height}%`;
  });

  frame.addEventListener('pointerup', (event) => {
    if (start === null) return;
    const { left, top, width, height } = span(start, place(event));
    if (width > 0 && height > 0) onRange(`${top}:${top + height}, ${left}:${left + width}`);
    stop();
  });
  frame.addEventListener('pointercancel', stop);

  function stop() {
    start = null;
    mark.hidden = true;
  }

  /** @param {PointerEvent} event */
  function place({ clientX, clientY }) {
    const box = canvas.getBoundingClientRect();
    const clamp = (/** @type {number} */ part, /** @type {number} */ size) =>
      Math.round(Math.min(Math.max(part, 0), 1) * size);
    return {
      x: clamp((clientX - box.left) / box.width, canvas.width),
      y: clamp((clientY - box.top) / box.height, canvas.height),
    };
  }
}

/**
 * @param {{ x: number, y: number }} a
 * @param {{ x: number, y: number }} b
 */
function span(a, b) {
  const left = Math.min(a.x, b.x);
  const top = Math.min(a.y, b.y);
  return { left, top, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}
