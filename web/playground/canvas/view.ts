// A large tensor on a canvas. Dragging and the wheel pan; pinching and Ctrl with the wheel zoom; keys zoom and move from cell to
// cell. paint.ts paints, and camera.ts says where.
import { CELL_HEIGHT, cellAt, cornerOf, layOut, moveBy, viewHeight } from '../cells/geometry.ts';
import { type Drawn, widestOf } from '../cells/tensor.ts';
import { h } from '../dom.ts';
import { type Camera, fill, fit, pan, reveal, zoom } from './camera.ts';
import { paint } from './paint.ts';
import { type Palette, readPalette } from './palette.ts';
import { levelsOf } from './shade.ts';

const MOST_DENSITY = 2;
const FACTOR = 1.5;

/** Keys that change the view. */
const KEYS: Record<string, (view: CanvasView) => void> = {
  '+': (view) => view.zoomBy(FACTOR),
  '=': (view) => view.zoomBy(FACTOR),
  '-': (view) => view.zoomBy(1 / FACTOR),
  0: (view) => view.fit(),
};

export class CanvasView {
  element: HTMLElement;
  #drawn;
  #levelOf;
  #geometry;
  #onLook;
  #onSelect;
  #kept: Camera | null = null;
  /** Where a rectangle begins; -1: none is drawn. */ #corner = -1;
  #canvas = h('canvas');
  #context = this.#canvas.getContext('2d') as CanvasRenderingContext2D;
  #camera = { scale: 1, left: 0, top: 0 };
  #viewport;
  #lit = -1;
  #cursor = 0;
  #frame = 0;
  #palette: Palette | null = null;
  /** Fingers and buttons that are down. */ #pointers = new Map<number, { x: number; y: number }>();

  /**
   * @param onSelect places of two corners, between which cells were dragged over
   * @param before what was shown in its place: if it is of the same shape, the view stays
   */
  constructor(
    drawn: Drawn,
    label: string,
    onLook: (place: number) => void,
    onSelect: ((corner: number, other: number) => void) | null,
    before?: unknown,
  ) {
    const size = drawn.dims.reduce((n, each) => n * each, 1);
    this.#drawn = drawn;
    this.#levelOf = drawn.sourceOf && levelsOf(drawn.state, drawn.held);
    this.#onLook = onLook;
    this.#onSelect = onSelect;
    if (before instanceof CanvasView && String(before.#drawn.dims) === String(drawn.dims))
      this.#kept = before.#camera;
    this.#geometry = layOut(drawn.dims, {
      cellWidth: Math.max(34, widestOf(drawn, size) * 8 + 12),
      cellHeight: CELL_HEIGHT,
    });
    const button = (name: string, text: string, onclick: () => void) =>
      h('button', { type: 'button', 'aria-label': `${name}: ${label}`, title: name, onclick }, text);
    const box = h(
      'div',
      {
        className: 'viewport',
        role: 'application',
        tabIndex: 0,
        'aria-label': `${label}. Arrow keys move from cell to cell, plus and minus zoom, 0 shows all.${onSelect ? ' Drag with Shift to slice.' : ''}`,
      },
      this.#canvas,
    );
    this.element = h(
      'div',
      { className: 'canvas' },
      box,
      h(
        'div',
        { className: 'zoom' },
        button('Zoom in', '+', () => this.zoomBy(FACTOR)),
        button('Zoom out', '−', () => this.zoomBy(1 / FACTOR)),
        button('Show all', '⤢', () => this.fit()),
      ),
    );
    this.#viewport = { width: 0, height: viewHeight(drawn.dims) };
    box.style.height = `${this.#viewport.height}px`;
    this.#listen(box);
    // In a frame of its own: browsers report an error if an observed element is resized by its observer.
    new ResizeObserver(() => requestAnimationFrame(() => this.#resize(box))).observe(box);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.#palette = null;
      this.#invalidate();
    });
  }

  /** @param place -1: none */
  light(place: number) {
    this.#lit = place;
    this.#invalidate();
  }

