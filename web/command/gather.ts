// Bytes of a joined tensor, read from its parts. Rows of the joined tensor are the rows of the parts, side by
// side; so whatever range is read, each part has one range of it.
import type { Tensor } from 'microtome';
import type { FileLayout, Stored } from 'microtome/source';
import type { Library } from './library.ts';
import { ALL, bytesOf } from './parts.ts';

/** A part. */
export interface Piece {
  /** Bytes of its elements in a row. */
  readonly run: number;
  /** Gives its bytes from `low` to `high`, in the order of the joined file, or puts them into an array. */
  read(
    low: number,
    high: number,
    into: Uint8Array | undefined,
    signal: AbortSignal,
  ): Promise<Uint8Array> | Uint8Array;
}

/** Reads of parts behind URLs at a time. */
const AT_ONCE = 6;

/** Bytes of the joined tensor, from byte `at` on, as many as `joined` takes. */
export async function gather(
  library: Library,
  pieces: readonly Piece[],
  at: number,
  joined: Uint8Array,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { length } = joined;
  const row = pieces.reduce((sum, { run }) => sum + run, 0);
  const first = Math.ceil(at / row);
  const end = Math.max(first, Math.floor((at + length) / row));
  const isConcat = end - first > 1; // of the whole rows, `first` to `end`
  const inputs: Tensor[] = [];
  let before = 0; // bytes of a row that other pieces have
  const waiting = new Set<Promise<void>>();
  for (const [i, piece] of pieces.entries()) {
    const { run } = piece;
    const begin = before;
    before += run;
    /** Bytes of the piece that are before a byte of the joined tensor. */
    const countBefore = (byte: number) =>
      Math.floor(byte / row) * run + Math.min(run, Math.max(0, (byte % row) - begin));
    const [low, high] = [countBefore(at), countBefore(at + length)];
    if (low === high) continue;
    const place = (byte: number) => Math.floor(byte / run) * row + begin + (byte % run) - at;
    const isOne = Math.floor(low / run) === Math.floor((high - 1) / run);
    const into = isOne ? joined.subarray(place(low), place(low) + high - low) : undefined;
    const put = (data: Uint8Array) => {
      if (data === into) return;
      const copy = (from: number, to: number) => {
        for (let next = from; from < to; from = next) {
          next = Math.min(to, from - (from % run) + run);
          joined.set(data.subarray(from - low, next - low), place(from));
        }
      };
      if (!isConcat) return copy(low, high);
      copy(low, first * run);
      copy(end * run, high);
      const whole = data.subarray(first * run - low, end * run - low);
      inputs[i] = { type: 'uint8', dims: [end - first, run], data: whole };
    };
    const data = piece.read(low, high, into, signal);
    if (data instanceof Uint8Array) {
      put(data);
      continue;
    }
    const done = data.then(put).finally(() => waiting.delete(done));
    done.catch(() => {}); // it is awaited below
    waiting.add(done);
    if (waiting.size >= AT_ONCE) await Promise.race(waiting);
  }
  await Promise.all(waiting);
  if (isConcat) {
    const out = joined.subarray(first * row - at, end * row - at);
    library.concat(inputs.filter(Boolean), 1, { out }); // a piece without elements has left a hole
  }
  return joined;
}

/** How a tensor is read that is put together: `save` fetches half of a request at a time, which is held twice. */
const REQUESTS = { maxRequest: 2 ** 23, concurrency: 1 };

/**
 * A tensor whose bytes somebody puts together: a file that does not exist. So the library itself writes it, with its own header. What
 * `read` gives is copied before it is called again.
 */
export async function tensorOf(
  { source }: Library,
  layout: FileLayout,
  size: number,
  read: (low: number, high: number, signal: AbortSignal) => Promise<Uint8Array> | Uint8Array,
): Promise<Stored> {
  const from = {
    size,
    read: (at: number, length: number, signal: AbortSignal) => read(at, at + length, signal),
  };
  return (await source.open(from, { layout, ...REQUESTS })).tensor();
}

/** Orders of elements: in F, the first axis is the fastest. */
export type Order = 'C' | 'F';

/** Bytes of a stored tensor's elements in an order, wherever and however its file has them. */
export async function readStored(
  library: Library,
  tensor: Stored,
  order: Order,
  size: number,
  low: number,
  high: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const [first, end] = [Math.floor(low / size), Math.ceil(high / size)];
  const isTurned = order === 'F';
  const { dims } = tensor;
  const slowest = isTurned ? dims.toReversed() : dims;
  const specs = [...boxesOf(slowest, first, end)].map((box) => ({
    starts: box.map(([begin]) => begin),
    ends: box.map(([, stop]) => stop),
    axes: box.map((_, i) => (isTurned ? dims.length - 1 - i : i)),
  }));
  const cuts = await library.source.slices(tensor, specs, { ...ALL, signal });
  const arrays = cuts.map(({ data, dims }) =>
    isTurned ? turned(library, bytesOf(data), dims, size) : bytesOf(data),
  );
  const bytes = arrays.length === 1 ? arrays[0] : Buffer.concat(arrays);
  return bytes.subarray(low - first * size, high - first * size);
}

/** Elements that are in C order, in Fortran order. */
function turned({ slice }: Library, data: Uint8Array, dims: readonly number[], size: number): Uint8Array {
  const stride = dims.map((_, axis) => dims.slice(axis + 1).reduce((a, b) => a * b, size));
  const type = 'uint8';
  return slice({ type, dims: [...dims.toReversed(), size], stride: [...stride.toReversed(), 1], data }, '...')
    .data;
}

/** The elements `low` to `high` in C order as boxes, one after another: where each begins and ends on the first axes. */
function* boxesOf(
  dims: readonly number[],
  low: number,
  high: number,
): Generator<(readonly [begin: number, end: number])[], void, void> {
  if (low >= high) return;
  const [, ...inner] = dims;
  const row = inner.reduce((a, b) => a * b, 1);
  const [first, end] = [Math.ceil(low / row), Math.floor(high / row)]; // whole rows
  function* within(index: number, from: number, to: number): ReturnType<typeof boxesOf> {
    for (const box of boxesOf(inner, from - index * row, to - index * row))
      yield [[index, index + 1], ...box];
  }
  if (first > end) return yield* within(end, low, high);
  yield* within(first - 1, low, first * row);
  if (first < end) yield [[first, end]];
  yield* within(end, end * row, high);
}
