// Grids of cells: values, and whose colour they have, with the indices of their axes. Planes of outer axes are beside each other. Where a
// cell of the result is from, the library says: it runs the call on the numbers of the cells.
import { heldBy, heldIn, runShown, startsOf } from '../model/elements.ts';
import { indexOf, sizeOf } from '../model/integers.ts';
import type { Result } from '../model/result.ts';
import { isJoin, resultName, takesAny } from '../model/rows.ts';
import { placeIn } from '../model/slice.ts';
import { ARROWS, colour, h, letterOf } from '../page/dom.ts';
import { isAbreast, MOST_OUTPUTS, shortened } from './layout.ts';
import { axesOf } from './view.ts';

export interface Grid {
  name: string; // in0, out0, ...
  dims: readonly number[];
  texts: string[];
  classes: string[];
  label: string;
  axes: number[];
}

type Sources = readonly Float32Array[];

/** Is an index of an axis taken? */
function takes({ ranges, taken, axis: along, sizes }: Result, axis: number, i: number) {
  if (ranges?.[axis]) return placeIn(ranges[axis], i) >= 0;
  if (taken) return axis !== along || taken.includes(i);
  return sizes.length === 0 || axis === along;
}

/** Where a slice goes backwards: an arrow stands at the indices that it turns around. */
function arrowOf({ ranges }: Result) {
  const [across, down] = [...(ranges ?? [])].reverse();
  const turns = (range: typeof across) => range && range.step < 0 && range.count > 1;
  return `${turns(down) ? '↑' : ''}${turns(across) ? '←' : ''}`;
}

/** The class of a cell that belongs to a part. */
const ownClass = ({ row, count }: Result, part: number) =>
  count > 1 || isJoin(row) ? colour('piece', part) : 't';

/** The number of elements in each index of the first axis of an output. */
const planeOf = ({ length }: Float32Array, dims: readonly number[]) => length / Math.max(1, dims[0] ?? 1);

export function inputGrids(result: Result, sources: Sources): Grid[] {
  const { tensors, row, order, ranges, taken, outputs } = result;
  const owners = new Map<number, number>();
  for (const [output, source] of sources.entries()) {
    const plane = planeOf(source, outputs[output].dims);
    for (const [at, number] of source.entries())
      owners.set(number - 1, order ? Math.floor(at / plane) : output);
  }
  const starts = startsOf(tensors);
  const classOf = (k: number, i: number) => {
    const owner = owners.get(k);
    if (takesAny(row)) return colour('piece', i);
    if (isJoin(row)) return i > 0 ? colour('piece', 1) : owner === undefined ? 't' : '';
    if (owner === undefined) return '';
    if (order) return colour('piece', owner);
    return ranges || taken ? 't' : ownClass(result, owner);
  };
  return tensors.map(({ name, dims }, i) => {
    const texts = heldIn(result, i);
    const classes = texts.map((_, k) => classOf(starts[i] + k, i));
    const label = `${name} [${dims.join(', ')}]`;
    return { name: `in${i}`, dims, texts, classes, label, axes: [...dims.keys()] };
  });
}

export function outputGrids(result: Result, sources: Sources): Grid[] {
  const { outputs, state, row, tensors, order, pads, count } = result;
  const made = state.values.to || state.values.value ? runShown(result) : null; // values that no input holds
  const starts = startsOf(tensors);
  return outputs.slice(0, MOST_OUTPUTS).map(({ dims }, i) => {
    const source = sources[i] ?? new Float32Array();
    const plane = planeOf(source, dims);
    const places = Array.from({ length: sizeOf(dims) }, (_, at) => at);
    const textOf = (at: number) =>
      made ? String(made[i].data[at]) : source[at] > 0 ? heldBy(state, source[at] - 1) : '0';
    const classOf = (at: number) => {
      const number = source[at] - 1;
      if (number < 0) return 'fill';
      if (isJoin(row)) {
        const part = starts.findLastIndex((start) => start <= number);
        return takesAny(row) ? colour('piece', part) : part > 0 ? colour('piece', 1) : '';
      }
      if (order) return colour('piece', Math.floor(at / plane));
      if (pads) return isInner(indexOf(at, dims), pads, tensors[0].dims) ? 't' : '';
      return ownClass(result, i);
    };
    return {
      name: `out${i}`,
      dims,
      texts: places.map(textOf),
      classes: places.map(classOf),
      label: `${count > 1 ? letterOf(i) : resultName(row)} [${dims.join(', ')}]`,
      axes: axesOf(result),
    };
  });
}

