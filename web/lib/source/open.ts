// Opens a file whose tensors can be cut.
import { Mistake } from '../base/mistake.ts';
import { getCore } from '../call/for_files.ts';
import { openEntries, typeOf } from './entries.ts';
import type { Entry, RefusedEntry, TensorFile } from './formats/format.ts';
import { readLayout } from './layout.ts';
import { type ReadOptions, readOptions } from './options.ts';
import { packedStore } from './packed.ts';
import { toStored } from './stored.ts';
import { memoryStore } from './stores/files.ts';
import { openHttp } from './stores/http.ts';
import type { Recent } from './stores/recent.ts';
import type { Store } from './stores/store.ts';
import type { Source, Stored } from './types.ts';

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
): Stored | RefusedEntry {
  if (entry.refused !== undefined) return entry;
  const { name, dims, at, stride, endian = 'little', bytes, packed, descr, file = main } = entry;
  const inner = file.store as Store;
  const kept = bytes && memoryStore(bytes, true);
  const store = kept ?? (packed ? packedStore(packed, inner, options, recent, name) : inner);
  const type = typeOf(entry, store.size, options);
  if ('refused' in type) return type;
  const limits = store.limits ?? options;
  return toStored(name, { type, dims, stride, at, endian, store, limits }, descr);
}
