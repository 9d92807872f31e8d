// A small tensor as HTML elements: an ARIA grid with arrow keys, laid out by geometry.ts.
import { h } from '../dom.ts';
import { sizeOf } from '../model/integers.ts';
import type { Work } from '../pieces.ts';
import { CELL_HEIGHT, cornerOf, type Geometry, layOut, matricesOf, moveBy } from './geometry.ts';
import { placeOf } from './rectangle.ts';
import { colourOf, type Drawn, widestOf } from './tensor.ts';

/** Larger tensors are drawn on a canvas. */
export const MOST_ELEMENTS = 400;

const NARROWEST = 34;
const CHARACTER = 8;
const MARK_CHARACTER = 7.5;
const HEAD = 22;
const HEAD_CHARACTER = 7;
/** Space for the indices beside a matrix. */
const MARGIN = { x: 26, y: 20 };
const ROW_TICK = 20;

/** How wide the tag at the left edge of a cell is, with the number of its part; 0: there is none. */
export const tagWidth = ({ mark }: Drawn) => (mark === 0 ? 0 : 6 + MARK_CHARACTER * mark);

/** Where the cells of a small tensor are, and how much room it takes with its indices. */
export function layOutGrid(drawn: Drawn) {
  const room = 18 + tagWidth(drawn);
  const cellWidth = Math.max(NARROWEST, Math.ceil(widestOf(drawn, sizeOf(drawn.dims)) * CHARACTER + room));
  const last = drawn.dims.slice(0, -2).map((count) => count - 1); // the longest index, as numbers go
  const headWidth = headOf(last).length * HEAD_CHARACTER;
  const geometry = layOut(drawn.dims, { cellWidth, cellHeight: CELL_HEIGHT, head: HEAD, headWidth });
  const margin = { x: drawn.dims.length > 1 ? MARGIN.x : 0, y: drawn.dims.length > 0 ? MARGIN.y : 0 };
  return { geometry, margin, width: geometry.width + margin.x, height: geometry.height + margin.y };
}

/** A small tensor on the page. It is drawn again in place, so that a cell keeps the focus. */
export class Grid {
  element = h('div.grid', { role: 'grid' });
  cells: HTMLElement[] = [];
  #layout: ReturnType<typeof layOutGrid> | null = null;
  #isEditable;

  /**
   * @param onLook a cell is pointed at, tapped or focused
   * @param onEdit Enter or a double click
   */
  constructor(onLook: (place: number) => void, onEdit: ((place: number) => void) | null) {
    this.#isEditable = onEdit !== null;
    const { element } = this;
    const look = ({ target }: Event) => placeOf(target) >= 0 && onLook(placeOf(target));
    element.addEventListener('pointerover', look);
    element.addEventListener('focusin', look);
    element.addEventListener('dblclick', ({ target }) => placeOf(target) >= 0 && onEdit?.(placeOf(target)));
    element.addEventListener('keydown', (event) => {
      const place = placeOf(event.target);
      if (place < 0 || event.target instanceof HTMLInputElement) return;
      if (event.key !== 'Enter' || !onEdit) return this.#move(place, event);
      event.preventDefault();
      onEdit(place);
    });
  }

  /** Can it be drawn again with its cells where they are? */
  fits(drawn: Drawn, isEditable: boolean) {
    const { geometry, width, height } = layOutGrid(drawn);
    const now = this.#layout;
    return (
      isEditable === this.#isEditable &&
      now?.geometry.cellWidth === geometry.cellWidth &&
      now.width === width &&
      now.height === height &&
      this.cells.length === sizeOf(drawn.dims)
    );
  }

