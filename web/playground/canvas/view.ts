// A large tensor on a canvas. Dragging and the wheel pan; pinching and Ctrl with the wheel zoom; keys zoom and move from cell to
// cell. paint.ts paints, and camera.ts says where.
import { CELL_HEIGHT, cellAt, cornerOf, layOut, moveBy, viewHeight } from '../cells/geometry.ts';
import { type Drawn, widestOf } from '../cells/tensor.ts';
import { h } from '../dom.ts';
import { sizeOf } from '../model/integers.ts';
import { type Camera, type Extents, fill, fit, type Point, pan, reveal, zoom } from './camera.ts';
import { paint, type Scene } from './paint.ts';
import { type Palette, readPalette } from './palette.ts';

const MOST_DENSITY = 2;
const FACTOR = 1.5;

/** Pixels of the device per pixel of the page. */
const densityOf = () => Math.min(MOST_DENSITY, devicePixelRatio || 1);

/** What changes the view: buttons, and the keys for the same. */
const ACTIONS: readonly { name: string; sign: string; keys: string[]; act: (view: CanvasView) => void }[] = [
  { name: 'Zoom in', sign: '+', keys: ['+', '='], act: (view) => view.zoomBy(FACTOR) },
  { name: 'Zoom out', sign: '−', keys: ['-'], act: (view) => view.zoomBy(1 / FACTOR) },
  { name: 'Show all', sign: '⤢', keys: ['0'], act: (view) => view.fit() },
];

export class CanvasView {
  element: HTMLElement;
  #onLook;
  #onSelect;
  #kept: Camera | null = null;
  #canvas = h('canvas');
  #context = this.#canvas.getContext('2d') as CanvasRenderingContext2D;
  #scene: Omit<Scene, 'palette'>;
  #extents: Extents;
  #cursor = 0;
  #frame = 0;
  #palette: Palette | null = null;
  /** Fingers and buttons that are down. */ #pointers = new Map<number, Point>();

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
    this.#onLook = onLook;
    this.#onSelect = onSelect;
    if (before instanceof CanvasView && String(before.#scene.drawn.dims) === String(drawn.dims))
      this.#kept = before.#scene.camera;
    const cellWidth = Math.max(34, widestOf(drawn, sizeOf(drawn.dims)) * 8 + 12);
    const geometry = layOut(drawn.dims, { cellWidth, cellHeight: CELL_HEIGHT });
    const camera = { scale: 1, left: 0, top: 0 };
    this.#scene = { drawn, geometry, camera, lit: -1, corner: -1 };
    const buttons = ACTIONS.map(({ name, sign, act }) => {
      const props = {
        type: 'button',
        'aria-label': `${name}: ${label}`,
        title: name,
        onclick: () => act(this),
      };
      return h('button', props, sign);
    });
    const box = h(
      'div.viewport',
      {
        role: 'application',
        tabIndex: 0,
        'aria-label': `${label}. Arrow keys move from cell to cell, plus and minus zoom, 0 shows all.${onSelect ? ' Drag with Shift to slice.' : ''}`,
      },
      this.#canvas,
    );
    this.element = h('div.canvas', box, h('div.zoom.row', ...buttons));
    const height = viewHeight(drawn.dims);
    this.#extents = { drawing: geometry, viewport: { width: 0, height } };
    box.style.height = `${height}px`;
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
    this.#scene.lit = place;
    this.#invalidate();
  }

  /** Pans until a cell is visible. */
  reveal(place: number) {
    const { cellWidth: width, cellHeight: height } = this.#scene.geometry;
    this.#moveTo(
      reveal(this.#scene.camera, { ...cornerOf(this.#scene.geometry, place), width, height }, this.#extents),
    );
  }

  zoomBy(factor: number, point?: Point) {
    const { width, height } = this.#extents.viewport;
    this.#moveTo(zoom(this.#scene.camera, factor, point ?? { x: width / 2, y: height / 2 }, this.#extents));
  }

  fit() {
    this.#moveTo(fit(this.#extents));
  }

  #moveTo(camera: Camera) {
    this.#scene.camera = camera;
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
      if (event.shiftKey && this.#onSelect) this.#scene.corner = this.#scene.lit;
      else this.#pointers.set(event.pointerId, at(event));
    });
    for (const end of ['pointerup', 'pointercancel'] as const)
      box.addEventListener(end, (event) => {
        this.#pointers.delete(event.pointerId);
        const corner = this.#scene.corner;
        this.#scene.corner = -1;
        if (end === 'pointerup' && corner >= 0 && corner !== this.#scene.lit)
          this.#onSelect?.(corner, this.#scene.lit);
      });
    box.addEventListener('pointermove', (event) => this.#move(event.pointerId, at(event)));
    box.addEventListener('wheel', (event) => this.#wheel(event, at(event)), { passive: false });
    box.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const next = moveBy(this.#scene.geometry, this.#cursor, event.key);
      const action = ACTIONS.find(({ keys }) => keys.includes(event.key));
      if (next === null && !action) return;
      event.preventDefault();
      if (next === null) return action?.act(this);
      this.#cursor = next;
      this.#onLook(next);
      this.reveal(next);
    });
  }

  /** @param point of the viewport */
  #look({ x, y }: Point) {
    const { scale, left, top } = this.#scene.camera;
    const place = cellAt(this.#scene.geometry, (x - left) / scale, (y - top) / scale);
    if (place < 0 || place === this.#scene.lit) return;
    this.#cursor = place;
    this.#onLook(place);
  }

  /** @param id of the pointer */
  #move(id: number, to: Point) {
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

  #wheel(event: WheelEvent, point: Point) {
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const [dx, dy] = [event.deltaX * lines, event.deltaY * lines];
    const before = this.#scene.camera;
    if (event.ctrlKey || event.metaKey) this.zoomBy(Math.exp(-dy / 200), point);
    else this.#panBy(-dx, -dy);
    const { left, top, scale } = this.#scene.camera;
    const moved = left !== before.left || top !== before.top || scale !== before.scale;
    if (moved || event.ctrlKey) event.preventDefault(); // at the edge, the page scrolls instead
  }

  #panBy(dx: number, dy: number) {
    this.#moveTo(pan(this.#scene.camera, dx, dy, this.#extents));
  }

  #resize(box: HTMLElement) {
    const width = box.clientWidth;
    if (width === 0) return;
    const { viewport } = this.#extents;
    const isFirst = viewport.width === 0;
    viewport.width = width;
    if (isFirst) this.#scene.camera = this.#kept ?? fill(this.#extents);
    this.#canvas.width = Math.round(width * densityOf());
    this.#canvas.height = Math.round(viewport.height * densityOf());
    this.#panBy(0, 0);
  }

  #invalidate() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#canvas.width === 0) return;
      this.#palette ??= readPalette(this.#context);
      paint(this.#context, { ...this.#scene, palette: this.#palette }, densityOf());
    });
  }
}
