// Drags: by a mouse at once, and by a finger at once on handles. Elsewhere a finger that moves up or down scrolls, so one that drags
// begins sideways, or is held first. A captured pointer cannot get lost: a move without a button ends the drag.
import type { Change, State } from '../model/state.ts';

/** A finger that is held still for so long drags, and one that moves no farther than that is still, in pixels. */
const HOLD_MS = 350;
const STILL = 10;

interface Drags {
  /** The state that is dragged: a drag that is cancelled leaves it as it was, and one that ends makes it a step of its own. */
  state: () => State | undefined;
  change: Change;
  /** @returns whether there is something to drag: at once, or by a finger only sideways or after it was held */
  takes: (event: PointerEvent) => 'now' | 'unlessScrolled' | null;
  begin: (event: PointerEvent) => void;
  move: (event: PointerEvent) => void;
  /** A finger has touched what it would have to hold. */
  tap?: (event: PointerEvent) => void;
}

/** @returns whether something is being dragged */
export function onDrag(element: HTMLElement, { state, change, takes, begin, move, tap }: Drags) {
  let id: number | null = null;
  let before: State | undefined;
  let waiting: PointerEvent | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = (event: PointerEvent) => {
    waiting = null;
    id = event.pointerId;
    before = state();
    element.setPointerCapture(id);
    begin(event);
  };
  const stop = (isCancelled: boolean) => {
    id = null;
    const last = isCancelled ? before : state();
    if (last !== undefined) change(last, '');
  };
  const forget = () => {
    clearTimeout(timer);
    waiting = null;
  };
  /** Otherwise the browser would scroll as soon as the finger that was held moves. */
  const still = (event: Event) => id !== null && event.preventDefault();
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || id !== null) return;
    const when = takes(event);
    if (when === null) return;
    if (when === 'now' || event.pointerType === 'mouse') return start(event);
    waiting = event;
    timer = setTimeout(() => start(event), HOLD_MS);
    event.target?.addEventListener('touchmove', still, { passive: false }); // it may be replaced while it is touched
  });
  element.addEventListener('pointermove', (event) => {
    if (waiting?.pointerId === event.pointerId) {
      const [across, down] = [event.clientX - waiting.clientX, event.clientY - waiting.clientY].map(Math.abs);
      const begun = Math.max(across, down) > STILL ? waiting : null;
      if (begun) forget();
      if (begun && across > down) start(begun);
    }
    if (id !== event.pointerId) return;
    if (event.buttons === 0) stop(false);
    else move(event);
  });
  for (const name of ['pointerup', 'pointercancel'] as const)
    element.addEventListener(name, (event) => {
      if (waiting && name === 'pointerup') tap?.(event);
      forget();
      if (id === event.pointerId) stop(name === 'pointercancel');
    });
  element.addEventListener('touchmove', still, { passive: false });
  element.addEventListener('contextmenu', still);
  element.addEventListener('keydown', (event) => event.key === 'Escape' && id !== null && stop(true));
  return () => id !== null;
}
