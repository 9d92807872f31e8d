// The selected rectangle of a picture: drawn, moved and resized with mouse, pen, finger or keyboard. A finger beside it scrolls the
// page.
import { h } from '../../dom.ts';

/** In pixels of the picture, half-open. */
type Rectangle = { top: number; bottom: number; left: number; right: number };
type Point = { y: number; x: number };

/** Where keys move the rectangle, or with Shift its lower right corner: down, right. */
const KEYS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const CORNERS = ['top left', 'top right', 'bottom left', 'bottom right'];
const HELP = 'Arrow keys move it, Shift and arrow keys resize it, Ctrl makes steps of one pixel.';

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/**
 * @param frame around the canvas, which fills it
 * @param onChange also while it is dragged
 */
export function drawSelection(
  frame: HTMLElement,
  canvas: HTMLCanvasElement,
  onChange: (selected: Rectangle) => void,
) {
  let selected: Rectangle = { top: 0, bottom: 1, left: 0, right: 1 };
  const corners = CORNERS.map((corner) =>
    h('span', { className: `corner ${corner}`, 'data-corner': corner }),
  );
  const props = { className: 'selection', role: 'application', tabIndex: 0 };
  const element = h('div', { ...props, 'aria-roledescription': 'rectangle' }, ...corners);
  frame.append(element);

  frame.addEventListener('pointerdown', (event) => {
    const target = event.target as HTMLElement;
    const isBeside = !element.contains(target);
    if (event.button !== 0 || (isBeside && event.pointerType === 'touch')) return;
    event.preventDefault();
    element.focus({ preventScroll: true });
    frame.setPointerCapture(event.pointerId);
    const before = selected;
    const start = placeOf(event);
    const { corner } = target.dataset;
    const fixed = isBeside ? start : corner && oppositeTo(corner);
    const ending = new AbortController();
    const { signal } = ending;
    const move = (moved: PointerEvent) => {
      const { y, x } = placeOf(moved);
      onChange(fixed ? between(fixed, { y, x }) : shifted(before, y - start.y, x - start.x));
    };
    frame.addEventListener('pointermove', move, { signal });
    for (const name of ['pointerup', 'pointercancel'])
      frame.addEventListener(name, () => ending.abort(), { signal });
  });

  element.addEventListener('keydown', (event) => {
    const direction = KEYS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const { width, height } = canvas;
    const step = event.ctrlKey ? 1 : Math.max(1, Math.round(Math.min(width, height) / 50));
    const [down, across] = direction.map((each) => each * step);
    if (!event.shiftKey) return onChange(shifted(selected, down, across));
    const bottom = clamp(selected.bottom + down, selected.top + 1, height);
    const right = clamp(selected.right + across, selected.left + 1, width);
    onChange({ ...selected, bottom, right });
  });

  /** A pixel of the picture. */
  function placeOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return {
      y: clamp(Math.round(((clientY - top) / height) * canvas.height), 0, canvas.height),
      x: clamp(Math.round(((clientX - left) / width) * canvas.width), 0, canvas.width),
    };
  }

  const oppositeTo = (corner: string): Point => ({
    y: corner.startsWith('top') ? selected.bottom : selected.top,
    x: corner.endsWith('left') ? selected.right : selected.left,
  });

  /** At least one pixel. */
  function between(a: Point, b: Point): Rectangle {
    const top = Math.min(a.y, b.y, canvas.height - 1);
    const left = Math.min(a.x, b.x, canvas.width - 1);
    return { top, left, bottom: Math.max(a.y, b.y, top + 1), right: Math.max(a.x, b.x, left + 1) };
  }

  /** Within the picture. */
  function shifted({ top, bottom, left, right }: Rectangle, down: number, across: number): Rectangle {
    const y = clamp(down, -top, canvas.height - bottom);
    const x = clamp(across, -left, canvas.width - right);
    return { top: top + y, bottom: bottom + y, left: left + x, right: right + x };
  }

  return (shown: Rectangle) => {
    selected = shown;
    const { top, bottom, left, right } = shown;
    const { width, height } = canvas;
    const [above, below] = [top, height - bottom].map((rows) => `${(100 * rows) / height}%`);
    const [before, after] = [left, width - right].map((columns) => `${(100 * columns) / width}%`);
    element.style.inset = `${above} ${after} ${below} ${before}`;
    const places = `rows ${top} to ${bottom}, columns ${left} to ${right}`;
    element.setAttribute('aria-label', `Selection: ${places}. ${HELP}`);
  };
}
