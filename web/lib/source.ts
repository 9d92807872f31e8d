// `microtome/source`: cuts a tensor where it is stored, in a file or behind a URL, and fetches only the bytes
// that the cut needs.
import { describe, isGiven, isNamed } from './base/describe.ts';
import { blame, blaming, Mistake } from './base/mistake.ts';
import { countOf } from './shape.ts';
import { type Pattern, toNested, toPattern } from './source/axes.ts';
import { type Cut, decideCut, decideGather } from './source/calls.ts';
import { bytesOf } from './source/elements.ts';
import { openSource } from './source/open.ts';
import { type Call, cacheRules, type ReadOptions, readOptions } from './source/options.ts';
import { toOuts } from './source/outs.ts';
import { partsOfSpec } from './source/partition.ts';
import { fetchParts, type Parted } from './source/parts.ts';
import { countRequests } from './source/requests.ts';
import { headerOf, writeAll } from './source/save.ts';
import { type Place, placeOf } from './source/stored.ts';
import { cacheAround } from './source/stores/cached.ts';
import { toBytes } from './source/stores/files.ts';
import { within } from './source/stores/store.ts';
import { transfer } from './source/transfer.ts';
import type {
  Cached,
  CacheOptions,
  Cost,
  CutOptions,
  From,
  IndicesSpec,
  OpenOptions,
  PartitionOptions,
  PartOptions,
  SaveOptions,
  Source,
  Stored,
} from './source/types.ts';
import type { Host } from './types/elements.ts';
import type { ListOf } from './types/typing.ts';
import type {
  ArrayOf,
  DataOfType,
  Integer,
  IntegerList,
  OneInteger,
  Result,
  SliceSpec,
  SplitSpec,
  SplitToSequenceSpec,
  TypeName,
} from './types.ts';

export type * from './source/types.ts';

/**
 * Opens a file of tensors, and reads its header but no data.
 *
 * That takes one request, and a few more if the header is long. The header of an ONNX model is spread over the
 * file, between its weights, so a model of 10 MB may take some hundred.
 * @param from a URL (a string, a `URL` or a `Request`), a `Blob` or `File`, a `FileSystemFileHandle`, Node's
 *   `FileHandle`, an `ArrayBuffer` or `Uint8Array`, `{ size, read(at, length, signal) }`, or what `cached`
 *   gives
 * @param options `format`, or `layout` of a file without a header; `fetch`, `headers`, `signal`, `gap`,
 *   `maxRequest`, `concurrency`, `maxBytes`, `maxRequests`
 * @returns the tensors in it
 * @throws {MicrotomeError} `bad_format`: a missing or inconsistent header; `bad_input`: a layout that does
 *   not fit the file; `source_failed`, `source_short`, `source_changed`, `range_ignored`, `too_costly`,
 *   `aborted`; `bad_argument`, `conflict`, `bad_type`, `not_initialized`; `unsupported_host`: in an
 *   AudioWorklet
 * @example
 * const file = Uint8Array.of(0, 0, 10, 20, 30, 40);
 * const source = await open(file, { layout: { type: 'uint8', dims: [2, 2], at: 2 } });
 * console.log((await slice(source.tensor(), ':, 1')).data.join()); // 20,40
 */
export function open<T extends TypeName = TypeName>(
  from: From,
  options?: OpenOptions<T>,
): Promise<Source<T>> {
  return answer('open', async () => (await openSource(from, options)) as Source<any>);
}

/**
 * Puts a cache around a file, for `open`, so that no byte is fetched twice.
 *
 * It keeps blocks of 64 KiB in memory. With a `store`, it also keeps them in a folder, where they outlive the
 * page or the process. `open` still makes its first request. Its `ETag`, or `Last-Modified` and size, say
 * whether the file is the same: if it is not, the old blocks are dropped. Its `Vary` and `Cache-Control` say who
 * may use the blocks, and whether they may be stored; `Authorization` and `Cookie` keep users apart without a
 * strong `ETag`, unless it says `public`. Where nothing tells versions or users apart, the blocks live only as
 * long as the source. If the store cannot be written, blocks stay in memory.
 * @param from anything that `open` takes. Files beside it, such as the weights of an ONNX model, are cached
 *   too
 * @param options `store`: a `FileSystemDirectoryHandle`, or the path of a folder in Node; `maxBytes` of
 *   memory (64 MiB), the blocks that were not used for longest go first
 * @returns what `open` takes, as often as you like
 * @throws {MicrotomeError} `bad_argument`: an option
 * @example
 * const file = cached(new Uint8Array(300_000));
 * const source = await open(file, { layout: { type: 'uint8', dims: [300, 1000] } });
 * await slice(source.tensor(), '100:150');
 * console.log(cost(source.tensor(), '110:120').requests, cost(source.tensor(), '140:250').requests); // 0 1
 */
