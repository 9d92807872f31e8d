// What the cells of a small tensor show: values, and whose colour they have. Where a cell of the result is from, the library says: it
// runs the call on the numbers of the cells.
import { heldBy, runShown, startsOf } from '../model/elements.ts';
import { indexOf, sizeOf } from '../model/integers.ts';
import { resultName } from '../model/names.ts';
import type { Result } from '../model/result.ts';
import { isJoin, takesAny } from '../model/rows.ts';
import { placeIn } from '../model/slice.ts';
import { ARROWS, colour, letterOf } from '../page/dom.ts';
import { MOST_OUTPUTS } from './layout.ts';
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
export function takes({ ranges, taken, axis: along, sizes }: Result, axis: number, i: number) {
  if (ranges?.[axis]) return placeIn(ranges[axis], i) >= 0;
  if (taken) return axis !== along || taken.includes(i);
  return sizes.length === 0 || axis === along;
}

/** Where a slice goes backwards: an arrow stands at the indices that it turns around. */
export function arrowOf({ ranges }: Result) {
  const [across, down] = [...(ranges ?? [])].reverse();
  const turns = (range: typeof across) => range && range.step < 0 && range.count > 1;
  return `${turns(down) ? '↑' : ''}${turns(across) ? '←' : ''}`;
}

/** Whose cell it is, as a class. */
const ownClass = ({ row, count }: Result, part: number) =>
  count > 1 || isJoin(row) ? colour('piece', part) : 't';

export function inputGrids(result: Result, sources: Sources): Grid[] {
  const { tensors, state, row, order, ranges, taken } = result;
  const owners = new Map<number, number>();
  for (const [output, source] of sources.entries()) {
    const plane = source.length / Math.max(1, result.outputs[output].dims[0] ?? 1);
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
    const keys = Array.from({ length: sizeOf(dims) }, (_, k) => starts[i] + k);
    return {
      name: `in${i}`,
      dims,
      texts: keys.map((k) => heldBy(state, k)),
      classes: keys.map((k) => classOf(k, i)),
      label: `${name} [${dims.join(', ')}]`,
      axes: dims.map((_, axis) => axis),
    };
  });
}

export function outputGrids(result: Result, sources: Sources): Grid[] {
  const { outputs, state, row, tensors, order, pads, count } = result;
  const made = state.values.to || state.values.value ? runShown(result) : null; // values that no input holds
  const starts = startsOf(tensors);
  return outputs.slice(0, MOST_OUTPUTS).map(({ dims }, i) => {
    const source = sources[i] ?? new Float32Array();
    const plane = source.length / Math.max(1, dims[0] ?? 1);
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
  const own = down === 0 ? step(last, by) : step(last - 1, down);
  if (own !== 0 || down !== 0) return k + own;
  const plane = step(last - 2, by);
  return plane === 0 ? k : k + plane - by * (dims[last] - 1);
}
