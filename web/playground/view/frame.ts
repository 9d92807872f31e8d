// The frame of what a slice takes of a picture. A mouse moves, resizes or draws it. A finger drags the frame and its corners; elsewhere
// a tap brings the frame, and a finger that begins sideways or is held first draws a new one: up and down it scrolls.
import { type Box, extentOf, moved, stretched, within } from '../model/drag.ts';
import type { Result } from '../model/result.ts';
import { ARROWS, h, set } from '../page/dom.ts';
import { onDrag } from '../page/drag.ts';
import { known } from '../page/more.ts';
import type { Pixels, Scale } from './scale.ts';
import type { Change } from './view.ts';

/** How far from an edge it can be dragged, for a mouse and for a finger. */
const NEAR = { mouse: 8, touch: 20 };

export interface Shown {
  result: Result;
  pixels: Pixels;
  scale: Scale;
}

/** A place in the picture, in pixels. */
export type Place = { y: number; x: number };

/** `sides` of the box that are dragged: -1, the first; 1, the last; 0 and 0, all of it. */
type Drag = { from: Place; box: Box; sides: { y: number; x: number } };

/** What a slice takes of rows and columns. */
export function boxOf({ ranges }: Result): Box {
  const [[top, bottom], [left, right]] = (ranges ?? []).slice(0, 2).map(extentOf);
  return { top, left, bottom, right };
}

export class Frame {
  element = h('span.frame', h('i'), h('i'), h('i'), h('i'));
  isDragging;
  #shown;
  #change;
  #drag: Drag | null = null;

  /** @param pic the picture, which may have the focus @param placeAt the place below a pointer */
  constructor(
    pic: HTMLElement,
    shown: () => Shown | null,
    change: Change,
    placeAt: (event: MouseEvent) => Place,
  ) {
    this.#shown = shown;
    this.#change = change;
    const live = onDrag(pic, {
      state: () => shown()?.result.state,
      change,
      takes: (event) => {
        if (!shown()?.result.ranges) return null;
        const isMoved = this.#isNear(event, placeAt(event)) && !this.#isAll();
        return event.pointerType === 'mouse' || isMoved ? 'now' : 'unlessScrolled';
      },
      begin: (event) => {
        this.#begin(event, placeAt(event));
        pic.focus({ preventScroll: true });
      },
      move: (event) => this.#pull(placeAt(event)),
      tap: (event) => this.#center(placeAt(event)),
    });
    this.isDragging = () => live.id !== null;
    pic.addEventListener('keydown', (event) => this.#press(event));
  }

  draw({ result, pixels: { width, height } }: Shown) {
    const { top, left, bottom, right } = boxOf(result);
    this.element.hidden = bottom === top || right === left;
    set(this.element, {
      '--top': top / height,
      '--left': left / width,
      '--across': (right - left) / width,
      '--down': (bottom - top) / height,
    });
  }

  #near({ pointerType }: PointerEvent) {
    const { scale } = this.#shown() as Shown;
    const near = pointerType === 'mouse' ? NEAR.mouse : NEAR.touch;
    return { y: near / scale.y, x: near / scale.x };
  }

  #isNear(event: PointerEvent, { y, x }: Place) {
    const near = this.#near(event);
    const { top, left, bottom, right } = boxOf((this.#shown() as Shown).result);
    const isIn = y > top - near.y && y < bottom + near.y && x > left - near.x && x < right + near.x;
    return isIn && bottom > top && right > left;
  }

  /** Is it around the whole picture, except for what a step leaves out, so that it cannot be moved? */
  #isAll() {
    const { result, pixels } = this.#shown() as Shown;
    const { top, left, bottom, right } = boxOf(result);
    const [rows, columns] = (result.ranges ?? []).map(({ step }) => Math.abs(step));
    return bottom - top > pixels.height - rows && right - left > pixels.width - columns;
  }

  #begin(event: PointerEvent, from: Place) {
    const { result } = this.#shown() as Shown;
    const box = boxOf(result);
    const near = this.#near(event);
    const side = (at: number, begin: number, end: number, most: number) =>
      Math.abs(at - begin) < most ? -1 : Math.abs(at - end) < most ? 1 : 0;
    const sides = {
      y: side(from.y, box.top, box.bottom, near.y),
      x: side(from.x, box.left, box.right, near.x),
    };
    const isInside = sides.y === 0 && sides.x === 0;
    if (this.#isNear(event, from) && !(isInside && this.#isAll())) {
      this.#drag = { from, box, sides };
      return;
    }
    const [top, left] = [Math.floor(from.y), Math.floor(from.x)];
    const fresh = { top, left, bottom: top + 1, right: left + 1 };
    this.#drag = { from, box: fresh, sides: { y: 1, x: 1 } };
  }

  #pull({ y, x }: Place) {
    const { from, box, sides } = this.#drag as Drag;
    const { pixels } = this.#shown() as Shown;
    const [down, across] = [Math.round(y - from.y), Math.round(x - from.x)];
    const by = (side: number, is: number, far: number) => (side === is ? far : 0);
    const resized = {
      top: box.top + by(sides.y, -1, down),
      left: box.left + by(sides.x, -1, across),
      bottom: box.bottom + by(sides.y, 1, down),
      right: box.right + by(sides.x, 1, across),
    };
    const isMoved = sides.y === 0 && sides.x === 0;
    this.#set(isMoved ? moved(box, down, across, pixels) : within(resized, pixels), 'frame');
  }

  /** Brings the frame to a place. */
  #center({ y, x }: Place) {
    const { result, pixels } = this.#shown() as Shown;
    const box = boxOf(result);
    const down = Math.round(y - (box.top + box.bottom) / 2);
    const across = Math.round(x - (box.left + box.right) / 2);
    this.#set(moved(box, down, across, pixels), '');
  }

  #set(box: Box, gesture: string) {
    const { result } = this.#shown() as Shown;
    const [rows, columns, ...rest] = result.ranges ?? [];
    const ranges = [stretched(rows, box.top, box.bottom), stretched(columns, box.left, box.right), ...rest];
    this.#change(known().withRanges(result, ranges), gesture);
  }

  #press(event: KeyboardEvent) {
    const shown = this.#shown();
    const arrow = ARROWS[event.key];
    if (!shown?.result.ranges || !arrow) return;
    event.preventDefault();
    const [down, across] = arrow.map((each) => each * (event.shiftKey ? 10 : 1));
    const box = boxOf(shown.result);
    const bottom = Math.max(box.bottom + down, box.top + 1);
    const right = Math.max(box.right + across, box.left + 1);
    const next = event.altKey ? { ...box, bottom, right } : moved(box, down, across, shown.pixels);
    this.#set(within(next, shown.pixels), 'keys');
  }
}
