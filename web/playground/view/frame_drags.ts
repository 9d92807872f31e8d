// Moves the frame of what a slice takes of a picture. A mouse moves, resizes or draws it. A finger drags the frame and its corners;
// elsewhere a tap brings the frame, and a finger that begins sideways or is held first draws a new one: up and down it scrolls.
import { stretched, withRanges } from '../model/lists.ts';
import type { Result } from '../model/result.ts';
import type { Range } from '../model/slice.ts';
import { type Change, DRAG } from '../model/state.ts';
import { ARROWS } from '../page/dom.ts';
import { onDrag } from '../page/drag.ts';
import type { Pixels } from '../page/pictures.ts';
import { type Box, boxOf, isFlat, type Pin, type Place, type Shown } from './frame.ts';

/** A new frame begins when the pointer has moved so far, in pixels. */
const LEAST = 4;
/** The cursor of each side or corner of the frame. */
const CURSORS = ['nwse-resize', 'ns-resize', 'nesw-resize', 'ew-resize', 'move'];
/** The distance from an edge at which it can be dragged, for a mouse and for a finger. */
const NEAR = { mouse: 8, touch: 20 };

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** A box that has moved, but not beyond the picture. */
function moved({ top, left, bottom, right }: Box, down: number, across: number, size: Pixels): Box {
  const y = clamp(down, -top, size.height - bottom);
  const x = clamp(across, -left, size.width - right);
  return { top: top + y, left: left + x, bottom: bottom + y, right: right + x };
}

/** The same box with its sides in order, within the picture, with at least one pixel. */
function within(box: Box, { height, width }: Pixels): Box {
  const top = clamp(Math.min(box.top, box.bottom), 0, height - 1);
  const left = clamp(Math.min(box.left, box.right), 0, width - 1);
  const bottom = clamp(Math.max(box.top, box.bottom), top + 1, height);
  return { top, left, bottom, right: clamp(Math.max(box.left, box.right), left + 1, width) };
}

/** The pixel of the picture that is at a place of the result, given as parts of its height and width. */
function sourceOf({ ranges }: Result, down: number, across: number): Place | null {
  const [rows, columns] = ranges ?? [];
  if (!isFlat(rows, columns)) return null;
  const index = ({ from, step, count }: Range, part: number) =>
    from + step * Math.min(count - 1, Math.max(0, Math.floor(part * count)));
  return { y: index(rows, down), x: index(columns, across) };
}

