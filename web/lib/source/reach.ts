// What a caller gives as a file becomes a store: which kind of file it is, and how it is reached.
import { DETACHED } from '../base/arrays.ts';
import { describe } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import { quote } from './formats/check.ts';
import { expectFormat } from './formats/known.ts';
import type { HttpOptions } from './http/asking.ts';
import type { openHttp } from './http/http.ts';
import type { ReadOptions } from './source_options.ts';
import { nameIn, shownAddress } from './stores/addresses.ts';
import { blobStore, fileSystem, memoryStore, readerStore, tagOf, toBytes } from './stores/files.ts';
import { attempt, type Gate } from './stores/parallel.ts';
import { caches, type Opened, type Store } from './stores/store.ts';

/** How files are reached. */
export interface Access extends ReadOptions, Pick<HttpOptions, 'budget' | 'whole' | 'spend'> {
  readonly gate: Gate;
  readonly openHttp: typeof openHttp;
}

/** Asks for a neighbour as for the file itself. */
export function toRequest(from: any, address: string): unknown {
  const cache = caches.get(from);
  if (cache !== undefined) return cache.around(toRequest(cache.from, address));
  return tagOf(from) === 'Request' ? new Request(address, from) : address;
}

/** `isLazy`: what needs a request is not asked for before the first cut, unless a cache must know it. */
export async function toStore(from: any, options: Access, isLazy = false): Promise<Opened> {
  const cache = caches.get(from);
  if (cache !== undefined) {
    const opened = await toStore(cache.from, options);
    const store = await cache.wrap(opened, options);
    store.from = from;
    return { store, start: opened.start };
  }
  const { gate, signal } = options;
  const opened = await gate(signal, async () => {
    const found = await openStore(from, options, isLazy);
    return 'store' in found ? found : { store: found };
  });
  const { store } = opened;
  store.from = from;
  const { read } = store;
  if (!store.memory) store.read = (at, into, ...rest) => gate(rest[0], () => read(at, into, ...rest));
  return opened;
}

async function openStore(from: any, options: Access, isLazy: boolean): Promise<Store | Opened> {
  const { signal } = options;
  const tag = tagOf(from);
  const request = tag === 'Request' ? from : undefined;
  const address = request ? from.url : tag === 'URL' ? from.href : from;
  if (typeof address === 'string') return openUrl(address, request, options, isLazy);
  if (tag === 'Blob' || tag === 'File') return blobStore(from);
  if (/^(ArrayBuffer|Uint8Array)$/.test(tag)) {
    const bytes = toBytes(from);
    if (bytes === undefined) throw new Mistake('bad_input', DETACHED, 'from');
    return memoryStore(bytes, false);
  }
  if (typeof from === 'object' && from !== null) {
    const { getFile, read, stat, size } = from;
    if (typeof getFile === 'function')
      return attempt('the file cannot be read', async () => blobStore(await getFile.call(from)), signal);
    if (typeof read === 'function' && typeof stat === 'function')
      return (await localFiles()).handleStore(from, signal);
    if (typeof read === 'function') return readerStore(size, read.bind(from));
  }
  const legal = 'a URL, Request, Blob, file handle, ArrayBuffer, Uint8Array or { size, read }';
  throw new Mistake('bad_argument', `must be ${legal}, not ${describe(from)}`, 'from');
}

/** What reads files of the host's file system. */
export const localFiles = () => import('./stores/local.ts');

/** Addresses of object stores, which their own programs know. */
const STORES = /^(?:s3a?|gs|gcs|az|abfss?|wasbs?|hf|oss|swift|hdfs):/;
const SIGN = 'give its https: address, such as a signed one';

async function openUrl(
  text: string,
  request: Request | undefined,
  options: Access,
  isLazy: boolean,
): Promise<Store | Opened> {
  let url: URL;
  try {
    if (/^[a-z]:[\\/]/i.test(text)) throw text; // a path of Windows
    url = new URL(text, globalThis.location?.href);
  } catch {
    const what = `${quote(shownAddress(text))} is not a URL; for a path in Node, pass pathToFileURL(path)`;
    throw new Mistake('bad_argument', what, 'from');
  }
  const address = url.href;
  if (STORES.test(address) && !options.fetch)
    throw new Mistake(
      'bad_argument',
      `${shownAddress(address)} is no address that can be fetched; ${SIGN}`,
      'from',
    );
  if ((url.username || url.password) && !options.fetch)
    // the host's error would quote them
    throw new Mistake('bad_argument', 'the name and password of an address must go into headers', 'from');
  if (address.startsWith('file:') && fileSystem() !== undefined)
    return (await localFiles()).openFile(address, options.signal);
  expectFormat(nameIn(address));
  return options.openHttp(request ?? address, address, options, isLazy);
}
