// Lays out the cells of a tensor of any rank on a flat page, as nested small multiples: the last two axes are a matrix, and each
// axis before them is a row or a column of blocks. Both ways to draw share this arithmetic.
import { indexOf, sizeOf, stridesOf } from '../model/integers.ts';

/** How an axis is laid out: its index times `step` is added to x or to y. */
interface Digit {
  along: 'x' | 'y';
  axis: number;
  size: number;
  stride: number; // cells from one index to the next
  step: number; // pixels from one index to the next
}

export type Geometry = ReturnType<typeof layOut>;

/** Pixels: a cell at full size, and the tallest and lowest view of many cells. */
export const CELL_HEIGHT = 30;
const TALLEST = 420;
const LOWEST = 96;
/** Pixels between cells, and between blocks per level. */
const GAP = 2;
const BLOCK_GAPS = [18, 14, 30, 26];
/** Longer lists are broken into lines of this many cells. */
const LONGEST_LINE = 1000;

/** In pixels. */
interface Sizes {
  cellWidth: number;
  cellHeight: number;
  head?: number; // height of the line above each of several matrices
  headWidth?: number; // of its text: no matrix is narrower
}

export function layOut(dims: readonly number[], sizes: Sizes) {
  const { cellWidth, cellHeight, head = 0, headWidth = 0 } = sizes;
  const strides = stridesOf(dims);
  const size = sizeOf(dims);
  const extents = { x: cellWidth, y: cellHeight };
  const digits: Digit[] = [];
  const isBlocked = dims.length > 2;
  const add = (along: 'x' | 'y', axis: number, count: number, stride = strides[axis]) => {
    const level = digits.filter((digit) => digit.along === along).length;
    if (level === 1 && along === 'y' && isBlocked) extents.y += head;
    const step = extents[along] + (level === 0 ? GAP : BLOCK_GAPS[Math.min(digits.length - 2, 3)]);
    digits.push({ along, axis, size: count, stride, step });
    extents[along] = Math.max(0, (count - 1) * step + extents[along]);
    if (level === 0 && along === 'x' && isBlocked) extents.x = Math.max(extents.x, headWidth);
  };
  if (dims.length === 1 && size > LONGEST_LINE) {
    add('x', 0, LONGEST_LINE);
    add('y', 0, Math.ceil(size / LONGEST_LINE), LONGEST_LINE);
  } else {
    for (let axis = dims.length - 1; axis >= 0; --axis)
      add((dims.length - 1 - axis) % 2 === 0 ? 'x' : 'y', axis, dims[axis]);
  }
  if (dims.length === 3) extents.y += head;
  return {
    dims,
    size,
    digits, // from the last axis to the first
    cellWidth,
    cellHeight,
    head: isBlocked ? head : 0, // height of the line above each matrix
    width: size === 0 ? 0 : extents.x,
    height: size === 0 ? 0 : extents.y,
  };
}

/** How tall the view of a large tensor is, in pixels. */
export const viewHeight = (dims: readonly number[]) =>
  Math.min(TALLEST, Math.max(LOWEST, layOut(dims, { cellWidth: 1, cellHeight: CELL_HEIGHT }).height));

/** The corner of a cell. */
export function cornerOf({ digits, head }: Geometry, place: number) {
  const corner = { x: 0, y: head };
  for (const { along, size, stride, step } of digits)
    corner[along] += (Math.floor(place / stride) % size) * step;
  return corner;
}

/**
 * What a coordinate along x or y adds to the place of a cell; -1: there is no cell.
 * @param at pixels
 * @param loose whether the gap after a cell belongs to it
 */
export function partAt(geometry: Geometry, along: 'x' | 'y', at: number, loose = false) {
  const { digits, cellWidth, cellHeight, head } = geometry;
  let rest = along === 'y' ? at - head : at;
  let part = 0;
  for (let i = digits.length - 1; i >= 0; --i) {
    const { size, stride, step } = digits[i];
    if (digits[i].along !== along) continue;
    const index = Math.floor(rest / step);
    if (index < 0 || index >= size) return -1;
    rest -= index * step;
    part += index * stride;
  }
  return rest >= 0 && rest < (along === 'x' ? cellWidth : cellHeight) + (loose ? GAP : 0) ? part : -1;
}

/** All cells along x or y between two coordinates, in pixels: what each adds to a place, and where it begins. */
export function partsBetween(geometry: Geometry, along: 'x' | 'y', from: number, to: number) {
  const { digits, cellWidth, cellHeight, head } = geometry;
  let parts = [{ part: 0, at: along === 'y' ? head : 0 }];
  for (const { size, stride, step } of digits.filter((digit) => digit.along === along).reverse()) {
    parts = parts.flatMap(({ part, at }) => {
      const first = Math.max(0, Math.floor((from - at) / step));
      const last = Math.min(size - 1, Math.floor((to - at) / step));
      const count = Math.max(0, last - first + 1);
      return Array.from({ length: count }, (_, k) => ({
        part: part + (first + k) * stride,
        at: at + (first + k) * step,
      }));
    });
  }
  const extent = along === 'x' ? cellWidth : cellHeight;
  return parts.filter(({ at }) => at < to && at + extent > from);
}

/** The cell at a point, or -1. */
export function cellAt(geometry: Geometry, x: number, y: number) {
  const [across, down] = [partAt(geometry, 'x', x), partAt(geometry, 'y', y)];
  return across < 0 || down < 0 || across + down >= geometry.size ? -1 : across + down;
}

/** The matrices: the index before their last two axes, and the place of their first cell. */
export function* matricesOf({ dims, size }: Geometry) {
  if (dims.length < 3 || size === 0) return;
  const each = dims[dims.length - 1] * dims[dims.length - 2];
  const outer = dims.slice(0, -2);
  for (let i = 0; i < size / each; ++i) yield { index: indexOf(i, outer), place: i * each };
}

/** How keys change the index along x or y: by how much, or to which end. */
const MOVES: Record<string, ['x' | 'y', number]> = {
  ArrowLeft: ['x', -1],
  ArrowRight: ['x', 1],
  ArrowUp: ['y', -1],
  ArrowDown: ['y', 1],
  Home: ['x', Number.NEGATIVE_INFINITY],
  End: ['x', Number.POSITIVE_INFINITY],
  PageUp: ['y', Number.NEGATIVE_INFINITY],
  PageDown: ['y', Number.POSITIVE_INFINITY],
};

/** The cell that a key leads to, also across the gaps between blocks; the same cell at the edge; null for other keys. */
export function moveBy({ digits, size }: Geometry, place: number, key: string): number | null {
  const move = MOVES[key];
  if (move === undefined) return null;
  const [along, by] = move;
  const [nearest, ...farther] = digits.filter((digit) => digit.along === along);
  if (nearest === undefined) return place;
  const index = Math.floor(place / nearest.stride) % nearest.size;
  if (!Number.isFinite(by)) {
    const end = place + ((by < 0 ? 0 : nearest.size - 1) - index) * nearest.stride;
    return Math.min(end, size - 1);
  }
  let next = place;
  for (const { stride, size: count } of [nearest, ...farther]) {
    const at = Math.floor(place / stride) % count;
    if (at + by >= 0 && at + by < count) {
      next += by * stride;
      return next < size ? next : place;
    }
    next -= (by > 0 ? count - 1 : 1 - count) * stride; // on to the next block, at its near end
  }
  return place;
}