  /** Gives it its final size. @returns the work that fills it with cells */
  show(drawn: Drawn, label: string): () => Work {
    const layout = layOutGrid(drawn);
    const { geometry, margin, width, height } = layout;
    const { element, cells } = this;
    this.#layout = layout;
    for (const tick of element.querySelectorAll('.tick')) tick.remove();
    element.prepend(...ticksOf(geometry, margin, drawn.way).map(drawTick));
    element.setAttribute('aria-label', label);
    element.setAttribute('aria-readonly', String(!this.#isEditable));
    element.style.width = `${width}px`;
    element.style.height = `${height}px`;
    const columns = drawn.dims.at(-1) ?? 1;
    return function* fill(): Work {
      let row = element;
      for (let place = 0; place < sizeOf(drawn.dims); ++place) {
        if (cells[place] === undefined) {
          if (place % columns === 0) row = h('div', { role: 'row' });
          cells[place] = makeCell(geometry, margin, place);
          row.append(cells[place]);
          element.append(row);
        }
        showCell(cells[place], drawn, place);
        yield;
      }
    };
  }

  #move(place: number, event: KeyboardEvent) {
    const { cells } = this;
    const next = this.#layout && moveBy(this.#layout.geometry, place, event.key);
    if (next === null || !cells[next] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    cells[place].tabIndex = -1;
    cells[next].tabIndex = 0;
    cells[next].focus();
  }
}

function makeCell(geometry: Geometry, margin: { x: number; y: number }, place: number) {
  const cell = h('div', { role: 'gridcell', tabIndex: place === 0 ? 0 : -1, 'data-place': place });
  const { x, y } = cornerOf(geometry, place);
  cell.style.cssText = `left:${x + margin.x}px;top:${y + margin.y}px;width:${geometry.cellWidth}px`;
  return cell;
}

function showCell(cell: HTMLElement, drawn: Drawn, place: number) {
  const { text, fill, mark, isLost } = cellOf(drawn, place);
  cell.className = `cell ${fill}${isLost ? ' lost' : ''}`;
  cell.ariaLabel = drawn.labelOf(place);
  if (cell.textContent !== text) cell.textContent = text;
  if (mark) cell.dataset.output = mark;
  else delete cell.dataset.output;
  cell.style.setProperty('--tag', `${tagWidth(drawn)}px`);
}

/** What a cell shows: its value, its colour, the number of the part that has it, and whether it is overwritten. */
export function cellOf({ output, ownerOf, hueOf, shownAt, mark }: Drawn, place: number) {
  const owner = ownerOf(place);
  return {
    text: shownAt(place),
    fill: colourOf(output === -1 || owner < 0 ? -1 : (hueOf?.(place) ?? owner)),
    mark: output === null && owner >= 0 && mark > 0 ? String(owner) : '',
    isLost: output === -1 && owner >= 0,
  };
}

/** The heading of a matrix. @param index of the axes before its own two */
const headOf = (index: readonly number[]) => `[${[...index, ':', ':'].join(', ')}]`;

type Tick = {
  text: string;
  x: number;
  y: number;
  is: 'head' | 'column' | 'row-tick' | 'way';
  width?: number;
};

/** The indices beside a matrix, and above each of several matrices its index. */
export function ticksOf(geometry: Geometry, margin: { x: number; y: number }, way: string): Tick[] {
  const { digits, cellWidth, cellHeight, head, size } = geometry;
  if (size === 0) return [];
  const ticks: Tick[] = way ? [{ text: way, x: 0, y: 0, is: 'way' }] : [];
  for (const { index, place } of matricesOf(geometry)) {
    const { x, y } = cornerOf(geometry, place);
    ticks.push({ text: headOf(index), x: x + margin.x, y: y - HEAD + margin.y, is: 'head' });
  }
  const top = margin.y + head + (cellHeight - 16) / 2;
  for (const along of ['x', 'y'] as const) {
    const { size: count = 0, step = 0 } = digits.find((digit) => digit.along === along) ?? {};
    for (let i = 0; i < count; ++i)
      ticks.push({
        text: String(i),
        ...(along === 'x'
          ? { x: i * step + margin.x, y: 0, is: 'column', width: cellWidth }
          : { x: 0, y: i * step + top, is: 'row-tick', width: ROW_TICK }),
      });
  }
  return ticks;
}

function drawTick({ text, x, y, is, width }: Tick) {
  const element = h('span', { className: `tick ${is}`, 'aria-hidden': true }, text);
  element.style.cssText = `left:${x}px;top:${y}px;${width === undefined ? '' : `width:${width}px`}`;
  return element;
}
