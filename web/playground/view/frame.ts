// The frame of what a slice takes of a picture, and the pixel that is pointed at. frame_drags.ts moves it.
import { sizeOf } from '../model/integers.ts';
import type { Result } from '../model/result.ts';
import { extentOf, placeIn, type Range } from '../model/slice.ts';
import { h, set, write } from '../page/dom.ts';
import type { Pixels } from '../page/pictures.ts';
import { sayBytes } from '../page/say.ts';
import type { Scale } from './images.ts';

export type Shown = { result: Result; pixels: Pixels; scale: Scale };
/** A place in the picture, in pixels. */
export type Place = { y: number; x: number };
export type Box = { top: number; left: number; bottom: number; right: number };

/** The rows and columns that a slice takes. */
export function boxOf({ ranges }: Result): Box {
  const [[top, bottom], [left, right]] = (ranges ?? []).slice(0, 2).map(extentOf);
  return { top, left, bottom, right };
}

/** The frame. */
export function makeFrame() {
  const element = h('span.frame', h('i'), h('i'), h('i'), h('i'));
  return {
    element,
    draw({ result, pixels: { width, height } }: Shown) {
      const { top, left, bottom, right } = boxOf(result);
      element.hidden = bottom === top || right === left;
      set(element, {
        '--top': top / height,
        '--left': left / width,
        '--across': (right - left) / width,
        '--down': (bottom - top) / height,
      });
    },
  };
}

export type Pin = ReturnType<typeof makePin>;

/** One pixel, marked in the picture and in the result: the one that is pointed at, otherwise one of those that are taken. */
export function makePin() {
  const element = h('span.pin');
  const twin = h('span.pin', { hidden: true }); // in the result
  const place = h('span.m');
  const value = h('span.m');
  const memory = h('li');
  const facts = h('ul.facts', h('li', 'pixel ', value), h('li', place), memory);

  /** @param at the place that is pointed at */
  function draw({ result, pixels }: Shown, at: Place | null) {
    const { ranges } = result;
    element.hidden = ranges === null;
    if (ranges === null) return;
    const [{ dims }] = result.outputs;
    write(memory, `${sayBytes(sizeOf(dims))} of ${sayBytes(sizeOf(result.whole))}`);
    const [rows, columns] = ranges;
    const within = ({ from, step, count }: Range, part: number) => from + step * Math.floor(count / part);
    const i = at ? Math.floor(at.y) : within(rows, 2.6);
    const j = at ? Math.floor(at.x) : within(columns, 1.65);
    element.hidden = i < 0 || j < 0 || i >= pixels.height || j >= pixels.width;
    set(element, { '--y': (i + 0.5) / pixels.height, '--x': (j + 0.5) / pixels.width });
    const [a, b] = [placeIn(rows, i), placeIn(columns, j)];
    const isTaken = a >= 0 && b >= 0;
    twin.hidden = !isTaken || !isFlat(rows, columns);
    set(twin, { '--y': (a + 0.5) / rows.count, '--x': (b + 0.5) / columns.count });
    write(place, `[${i}, ${j}] ${isTaken ? `→ [${a}, ${b}]` : 'is not taken'}`);
    const first = 4 * (i * pixels.width + j);
    const held = Array.from(pixels.data.subarray(first, first + 4));
    const swatch = h('span.swatch');
    swatch.style.background = `rgb(${held.slice(0, 3).join(' ')})`;
    if (held.length === 4) value.replaceChildren(swatch, held.join(', '));
  }
  return { element, twin, facts, draw };
}

/** Whether the result has rows and columns. */
export const isFlat = (rows: Range, columns: Range) =>
  !rows.drops && !columns.drops && rows.count * columns.count > 0;
