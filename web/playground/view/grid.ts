// One grid of cells, with the indices of its axes. Planes of outer axes are beside each other.
import { indexOf, sizeOf } from '../model/integers.ts';
import type { Result } from '../model/result.ts';
import { colour, h } from '../page/dom.ts';
import { arrowOf, type Grid, takes } from './grids.ts';
import { isAbreast, shortened } from './layout.ts';

/** @param cell its width @param room for the planes */
export function drawGrid(grid: Grid, result: Result, cell: number, room: number): HTMLElement {
  const { name, dims, texts, classes, label, axes } = grid;
  const [columns = 1, rows = 1] = [...dims].reverse();
  const outer = dims.slice(0, -2);
  const isInput = name.startsWith('in');
  const isTaken = (axis: number, i: number) => !isInput || takes(result, axis, i);
  const colourAt = (axis: number, isOn: boolean) =>
    isOn && axes[axis] >= 0 ? ` t ${colour('axis', axes[axis])}` : '';
  const head = (axis: number, i: number) =>
    h('span', { className: `idx${colourAt(axis, isTaken(axis, i))}`, 'aria-hidden': 'true' }, String(i));
  const cellAt = (k: number) => {
    const text = shortened(texts[k], cell);
    const made = h('span', { className: `cell ${classes[k]}`, role: 'gridcell', tabIndex: -1 }, text);
    made.setAttribute('aria-selected', String(/\b(t|piece)\b/.test(classes[k])));
    if (text !== texts[k]) made.title = texts[k];
    Object.assign(made.dataset, { grid: name, k });
    return made;
  };
  const line = (first: number, i: number) =>
    h(
      'div.line',
      { role: 'row' },
      dims.length > 1 ? head(dims.length - 2, i) : h('span.idx', { 'aria-hidden': 'true' }),
      ...Array.from({ length: columns }, (_, j) => cellAt(first + i * columns + j)),
    );
  const planes = Array.from({ length: sizeOf(outer) }, (_, plane) => {
    const index = indexOf(plane, outer);
    const isOn = index.every((i, axis) => isTaken(axis, i));
    const heads = Array.from({ length: columns }, (_, j) => head(dims.length - 1, j));
    return h(
      'div.plane',
      { role: 'rowgroup', '--cols': columns },
      outer.length > 0 &&
        h('div', { 'aria-hidden': 'true', className: `top${colourAt(0, isOn)}` }, index.join(', ')),
      dims.length > 0 &&
        h(
          'div.line.heads',
          { 'aria-hidden': 'true' },
          h('span.idx', isInput ? arrowOf(result) : ''),
          ...heads,
        ),
      ...Array.from({ length: rows }, (_, i) => line(plane * rows * columns, i)),
    );
  });
  const abreast = isAbreast(planes.length, columns, cell, room) ? '.abreast' : '';
  return h(`div.planes${abreast}`, { role: 'grid', 'aria-label': label }, ...planes);
}