/** @param pic the picture, which may have the focus @param images the result @returns whether the frame is dragged */
export function moveFrame(
  pic: HTMLElement,
  images: HTMLElement,
  pin: Pin,
  shown: () => Shown | null,
  change: Change,
) {
  /** `y` and `x`: the sides of the box that are dragged: -1, the first; 1, the last; 0 and 0, all of it. */
  let drag: { from: Place; box: Box; y: number; x: number; isNew: boolean } | null = null;

  const placeAt = ({ clientX, clientY }: MouseEvent): Place => {
    const { left, top, width, height } = pic.getBoundingClientRect();
    const { pixels } = shown() as Shown;
    return { y: ((clientY - top) / height) * pixels.height, x: ((clientX - left) / width) * pixels.width };
  };
  const showPin = (at: Place | null) => {
    const now = shown();
    if (now && !isDragging()) pin.draw(now, at);
  };
  pic.addEventListener('pointerleave', () => showPin(null));
  images.addEventListener('pointermove', ({ target, clientX, clientY }) => {
    const plate = pin.twin.parentElement;
    const result = shown()?.result;
    if (!result?.ranges || !plate?.contains(target as Node)) return;
    const { left, top, width, height } = plate.getBoundingClientRect();
    const source = sourceOf(result, (clientY - top) / height, (clientX - left) / width);
    if (source) showPin(source);
  });

  const isDragging = onDrag(pic, {
    state: () => shown()?.result.state,
    change,
    takes: (event) => {
      const now = shown();
      if (!now?.result.ranges) return null;
      const isMoved = isNear(now, event) && !isAll(now);
      return event.pointerType === 'mouse' || isMoved ? 'now' : 'unlessScrolled';
    },
    begin: (event) => {
      drag = dragAt(shown() as Shown, event);
      pic.focus({ preventScroll: true });
    },
    move: (event) => pull(shown() as Shown, placeAt(event)),
    tap: (event) => center(shown() as Shown, placeAt(event)),
  });

  const nearOf = ({ scale }: Shown, { pointerType }: PointerEvent) => {
    const near = pointerType === 'mouse' ? NEAR.mouse : NEAR.touch;
    return { y: near / scale.y, x: near / scale.x };
  };

  const isNear = (now: Shown, event: PointerEvent) => {
    const near = nearOf(now, event);
    const { y, x } = placeAt(event);
    const { top, left, bottom, right } = boxOf(now.result);
    const isIn = y > top - near.y && y < bottom + near.y && x > left - near.x && x < right + near.x;
    return isIn && bottom > top && right > left;
  };

  /** Is it around the whole picture, except for what a step leaves out, so that it cannot be moved? */
  const isAll = ({ result, pixels }: Shown) => {
    const { top, left, bottom, right } = boxOf(result);
    const [rows, columns] = (result.ranges ?? []).map(({ step }) => Math.abs(step));
    return bottom - top > pixels.height - rows && right - left > pixels.width - columns;
  };

  const dragAt = (now: Shown, event: PointerEvent) => {
    const from = placeAt(event);
    const box = boxOf(now.result);
    const near = nearOf(now, event);
    const side = (at: number, begin: number, end: number, most: number) =>
      Math.abs(at - begin) < most ? -1 : Math.abs(at - end) < most ? 1 : 0;
    const y = side(from.y, box.top, box.bottom, near.y);
    const x = side(from.x, box.left, box.right, near.x);
    if (isNear(now, event) && (y !== 0 || x !== 0 || !isAll(now))) return { from, box, y, x, isNew: false };
    const [top, left] = [Math.floor(from.y), Math.floor(from.x)];
    return { from, box: { top, left, bottom: top + 1, right: left + 1 }, y: 1, x: 1, isNew: true };
  };

  const pull = (now: Shown, at: Place) => {
    if (!drag) return;
    const { from, box, y, x, isNew } = drag;
    const [down, across] = [Math.round(at.y - from.y), Math.round(at.x - from.x)];
    const { scale } = now;
    if (isNew && Math.hypot((at.y - from.y) * scale.y, (at.x - from.x) * scale.x) < LEAST) return;
    drag.isNew = false;
    const resized = {
      top: box.top + (y < 0 ? down : 0),
      left: box.left + (x < 0 ? across : 0),
      bottom: box.bottom + (y > 0 ? down : 0),
      right: box.right + (x > 0 ? across : 0),
    };
    const isMoved = y === 0 && x === 0;
    put(now, isMoved ? moved(box, down, across, now.pixels) : within(resized, now.pixels), DRAG);
  };

  /** Brings the frame to a place. */
  const center = (now: Shown, { y, x }: Place) => {
    const box = boxOf(now.result);
    const down = Math.round(y - (box.top + box.bottom) / 2);
    const across = Math.round(x - (box.left + box.right) / 2);
    put(now, moved(box, down, across, now.pixels), '');
  };

  const put = ({ result }: Shown, box: Box, gesture: string) => {
    const [rows, columns, ...rest] = result.ranges ?? [];
    const ranges = [stretched(rows, box.top, box.bottom), stretched(columns, box.left, box.right), ...rest];
    change(withRanges(result, ranges), gesture);
  };

  pic.addEventListener('pointermove', (event) => {
    if (shown()) showPin(placeAt(event));
    const now = shown();
    if (!now?.result.ranges || isDragging()) return;
    const { y, x, isNew } = dragAt(now, event);
    pic.style.cursor = isNew
      ? 'crosshair'
      : CURSORS[Math.abs(3 * y + x) === 4 ? 0 : y * x < 0 ? 2 : y !== 0 ? 1 : x !== 0 ? 3 : 4];
  });
  pic.addEventListener('keydown', (event) => {
    const now = shown();
    const arrow = ARROWS[event.key];
    if (!now?.result.ranges || !arrow) return;
    event.preventDefault();
    const [down, across] = arrow.map((each) => each * (event.shiftKey ? 10 : 1));
    const box = boxOf(now.result);
    const bottom = Math.max(box.bottom + down, box.top + 1);
    const right = Math.max(box.right + across, box.left + 1);
    const next = event.altKey ? { ...box, bottom, right } : moved(box, down, across, now.pixels);
    put(now, within(next, now.pixels), 'keys');
  });

  return isDragging;
}
