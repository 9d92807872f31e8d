// How large a picture and its results are drawn: at the same scale, as large as the stage has room.
import type { Result } from '../model/result.ts';
import type { Drawn } from './images.ts';
import type { Room } from './room.ts';

export interface Pixels {
  name: string;
  url: string; // where the code reads it
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** Screen pixels per pixel, across and down. */
export type Scale = { x: number; y: number };

/** What is above and below a picture. */
const ABOVE = 52;
const BELOW = 84;
/** Between two images. */
const GAP = 8;
/** A picture that is narrower or flatter than one to so many is drawn wider or higher: it would be a line. */
const SLIM = 4;

/** How many times as wide and as high a picture is drawn. */
export const stretchOf = (width: number, height: number): Scale => ({
  x: Math.max(1, height / (SLIM * width)),
  y: Math.max(1, width / (SLIM * height)),
});

/** Of the picture, so that there is room for the result. */
export function scaleOf({ ranges }: Result, { width, height }: Pixels, room: Room): Scale {
  const { isNarrow } = room;
  const [across, down] = [room.across - room.rule, room.down - ABOVE];
  const stretch = stretchOf(width, height);
  const sides = isNarrow ? 1 : ranges ? 1.5 : 2;
  const high = (isNarrow ? down / 2 - ABOVE / 2 : down) - (ranges ? 12 : BELOW);
  const wide = (across - (isNarrow ? 0 : 48)) / sides;
  const scale = Math.min(wide / (width * stretch.x), high / (height * stretch.y), 4);
  return { x: scale * stretch.x, y: scale * stretch.y };
}

/** Of the images of the result: that of the picture, or the largest at which all have room. */
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
  return { x: own.x * part, y: own.y * part };
}