  /** Pans until a cell is visible. */
  reveal(place: number) {
    const part = {
      ...cornerOf(this.#geometry, place),
      width: this.#geometry.cellWidth,
      height: this.#geometry.cellHeight,
    };
    this.#camera = reveal(this.#camera, part, this.#geometry, this.#viewport);
    this.#invalidate();
  }

  zoomBy(
    factor: number,
    point: { x: number; y: number } = { x: this.#viewport.width / 2, y: this.#viewport.height / 2 },
  ) {
    this.#camera = zoom(this.#camera, factor, point, this.#geometry, this.#viewport);
    this.#invalidate();
  }

  fit() {
    this.#camera = fit(this.#geometry, this.#viewport);
    this.#invalidate();
  }

  #listen(box: HTMLElement) {
    const at = (event: MouseEvent) => {
      const { left, top } = this.#canvas.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    box.addEventListener('pointerdown', (event) => {
      box.setPointerCapture(event.pointerId);
      this.#look(at(event));
      if (event.shiftKey && this.#onSelect) this.#corner = this.#lit;
      else this.#pointers.set(event.pointerId, at(event));
    });
    for (const end of ['pointerup', 'pointercancel'] as const)
      box.addEventListener(end, (event) => {
        this.#pointers.delete(event.pointerId);
        const corner = this.#corner;
        this.#corner = -1;
        if (end === 'pointerup' && corner >= 0 && corner !== this.#lit) this.#onSelect?.(corner, this.#lit);
      });
    box.addEventListener('pointermove', (event) => this.#move(event.pointerId, at(event)));
    box.addEventListener('wheel', (event) => this.#wheel(event, at(event)), { passive: false });
    box.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const next = moveBy(this.#geometry, this.#cursor, event.key);
      if (next === null && !(event.key in KEYS)) return;
      event.preventDefault();
      if (next === null) return KEYS[event.key](this);
      this.#cursor = next;
      this.#onLook(next);
      this.reveal(next);
    });
  }

  /** @param point of the viewport */
  #look({ x, y }: { x: number; y: number }) {
    const { scale, left, top } = this.#camera;
    const place = cellAt(this.#geometry, (x - left) / scale, (y - top) / scale);
    if (place < 0 || place === this.#lit) return;
    this.#cursor = place;
    this.#onLook(place);
  }

  /** @param id of the pointer */
  #move(id: number, to: { x: number; y: number }) {
    const from = this.#pointers.get(id);
    if (from === undefined) return this.#look(to);
    const [other] = [...this.#pointers].filter(([each]) => each !== id).map(([, point]) => point);
    this.#pointers.set(id, to);
    if (other) {
      const before = Math.hypot(from.x - other.x, from.y - other.y);
      const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
      this.zoomBy(Math.hypot(to.x - other.x, to.y - other.y) / Math.max(1, before), middle);
    }
    const share = other ? 0.5 : 1;
    this.#panBy((to.x - from.x) * share, (to.y - from.y) * share);
  }

  #wheel(event: WheelEvent, point: { x: number; y: number }) {
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const [dx, dy] = [event.deltaX * lines, event.deltaY * lines];
    const before = this.#camera;
    if (event.ctrlKey || event.metaKey) this.zoomBy(Math.exp(-dy / 200), point);
    else this.#panBy(-dx, -dy);
    const { left, top, scale } = this.#camera;
    const moved = left !== before.left || top !== before.top || scale !== before.scale;
    if (moved || event.ctrlKey) event.preventDefault(); // at the edge, the page scrolls instead
  }

  #panBy(dx: number, dy: number) {
    this.#camera = pan(this.#camera, dx, dy, this.#geometry, this.#viewport);
    this.#invalidate();
  }

  #resize(box: HTMLElement) {
    const width = box.clientWidth;
    if (width === 0) return;
    const isFirst = this.#viewport.width === 0;
    this.#viewport.width = width;
    if (isFirst) this.#camera = this.#kept ?? fill(this.#geometry, this.#viewport);
    const density = this.#density();
    this.#canvas.width = Math.round(width * density);
    this.#canvas.height = Math.round(this.#viewport.height * density);
    this.#panBy(0, 0);
  }

  #density() {
    return Math.min(MOST_DENSITY, devicePixelRatio || 1);
  }

  #invalidate() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#canvas.width === 0) return;
      this.#palette ??= readPalette(this.#context);
      const scene = {
        drawn: this.#drawn,
        geometry: this.#geometry,
        camera: this.#camera,
        palette: this.#palette,
        levelOf: this.#levelOf,
        lit: this.#lit,
        corner: this.#corner,
      };
      paint(this.#context, scene, this.#density());
    });
  }
}
