// An output in parts that fit into memory, in the order of the file: they follow each other along the axis that is
// slowest there. So each byte is fetched once, also if the file is in Fortran order.
import type { OutputView } from '../call/for_files.ts';
import { countOf, rowMajor } from '../shape.ts';
import type { Result } from '../types.ts';
import { boxesOf, type Pattern, toNested, toPattern } from './axes.ts';
import { newArray, toTensor } from './batch.ts';
import { countRequests } from './requests.ts';
import { axesOf } from './selection.ts';
import type { Watch } from './source_options.ts';
import type { Place } from './stored_tensor.ts';
import { transfer } from './transfer.ts';

/** What is cut into parts. */
export interface Parted {
  /** Where the output is in the file, with its axes in the order of the parts. */
  readonly view: OutputView;
  /** The output's axes in that order, if parts are tensors of its own order; else their data is in the parts' order. */
  readonly order?: readonly number[];
  /** Elements of a part. */
  readonly most: number;
  /** Parts end at multiples of so many elements, wherever the rows end; 1: at rows. */
  readonly step: number;
}

/** A range of the output's elements, and its shape, in the order of the parts. */
interface Part {
  readonly low: number;
  readonly high: number;
  readonly dims: readonly number[];
  /** The axis along which it is followed by the next one. */
  readonly axis: number;
}

/** Axes of an output, the one that is slowest in the file first. Where there is one index, it does not matter. */
export function fileOrder({ dims, stride }: OutputView): number[] {
  const keys = dims.map((size, axis) => (size > 1 ? Math.abs(stride[axis]) : -1));
  return dims.map((_, axis) => axis).sort((a, b) => keys[b] - keys[a] || a - b);
}

/** Is the output in Fortran order in the file? */
export function isFortran(view: OutputView): boolean {
  const axes = fileOrder(view).filter((axis) => view.dims[axis] > 1);
  return axes.length > 1 && axes.every((axis, i) => i === 0 || axis < axes[i - 1]);
}

export const permuted = ({ dims, stride, offset }: OutputView, order: readonly number[]): OutputView => ({
  dims: order.map((axis) => dims[axis]),
  stride: order.map((axis) => stride[axis]),
  offset,
});

/**
 * The parts of an output. Each is one index of the outer axes, a range of the next axis, and all of the inner
 * axes.
 */
function* partsOf({ view, most, step }: Parted): Generator<Part, void, void> {
  const total = countOf(view.dims);
  const dims = step > 1 ? [total] : view.dims;
  if (total === 0) return;
  let axis = dims.length;
  let row = 1;
  while (axis > 0 && row * dims[axis - 1] <= most) row *= dims[--axis];
  if (axis === 0) {
    yield { low: 0, high: total, dims, axis };
    return;
  }
  const size = dims[--axis];
  const rows = Math.max(step, Math.floor(most / row / step) * step);
  for (let outer = 0; outer < total; outer += size * row)
    for (let begin = 0; begin < size; begin += rows) {
      const count = Math.min(rows, size - begin);
      const low = outer + begin * row;
      const ones = dims.slice(0, axis).fill(1);
      yield { low, high: low + count * row, dims: [...ones, count, ...dims.slice(axis + 1)], axis };
    }
}

/** The index of an element on each axis. */
const indexOf = (element: number, dims: readonly number[]) =>
  rowMajor(dims).map((unit, axis) => Math.floor(element / unit) % dims[axis]);

/** The same list by the output's axes. */
const byAxis = (list: readonly number[], order: readonly number[] | undefined) =>
  order ? list.map((_, axis) => list[order.indexOf(axis)]) : list;

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, each, i) => sum + each * b[i], 0);

/** The elements that a part takes: one pattern, unless the part crosses rows. */
function piecesOf({ view, order }: Parted, { low, high, dims }: Part): Pattern[] {
  const { offset, stride } = view;
  const unit = rowMajor(byAxis(dims, order));
  const inPart = order ? order.map((axis) => unit[axis]) : rowMajor(view.dims);
  const base = dot(indexOf(low, view.dims), inPart);
  return boxesOf(view.dims, low, high).map((box) => {
    const begin = box.map(([first]) => first);
    const axes = axesOf(box.map(([, size]) => size), stride, inPart); // biome-ignore format: one
    return toPattern({ output: 0, first: offset + dot(begin, stride), to: dot(begin, inPart) - base, axes });
  });
}

/** What each part costs. What one of them has fetched, a cache has for the next. */
export function* costsOf(
  place: Place,
  parted: Parted,
): Generator<{ requests: number; bytes: number }, void, void> {
  const counted = new Set<number>();
  for (const part of partsOf(parted)) {
    yield countRequests(piecesOf(parted, part), place, counted);
    if (place.store.ahead?.isWhole) return;
  }
}

/** A part, and where it is in the output. */
type Fetched = Result & { readonly axis: number; readonly starts: readonly number[] };

/** Fetches one part after another. */
export async function* fetchParts(
  stored: Place,
  parted: Parted,
  { signal, onprogress }: Watch,
): AsyncGenerator<Fetched, void, void> {
  const { type, store } = stored;
  // Others may push out what the first part has unpacked, so all parts hold the same.
  const { ahead } = store;
  const whole = ahead?.isWhole && ahead.hold([], 0, () => {});
  const place = whole ? { ...stored, store: { ...store, ahead: { ...ahead, hold: () => whole } } } : stored;
  const { order, view } = parted;
  /** Of each part. By the time that it is read, a cache may have more of it. */
  const expected = onprogress ? Array.from(costsOf(place, parted), ({ bytes }) => bytes) : [];
  let total = expected.reduce((sum, bytes) => sum + bytes, 0);
  let done = 0;
  let next = 0;
  const tell = onprogress && (({ bytes }: { bytes: number }) => onprogress({ bytes: done + bytes, total }));
  for (const part of partsOf(parted)) {
    const pieces = piecesOf(parted, part);
    const data = newArray(type, part.dims, 'lower maxBytes');
    const bytes = onprogress && !(whole && next > 0) ? countRequests(pieces, place).bytes : 0;
    total += bytes - (expected[next++] ?? 0);
    const watch = { signal, onprogress: tell };
    await transfer(place, pieces, pieces.flatMap(toNested), [data], watch, Number.POSITIVE_INFINITY);
    done += bytes;
    const tensor = toTensor(type, byAxis(part.dims, order), data);
    const axis = order ? order[part.axis] : part.axis;
    yield Object.assign(tensor, { axis, starts: byAxis(indexOf(part.low, view.dims), order) });
  }
}
