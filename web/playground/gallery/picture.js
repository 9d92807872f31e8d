// A small picture of a cut: its input, each cell in the colour of its output. A large tensor shows its beginning.

import { layOut, partsBetween } from '../cells/geometry.js';
import { h } from '../dom.js';
import { COLOURS, cut } from '../model/cut.js';
import { parseHash } from '../model/hash.js';
import { versions } from '../model/rows.js';
import { ownersOf } from '../model/twins.js';

const WIDTH = 132;
const HEIGHT = 84;
const CELL = 30;
const CLOSEST = 0.5;
/** Pixels per cell that can still be seen. */
const LEAST = 0.12;

export const makePicture = () => h('canvas', { width: 2 * WIDTH, height: 2 * HEIGHT, 'aria-hidden': true });

/**
 * @param {HTMLCanvasElement} canvas
 * @param {string} hash
 */
export function paintPicture(canvas, hash) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const result = cut(parseHash(hash, versions()).state);
  const ownerOf = ownersOf(result);
  const geometry = layOut(result.dims, { cellWidth: CELL, cellHeight: CELL });
  const scale = Math.max(LEAST, Math.min(CLOSEST, WIDTH / geometry.width, HEIGHT / geometry.height));
  const style = getComputedStyle(canvas);
  const colours = Array.from({ length: COLOURS }, (_, i) => style.getPropertyValue(`--output-${i}`));
  const untaken = style.getPropertyValue('--untaken');
  context.setTransform(2 * scale, 0, 0, 2 * scale, 0, 0);
  context.clearRect(0, 0, WIDTH / scale, HEIGHT / scale);
  for (const row of partsBetween(geometry, 'y', 0, HEIGHT / scale)) {
    for (const column of partsBetween(geometry, 'x', 0, WIDTH / scale)) {
      const owner = ownerOf(row.part + column.part);
      context.fillStyle = owner < 0 ? untaken : colours[owner % COLOURS];
      context.fillRect(column.at, row.at, CELL, CELL);
    }
  }
}
