// Tensors whose distances are in bytes, as in records and in layouts.
import { rowOf } from './check.ts';
import type { StoredEntry } from './format.ts';

/**
 * A tensor whose first element is at byte `at`, with strides in bytes, which may be negative. Where all elements are at multiples of their
 * size, that is a tensor with strides in elements; else its positions are counted in bytes.
 */
export function stridedBy(
  byteStride: readonly number[],
  entry: Omit<StoredEntry, 'stride' | 'width' | 'offset' | 'span'>,
): StoredEntry {
  const { type, dims, at } = entry;
  const bytes = (rowOf(type)?.bits ?? 0) / 8;
  if (byteStride.every((step) => step >= 0 && step % bytes === 0))
    return { ...entry, stride: byteStride.map((step) => step / bytes) };
  const reach = (sign: number) =>
    byteStride.reduce((sum, step, axis) => sum + Math.max(0, sign * step * (dims[axis] - 1)), 0);
  const offset = reach(-1);
  const span = dims.includes(0) ? 0 : offset + reach(1) + bytes;
  return { ...entry, at: at - offset, stride: byteStride, offset, width: bytes, span };
}
