// Reads dense tensors for the straight lane (call/lane.ts) and for runs of plans, as tensors.ts does for all calls.
import { classNameOf, lengthOf } from '../base/arrays.ts';
import type { ReadTensor, Request } from '../core/request.ts';
import { MAX_RANK } from '../core/tables.ts';
import { SIZES, toEntry, toLength } from './numbers.ts';
import { addRead, addSized, readOthers, readTensor, toStride, toType } from './tensors.ts';

/** Adds a tensor to a request, as `readTensor` does. */
export function readStraight(request: Request, input: any): ReadTensor {
  if (typeof input !== 'object' || input === null) return readTensor(request, input);
  const own = toStride(input.stride);
  const other = own === null ? toStride(input.strides) : null;
  const offset = input.offset ?? null;
  const data = input.data ?? null;
  const sizes = input.dims ?? input.shape ?? null;
  if (own !== null || other !== null || offset !== null || data === null || !Array.isArray(sizes))
    return addRead(request, input, readOthers(input, own, other, offset, data, sizes));
  const named = input.type ?? input.dtype ?? null;
  const className = classNameOf(data);
  const rank = className === '' || className === 'Array' ? -1 : toLength(sizes.length);
  const length = rank >= 0 && rank <= MAX_RANK ? lengthOf(data) : 0;
  if (length === 0) {
    const read = { data, sizes, named, stride: null, offset: null, isImage: false, isFloating: false };
    return className === '' || className === 'Array'
      ? addRead(request, input, read)
      : addSized(request, read, className, rank);
  }
  const at = request.reserve(rank + 4);
  const type = toType(named, className, data);
  const { words } = request;
  words[at] = type;
  words[at + 1] = length;
  words[at + 2] = rank;
  for (let a = 0; a < rank; ++a) {
    const size = sizes[a];
    words[at + 3 + a] = typeof size === 'number' ? size : toEntry(size, a, SIZES);
  }
  words[at + 3 + rank] = 0;
  return { type, named, data, className, length, at };
}
