// Grids of cells: values, and whose colour they have, with the indices of their axes. Planes of outer axes are beside each other. Where a
// cell of the result is from, the library says: it runs the call on the numbers of the cells. Cells are as large as the stage has room for.
import { namesIn } from '../model/call.ts';
import { heldBy, heldIn, runShown, startsOf } from '../model/elements.ts';
import { indexOf, sizeOf } from '../model/integers.ts';
import { boundsOf } from '../model/lists.ts';
import type { Result } from '../model/result.ts';
import { isJoin, resultName, takesAny } from '../model/rows.ts';
import { placeIn } from '../model/slice.ts';
import { ARROWS, colour, h, letterOf, shade } from '../page/dom.ts';
import type { Room } from './images.ts';
import { writtenClass } from './parts.ts';
import { axesOf } from './view.ts';

type Grid = ReturnType<typeof inputGrids>[number];
type Sources = readonly Float32Array[];

/** Is an index of an axis taken? */
function takes({ ranges, taken, axis: along, sizes }: Result, axis: number, i: number) {
  if (ranges?.[axis]) return placeIn(ranges[axis], i) >= 0;
  if (taken) return axis !== along || taken.includes(i);
  return sizes.length === 0 || axis === along;
}

/** Arrows beside the indices that a slice turns around. */
function arrowOf({ ranges }: Result) {
  const [across, down] = [...(ranges ?? [])].reverse();
  const turns = (range: typeof across) => range && range.step < 0 && range.count > 1;
  return `${turns(down) ? '↑' : ''}${turns(across) ? '←' : ''}`;
}

/** The class of a cell that belongs to a part. */
const ownClass = ({ count }: Result, part: number) => (count > 1 ? colour('piece', part) : 't');

/** The name whose planes are drawn: that of the first axis of the result. */
const nameOfPlanes = ({ order, state }: Result) =>
  namesIn(state.values.pattern).indexOf(order?.output[0]?.names[0] ?? '');

/** The piece that an index of the axis belongs to; -1: none. @param grid `in0` */
function pieceAt({ sizes, taken, row }: Result, grid: string, i: number) {
  const number = Number(grid.replace(/\D/g, ''));
  const isInput = grid.startsWith('in');
  if (taken) return isInput ? taken.indexOf(i) : i;
  if (takesAny(row) === isInput) return number;
  return boundsOf(sizes).findIndex(([, end]) => i < end);
}

/** The number of elements in each index of the first axis of an output. */
const planeOf = ({ length }: Float32Array, dims: readonly number[]) => length / Math.max(1, dims[0] ?? 1);

export function inputGrids(result: Result, sources: Sources) {
  const { tensors, row, order, ranges, taken, outputs, axis } = result;
  const hue = nameOfPlanes(result);
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
    if (isJoin(row)) return i > 0 ? writtenClass(result, k - starts[1]) : owner === undefined ? 'gone' : '';
    if (owner === undefined) return '';
    if (order) return shade(hue, owner);
    if (taken) return colour('piece', taken.indexOf(axis < 0 ? k : indexOf(k, tensors[0].dims)[axis]));
    return ranges ? 't' : ownClass(result, owner);
  };
  return tensors.map(({ name, dims }, i) => {
    const texts = heldIn(result, i);
    const classes = texts.map((_, k) => classOf(starts[i] + k, i));
    const label = `${name} [${dims.join(', ')}]`;
    return { name: `in${i}`, dims, texts, classes, label, axes: [...dims.keys()] };
  });
}

export function outputGrids(result: Result, sources: Sources): Grid[] {
  const { outputs, state, row, tensors, order, pads, count, taken, axis } = result;
  const hue = nameOfPlanes(result);
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
        if (takesAny(row)) return colour('piece', part);
        return part > 0 ? writtenClass(result, number - starts[1]) : '';
      }
      if (order) return shade(hue, Math.floor(at / plane));
      if (taken)
        return colour(
          'piece',
          dims.length < tensors[0].dims.length && axis >= 0 ? 0 : indexOf(at, dims)[Math.max(0, axis)],
        );
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

/** The element to which a key leads from element k; null: none. Left and right of a line is the plane that is drawn there. */
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
  if (key === 'PageUp' || key === 'PageDown') return k + step(last - 2, key === 'PageUp' ? -1 : 1);
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
  const isByPiece = result.sizes.length > 0 || result.taken !== null;
  const names = namesIn(result.state.values.pattern);
  const hueOf = (axis: number) =>
    isInput && result.order ? names.indexOf(result.order.input[axis]?.names[0] ?? '') : axes[axis];
  const colourAt = (axis: number, isOn: boolean, i: number) => {
    if (!isByPiece) return isOn && hueOf(axis) >= 0 ? ` t ${colour('axis', hueOf(axis))}` : '';
    const piece = axes[axis] === result.axis ? pieceAt(result, name, i) : -1;
    return isOn && piece >= 0 ? ` t ${colour('piece', piece)}` : '';
  };
  const head = (axis: number, i: number) =>
    h('span', { ...hidden, className: `idx${colourAt(axis, isTaken(axis, i), i)}` }, String(i));
  const cellAt = (k: number) => {
    const text = shortened(texts[k], cell);
    const selected = { 'aria-selected': String(/\b(t|piece)\b/.test(classes[k])) };
    const place = { 'data-grid': name, 'data-k': k, role: 'gridcell', tabIndex: -1 };
    const title = text !== texts[k] && { title: texts[k] };
    return h('span', { className: `cell ${classes[k]}`, ...place, ...selected }, title, text);
  };
  const line = (first: number, i: number) => {
    const cells = Array.from({ length: columns }, (_, j) => cellAt(first + i * columns + j));
    const index = dims.length > 1 ? head(dims.length - 2, i) : h('span.idx', hidden);
    return h('div.line', { role: 'row' }, index, ...cells);
  };
  const planes = Array.from({ length: sizeOf(outer) }, (_, plane) => {
    const index = indexOf(plane, outer);
    const isOn = index.every((i, axis) => isTaken(axis, i));
    const heads = Array.from({ length: columns }, (_, j) => head(dims.length - 1, j));
    const arrow = h('span.idx.turns', isInput ? arrowOf(result) : '');
    const top = h('div', { ...hidden, className: `top${colourAt(0, isOn, index[0])}` }, index.join(', '));
    const above = [outer.length > 0 && top, dims.length > 0 && h('div.line.heads', hidden, arrow, ...heads)];
    const lines = Array.from({ length: rows }, (_, i) => line(plane * rows * columns, i));
    return h('div.plane', { role: 'rowgroup', '--cols': columns }, ...above, ...lines);
  });
  const abreast = planes.length * (columns * (cell + 2) + 4) + 14 <= room ? '.abreast' : '';
  return h(`div.planes${abreast}`, { role: 'grid', 'aria-label': label }, ...planes);
}