export function cached(from: From, options?: CacheOptions): Cached {
  const read = () => readOptions(options, 'cached', cacheRules());
  return blaming('cached', '', () => cacheAround(from, read()) as Cached);
}

/**
 * Says what a cut costs, exactly and without fetching anything.
 *
 * The server will see just these requests and bytes, unless it fails and is asked again, or ignores ranges for
 * weights in other files. With a cache, only missing blocks count.
 * @param stored a tensor of an open file
 * @param spec as for `slice`, or a list as for `slices`, or `{ indices, axis? }` of `gather`. A split costs what
 *   `'...'` costs, which takes everything
 * @returns `requests`; `bytes` that are fetched; `useful`, the bytes of the outputs
 * @throws {MicrotomeError} what `slice` of the main entry throws for wrong arguments, and `not_initialized`
 * @example
 * const source = await open(new Uint8Array(6000), { layout: { type: 'uint8', dims: [60, 100] }, gap: 50 });
 * console.log(cost(source.tensor(), '1:3').requests, cost(source.tensor(), ':, 7').requests); // 1 60
 */
export function cost(
  stored: Stored,
  spec: SliceSpec | string | readonly (SliceSpec | string)[] | IndicesSpec,
): Cost {
  return blaming('cost', '', () => {
    const place = placeOf(stored);
    if (isNamed(spec) && isGiven(spec, 'indices')) {
      const decided = decideGather(place, spec);
      return costOf(place, [decided], decided.wanted);
    }
    const specs = Array.isArray(spec) ? [...spec] : [spec];
    const cuts = specs.map((each) => decideCut(place, 'Slice', each));
    return costOf(place, cuts, patternsOf(cuts));
  });
}

/**
 * Cuts a part out of a stored tensor, as `slice` of `microtome` does.
 *
 * It fetches only the bytes that the part needs, and those between them if they are close together.
 * @param stored a tensor of an open file
 * @param spec `{ starts, ends, axes?, steps? }`, or `'1:-1, ::2, ..., 3'`
 * @param options `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns the part
 * @throws {MicrotomeError} what `slice` of the main entry throws, before anything is fetched; `too_costly`:
 *   more bytes or requests than allowed; `source_failed`, `source_short`, `source_changed`, `range_ignored`,
 *   `aborted`. After these, the arrays given as out may be partly written
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [2, 3] } });
 * const { dims, data } = await slice(source.tensor(), '1, ::-1');
 * console.log(dims.join(), data.join()); // 3 6,5,4
 */
export async function slice<T extends TypeName = TypeName, D extends DataOfType[T] = ArrayOf<T>>(
  stored: Stored<T>,
  spec: SliceSpec | string,
  options?: CutOptions<D>,
): Promise<Result<T, D>> {
  return (await cut(stored, 'slice', 'Slice', spec, options))[0];
}

/**
 * Cuts a stored tensor along one axis, as `split` of `microtome` does.
 *
 * It fetches the whole tensor.
 * @param stored a tensor of an open file
 * @param spec `{ axis?, split }` or `{ axis?, num_outputs }`
 * @param options `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns the pieces, in their order
 * @throws {MicrotomeError} what `split` of the main entry and `slice` throw
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [2, 3] } });
 * const [first, rest] = await split(source.tensor(), { axis: 1, split: [1, 2] });
 * console.log(first.data.join(), rest.data.join()); // 1,4 2,3,5,6
 */
export function split<
  T extends TypeName = TypeName,
  D extends DataOfType[T] = ArrayOf<T>,
  const L extends readonly Integer[] = [],
  const N extends Integer = Integer,
>(
  stored: Stored<T>,
  spec: SplitSpec<IntegerList | L, OneInteger | N>,
  options?: CutOptions<D>,
): Promise<ListOf<Result<T, D>, L, N>> {
  return cut(stored, 'split', 'Split', spec, options) as Promise<any>;
}

