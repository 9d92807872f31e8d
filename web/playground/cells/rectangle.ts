// A rectangle of cells: drag with a mouse, hold and drag with a finger, or press Shift and the arrow keys, as in a spreadsheet. The cells
// may be redrawn meanwhile, so their container listens.

/** A finger that rests this long selects; one that moves sooner scrolls. */
const HOLD_MS = 350;

/**
 * @param container of cells that have `data-place`
 * @param onSelect places of two corners
 */
export function selectCells(
  container: HTMLElement,
  canSelect: () => boolean,
  onSelect: (corner: number, other: number, gesture: string, isKey: boolean) => void,
) {
  let [corner, last, gestures] = [-1, -1, 0];
  let hold: ReturnType<typeof setTimeout> | undefined;
  /** Where cells are when a drag begins: it redraws them. */ let cells: [place: number, DOMRect][] = [];
  const begin = (place: number) => {
    [corner, last] = [place, place];
    gestures += 1;
    cells = Array.from(container.querySelectorAll('.cell'), (cell) => [
      placeOf(cell),
      cell.getBoundingClientRect(),
    ]);
  };
  const end = () => {
    clearTimeout(hold);
    corner = -1;
    container.classList.remove('selecting');
  };
  const select = (place: number) => {
    if (place < 0 || place === last) return;
    last = place;
    onSelect(corner, place, `rectangle ${gestures}`, false);
  };
  container.addEventListener('pointerdown', (event) => {
    const place = placeOf(event.target);
    if (place < 0 || event.button !== 0 || !canSelect() || event.target instanceof HTMLInputElement) return;
    if (event.pointerType !== 'touch') return begin(place);
    hold = setTimeout(() => {
      container.classList.add('selecting');
      begin(place);
    }, HOLD_MS);
  });
  container.addEventListener('pointermove', (event) => {
    if (corner < 0) return;
    const place = nearest(cells, event);
    if (place !== corner) container.setPointerCapture(event.pointerId); // a click stays a click
    select(place);
  });
  for (const type of ['pointerup', 'pointercancel']) container.addEventListener(type, end);
  // The touched cell hears of a finger, even after it is redrawn.
  const moveFinger = (event: Event) => (corner < 0 ? clearTimeout(hold) : event.preventDefault());
  container.addEventListener('touchstart', ({ target }) =>
    target?.addEventListener('touchmove', moveFinger, { passive: false }),
  );
  container.addEventListener('contextmenu', (event) => corner >= 0 && event.preventDefault());
  container.addEventListener('dragstart', (event) => event.preventDefault());
  // The grid has moved the focus already. The rectangle grows from the same corner until the focus goes elsewhere without Shift.
  let [anchor, tip] = [-1, -1];
  container.addEventListener('keydown', (event) => {
    const place = placeOf(event.target);
    if (place < 0 || !event.key.startsWith('Arrow')) return;
    if (!event.shiftKey || !canSelect()) {
      tip = -1;
      return;
    }
    if (place !== tip) {
      anchor = place;
      gestures += 1;
    }
    tip = placeOf(document.activeElement);
    if (tip !== place) onSelect(anchor, tip, `rectangle ${gestures}`, true);
  });
  container.addEventListener('pointerdown', () => {
    tip = -1;
  });
}

/** The place of the cell that an event is about; -1: none. */
export function placeOf(target: unknown): number {
  const cell = target instanceof Element ? target.closest('.cell') : null;
  return cell instanceof HTMLElement ? Number(cell.dataset.place) : -1;
}

/** The box that is nearest to a point. @param boxes one at least */
function nearest(boxes: readonly [number, DOMRect][], { clientX: x, clientY: y }: MouseEvent) {
  const far = ([, box]: [number, DOMRect]) =>
    Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  return boxes.reduce((best, each) => (far(each) < far(best) ? each : best))[0];
}