/** `left`: the width of the inputs; 0: the result is below them. `inside`, `outside`: the room of a grid of inputs, and of the result. */
export type Layout = Record<'cell' | 'cellh' | 'left' | 'inside' | 'outside', number>;

export const MOST_OUTPUTS = 12;
/** Widths of cells; those above the usual are for texts that need them. */
const WIDTHS = [56, 48, 42, 36, 32, 28, 24, 21];
const USUAL = 42;
const HEIGHTS = [40, 37, 34, 32, 30, 28, 26, 24, 22];
/** Pixels of a character, and of what is beside the text of a cell. */
const CHARACTER = 7.4;
const BESIDE = 4;
const WIDEST = 64;
/** Between inputs and result, and between two tensors. */
const ARROW = 44;
const GAP = 16;

/** The least width of cells that show texts. */
const leastFor = (texts: readonly string[]) =>
  Math.min(WIDEST, Math.max(20, ...texts.map((text) => text.length * CHARACTER + BESIDE)));

/** As much of a text as a cell has room for. */
export function shortened(text: string, cell: number) {
  const room = Math.max(2, Math.floor((cell - BESIDE + 0.1) / CHARACTER));
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}

/** @returns null: the cells have no room */
export function layoutOf(result: Result, { across: room, down, isNarrow }: Room): Layout | null {
  const { tensors, outputs, state, row, count } = result;
  const tall = down - 84;
  const bare = leastFor([String(sizeOf(tensors[0].dims))]);
  const least = state.data ? leastFor(state.data) : bare;
  const lowest = Math.min(bare, least);
  // Typed values are shortened rather than that the cells go away.
  const fits = (width: number) => width >= lowest && width <= Math.max(least, USUAL);
  const widths = [...WIDTHS, least, lowest].filter(fits).sort((a, b) => b - a);
  const last = takesAny(row) ? tensors.length - 1 : -1;
  const head = (i: number) => {
    const { name, dims } = tensors[i];
    const typed = 8 * (name.length + Math.max(4, dims.join(', ').length)) + 36;
    return typed + (last >= 0 ? (i === last ? 68 : 0) : i === 0 ? 92 : 0); // what is pressed beside it
  };
  const after = count > 1 ? 28 : 0;
  const sizes = widths.flatMap((cell) => HEIGHTS.map((cellh) => ({ cell, cellh })));
  // Beside each other as long as cells are not small; then below each other, as large as there is room.
  for (const isBeside of [true, false])
    for (const { cell, cellh } of sizes) {
      const input = tensors.map(({ dims }, i) => boxOf(dims, head(i), cell, cellh));
      const output = outputs.slice(0, MOST_OUTPUTS).map(({ dims }) => boxOf(dims, 0, cell, cellh));
      const natural = input.reduce((sum, { width }) => sum + width + GAP, -GAP);
      const left = Math.min(Math.max(natural, 0), room * 0.66);
      const outside = room - left - ARROW;
      if (isBeside && !isNarrow && flow(input, left) <= tall && flow(output, outside) + after <= tall)
        return { cell, cellh, left, inside: left, outside };
      if (!isBeside && flow(input, room) + flow(output, room) + after <= tall)
        return { cell, cellh, left: 0, inside: room, outside: room };
    }
  return null;
}

/** @param head the width of its caption */
function boxOf(dims: readonly number[], head: number, cell: number, cellh: number) {
  const [columns = 1, rows = 1] = [...dims].reverse();
  const planes = sizeOf(dims.slice(0, -2));
  const one = columns * (cell + 2) + 20;
  const height = rows * (cellh + 2) + (dims.length > 2 ? 46 : 24);
  // One line of planes has one column of indices.
  return { planes, one, width: Math.max(head, planes * (one - 16) + 16), height };
}

/** The height of boxes that flow into lines. */
function flow(all: readonly ReturnType<typeof boxOf>[], width: number) {
  let [x, y, line] = [0, 0, 0];
  for (const box of all) {
    if (box.one > width) return Number.POSITIVE_INFINITY;
    const perLine = box.width <= width ? box.planes : Math.max(1, Math.floor((width + 8) / (box.one + 8)));
    const own = Math.min(box.width, width);
    const high = 28 + Math.ceil(box.planes / perLine) * (box.height + 8);
    if (x > 0 && x + own > width) [x, y, line] = [0, y + line, 0];
    x += own + GAP;
    line = Math.max(line, high);
  }
  return y + line;
}