/**
 * Cuts a stored tensor along one axis, as `splitToSequence` of `microtome` does.
 *
 * It fetches the whole tensor.
 * @param stored a tensor of an open file
 * @param spec `{ axis?, keepdims?, split? }`
 * @param options `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns the members of the sequence
 * @throws {MicrotomeError} what `splitToSequence` of the main entry and `slice` throw
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [2, 3] } });
 * const rows = await splitToSequence(source.tensor(), { axis: 0, keepdims: 0 });
 * console.log(rows[1].dims.join(), rows[1].data.join()); // 3 4,5,6
 */
export function splitToSequence<T extends TypeName = TypeName, D extends DataOfType[T] = ArrayOf<T>>(
  stored: Stored<T>,
  spec: SplitToSequenceSpec = {},
  options?: CutOptions<D>,
): Promise<Result<T, D>[]> {
  return cut(stored, 'splitToSequence', 'SplitToSequence', spec, options);
}

/**
 * Cuts a stored tensor along one axis, as `variadicSplit` of `microtome` does.
 *
 * It fetches the whole tensor.
 * @param stored a tensor of an open file
 * @param axis a negative one counts from the end
 * @param split_lengths size of each piece; one may be -1: what the others leave
 * @param options `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns the pieces, in their order
 * @throws {MicrotomeError} what `variadicSplit` of the main entry and `slice` throw
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5), { layout: { type: 'uint8', dims: [5] } });
 * const [box, scores] = await variadicSplit(source.tensor(), 0, [4, -1]);
 * console.log(box.dims.join(), scores.data.join()); // 4 5
 */
export function variadicSplit<
  T extends TypeName = TypeName,
  D extends DataOfType[T] = ArrayOf<T>,
  const L extends readonly Integer[] = [],
>(
  stored: Stored<T>,
  axis: OneInteger,
  split_lengths: IntegerList | L,
  options?: CutOptions<D>,
): Promise<ListOf<Result<T, D>, L>> {
  const spec = { axis, split_lengths };
  return cut(stored, 'variadicSplit', 'VariadicSplit', spec, options) as Promise<any>;
}

/**
 * Cuts several slices in one batch, such as embedding rows or a list of crops.
 *
 * Requests are merged across all of them.
 * @param stored a tensor of an open file
 * @param specs each as for `slice`
 * @param options `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns one part per spec
 * @throws {MicrotomeError} what `slice` throws
 * @example
 * const file = new Uint8Array(3000).map((_, i) => i);
 * const table = (await open(file, { layout: { type: 'uint8', dims: [300, 10] } })).tensor();
 * const rows = await slices(table, ['7', '8', '20']);
 * console.log(rows.map(({ data }) => data[0]).join()); // 70,80,200
 * console.log(cost(table, ['7', '8', '20']).requests); // 1
 */
export function slices<T extends TypeName = TypeName, D extends DataOfType[T] = ArrayOf<T>>(
  stored: Stored<T>,
  specs: readonly (SliceSpec | string)[],
  options?: CutOptions<D>,
): Promise<Result<T, D>[]> {
  return answer('slices', () => {
    const read = readOptions(options, 'slices');
    const place = placeOf(stored);
    if (!Array.isArray(specs))
      throw new Mistake('bad_argument', `expected an array of specs, not ${describe(specs)}`, 'specs');
    const cuts = [...specs].map((spec) => decideCut(place, 'Slice', spec, read));
    return carryOut(place, cuts, patternsOf(cuts), read);
  });
}

/**
 * Takes elements at listed indices of an axis, as `gather` of `microtome` does: rows of a table, columns, frames.
 *
 * It fetches what `slices` of the same indices would fetch. Repeated indices are fetched once, and their order
 * does not matter.
 * @param stored a tensor of an open file
 * @param indices one integer, which drops the axis, a list, or a tensor of integers of any rank; a negative index
 *   counts from the end
 * @param spec `{ axis? }`
 * @param options `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns one tensor; the axes of the indices replace the axis
 * @throws {MicrotomeError} `index_out_of_range`, `bad_axis`, `bad_rank`, `not_integer`, before anything is
 *   fetched, and what `slice` throws
 * @example
 * const file = new Uint8Array(3000).map((_, i) => i);
 * const table = (await open(file, { layout: { type: 'uint8', dims: [300, 10] } })).tensor();
 * const { dims, data } = await gather(table, [20, 7, -1, 7]);
 * console.log(dims.join(), data[0], data[10]); // 4,10 200 70
 * console.log(cost(table, { indices: [20, 7, -1, 7] }).requests); // 1
 */
