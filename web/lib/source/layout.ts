// The `layout` option: where a tensor is in a file without a header.
import { describe } from '../base/describe.ts';
import { MicrotomeError } from '../base/errors.ts';
import { Mistake, sentenceOf, toPublicError } from '../base/mistake.ts';
import { decideCut } from './calls.ts';
import { elementType } from './elements.ts';
import { fortranOf } from './formats/check.ts';
import type { StoredEntry } from './formats/format.ts';
import type { ReadOptions } from './options.ts';

/** A tensor in a file without a header. */
export function readLayout({ layout, format }: ReadOptions): StoredEntry {
  if (typeof layout !== 'object') {
    const what = `expected { type, dims, at }, not ${describe(layout)}`;
    throw new Mistake('bad_argument', what, 'layout');
  }
  const { type, dims, at = 0, stride, order, endian = 'little' } = layout as Record<string, any>;
  const hasStride = stride !== undefined && stride !== null;
  if (format !== undefined || (hasStride && order !== undefined))
    throw new Mistake('conflict', 'give layout or format, and stride or order, not both', 'layout');
  if (!ORDERS.includes(order) || !ENDIANS.includes(endian)) {
    const what = `order is 'C' or 'F', endian 'little' or 'big'; not ${describe(order)}, ${describe(endian)}`;
    throw new Mistake('bad_argument', what, 'layout');
  }
  const sizes = sizesOf(type, dims, stride);
  if (!['number', 'bigint'].includes(typeof at))
    throw new Mistake('bad_input', `at must be a number of bytes, not ${describe(at)}`, 'layout');
  return {
    name: '',
    type,
    dims: sizes,
    at: typeof at === 'bigint' ? Number(at) : at,
    stride: order === 'F' ? fortranOf(sizes) : hasStride ? Array.from(stride, Number) : undefined,
    endian,
  };
}

const ORDERS = [undefined, 'C', 'F'];
const ENDIANS = ['little', 'big'];

/** The sizes of a layout, which is checked as a tensor that is cut. */
function sizesOf(type: unknown, dims: unknown, stride: unknown): readonly number[] {
  try {
    return decideCut({ type: elementType(type), dims, stride }, 'Slice', '...').dims[0];
  } catch (thrown) {
    const error = toPublicError(thrown, '');
    if (!(error instanceof MicrotomeError)) throw error;
    throw new Mistake(error.code, sentenceOf(error), 'layout', error);
  }
}
