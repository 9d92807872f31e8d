// A small picture of a cut: its input, each cell in the colour of its output. A large tensor shows its beginning.
import { paint } from '../canvas/paint.ts';
import { readPalette } from '../canvas/palette.ts';
import { CELL_HEIGHT, layOut } from '../cells/geometry.ts';
import { toDrawn } from '../cells/tensor.ts';
import { h } from '../dom.ts';
import { cut } from '../model/cut.ts';
import { parseHash } from '../model/hash.ts';
import { versions } from '../model/rows.ts';

const WIDTH = 132;
const HEIGHT = 84;
const DENSITY = 2;
const CLOSEST = 0.5;
/** Pixels per cell that can still be seen. */
const LEAST = 0.12;

export const makePicture = () =>
  h('canvas', { width: DENSITY * WIDTH, height: DENSITY * HEIGHT, 'aria-hidden': true });

export function paintPicture(canvas: HTMLCanvasElement, hash: string) {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const drawn = toDrawn(cut(parseHash(hash, versions()).state), null);
  const geometry = layOut(drawn.dims, { cellWidth: CELL_HEIGHT, cellHeight: CELL_HEIGHT });
  const scale = Math.max(LEAST, Math.min(CLOSEST, WIDTH / geometry.width, HEIGHT / geometry.height));
  const camera = { scale, left: 0, top: 0 };
  paint(context, { drawn, geometry, camera, palette: readPalette(context), lit: -1, corner: -1 }, DENSITY);
}