export function gather<T extends TypeName = TypeName, D extends DataOfType[T] = ArrayOf<T>>(
  stored: Stored<T>,
  indices: IndicesSpec['indices'],
  spec?: Omit<IndicesSpec, 'indices'> | null,
  options?: CutOptions<D>,
): Promise<Result<T, D>> {
  return answer('gather', async () => {
    const read = readOptions(options, 'gather');
    const place = placeOf(stored);
    const decided = decideGather(place, spec ?? {}, read, { indices });
    return (await carryOut(place, [decided], decided.wanted, read))[0];
  });
}

/**
 * Cuts a slice that does not fit into memory, part by part.
 *
 * The parts are tensors in row-major order, of at most `maxBytes` of data each. The limits of `slice` do not
 * apply. `onprogress` says how much is read.
 * @param stored a tensor of an open file
 * @param spec as for `slice`
 * @param options `maxBytes` of a part (64 MiB), `signal`, `onprogress`, `opset`
 * @returns parts of the slice's rank; each element is in exactly one of them
 * @throws {MicrotomeError} what `slice` throws, but `too_costly` only if a part may not hold one element; for
 *   wrong arguments, at once
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [3, 2] } });
 * const shapes = [];
 * for await (const { dims } of parts(source.tensor(), ':', { maxBytes: 4 })) shapes.push(dims.join());
 * console.log(shapes.join(' ')); // 2,2 1,2
 */
export function parts<T extends TypeName = TypeName>(
  stored: Stored<T>,
  spec: SliceSpec | string,
  options?: PartOptions,
): AsyncGenerator<Result<T, ArrayOf<T>>, void, void> {
  const op = 'parts';
  return blaming(op, '', () => {
    const read = readOptions(options, op);
    const place = placeOf(stored);
    const parted = toParted(place, decideCut(place, 'Slice', spec, read), read.maxBytes);
    return blamed(op, fetchParts(place, parted, read)) as AsyncGenerator<any, void, void>;
  });
}

/**
 * Writes a slice into a stream, part by part, in constant memory.
 *
 * As `pipeTo` does, it closes the stream at the end, and aborts it if the slice cannot be read.
 * @param stored a tensor of an open file
 * @param spec as for `slice`
 * @param writable a stream of Uint8Arrays
 * @param options `format`: 'npy', or 'raw' for the elements alone, little-endian; `preventClose`,
 *   `preventAbort`, and those of `parts`
 * @throws {MicrotomeError} what `parts` throws; `bad_type`: NumPy has no such type; `source_failed`, if the
 *   stream cannot be written
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [2, 3] } });
 * const { readable, writable } = new TransformStream();
 * const saved = save(source.tensor(), ':, 1:', writable, { format: 'raw' });
 * console.log(new Uint8Array(await new Response(readable).arrayBuffer()).join()); // 2,3,5,6
 * await saved;
 */
export function save(
  stored: Stored,
  spec: SliceSpec | string,
  writable: Host<'WritableStream'>,
  options: SaveOptions,
): Promise<void> {
  const op = 'save';
  return answer(op, async () => {
    const read = readOptions(options, op);
    const place = placeOf(stored);
    const decided = decideCut(place, 'Slice', spec, read);
    const [dims] = decided.dims;
    const header = headerOf(read.format, place.type.name, dims);
    if (typeof writable?.getWriter !== 'function')
      throw new Mistake('bad_argument', `must be a WritableStream, not ${describe(writable)}`, 'writable');
    const { group } = place.type;
    const { concurrency, maxRequest } = place.limits;
    // Half of what may be held: the other half is the part that the stream still has.
    const most = Math.max(place.type.bytes, (concurrency * maxRequest) / 2);
    const parted = toParted(place, decided, Math.min(read.maxBytes, most));
    // Packed parts must end at whole bytes, wherever the rows end.
    const whole = group === 1 ? parted : { ...parted, dims: [countOf(dims)], step: group };
    await within(read.signal, (stop) => {
      const watch = { ...read, signal: stop.signal };
      const chunks = async function* () {
        if (header.length > 0) yield header;
        for await (const { data } of blamed(op, fetchParts(place, whole, watch)))
          yield toBytes(data) as Uint8Array;
      };
      return writeAll(chunks(), writable, read, stop);
    });
  });
}

