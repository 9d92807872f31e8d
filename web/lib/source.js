// `microtome/source`: cuts a tensor where it is stored, in a file or behind a URL, and fetches only the bytes that the cut needs. It is
// an entry of its own, and uses `microtome` by its public surface: the plan says which bytes an output takes.
import { mistake } from './base/mistake.js';
import { describe, reading } from './base/read.js';
import { countOf, toNested, toPattern } from './source/axes.js';
import { decideCut } from './source/calls.js';
import { openSource } from './source/open.js';
import { PART, readOptions } from './source/options.js';
import { toOuts } from './source/outs.js';
import { fetchParts } from './source/parts.js';
import { countRequests } from './source/requests.js';
import { headerOf, writeAll } from './source/save.js';
import { placeOf } from './source/stored.js';
import { toBytes } from './source/stores/files.js';
import { transfer } from './source/transfer.js';

/** @import { Pattern } from './source/axes.js' */
/** @import { Cut } from './source/calls.js' */
/** @import { Place } from './source/stored.js' */
/** @import { Cost, CutOptions, From, OpenOptions, PartOptions, SaveOptions, Source, Stored } from './source/types.js' */
/** @import { ArrayOf, DataOfType, IntegerList, OneInteger, SliceSpec, SplitSpec, SplitToSequenceSpec, Tensor, TypeName } from './types.js' */
/** @import { Host } from './types/typing.js' */

export * from './source/types.js';

/**
 * Opens a file of tensors: one request reads its header, and a long header at most two more. No data is read.
 * @template {TypeName} [T=TypeName] type of a tensor that `layout` describes
 * @param {From} from a URL (a string, a `URL` or a `Request`), a `Blob` or `File`, a `FileSystemFileHandle`, Node's `FileHandle`, an
 *   `ArrayBuffer` or `Uint8Array`, or `{ size, read(at, length, signal) }`
 * @param {OpenOptions<T>} [options] `format`, or `layout` of a file without a header; `fetch`, `headers`, `signal`, `gap`,
 *   `maxRequest`, `concurrency`, `maxBytes`
 * @returns {Promise<Source<T>>}
 * @throws {MicrotomeError} `bad_format`: a header that contradicts itself, or no format at all; `bad_input`: a layout that does not
 *   fit the file; `source_failed`, `source_short`, `source_changed`, `range_ignored`, `too_costly`, `aborted`; `bad_argument`,
 *   `conflict`, `bad_type`, `not_initialized`; `unsupported_host`: in an AudioWorklet, or nothing here can inflate an .npz
 * @example
 * const file = Uint8Array.of(0, 0, 10, 20, 30, 40);
 * const source = await open(file, { layout: { type: 'uint8', dims: [2, 2], at: 2 } });
 * console.log((await slice(source.tensor(), ':, 1')).data.join()); // 20,40
 */
export function open(from, options) {
  return /** @type {Promise<Source<any>>} */ (openSource(from, options));
}

/**
 * What a cut costs. Nothing is fetched, and nothing is guessed: the server will see so many requests and bytes, unless it fails and
 * is asked again.
 * @param {Stored} stored
 * @param {SliceSpec | string | readonly (SliceSpec | string)[]} spec as for `slice`, or a list as for `slices`; a split reads what '...' does
 * @returns {Cost} `requests`; `bytes` that are fetched; `useful`, the bytes of the outputs
 * @throws {MicrotomeError} as `slice` of the main entry does, for what is wrong with the arguments, and `not_initialized`
 * @example
 * const source = await open(new Uint8Array(6000), { layout: { type: 'uint8', dims: [60, 100] }, gap: 50 });
 * console.log(cost(source.tensor(), '1:3').requests, cost(source.tensor(), ':, 7').requests); // 1 60
 */
export function cost(stored, spec) {
  const place = placeOf(stored, 'cost');
  const specs = Array.isArray(spec) ? listOf(spec, 'cost') : [spec];
  const cuts = specs.map((each) => decideCut(place, 'Slice', each));
  const { requests, bytes, useful } = costOf(place, cuts, wantedOf(cuts), 'cost');
  return { requests, bytes, useful };
}

