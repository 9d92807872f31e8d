// One pixel, marked in the picture and in the result: the one that is pointed at, otherwise one of those that are taken.
import type { Result } from '../model/result.ts';
import { placeIn, type Range } from '../model/slice.ts';
import { h, set, write } from '../page/dom.ts';
import type { Place, Shown } from './frame.ts';

export class Pin {
  element = h('span.pin');
  /** What is said of the pixel, and of memory. */
  #place = h('span.m');
  #value = h('span.m');
  #memory = h('li');
  facts = h('ul.facts', h('li', 'pixel ', this.#value), h('li', this.#place), this.#memory);

  /** @param twin the same mark in the result @param at what is pointed at */
  draw({ result, pixels }: Shown, twin: HTMLElement, at: Place | null = null) {
    const { ranges } = result;
    this.element.hidden = ranges === null;
    if (ranges === null) return;
    write(this.#memory, result.memory.says);
    const [rows, columns] = ranges;
    const [i, j] = at
      ? [Math.floor(at.y), Math.floor(at.x)]
      : [
          rows.from + rows.step * Math.floor(rows.count / 2.6),
          columns.from + columns.step * Math.floor(columns.count / 1.65),
        ];
    this.element.hidden = i < 0 || j < 0 || i >= pixels.height || j >= pixels.width;
    set(this.element, { '--y': (i + 0.5) / pixels.height, '--x': (j + 0.5) / pixels.width });
    const [a, b] = [placeIn(rows, i), placeIn(columns, j)];
    const isTaken = a >= 0 && b >= 0;
    twin.hidden = !isTaken || !isFlat(rows, columns);
    set(twin, { '--y': (a + 0.5) / rows.count, '--x': (b + 0.5) / columns.count });
    write(this.#place, `[${i}, ${j}] ${isTaken ? `→ [${a}, ${b}]` : 'is not taken'}`);
    const first = 4 * (i * pixels.width + j);
    const value = Array.from(pixels.data.subarray(first, first + 4));
    const swatch = h('span.swatch');
    swatch.style.background = `rgb(${value.slice(0, 3).join(' ')})`;
    if (value.length === 4) this.#value.replaceChildren(swatch, value.join(', '));
  }
}

/** The pixel of the picture that is at a place of the result, given as parts of its height and width. */
export function sourceOf({ ranges }: Result, down: number, across: number): Place | null {
  const [rows, columns] = ranges ?? [];
  if (!isFlat(rows, columns)) return null;
  const index = ({ from, step, count }: Range, part: number) =>
    from + step * Math.min(count - 1, Math.max(0, Math.floor(part * count)));
  return { y: index(rows, down), x: index(columns, across) };
}

/** Whether the result has rows and columns. */
const isFlat = (rows: Range, columns: Range) =>
  !rows.drops && !columns.drops && rows.count * columns.count > 0;
