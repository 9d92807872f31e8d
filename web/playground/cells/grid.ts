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
const MARK_CHARACTER = 6;
const HEAD = 22;
const HEAD_CHARACTER = 7;
/** Space for the indices beside a matrix. */
const MARGIN = { x: 26, y: 20 };
const ROW_TICK = 20;

/** Where the cells of a small tensor are, and how much room it takes with its indices. */
export function layOutGrid(drawn: Drawn) {
  const room = 20 + 2 * MARK_CHARACTER * Math.max(0, drawn.mark - 1); // values are in the middle, marks in a corner
  const cellWidth = Math.max(NARROWEST, widestOf(drawn, sizeOf(drawn.dims)) * CHARACTER + room);
  const last = drawn.dims.slice(0, -2).map((count) => count - 1); // the longest index, as numbers go
  const headWidth = headOf(last).length * HEAD_CHARACTER;
  const geometry = layOut(drawn.dims, { cellWidth, cellHeight: CELL_HEIGHT, head: HEAD, headWidth });
  const margin = { x: drawn.dims.length > 1 ? MARGIN.x : 0, y: drawn.dims.length > 0 ? MARGIN.y : 0 };
  return { geometry, margin, width: geometry.width + margin.x, height: geometry.height + margin.y };
}

/**
 * The grid at its final size, and the work that fills it with cells.
 * @param onLook a cell is pointed at, tapped or focused
 * @param onEdit Enter or a double click
 */
export function drawGrid(
  drawn: Drawn,
  label: string,
  onLook: (place: number) => void,
  onEdit: ((place: number) => void) | null,
) {
  const size = sizeOf(drawn.dims);
  const { geometry, margin, width, height } = layOutGrid(drawn);
  const cells: HTMLElement[] = [];
  const grid = h(
    'div.grid',
    { role: 'grid', 'aria-label': label, 'aria-readonly': onEdit === null },
    ...ticksOf(geometry, margin, drawn.way).map(drawTick),
  );
  grid.style.width = `${width}px`;
  grid.style.height = `${height}px`;
  const columns = drawn.dims.at(-1) ?? 1;
  function* fill(): Work {
    let row = grid;
    for (let place = 0; place < size; ++place) {
      if (place % columns === 0) {
        row = h('div', { role: 'row' });
        grid.append(row);
      }
      cells.push(toCell(drawn, geometry, margin, place));
      row.append(cells[place]);
      yield;
    }
  }
  const look = ({ target }: Event) => placeOf(target) >= 0 && onLook(placeOf(target));
  grid.addEventListener('pointerover', look);
  grid.addEventListener('focusin', look);
  grid.addEventListener('dblclick', ({ target }) => placeOf(target) >= 0 && onEdit?.(placeOf(target)));
  grid.addEventListener('keydown', (event) => {
    const place = placeOf(event.target);
    if (place < 0 || event.target instanceof HTMLInputElement) return;
    if (event.key === 'Enter' && onEdit) {
      event.preventDefault();
      return onEdit(place);
    }
    const next = moveBy(geometry, place, event.key);
    if (next === null || !cells[next] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    cells[place].tabIndex = -1;
    cells[next].tabIndex = 0;
    cells[next].focus();
  });
  return { element: grid, cells, fill };
}

function toCell(drawn: Drawn, geometry: Geometry, margin: { x: number; y: number }, place: number) {
  const { text, fill, mark, isLost } = cellOf(drawn, place);
  const cell = h(
    'div',
    {
      role: 'gridcell',
      className: `cell ${fill}`,
      tabIndex: place === 0 ? 0 : -1,
      'data-place': place,
      'aria-label': drawn.labelOf(place),
    },
    text,
  );
  if (mark) cell.dataset.output = mark;
  if (isLost) cell.classList.add('lost');
  const { x, y } = cornerOf(geometry, place);
  cell.style.cssText = `left:${x + margin.x}px;top:${y + margin.y}px;width:${geometry.cellWidth}px`;
  return cell;
}

/** What a cell shows: its value, its colour, the number of the part that has it, and whether it is overwritten. */
export function cellOf({ output, ownerOf, shownAt, mark }: Drawn, place: number) {
  const owner = ownerOf(place);
  return {
    text: shownAt(place),
    fill: colourOf(output === -1 ? -1 : owner),
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