/**
 * Divides a slice into parts for several machines.
 *
 * The parts depend on shapes alone, so every machine gets the same ones without asking another. Nothing is
 * fetched.
 * @param stored a tensor of an open file
 * @param spec as for `slice`
 * @param n number of parts, at most 2^20. If the axis has fewer indices, the last parts are empty
 * @param options `axis` of the output along which it is divided; by default, the first one that has more than
 *   one index
 * @returns slice strings. The outputs of `slice` for each, joined along the axis, are the output for `spec`.
 *   The sizes of the parts differ by one at most, and the larger ones come first
 * @throws {MicrotomeError} what `slice` of the main entry throws for wrong arguments; `bad_count`,
 *   `not_integer`, `too_many_outputs`, `bad_axis`; `bad_rank`: indices have dropped every axis;
 *   `not_initialized`
 * @example
 * const source = await open(new Uint8Array(60), { layout: { type: 'uint8', dims: [10, 6] } });
 * const specs = partition(source.tensor(), '::-1, 2:', 3);
 * console.log(specs.join(' | ')); // 9:5:-1, 2:6 | 5:2:-1, 2:6 | 2::-1, 2:6
 */
export function partition(
  stored: Stored,
  spec: SliceSpec | string,
  n: Integer,
  options?: PartitionOptions,
): string[] {
  const op = 'partition';
  return blaming(op, '', () => {
    const { axis } = readOptions(options, op);
    return partsOfSpec(placeOf(stored), spec, n, axis);
  });
}

/** The result of a call; a mistake in it is blamed on `op`. */
async function answer<T>(op: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    throw blame(thrown, op);
  }
}

/** The same values; a mistake on the way is blamed on `op`. */
async function* blamed<T>(op: string, values: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void> {
  try {
    yield* values;
  } catch (thrown) {
    throw blame(thrown, op);
  }
}

/** A slice in parts of at most so many bytes. */
function toParted(
  { type: { group, bytes, name } }: Place,
  { dims: [dims], streams: [stream] }: Cut,
  maxBytes: number,
): Parted {
  if (maxBytes < bytes) {
    const what = `${group === 1 ? 'an element' : `a group of ${group} elements`} of ${name} takes ${bytes} bytes; maxBytes is ${maxBytes}`;
    throw new Mistake('too_costly', what, 'maxBytes');
  }
  return { dims, stream, most: Math.floor(maxBytes / bytes) * group, step: 1 };
}

/** One call with one spec. A split fetches the whole tensor. */
function cut(stored: Stored, name: Call, op_type: string, spec: unknown, options: unknown): Promise<any[]> {
  return answer(op_type, () => {
    const read = readOptions(options, name);
    const place = placeOf(stored);
    const decided = decideCut(place, op_type, spec, read);
    const fetched = op_type === 'Slice' ? decided : decideCut(place, 'Slice', '...');
    return carryOut(place, [decided], patternsOf([fetched]), read);
  });
}

/** Fetches what is wanted, and fills the outputs of the cuts with it. */
async function carryOut(
  place: Place,
  cuts: readonly Cut[],
  wanted: readonly Pattern[],
  options: ReadOptions,
): Promise<any[]> {
  const spent = costOf(place, cuts, wanted);
  checkCost(spent, options);
  const dims = cuts.flatMap((each) => each.dims);
  const { arrays, finish } = toOuts(place, dims, options.out);
  let before = 0;
  const nested = cuts.flatMap(({ dims, streams }) => {
    const first = before;
    before += dims.length;
    return streams.flatMap((stream) => toNested(toPattern({ ...stream, output: first + stream.output })));
  });
  await transfer(place, wanted, nested, arrays, options, spent.bytes, options.maxBytes);
  return finish();
}

/** What is fetched for cuts of one output each. */
const patternsOf = (cuts: readonly Cut[]) => cuts.flatMap(({ streams }) => streams.map(toPattern));

function costOf(place: Place, cuts: readonly Cut[], wanted: readonly Pattern[]): Cost {
  const { type, store } = place;
  const useful = cuts
    .flatMap(({ dims }) => dims)
    .reduce((sum, dims) => sum + bytesOf(type, countOf(dims)), 0);
  if (store.isKept || wanted.length === 0) return { requests: 0, bytes: 0, useful };
  return { ...countRequests(wanted, place), useful };
}

function checkCost({ requests, bytes, useful }: Cost, { maxBytes, maxRequests }: ReadOptions): void {
  if (bytes <= maxBytes && requests <= maxRequests) return;
  const limit = bytes > maxBytes ? `maxBytes is ${maxBytes}` : `maxRequests is ${maxRequests}`;
  const what = `takes ${requests} requests and ${bytes} bytes, ${useful} of them useful; ${limit}. Cut less, raise it, or use parts or save`;
  throw new Mistake('too_costly', what, '');
}
