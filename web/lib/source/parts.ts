// An output in parts that fit into memory, one after another in row-major order.
import { countOf } from '../shape.ts';
import type { Result } from '../types.ts';
import { boxesOf, inBox, type Pattern, sizesOf, toNested, toPattern } from './axes.ts';
import type { Watch } from './options.ts';
import { newArray, toTensor } from './outs.ts';
import { countRequests } from './requests.ts';
import type { Place } from './stored.ts';
import { transfer } from './transfer.ts';

/** What is cut into parts. */
export interface Parted {
  /** Of the output. */
  readonly dims: readonly number[];
  /** Its elements; undefined: it has none. */
  readonly stream: Pattern | undefined;
  /** Elements of a part. */
  readonly most: number;
  /** Parts begin at multiples of so many indices. */
  readonly step: number;
}

/** A range of the output's elements, and its shape. */
interface Part {
  readonly low: number;
  readonly high: number;
  readonly dims: readonly number[];
}

/**
 * The parts of an output. Each is one index of the outer axes, a range of the next axis, and all of the inner
 * axes.
 */
function* partsOf({ dims, most, step }: Parted): Generator<Part, void, void> {
  const total = countOf(dims);
  if (total === 0) return;
  let axis = dims.length;
  let row = 1;
  while (axis > 0 && row * dims[axis - 1] <= most) row *= dims[--axis];
  if (axis === 0) {
    yield { low: 0, high: total, dims };
    return;
  }
  const size = dims[axis - 1];
  const rows = Math.max(step, Math.floor(most / row / step) * step);
  for (let outer = 0; outer < total; outer += size * row)
    for (let begin = 0; begin < size; begin += rows) {
      const count = Math.min(rows, size - begin);
      const low = outer + begin * row;
      const ones = dims.slice(0, axis - 1).fill(1);
      yield { low, high: low + count * row, dims: [...ones, count, ...dims.slice(axis)] };
    }
}

/** The elements that a part takes: one pattern, unless the part crosses rows. */
function within(stream: Pattern, { low, high }: Part): Pattern[] {
  return boxesOf(sizesOf(stream.axes), low, high).map((box) => {
    const piece = inBox(stream, box);
    return toPattern({ ...piece, to: piece.to - low });
  });
}

/** Fetches one part after another. */
export async function* fetchParts(
  place: Place,
  parted: Parted,
  { signal, onprogress }: Watch,
): AsyncGenerator<Result, void, void> {
  const { type } = place;
  const piecesOf = (part: Part) => within(parted.stream as Pattern, part);
  const costOf = (part: Part) => countRequests(piecesOf(part), place).bytes;
  /** Of each part. By the time that it is read, a cache may have more of it. */
  const expected = onprogress ? Array.from(partsOf(parted), costOf) : [];
  if (place.store.isWhole) expected.fill(0, 1);
  let total = expected.reduce((sum, bytes) => sum + bytes, 0);
  let done = 0;
  let next = 0;
  const tell = onprogress && (({ bytes }: { bytes: number }) => onprogress({ bytes: done + bytes, total }));
  for (const part of partsOf(parted)) {
    const pieces = piecesOf(part);
    const data = newArray(type, part.dims);
    const watch = { signal, onprogress: tell };
    const bytes = onprogress ? costOf(part) : 0;
    total += bytes - (expected[next++] ?? 0);
    await transfer(place, pieces, pieces.flatMap(toNested), [data], watch, Number.POSITIVE_INFINITY);
    done += bytes;
    yield toTensor(type, part.dims, data);
  }
}
