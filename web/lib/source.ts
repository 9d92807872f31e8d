// `microtome/source`: cuts a tensor where it is stored, in a file or behind a URL, and fetches only the bytes
// that the cut needs.
import { blaming } from './base/mistake.ts';
import { fetchParts } from './source/in_parts.ts';
import { openSource } from './source/open.ts';
import { partsOfSpec } from './source/partition.ts';
import { bytesOfFile, isWritable, saveInto, tensorsOf } from './source/save.ts';
import { readOptions } from './source/source_options.ts';
import type {
  FileOptions,
  From,
  NodeWritable,
  OpenOptions,
  Part,
  PartitionOptions,
  PartOptions,
  SaveOptions,
  Source,
  Stored,
} from './source/source_types.ts';
import { answer, placeOf, withPublicErrors } from './source/stored_tensor.ts';
import type { Host } from './types/elements.ts';
import type { ArrayOf, Integer, SliceSpec, Tensor, TypeName } from './types.ts';

export {
  compress,
  cost,
  gather,
  slice,
  slices,
  split,
  splitToSequence,
  variadicSplit,
} from './source/cuts.ts';
export type * from './source/source_types.ts';

/**
 * Opens a file of tensors, and reads its header but no data.
 *
 * That takes one request, and a few more if the header is long. The reader of a format is loaded with
 * the first such file. The header of an ONNX model is spread over the
 * file, between its weights, so a model of 10 MB may take some hundred.
 * @param from a URL (a string, a `URL`, or a `Request`, whose `signal` ends cuts, too), a `Blob` or `File`, a
 *   `FileSystemFileHandle`, Node's `FileHandle`, an `ArrayBuffer` or `Uint8Array`, `{ size, read(at, length, signal) }`, a `Response` or
 *   stream, which is read as a whole, what `cached` of `microtome/cached` gives, or a function that gives one of these
 * @param options `format`, or `layout` of a file without a header; `only` some tensors; `at` and `length` of a file inside another one;
 *   `files`, `fetch`, `headers`, `signal`, `timeout`,
 *   `retries`, `trust`, `gap`, `maxRequest`, `concurrency`, `maxBytes`, `maxRequests`
 * @returns the tensors in it
 * @throws {MicrotomeError} `bad_format`: a missing or inconsistent header; `bad_input`: a layout that does
 *   not fit the file, or a detached buffer; `source_failed`, `source_short`, `source_changed`, `range_ignored`, `too_costly`,
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
 * Cuts a slice that does not fit into memory, part by part.
 *
 * The parts follow each other in the order of the file, along the axis that is slowest there. Each is a row-major
 * tensor of at most `maxBytes` of data, and says where it is in the slice. The limits of `slice` do not apply.
 * `onprogress` says how much is read, and `cost(stored, spec, { maxBytes })` how much it will be.
 * @param stored a tensor of an open file
 * @param spec as for `slice`
 * @param options `maxBytes` of a part (64 MiB), `signal`, `onprogress`, `opset`
 * @returns parts of the slice's rank; each element is in exactly one of them
 * @throws {MicrotomeError} what `slice` throws, but `too_costly` only if a part may not hold one element; for
 *   wrong arguments, at once
 * @example
 * const source = await open(Uint8Array.of(1, 2, 3, 4, 5, 6), { layout: { type: 'uint8', dims: [3, 2] } });
 * const shapes = [];
 * for await (const { dims, starts } of parts(source.tensor(), ':', { maxBytes: 4 })) shapes.push(`${dims} at ${starts}`);
 * console.log(shapes.join('; ')); // 2,2 at 0,0; 1,2 at 2,0
 */
export function parts<T extends TypeName = TypeName>(
  stored: Stored<T>,
  spec: SliceSpec | string | Integer,
  options?: PartOptions,
): AsyncGenerator<Part<T>, void, void> {
  const op = 'parts';
  return blaming(op, '', () => {
    const read = readOptions(options, op);
    const place = placeOf(stored);
    return withPublicErrors(op, fetchParts(place, tensorsOf(place, spec, read), read)) as AsyncGenerator<
      any,
      void,
      void
    >;
  });
}

/**
 * Writes a file into a stream: a slice of a stored tensor, part by part and in constant memory, or a tensor in memory.
 *
 * As `pipeTo` does, it closes the stream at the end, and aborts it if the slice cannot be read. An .npy file is in
 * Fortran order if the tensor is so in its file, so that every byte is fetched once.
 * @param stored a tensor of an open file, or one in memory
 * @param spec as for `slice`; without it, all of the tensor is written
 * @param writable a stream of Uint8Arrays, also one of Node
 * @param options `format`: 'npy' (the default), 'safetensors', or 'raw' for the elements alone, row-major and
 *   little-endian; `name` in the file; `preventClose`, `preventAbort`, and those of `parts`
 * @throws {MicrotomeError} what `parts` throws; `bad_type`: the format has no such type; `source_failed`, if the
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
  spec: SliceSpec | string | Integer,
  writable: Host<'WritableStream'> | NodeWritable,
  options?: SaveOptions,
): Promise<void>;
export function save(
  tensor: Tensor | Stored,
  writable: Host<'WritableStream'> | NodeWritable,
  options?: SaveOptions,
): Promise<void>;
export function save(tensor: unknown, ...rest: unknown[]): Promise<void> {
  const op = 'save';
  return answer(op, async () => {
    const [spec, writable, options] = isWritable(rest[0]) ? [undefined, ...rest] : rest;
    await saveInto(tensor, spec, writable, readOptions(options, op));
  });
}

/**
 * Gives the bytes of a file that has a tensor in memory.
 * @param tensor any tensor, also one with strides
 * @param options `format`: 'npy' (the default), 'safetensors', or 'raw' for the elements alone; `name` of the tensor
 *   in the file
 * @throws {MicrotomeError} `bad_type`: the format has no such type; `bad_input`; `bad_argument`; `not_initialized`
 * @example
 * const bytes = toBytes({ dims: [2, 2], data: Float32Array.of(1, 2, 3, 4) }, { format: 'safetensors', name: 'w' });
 * const source = await open(bytes);
 * console.log(source.names[0], source.tensor().dims.join()); // w 2,2
 */
export function toBytes(tensor: Tensor, options?: FileOptions): ArrayOf<'uint8'> {
  return blaming('toBytes', '', () => bytesOfFile(tensor, readOptions(options, 'toBytes')));
}

/**
 * Divides a slice into parts for several machines.
 *
 * The parts depend on shapes alone, so every machine gets the same ones without asking another. Nothing is
 * fetched.
 * @param stored a tensor of an open file
 * @param spec as for `slice`
 * @param n number of parts, at most 2^20. If the axis has fewer indices, the last parts are empty
 * @param options `axis` of the output along which it is divided; by default, the one that is slowest
 *   in the file and has more than one index
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
  spec: SliceSpec | string | Integer,
  n: Integer,
  options?: PartitionOptions,
): string[] {
  const op = 'partition';
  return blaming(op, '', () => {
    const { axis } = readOptions(options, op);
    return partsOfSpec(placeOf(stored), spec, n, axis);
  });
}
