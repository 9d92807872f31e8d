// A small picture of a cut: its input, each cell in the colour of its output. A large tensor shows its beginning.
import { layOut, partsBetween } from '../cells/geometry.ts';
import { h } from '../dom.ts';
import { COLOURS, cut } from '../model/cut.ts';
import { parseHash } from '../model/hash.ts';
import { versions } from '../model/rows.ts';
import { ownersOf } from '../model/twins.ts';

const WIDTH = 132;
const HEIGHT = 84;
const CELL = 30;
const CLOSEST = 0.5;
/** Pixels per cell that can still be seen. */
const LEAST = 0.12;

export const makePicture = () => h('canvas', { width: 2 * WIDTH, height: 2 * HEIGHT, 'aria-hidden': true });

export function paintPicture(canvas: HTMLCanvasElement, hash: string) {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
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
