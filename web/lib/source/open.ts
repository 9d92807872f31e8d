// Opens a file whose tensors can be cut: they are described by its header, or by the option `layout`.
import { Mistake } from '../base/mistake.ts';
import { getCore } from '../call/for_files.ts';
import { elementType, extentOf } from './elements.ts';
import { openEntries, typeOf } from './entries.ts';
import { tensorNamed } from './formats/check.ts';
import type { Entry, RefusedEntry, StoredEntry, TensorFile } from './formats/format.ts';
import { ASKED, loadPart, PACKED } from './formats/parts.ts';
import { openHttp } from './http/http.ts';
import { type ReadOptions, readOptions } from './source_options.ts';
import type { From, Quantized, Source, Stored, TensorOptions } from './source_types.ts';
import { type Place, toStored } from './stored_tensor.ts';
import { memoryStore } from './stores/files.ts';
import type { Recent } from './stores/recent.ts';
import type { Store } from './stores/store.ts';

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
  const { layout, only, at, length, files } = options;
  const isPlain = !(layout || only || at || files) && length === undefined;
  const asked = isPlain ? undefined : await loadPart(ASKED, () => import('./asked.ts'));
  const entry = layout ? asked?.readLayout(options) : undefined;
  return openEntries(from, options, { describe: toTensor, openHttp, prepare, asked, layout: entry });
}

/** What cuts deflated members: there from the first file on that has one. */
let unpacked: typeof import('./unpacked.ts');

async function prepare(entries: readonly Entry[]): Promise<void> {
  if (entries.some(({ packed }: any) => packed))
    unpacked = await loadPart(PACKED, () => import('./unpacked.ts'));
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
  const {
    name,
    at,
    stride,
    offset,
    width,
    endian = 'little',
    bytes,
    packed,
    descr,
    quantized,
    file = main,
  } = entry;
  const inner = file.store as Store;
  const kept = bytes && memoryStore(bytes, true);
  const store = kept ?? (packed ? unpacked.packedStore(packed, inner, options, recent, name) : inner);
  const type = typeOf(entry, store.size, options);
  if ('refused' in type) return type;
  const { limits } = store.ahead ?? { limits: options };
  const { storedType = type.name } = entry;
  const { span: length = extentOf(type, entry.dims, stride) } = entry;
  const where = packed ?? { at, length };
  const { from, base = 0 } = inner;
  const place = bytes ? undefined : { from: from as From, at: base + where.at, length: where.length };
  const unit = width ? BYTES : type;
  const how = decode && quantized ? decoded(entry, quantized) : { type, unit, dims: entry.dims };
  if ('refused' in how) return how;
  return toStored(
    { ...how, at, stride, offset, width, endian, store, limits },
    { name, ...(descr && { descr }), storedType, place, quantized },
  );
}

const BYTES = { group: 1, bytes: 1 };

/** A quantized tensor as float32, or why it cannot be decoded. */
function decoded(
  { name, dims, decode }: StoredEntry,
  { type, elements, bytes }: Quantized,
): Pick<Place, 'type' | 'unit' | 'dims' | 'decode'> | RefusedEntry {
  if (decode === undefined) {
    const what = `${tensorNamed(name)} is ${type}, which cannot be decoded; cut its blocks without decode`;
    return { name, refused: new Mistake('bad_type', what, '') };
  }
  const [blocks] = dims.slice(-2);
  const unit = { group: elements, bytes };
  return { type: elementType('float32'), unit, dims: [...dims.slice(0, -2), blocks * elements], decode };
}
