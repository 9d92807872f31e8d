// `microtome/source`: cuts a tensor where it is stored, in a file or behind a URL, and fetches only the bytes
// that the cut needs.
import { describe } from './base/describe.ts';
import { blaming, Mistake } from './base/mistake.ts';
import { countOf } from './shape.ts';
import { answer, blamed } from './source/answer.ts';
import { type Cut, decideCut } from './source/calls.ts';
import { openSource } from './source/open.ts';
import { readOptions } from './source/options.ts';
import { partsOfSpec } from './source/partition.ts';
import { fetchParts, type Parted } from './source/parts.ts';
import { headerOf, writeAll } from './source/save.ts';
import { type Place, placeOf } from './source/stored.ts';
import { toBytes } from './source/stores/files.ts';
import { within } from './source/stores/store.ts';
import type {
  From,
  OpenOptions,
  PartitionOptions,
  PartOptions,
  SaveOptions,
  Source,
  Stored,
} from './source/types.ts';
import type { Host } from './types/elements.ts';
import type { ArrayOf, Integer, Result, SliceSpec, TypeName } from './types.ts';

export { cost, gather, slice, slices, split, splitToSequence, variadicSplit } from './source/cuts.ts';
export type * from './source/types.ts';

/**
 * Opens a file of tensors, and reads its header but no data.
 *
 * That takes one request, and a few more if the header is long. The header of an ONNX model is spread over the
 * file, between its weights, so a model of 10 MB may take some hundred.
 * @param from a URL (a string, a `URL` or a `Request`), a `Blob` or `File`, a `FileSystemFileHandle`, Node's
 *   `FileHandle`, an `ArrayBuffer` or `Uint8Array`, `{ size, read(at, length, signal) }`, or what `cached` of
 *   `microtome/cached` gives
 * @param options `format`, or `layout` of a file without a header; `fetch`, `headers`, `signal`, `timeout`,
 *   `trust`, `gap`, `maxRequest`, `concurrency`, `maxBytes`, `maxRequests`
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