/**
 * Part of a stored tensor, as `slice` of `microtome` gives it. Only the bytes that the part needs are fetched, and what is between
 * them if they are close together.
 * @template {TypeName} [T=TypeName]
 * @template {DataOfType[T]} [D=ArrayOf<T>] class of `out`
 * @param {Stored<T>} stored
 * @param {SliceSpec | string} spec `{ starts, ends, axes?, steps? }`, or `'1:-1, ::2, ..., 3'`
 * @param {CutOptions<D>} [options] `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns {Promise<Tensor<T, D>>}
 * @throws {MicrotomeError} as `slice` of the main entry does, before anything is fetched; `too_costly`: more bytes or requests than
 *   allowed; `source_failed`, `source_short`, `source_changed`, `range_ignored`, `aborted`. After these, the arrays given as out may be partly written
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [2, 3] } });
 * const { dims, data } = await slice(source.tensor(), '1, ::-1');
 * console.log(dims.join(), data.join()); // 3 6,5,4
 */
export async function slice(stored, spec, options) {
  return (await cut(stored, 'Slice', spec, options))[0];
}

/**
 * A stored tensor cut along one axis, as `split` of `microtome` cuts it. All of it is fetched.
 * @template {TypeName} [T=TypeName]
 * @template {DataOfType[T]} [D=ArrayOf<T>] class of `out`
 * @param {Stored<T>} stored
 * @param {SplitSpec} spec `{ axis?, split }` or `{ axis?, num_outputs }`
 * @param {CutOptions<D>} [options] `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns {Promise<Tensor<T, D>[]>} the pieces, in their order
 * @throws {MicrotomeError} as `split` of the main entry does, and what `slice` throws
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [2, 3] } });
 * const [first, rest] = await split(source.tensor(), { axis: 1, split: [1, 2] });
 * console.log(first.data.join(), rest.data.join()); // 1,4 2,3,5,6
 */
export function split(stored, spec, options) {
  return cut(stored, 'Split', spec, options);
}

/**
 * A stored tensor cut along one axis, as `splitToSequence` of `microtome` cuts it. All of it is fetched.
 * @template {TypeName} [T=TypeName]
 * @template {DataOfType[T]} [D=ArrayOf<T>] class of `out`
 * @param {Stored<T>} stored
 * @param {SplitToSequenceSpec} [spec] `{ axis?, keepdims?, split? }`
 * @param {CutOptions<D>} [options] `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns {Promise<Tensor<T, D>[]>} the members of the sequence
 * @throws {MicrotomeError} as `splitToSequence` of the main entry does, and what `slice` throws
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [2, 3] } });
 * const rows = await splitToSequence(source.tensor(), { axis: 0, keepdims: 0 });
 * console.log(rows[1].dims.join(), rows[1].data.join()); // 3 4,5,6
 */
export function splitToSequence(stored, spec = {}, options = undefined) {
  return cut(stored, 'SplitToSequence', spec, options);
}

/**
 * A stored tensor cut along one axis, as `variadicSplit` of `microtome` cuts it. All of it is fetched.
 * @template {TypeName} [T=TypeName]
 * @template {DataOfType[T]} [D=ArrayOf<T>] class of `out`
 * @param {Stored<T>} stored
 * @param {OneInteger} axis from the end where negative
 * @param {IntegerList} split_lengths size of each piece; one may be -1: what the others leave
 * @param {CutOptions<D>} [options] `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns {Promise<Tensor<T, D>[]>} the pieces, in their order
 * @throws {MicrotomeError} as `variadicSplit` of the main entry does, and what `slice` throws
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5), { layout: { type: 'uint8', dims: [5] } });
 * const [box, scores] = await variadicSplit(source.tensor(), 0, [4, -1]);
 * console.log(box.dims.join(), scores.data.join()); // 4 5
 */
export function variadicSplit(stored, axis, split_lengths, options) {
  return cut(stored, 'VariadicSplit', { axis, split_lengths }, options);
}

