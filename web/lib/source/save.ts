// Writes tensors as files, or as they are: a cut of a stored one into a stream, part by part, and one in memory as a
// whole.
import { describe } from '../base/describe.ts';
import { MicrotomeError } from '../base/errors.ts';
import { Mistake, sentenceOf } from '../base/mistake.ts';

import { assignOnce, describeTensor, type OutputView } from '../call/for_files.ts';
import { countOf } from '../shape.ts';
import type { ArrayOf } from '../types.ts';
import { bytesOf, type ElementType, elementType } from './elements.ts';
import { checkFormat, headerOf } from './headers.ts';
import { costsOf, fetchParts, fileOrder, isFortran, type Parted, permuted } from './in_parts.ts';
import { seldom } from './load_seldom.ts';
import { decideView } from './selection.ts';
import type { ReadOptions, Watch } from './source_options.ts';
import type { Cost } from './source_types.ts';
import { isStored, type Place, placeOf } from './stored_tensor.ts';
import { toBytes } from './stores/files.ts';
import { within } from './stores/parallel.ts';

/** A slice in parts of at most so many bytes. */
function toParted(
  { group, bytes, name }: ElementType,
  view: OutputView,
  maxBytes: number,
  how: Pick<Parted, 'order' | 'step'>,
): Parted {
  if (maxBytes < bytes) {
    const what = `${group === 1 ? 'an element' : `a group of ${group} elements`} of ${name} takes ${bytes} bytes; maxBytes is ${maxBytes}`;
    throw new Mistake('too_costly', what, 'maxBytes');
  }
  return { view, most: Math.floor(maxBytes / bytes) * group, ...how };
}

/** The parts of a slice that `parts` gives. */
export function tensorsOf(place: Place, spec: unknown, options: ReadOptions): Parted {
  const view = decideView(place, spec, options);
  const order = fileOrder(view);
  return toParted(place.type, permuted(view, order), options.maxBytes, { order, step: 1 });
}

/** Those that `save` writes, one after another. Only .npy files can have Fortran order. */
function piecesOfFile(place: Place, spec: unknown, options: ReadOptions) {
  const { format, maxBytes } = options;
  const { type, limits } = place;
  const { group } = type;
  const view = decideView(place, spec, options);
  const { dims } = view;
  const isReversed = format === 'npy' && group === 1 && isFortran(view);
  // Half of what may be held: the other half is the part that the stream still has.
  const most = Math.max(type.bytes, (limits.concurrency * limits.maxRequest) / 2);
  const written = isReversed ? permuted(view, dims.map((_, axis) => dims.length - 1 - axis)) : view; // biome-ignore format: one
  const parted = toParted(type, written, Math.min(maxBytes, most), { step: group });
  return { parted, tensor: { type, dims, isFortran: isReversed } };
}

/** What `save` fetches, or without a format `parts`. */
export function costInParts(place: Place, spec: unknown, options: ReadOptions): Cost {
  if (options.format !== undefined) checkFormat(options.format);
  const parted = options.format ? piecesOfFile(place, spec, options).parted : tensorsOf(place, spec, options);
  const cost = { requests: 0, bytes: 0, useful: bytesOf(place.type, countOf(parted.view.dims)) };
  for (const { requests, bytes } of place.store.isKept ? [] : costsOf(place, parted)) {
    cost.requests += requests;
    cost.bytes += bytes;
  }
  return cost;
}

/** Writes a slice of a stored tensor, or without a `spec` all of any tensor. */
export async function saveInto(from: any, spec: unknown, writable: any, options: ReadOptions): Promise<void> {
  const { format, name, descr = from?.descr } = options;
  if (!isWritable(writable)) throw notWritable(writable ?? spec);
  const chunksOf = (): ((watch: Watch) => AsyncGenerator<Uint8Array, void>) => {
    if (spec === undefined && !isStored(from)) {
      const bytes = bytesOfFile(from, options);
      return async function* () {
        yield bytes;
      };
    }
    const place = placeOf(from);
    const { parted, tensor } = piecesOfFile(place, spec ?? '...', options);
    const header = headerOf(format, { ...tensor, name: name ?? from.name, descr });
    return async function* (watch) {
      if (header.length > 0) yield header;
      for await (const { data } of fetchParts(place, parted, watch)) yield toBytes(data) as Uint8Array;
    };
  };
  const chunks = chunksOf();
  const { writeAll } = await seldom();
  return within(options.signal, (stop) =>
    writeAll(chunks({ ...options, signal: stop.signal }), writable, options, stop),
  );
}

/** What the calls that read it name a tensor in memory. */
const OF_TENSOR = ['data', 'updates'];

/** The bytes of a file of a tensor in memory. */
export function bytesOfFile(tensor: unknown, { format, name = '', descr }: ReadOptions): ArrayOf<'uint8'> {
  try {
    const { type: word, dims } = describeTensor(tensor);
    const type = elementType(word);
    const header = headerOf(format, { type, dims, name, descr });
    const bytes = new Uint8Array(header.length + bytesOf(type, countOf(dims)));
    bytes.set(header);
    // Headers end where every type may begin.
    const data = new type.Class(bytes.buffer, header.length);
    assignOnce({ type: word, dims, data }, '...', tensor);
    return bytes;
  } catch (thrown) {
    if (thrown instanceof Mistake && thrown.param === 'type')
      throw new Mistake(thrown.code, thrown.what, 'tensor');
    if (!(thrown instanceof MicrotomeError) || !OF_TENSOR.includes(thrown.param)) throw thrown;
    throw new Mistake(thrown.code, sentenceOf(thrown), 'tensor', thrown);
  }
}

const notWritable = (value: unknown) =>
  new Mistake(
    'bad_argument',
    `must be a WritableStream, or a stream of Node such as createWriteStream(path), not ${describe(value)}`,
    'writable',
  );

export const isNodeStream = (value: any) =>
  typeof value?.write === 'function' && typeof value.on === 'function';

/** Is it something to write into, and no spec? */
export const isWritable = (value: any) => typeof value?.getWriter === 'function' || isNodeStream(value);
