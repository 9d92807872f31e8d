// How large a picture and its results are drawn: at the same scale, as large as the stage has room.
import type { Result } from '../model/result.ts';
import type { Pixels } from '../page/pictures.ts';

/** Sizes in pixels of the tensor; the image may have fewer. `flat`: the value of a plane whose pixels are all the same. */
export type Drawn = { width: number; height: number; image: ImageData; flat: number | null };

export const CHANNELS = ['red', 'green', 'blue', 'alpha'];
export const MOST_IMAGES = 12;
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
  const high = isNarrow ? (down - ABOVE - (ranges ? 24 : BELOW)) / 2 : down - (ranges ? 12 : BELOW);
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