/**
 * Several slices in one batch: embedding rows, a list of crops. Requests are merged across all of them.
 * @template {TypeName} [T=TypeName]
 * @template {DataOfType[T]} [D=ArrayOf<T>] class of `out`
 * @param {Stored<T>} stored
 * @param {readonly (SliceSpec | string)[]} specs each as for `slice`
 * @param {CutOptions<D>} [options] `signal`, `onprogress`, `maxBytes`, `maxRequests`, `opset`, `out`
 * @returns {Promise<Tensor<T, D>[]>} one per spec
 * @throws {MicrotomeError} what `slice` throws
 * @example
 * const source = await open(new Uint8Array(3000).map((_, i) => i), { layout: { type: 'uint8', dims: [300, 10] } });
 * const rows = await slices(source.tensor(), ['7', '8', '20']);
 * console.log(rows.map(({ data }) => data[0]).join(), cost(source.tensor(), ['7', '8', '20']).requests); // 70,80,200 1
 */
export async function slices(stored, specs, options) {
  const op = 'slices';
  const read = readOptions(options, op);
  const place = placeOf(stored, op);
  const cuts = listOf(specs, op).map((spec) => decideCut(place, 'Slice', spec, read));
  return await carryOut(place, cuts, wantedOf(cuts), read, op);
}

/**
 * A slice that does not fit into memory, in consecutive parts: tensors in row-major order, of at most `maxBytes` of data each, but
 * of one element at least. The limits of `slice` do not hold; `onprogress` says how much is read.
 * @template {TypeName} [T=TypeName]
 * @param {Stored<T>} stored
 * @param {SliceSpec | string} spec as for `slice`
 * @param {PartOptions} [options] `maxBytes` of a part (64 MiB), `signal`, `onprogress`, `opset`
 * @returns {AsyncGenerator<Tensor<T, ArrayOf<T>>, void, void>} parts have the slice's rank; of all together, each element is in one
 * @throws {MicrotomeError} what `slice` throws, but `too_costly`; what is wrong with the arguments, at once
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [3, 2] } });
 * const shapes = [];
 * for await (const { dims } of parts(source.tensor(), ':', { maxBytes: 4 })) shapes.push(dims.join());
 * console.log(shapes.join(' ')); // 2,2 1,2
 */
export function parts(stored, spec, options) {
  const read = readOptions(options, 'parts', PART);
  const place = placeOf(stored, 'parts');
  const decided = decideCut(place, 'Slice', spec, read);
  return fetchParts(place, decided, { dims: decided.dims[0], most: mostOf(place, read), step: 1 }, read);
}

/**
 * Writes a slice into a stream, part by part, in constant memory. As `pipeTo` does, it closes the stream at the end, and aborts it if
 * the slice cannot be read.
 * @param {Stored} stored
 * @param {SliceSpec | string} spec as for `slice`
 * @param {Host<'WritableStream'>} writable that takes Uint8Arrays
 * @param {SaveOptions} options `format`: 'npy', or 'raw' for the elements alone, little-endian; `preventClose`, `preventAbort`, and
 *   those of `parts`
 * @returns {Promise<void>}
 * @throws {MicrotomeError} what `parts` throws; `bad_type`: NumPy has no such type; `source_failed`, if the stream cannot be written
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [2, 3] } });
 * const { readable, writable } = new TransformStream();
 * const saved = save(source.tensor(), ':, 1:', writable, { format: 'raw' });
 * console.log(new Uint8Array(await new Response(readable).arrayBuffer()).join()); // 2,3,5,6
 * await saved;
 */
