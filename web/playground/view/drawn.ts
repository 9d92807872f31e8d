// Tensors as images: interleaved pixels, planes, or several of either. Only what is drawn is scaled down, never what is cut.
import { sizeOf } from '../model/integers.ts';
import type { Made } from '../model/result.ts';
import type { Numbers } from '../model/values.ts';
import { type Drawn, MOST_IMAGES } from './images.ts';

/** Pixels of a side that are drawn. */
const MOST = 720;
const MOST_CHANNELS = 4;

/** `pixel`, `plane`: elements from one pixel to the next, and from one channel to the next. */
type Layout = [height: number, width: number, channels: number, pixel: number, plane: number];

function layoutOf(dims: readonly number[]): Layout | null {
  const [a, b, c, d] = dims;
  if (dims.length === 2) return [a, b, 1, 1, 0];
  if (dims.length === 3) return c <= MOST_CHANNELS ? [a, b, c, c, 1] : [b, c, 1, 1, 0];
  if (dims.length !== 4) return null;
  if (d <= MOST_CHANNELS) return [b, c, d, d, 1];
  if (a === 1) return [c, d, 1, 1, 0];
  return b <= MOST_CHANNELS ? [c, d, b, 1, c * d] : null;
}

/** @returns null: the tensor is no image */
export function imagesOf({ dims, data }: Made): Drawn[] | null {
  const layout = layoutOf(dims);
  if (layout === null || dims.includes(0)) return null;
  const [height, width, channels] = layout;
  const size = height * width * channels;
  const count = Math.min(sizeOf(dims) / size, MOST_IMAGES);
  const white = whiteOf(data);
  return Array.from({ length: count }, (_, i) => draw(data, i * size, layout, white));
}

/** The value of white: 1 for floats up to 1, otherwise 255. */
function whiteOf(data: Numbers) {
  if (!(data instanceof Float32Array || data instanceof Float64Array)) return 255;
  for (let i = 0; i < data.length; i += 97) if (data[i] > 1) return 255;
  return 1;
}

function draw(data: Numbers, offset: number, layout: Layout, white: number): Drawn {
  const [height, width, channels, pixel, plane] = layout;
  const every = Math.max(1, Math.ceil(Math.max(height, width) / MOST));
  const [rows, columns] = [Math.ceil(height / every), Math.ceil(width / every)];
  const image = new ImageData(columns, rows);
  const pixels = image.data;
  const scale = 255 / white;
  const [green, blue] = channels > 2 ? [plane, 2 * plane] : [0, 0];
  let to = 0;
  for (let y = 0; y < rows; ++y) {
    let at = offset + y * every * width * pixel;
    for (let x = 0; x < columns; ++x, at += every * pixel, to += 4) {
      pixels[to] = Number(data[at]) * scale;
      pixels[to + 1] = Number(data[at + green]) * scale;
      pixels[to + 2] = Number(data[at + blue]) * scale;
      pixels[to + 3] = channels === 4 ? Number(data[at + 3 * plane]) * scale : 255;
    }
  }
  const isFlat = channels === 1 && rows * columns > 1 && pixels.every((value, i) => value === pixels[i % 4]);
  return { width, height, image, flat: isFlat ? Number(data[offset]) : null };
}
