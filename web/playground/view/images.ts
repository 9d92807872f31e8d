// Tensors as images: interleaved pixels, planes, or several of either; and how large a picture and its results are drawn: at the same
// scale, as large as the stage has room. Only what is drawn is scaled down, never what is cut.
import { sizeOf } from '../model/integers.ts';
import type { Made, Result } from '../model/result.ts';
import type { Numbers } from '../model/values.ts';
import type { Pixels } from '../page/pictures.ts';

/** Sizes in pixels of the tensor; the image may have fewer. `flat`: the value of a plane whose pixels are all the same. */
export type Drawn = { width: number; height: number; image: ImageData; flat: number | null };

export const CHANNELS = ['red', 'green', 'blue', 'alpha'];
/** Pixels of a side that are drawn. */
const MOST = 720;
export const MOST_IMAGES = 12;
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

/** The room of the stage in pixels, that of the ruler beside a picture, and whether the result is below what it is made of. */
export type Room = { across: number; down: number; rule: number; isNarrow: boolean };

/** Screen pixels per pixel, across and down. */
export type Scale = { x: number; y: number };

/** Above and below a picture. */
const ABOVE = 52;
const BELOW = 84;
/** Between two images. */
const GAP = 8;
/** The least width and height of an image, and of a picture, in pixels of the screen. */
const LEAST = 12;
const LEAST_PICTURE = 200;
/** A picture that is narrower or flatter than one to so many is drawn wider or higher: it would be a line. */
const SLIM = 4;

/** A picture is drawn so many times as wide and as high as it is. */
export const stretchOf = (width: number, height: number): Scale => ({
  x: Math.max(1, height / (SLIM * width)),
  y: Math.max(1, width / (SLIM * height)),
});

/** The scale of the picture, so that there is room for the result. */
export function scaleOf({ ranges }: Result, { width, height }: Pixels, room: Room): Scale {
  const { isNarrow } = room;
  const [across, down] = [room.across - room.rule, room.down - ABOVE];
  const stretch = stretchOf(width, height);
  const sides = isNarrow ? 1 : ranges ? 1.5 : 2;
  const high = (isNarrow ? down / 2 - ABOVE / 2 : down) - (ranges ? 12 : BELOW);
  const wide = (across - (isNarrow ? 0 : 48)) / sides;
  const most = Math.max(4, LEAST_PICTURE / Math.max(width * stretch.x, height * stretch.y));
  const scale = Math.min(wide / (width * stretch.x), high / (height * stretch.y), most);
  return { x: scale * stretch.x, y: scale * stretch.y };
}

/** The scale of the images of the result: that of the picture, or the largest at which all have room. */
export function fit(all: readonly Drawn[], own: Scale, { width, height }: Pixels, room: Room): Scale {
  const { isNarrow } = room;
  const [across, down] = [room.across - room.rule, room.down - ABOVE];
  const free = isNarrow ? across : across - own.x * width - 46;
  const tall = (isNarrow ? down - own.y * height - 36 : down - GAP) - BELOW;
  const wides = all.map((each) => each.width * own.x);
  const wide = Math.max(1, ...wides);
  const high = Math.max(1, ...all.map((each) => each.height * own.y));
  const sum = wides.reduce((total, each) => total + each, 0);
  const parts = all.map((_, i) => {
    const columns = i + 1;
    const rows = Math.ceil(all.length / columns);
    const needed = columns === all.length ? sum : columns * wide;
    return Math.min((free - GAP * i) / needed, (tall - GAP * (rows - 1)) / (rows * high));
  });
  const part = Math.max(Math.min(1, Math.max(0, ...parts)), 2 / Math.max(wide, high));
  const least = (size: number) => LEAST / size;
  return {
    x: Math.max(own.x * part, least(Math.max(...all.map((each) => each.width)))),
    y: Math.max(own.y * part, least(Math.max(...all.map((each) => each.height)))),
  };
}
