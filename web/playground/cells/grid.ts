// A small tensor as HTML elements: an ARIA grid with arrow keys, laid out by geometry.ts.
import { h } from '../dom.ts';
import { COLOURS } from '../model/cut.ts';
import type { Work } from '../pieces.ts';
import { CELL_HEIGHT, cornerOf, type Geometry, layOut, matricesOf, moveBy } from './geometry.ts';
import { type Drawn, widestOf } from './tensor.ts';

/** Larger tensors are drawn on a canvas. */
export const MOST_ELEMENTS = 400;

const NARROWEST = 34;
const CHARACTER = 8;
const MARK_CHARACTER = 6;
const HEAD = 22;
const HEAD_CHARACTER = 7;
/** Space for the indices beside a matrix. */
const MARGIN = { x: 26, y: 20 };

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
  const size = drawn.dims.reduce((n, each) => n * each, 1);
  const room = 20 + 2 * MARK_CHARACTER * Math.max(0, drawn.mark - 1); // values are in the middle, marks in a corner
  const cellWidth = Math.max(NARROWEST, widestOf(drawn, size) * CHARACTER + room);
  const last = drawn.dims.slice(0, -2).map((count) => count - 1); // the longest index, as numbers go
  const headWidth = headOf(last).length * HEAD_CHARACTER;
  const geometry = layOut(drawn.dims, { cellWidth, cellHeight: CELL_HEIGHT, head: HEAD, headWidth });
  const margin = { x: drawn.dims.length > 1 ? MARGIN.x : 0, y: drawn.dims.length > 0 ? MARGIN.y : 0 };
  const cells: HTMLElement[] = [];
  const grid = h(
    'div',
    { role: 'grid', className: 'grid', 'aria-label': label, 'aria-readonly': onEdit === null },
    ...drawTicks(geometry, margin, drawn.way),
  );
  grid.style.width = `${geometry.width + margin.x}px`;
  grid.style.height = `${geometry.height + margin.y}px`;
  const columns = drawn.dims.at(-1) ?? 1;
  function* fill(): Work {
    let row = grid;
    for (let place = 0; place < size; ++place) {
      if (place % columns === 0) {
        row = h('div', { role: 'row', className: 'row' });
        grid.append(row);
      }
      cells.push(toCell(drawn, geometry, margin, place));
      row.append(cells[place]);
      yield;
    }
  }
  const placeOf = (event: Event) => {
    const cell = event.target instanceof Element ? event.target.closest('.cell') : null;
    return cell instanceof HTMLElement ? Number(cell.dataset.place) : -1;
  };
  const look = (event: Event) => placeOf(event) >= 0 && onLook(placeOf(event));
  grid.addEventListener('pointerover', look);
  grid.addEventListener('focusin', look);
  grid.addEventListener('dblclick', (event) => placeOf(event) >= 0 && onEdit?.(placeOf(event)));
  grid.addEventListener('keydown', (event) => {
    const place = placeOf(event);
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
  const owner = drawn.ownerOf(place);
  const cell = h(
    'div',
    {
      role: 'gridcell',
      className: `cell ${owner < 0 || drawn.output === -1 ? 'untaken' : `output-${owner % COLOURS}`}`,
      tabIndex: place === 0 ? 0 : -1,
      'data-place': place,
      'aria-label': drawn.labelOf(place),
    },
    drawn.shownAt(place),
  );
  if (drawn.output === null && owner >= 0 && drawn.mark > 0) cell.dataset.output = String(owner);
  if (drawn.output === -1 && owner >= 0) cell.classList.add('lost');
  const { x, y } = cornerOf(geometry, place);
  cell.style.cssText = `left:${x + margin.x}px;top:${y + margin.y}px;width:${geometry.cellWidth}px`;
  return cell;
}

/** The heading of a matrix. @param index of the axes before its own two */
const headOf = (index: readonly number[]) => `[${[...index, ':', ':'].join(', ')}]`;

/** The indices beside a matrix, and above each of several matrices its index. */
function drawTicks(geometry: Geometry, margin: { x: number; y: number }, way: string) {
  const { dims, digits, cellWidth, cellHeight, size } = geometry;
  if (size === 0) return [];
  const tick = (text: string, x: number, y: number, className = 'tick') => {
    const element = h('span', { className, 'aria-hidden': true }, text);
    element.style.left = `${x}px`;
    element.style.top = `${y}px`;
    return element;
  };
  const heads = Array.from(matricesOf(geometry), ({ index, place }) => {
    const { x, y } = cornerOf(geometry, place);
    return tick(headOf(index), x + margin.x, y - HEAD + margin.y, 'tick head');
  });
  const columns = digits.find(({ along }) => along === 'x');
  const rows = digits.find(({ along }) => along === 'y');
  const across = Array.from({ length: dims.length > 0 ? (columns?.size ?? 0) : 0 }, (_, i) => {
    const element = tick(String(i), i * (columns?.step ?? 0) + margin.x, 0, 'tick column');
    element.style.width = `${cellWidth}px`;
    return element;
  });
  const down = Array.from({ length: rows?.size ?? 0 }, (_, i) =>
    tick(
      String(i),
      0,
      i * (rows?.step ?? 0) + margin.y + geometry.head + (cellHeight - 16) / 2,
      'tick row-tick',
    ),
  );
  return [...heads, ...across, ...down, ...(way ? [tick(way, 0, 0, 'tick way')] : [])];
}
