// A small picture of a cut: its input, each cell in the colour of its output. Of a large tensor, its beginning.
import { operators } from '../../lib/index.js';
import { cornerOf, layOut } from '../cells/geometry.js';
import { h } from '../dom.js';
import { cut } from '../model/cut.js';
import { parseHash } from '../model/hash.js';

const WIDTH = 132;
const HEIGHT = 84;
const CELL = 30;
const CLOSEST = 0.5;
/** Pixels per cell that can still be seen. */
const LEAST = 0.12;

/** @param {string} hash */
export function drawPicture(hash) {
  const canvas = h('canvas', { width: 2 * WIDTH, height: 2 * HEIGHT, 'aria-hidden': true });
  const paint = () => paintPicture(canvas, hash);
  requestAnimationFrame(paint);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
  return canvas;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {string} hash
 */
function paintPicture(canvas, hash) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const { cells, dims } = cut(parseHash(hash, operators()).state);
  const geometry = layOut(dims, { cellWidth: CELL, cellHeight: CELL });
  const scale = Math.max(LEAST, Math.min(CLOSEST, WIDTH / geometry.width, HEIGHT / geometry.height));
  const style = getComputedStyle(canvas);
  context.setTransform(2 * scale, 0, 0, 2 * scale, 0, 0);
  context.clearRect(0, 0, WIDTH / scale, HEIGHT / scale);
  const paint = cells?.paint ?? [];
  for (let place = 0; place < paint.length; ++place) {
    const { x, y } = cornerOf(geometry, place);
    if (x * scale > WIDTH || y * scale > HEIGHT) continue;
    const name = paint[place] === 0 ? '--untaken' : `--output-${paint[place] - 1}`;
    context.fillStyle = style.getPropertyValue(name);
    context.fillRect(x, y, CELL, CELL);
  }
}