const isInner = (index: readonly number[], pads: readonly [number, number][], dims: readonly number[]) =>
  index.every((i, axis) => i >= pads[axis][0] && i < pads[axis][0] + dims[axis]);

/** Keys that lead to another plane. */
const PLANES: Record<string, number> = { PageUp: -1, PageDown: 1 };

/** Where a key leads to from element k; null: nowhere. Left and right of a line is the plane that is drawn there. */
export function walk(key: string, k: number, dims: readonly number[]): number | null {
  const last = dims.length - 1;
  const index = indexOf(k, dims);
  const step = (axis: number, by: number) => {
    const to = index[axis] + by;
    return axis >= 0 && to >= 0 && to < dims[axis] ? by * sizeOf(dims.slice(axis + 1)) : 0;
  };
  if (last < 0) return null;
  if (key === 'Home') return k - index[last];
  if (key === 'End') return k - index[last] + dims[last] - 1;
  if (key in PLANES) return k + step(last - 2, PLANES[key]);
  if (!(key in ARROWS)) return null;
  const [down, by] = ARROWS[key];
  if (down !== 0) return k + step(last - 1, down);
  const plane = step(last, by) === 0 ? step(last - 2, by) : 0;
  return plane === 0 ? k + step(last, by) : k + plane - by * (dims[last] - 1);
}

/** @param cell its width @param room for the planes */
export function drawGrid(grid: Grid, result: Result, cell: number, room: number): HTMLElement {
  const { name, dims, texts, classes, label, axes } = grid;
  const [columns = 1, rows = 1] = [...dims].reverse();
  const outer = dims.slice(0, -2);
  const isInput = name.startsWith('in');
  const hidden = { 'aria-hidden': 'true' };
  const isTaken = (axis: number, i: number) => !isInput || takes(result, axis, i);
  const colourAt = (axis: number, isOn: boolean) =>
    isOn && axes[axis] >= 0 ? ` t ${colour('axis', axes[axis])}` : '';
  const head = (axis: number, i: number) =>
    h('span', { ...hidden, className: `idx${colourAt(axis, isTaken(axis, i))}` }, String(i));
  const cellAt = (k: number) => {
    const text = shortened(texts[k], cell);
    const selected = { 'aria-selected': String(/\b(t|piece)\b/.test(classes[k])) };
    const place = { 'data-grid': name, 'data-k': k, role: 'gridcell', tabIndex: -1 };
    const title = text !== texts[k] && { title: texts[k] };
    return h('span', { className: `cell ${classes[k]}`, ...place, ...selected }, title, text);
  };
  const line = (first: number, i: number) =>
    h(
      'div.line',
      { role: 'row' },
      dims.length > 1 ? head(dims.length - 2, i) : h('span.idx', hidden),
      ...Array.from({ length: columns }, (_, j) => cellAt(first + i * columns + j)),
    );
  const planes = Array.from({ length: sizeOf(outer) }, (_, plane) => {
    const index = indexOf(plane, outer);
    const isOn = index.every((i, axis) => isTaken(axis, i));
    const heads = Array.from({ length: columns }, (_, j) => head(dims.length - 1, j));
    const arrow = h('span.idx', isInput ? arrowOf(result) : '');
    return h(
      'div.plane',
      { role: 'rowgroup', '--cols': columns },
      outer.length > 0 && h('div', { ...hidden, className: `top${colourAt(0, isOn)}` }, index.join(', ')),
      dims.length > 0 && h('div.line.heads', hidden, arrow, ...heads),
      ...Array.from({ length: rows }, (_, i) => line(plane * rows * columns, i)),
    );
  });
  const abreast = isAbreast(planes.length, columns, cell, room) ? '.abreast' : '';
  return h(`div.planes${abreast}`, { role: 'grid', 'aria-label': label }, ...planes);
}
