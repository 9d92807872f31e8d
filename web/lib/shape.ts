// Sizes and strides of tensors. Strides and offsets count elements.

/** How the elements of a type are stored: `group` of them together in `entries` entries of the array. */
export interface Group {
  readonly group: number;
  readonly entries: number;
}

/** Where a tensor's elements are in its array: from `offset` on, `stride[a]` apart on axis a. */
export interface Layout {
  readonly stride: readonly number[];
  readonly offset: number;
}

/** The number of elements of a tensor: 0 if a size is 0, even if the product of the others is infinite. */
export function countOf(dims: readonly number[]): number {
  let elements = 1;
  for (let a = 0; a < dims.length; ++a) {
    if (dims[a] === 0) return 0;
    elements *= dims[a];
  }
  return elements;
}

/** Entries of the array that holds a row-major tensor. */
export const arrayLength = ({ group, entries }: Group, dims: readonly number[]) =>
  Math.ceil(countOf(dims) / group) * entries;

/** The number of elements that an array of `length` entries holds. */
export const elementsIn = ({ group, entries }: Group, length: number) => Math.floor(length / entries) * group;

/**
 * Strides of a row-major tensor. Those of a tensor without elements do not matter, so they are limited to safe
 * integers.
 * @param dims
 * @param unit stride of the last axis
 */
export function rowMajor(dims: readonly number[], unit = 1): number[] {
  const strides = new Array(dims.length);
  for (let a = dims.length - 1, stride = unit; a >= 0; --a) {
    strides[a] = stride;
    stride = Math.min(stride * dims[a], Number.MAX_SAFE_INTEGER);
  }
  return strides;
}

/** Are these the strides of a row-major tensor? On an axis of size 1, any stride is legal. */
export function isRowMajor(dims: readonly number[], stride: readonly number[]): boolean {
  if (dims.includes(0)) return true;
  for (let a = dims.length - 1, dense = 1; a >= 0; --a) {
    if (dims[a] !== 1 && stride[a] !== dense) return false;
    dense *= dims[a];
  }
  return true;
}

/** Offsets of the first and the last element in memory, for a tensor that has elements. */
export function hullOf(dims: readonly number[], { stride, offset }: Layout): { first: number; last: number } {
  let first = offset;
  let last = offset;
  for (let a = 0; a < dims.length; ++a) {
    const reach = (dims[a] - 1) * stride[a];
    if (reach < 0) first += reach;
    else last += reach;
  }
  return { first, last };
}

/** An axis of more than one index. */
export interface SortedAxis {
  /** Its stride, without the sign. */
  readonly stride: number;
  readonly size: number;
  /** How far the axes with smaller strides reach, and how far they do with this one. */
  readonly before: number;
  readonly span: number;
}

/** The axes of a tensor that has elements, in the order of their strides. */
export function byStride(dims: readonly number[], stride: readonly number[]): SortedAxis[] {
  const axes = dims
    .map((size, a) => ({ size, stride: Math.abs(stride[a]) }))
    .filter(({ size }) => size > 1)
    .sort((a, b) => a.stride - b.stride);
  let before = 0;
  return axes.map(({ size, stride }) => {
    const span = before + (size - 1) * stride;
    const each = { stride, size, before, span };
    before = span;
    return each;
  });
}

/** Does each element have its own place? Each stride must exceed the sum of what the smaller ones span. */
export const stridesNest = (dims: readonly number[], stride: readonly number[]): boolean =>
  dims.includes(0) || byStride(dims, stride).every(({ stride, before }) => stride > before);

/** Offset of element `k` in row-major order. */
export function offsetAt(dims: readonly number[], { stride, offset }: Layout, k: number): number {
  let at = offset;
  for (let a = dims.length - 1, left = k; a >= 0; --a) {
    at += (left % dims[a]) * stride[a];
    left = Math.floor(left / dims[a]);
  }
  return at;
}

/** Offsets of all elements, in row-major order. */
export function offsetsOf(dims: readonly number[], { stride, offset }: Layout): number[] {
  let offsets = [offset];
  for (let a = 0; a < dims.length; ++a) {
    const inner = new Array<number>(offsets.length * dims[a]); // one that grows takes several times as long
    let k = 0;
    for (const first of offsets) for (let i = 0; i < dims[a]; ++i) inner[k++] = first + i * stride[a];
    offsets = inner;
  }
  return offsets;
}

/** Do two lists have equal entries? */
export function isSame(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < b.length; ++i) if (a[i] !== b[i]) return false;
  return true;
}