export async function save(stored, spec, writable, options) {
  const read = readOptions(options, 'save', PART);
  const place = placeOf(stored, 'save');
  const decided = decideCut(place, 'Slice', spec, read);
  const header = headerOf(read.format, place.type.name, decided.dims[0]);
  if (typeof writable?.getWriter !== 'function')
    throw mistake('bad_argument', 'save', 'writable', `must be a WritableStream, not ${describe(writable)}`);
  const { group } = place.type;
  const dims = group === 1 ? decided.dims[0] : [sizeOf(decided.dims[0])]; // packed parts must end at whole bytes
  const chunks = async function* () {
    if (header.length > 0) yield header;
    for await (const { data } of fetchParts(
      place,
      decided,
      { dims, most: mostOf(place, read), step: group },
      read,
    ))
      yield/** @type {Uint8Array} */ (toBytes(data));
  };
  await writeAll(chunks(), writable, read.preventClose, read.preventAbort);
}

/**
 * Elements of a part.
 * @param {Place} place
 * @param {{ maxBytes: number }} options
 */
const mostOf = ({ type: { group, bytes } }, { maxBytes }) =>
  Math.max(1, Math.floor(maxBytes / bytes) * group);

/**
 * One call with one spec. A split reads all of the tensor.
 * @param {Stored} stored
 * @param {string} op_type
 * @param {unknown} spec
 * @param {unknown} options
 * @returns {Promise<any[]>}
 */
async function cut(stored, op_type, spec, options) {
  const read = readOptions(options, op_type);
  const place = placeOf(stored, op_type);
  const decided = decideCut(place, op_type, spec, read);
  const whole = op_type === 'Slice' ? decided : decideCut(place, 'Slice', '...');
  return await carryOut(place, [decided], wantedOf([whole]), read, op_type);
}

/**
 * @param {Place} place
 * @param {readonly Cut[]} cuts
 * @param {readonly Pattern[]} wanted
 * @param {ReturnType<typeof readOptions>} options
 * @param {string} op
 */
async function carryOut(place, cuts, wanted, options, op) {
  const spent = costOf(place, cuts, wanted, op);
  checkCost(spent, options, op);
  const { arrays, finish } = toOuts(
    place,
    cuts.flatMap(({ dims }) => dims),
    options.out,
    op,
  );
  let before = 0;
  const nested = cuts.flatMap(({ dims, streams }) => {
    const first = before;
    before += dims.length;
    return streams.flatMap((stream) => toNested(toPattern({ ...stream, output: first + stream.output })));
  });
  await transfer(place, wanted, nested, arrays, { ...options, total: spent.bytes }, op);
  return finish();
}

/** What is fetched for cuts of one output each. @param {readonly Cut[]} cuts */
const wantedOf = (cuts) => cuts.flatMap(({ streams }) => streams.map(toPattern));

/**
 * @param {Place} place
 * @param {readonly Cut[]} cuts
 * @param {readonly Pattern[]} wanted
 * @param {string} op
 */
function costOf({ type, store, limits }, cuts, wanted, op) {
  const useful = cuts
    .flatMap(({ dims }) => dims)
    .reduce((sum, dims) => sum + Math.ceil(sizeOf(dims) / type.group) * type.bytes, 0);
  if (store.isKept) return { requests: 0, bytes: 0, useful };
  return { ...countRequests(wanted, type, limits, op), useful };
}

/** @param {readonly number[]} dims */
const sizeOf = (dims) => countOf(dims.map((size) => ({ size })));

/**
 * @param {Cost} cost
 * @param {{ maxBytes: number, maxRequests: number }} limits
 * @param {string} op
 */
function checkCost({ requests, bytes, useful }, { maxBytes, maxRequests }, op) {
  if (bytes <= maxBytes && requests <= maxRequests) return;
  const limit = bytes > maxBytes ? `maxBytes is ${maxBytes}` : `maxRequests is ${maxRequests}`;
  const what = `takes ${requests} requests and ${bytes} bytes, ${useful} of them useful; ${limit}. Cut less, raise it, or use parts or save`;
  throw mistake('too_costly', op, '', what);
}

/**
 * @param {unknown} specs
 * @param {string} op
 */
function listOf(specs, op) {
  if (!Array.isArray(specs))
    throw mistake('bad_argument', op, 'specs', `expected an array of specs, not ${describe(specs)}`);
  return reading(() => [...specs], op, 'specs');
}
