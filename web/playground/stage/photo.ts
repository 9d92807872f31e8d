// The photo that the slice cuts: cell [i, j] is a tile of it. The library cuts the pixels: each output is a strided view of the photo,
// [rows, height of a tile, columns, width of a tile], copied into an image.
import { slice } from '../../lib/index.ts';
import { h } from '../dom.ts';
import type { Result } from '../model/cut.ts';
import type { Piece } from '../model/slice.ts';
import { ownersOf } from '../model/twins.ts';
import { DRAWN } from '../pictures.ts';
import { hasPhoto, type Part } from './stage.ts';

const [{ name: NAME, width: DRAWN_WIDTH, height: DRAWN_HEIGHT, draw: drawPhoto }] = DRAWN;

/** Pixels of the photo, about; a tile has a whole number of them. */
const WIDTH = 480;
const HEIGHT = 270;
/** Outputs that have room beside each other. */
const MOST_OUTPUTS = 8;

interface Photo {
  rows: number;
  columns: number;
  /** Of a tile. */ height: number;
  width: number;
  pixels: Uint32Array<ArrayBuffer>;
}

export function makePhoto(): Part {
  let photo: Photo | null = null;
  const whole = h('canvas', { role: 'img', 'aria-label': `the picture ${NAME}, with the selected tiles` });
  const parts = h('div.row');
  return {
    element: h('div.row', whole, parts),
    *draw(result: Result) {
      if (!hasPhoto(result)) return;
      const [rows, columns] = matrixOf(result);
      parts.replaceChildren();
      if (photo?.rows !== rows || photo.columns !== columns) photo = takePhoto(rows, columns);
      yield;
      paint(whole, photo.pixels, columns * photo.width, rows * photo.height);
      fadeUntaken(whole, result, photo);
      for (const i of result.parts.keys()) {
        if (i === MOST_OUTPUTS) break;
        yield;
        parts.append(drawPart(result, i, photo));
      }
    },
  };
}

/** A list is a matrix of one row. */
const matrixOf = ({ dims }: Result) => (dims.length === 1 ? [1, ...dims] : dims);

function takePhoto(rows: number, columns: number): Photo {
  const [height, width] = [Math.ceil(HEIGHT / rows), Math.ceil(WIDTH / columns)];
  const canvas = h('canvas', { width: columns * width, height: rows * height });
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  context.scale(canvas.width / DRAWN_WIDTH, canvas.height / DRAWN_HEIGHT);
  drawPhoto(context, DRAWN_WIDTH, DRAWN_HEIGHT);
  context.globalCompositeOperation = 'destination-over'; // where the picture is transparent
  context.fillStyle = '#1c4e80';
  context.fillRect(0, 0, DRAWN_WIDTH, DRAWN_HEIGHT);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { rows, columns, height, width, pixels: new Uint32Array(data.buffer) };
}

function drawPart({ dims, walk }: Result, i: number, { rows, columns, height, width, pixels }: Photo) {
  const pieceOf = (axis: number, count: number): Piece =>
    walk.find((each) => each.axis - dims.length === axis - 2)?.pieces[i] ?? { from: 0, step: 1, count };
  const down = pieceOf(0, rows);
  const across = pieceOf(1, columns);
  const canvas = h('canvas', { role: 'img', 'aria-label': `output ${i} of the picture` });
  if (down.count * across.count === 0) return h('span.note', 'no tiles');
  const line = columns * width;
  const { data } = slice(
    {
      dims: [down.count, height, across.count, width],
      stride: [down.step * height * line, line, across.step * width, 1],
      offset: down.from * height * line + across.from * width,
      data: pixels,
    },
    '...',
  );
  paint(canvas, data, across.count * width, down.count * height);
  canvas.style.height = `${(100 * down.count) / rows}%`; // to the scale of the whole
  return canvas;
}

function paint(canvas: HTMLCanvasElement, pixels: Uint32Array<ArrayBuffer>, width: number, height: number) {
  Object.assign(canvas, { width, height });
  const bytes = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  canvas.getContext('2d')?.putImageData(new ImageData(bytes, width, height), 0, 0);
}

/** Covers the tiles that no output has. */
function fadeUntaken(canvas: HTMLCanvasElement, result: Result, { rows, columns, height, width }: Photo) {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const ownerOf = ownersOf(result);
  context.fillStyle = 'rgb(255 255 255 / 65%)';
  for (let place = 0; place < rows * columns; ++place)
    if (ownerOf(place) < 0)
      context.fillRect((place % columns) * width, Math.floor(place / columns) * height, width, height);
}
