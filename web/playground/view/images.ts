// Tensors as images: interleaved pixels, planes, or several of either. Only what is drawn is scaled down, never what is cut.
import type { Numbers } from '../model/values.ts';

export interface Drawn {
  width: number; // in pixels of the tensor
  height: number;
  image: ImageData; // perhaps with fewer
  /** Of a plane of which all pixels are the same. */
  flat: number | null;
}

export interface Made {
  dims: readonly number[];
  data: Numbers;
}

/** Pixels of a side that are drawn. */
const MOST = 720;
/** Images of a result that are drawn. */
export const MOST_IMAGES = 12;

/** @returns null: the tensor is no image */
export function imagesOf({ dims, data }: Made): Drawn[] | null {
  if (dims.includes(0)) return null;
  const white = whiteOf(data);
  const [a, b, c, d] = dims;
  const image = (
    offset: number,
    height: number,
    width: number,
    channels: number,
    pixel: number,
    line: number,
    plane: number,
  ) => draw(data, { offset, height, width, channels, pixel, line, plane, white });
  const many = (count: number, one: (i: number) => Drawn) =>
    Array.from({ length: Math.min(count, MOST_IMAGES) }, (_, i) => one(i));
  if (dims.length === 2) return [image(0, a, b, 1, 1, b, 0)];
  if (dims.length === 3 && c <= 4) return [image(0, a, b, c, c, b * c, 1)];
  if (dims.length === 3) return many(a, (i) => image(i * b * c, b, c, 1, 1, c, 0));
  if (dims.length === 4 && d <= 4) return many(a, (i) => image(i * b * c * d, b, c, d, d, c * d, 1));
  if (dims.length === 4 && a === 1) return many(b, (i) => image(i * c * d, c, d, 1, 1, d, 0));
  if (dims.length === 4 && b <= 4) return many(a, (i) => image(i * b * c * d, c, d, b, 1, d, c * d));
  return null;
}

/** What is drawn white: 1 for floats up to 1, otherwise 255. */
function whiteOf(data: Numbers) {
  if (!(data instanceof Float32Array || data instanceof Float64Array)) return 255;
  for (let i = 0; i < data.length; i += 97) if (data[i] > 1) return 255;
  return 1;
}

interface Layout {
  offset: number;
  height: number;
  width: number;
  channels: number;
  pixel: number; // elements from one pixel to the next
  line: number;
  plane: number; // from one channel to the next
  white: number;
}

function draw(data: Numbers, { offset, height, width, channels, pixel, line, plane, white }: Layout): Drawn {
  const every = Math.max(1, Math.ceil(Math.max(height, width) / MOST));
  const [rows, columns] = [Math.ceil(height / every), Math.ceil(width / every)];
  const image = new ImageData(columns, rows);
  const pixels = image.data;
  const scale = 255 / white;
  const green = channels > 2 ? plane : 0;
  const blue = channels > 2 ? 2 * plane : 0;
  let to = 0;
  for (let y = 0; y < rows; ++y) {
    let at = offset + y * every * line;
    for (let x = 0; x < columns; ++x, at += every * pixel, to += 4) {
      pixels[to] = Number(data[at]) * scale;
      pixels[to + 1] = Number(data[at + green]) * scale;
      pixels[to + 2] = Number(data[at + blue]) * scale;
      pixels[to + 3] = channels === 4 ? Number(data[at + 3 * plane]) * scale : 255;
    }
  }
  const first = Number(data[offset]);
  const isFlat = channels === 1 && rows * columns > 1 && pixels.every((value, i) => value === pixels[i % 4]);
  return { width, height, image, flat: isFlat ? first : null };
}
