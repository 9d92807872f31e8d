// Opens a file whose tensors can be cut: they are described by its header, or by the option `layout`.
import { describe } from '../base/describe.ts';
import { MicrotomeError } from '../base/errors.ts';
import { Mistake, sentenceOf, toPublicError } from '../base/mistake.ts';
import { getCore } from '../call/for_files.ts';
import { elementType, extentOf } from './elements.ts';
import { openEntries, typeOf } from './entries.ts';
import { fortranOf, tensorNamed } from './formats/check.ts';
import type { Entry, RefusedEntry, StoredEntry, TensorFile } from './formats/format.ts';
import { openHttp } from './http/http.ts';
import { decideCut } from './selection.ts';
import { type ReadOptions, readOptions } from './source_options.ts';
import type { From, Quantized, Source, Stored, TensorOptions } from './source_types.ts';
import { type Place, toStored } from './stored_tensor.ts';
import { memoryStore } from './stores/files.ts';
import type { Recent } from './stores/recent.ts';
import type { Store } from './stores/store.ts';
import { packedStore } from './unpacked.ts';

/** What AudioWorklets lack. */
const NEEDED = ['AbortController', 'TextDecoder'];

export async function openSource(from: any, callerOptions: unknown): Promise<Source> {
  const missing = NEEDED.find((name) => !(name in globalThis));
  if (missing !== undefined) {
    const what = `this host has no ${missing}; open files on the main thread or in a worker`;
    throw new Mistake('unsupported_host', what, '');
  }
  const options = readOptions(callerOptions, 'open');
  getCore(); // before anything is fetched: is the library initialized?
  const layout = options.layout ? readLayout(options) : undefined;
  return openEntries(from, options, { describe: toTensor, openHttp, layout });
}

/** A tensor that can be cut, or why it cannot. */
function toTensor(
  entry: Entry,
  main: TensorFile,
  options: ReadOptions,
  recent: Recent,
  { decode }: TensorOptions,
): Stored | RefusedEntry {
  if (entry.refused !== undefined) return entry;
  const { name, at, stride, endian = 'little', bytes, packed, descr, quantized, file = main } = entry;
  const inner = file.store as Store;
  const kept = bytes && memoryStore(bytes, true);
  const store = kept ?? (packed ? packedStore(packed, inner, options, recent, name) : inner);
  const type = typeOf(entry, store.size, options);
  if ('refused' in type) return type;
  const { limits } = store.ahead ?? { limits: options };
  const { storedType = type.name } = entry;
  const where = packed ?? { at, length: extentOf(type, entry.dims, stride) };
  const place = bytes ? undefined : { from: inner.from as From, at: where.at, length: where.length };
  const how = decode && quantized ? decoded(entry, quantized) : { type, unit: type, dims: entry.dims };
  if ('refused' in how) return how;
  return toStored(
    { ...how, stride, at, endian, store, limits },
    { name, ...(descr && { descr }), storedType, place, quantized },
  );
}

/** A quantized tensor as float32, or why it cannot be decoded. */
function decoded(
  { name, dims, decode }: StoredEntry,
  { type, elements, bytes }: Quantized,
): Pick<Place, 'type' | 'unit' | 'dims' | 'decode'> | RefusedEntry {
  if (decode === undefined) {
    const what = `${tensorNamed(name)} is ${type}, which cannot be decoded; without decode: true, its blocks can be cut as they are`;
    return { name, refused: new Mistake('bad_type', what, '') };
  }
  const [blocks] = dims.slice(-2);
  const unit = { group: elements, bytes };
  return { type: elementType('float32'), unit, dims: [...dims.slice(0, -2), blocks * elements], decode };
}

/** A tensor in a file without a header. */
function readLayout({ layout, format }: ReadOptions): StoredEntry {
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
