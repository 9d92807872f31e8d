// What a caller gives as a file becomes a store: which kind of file it is, and how it is reached.
import { DETACHED } from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import { expectFormat } from './formats/known.ts';
import type { HttpOptions } from './http/asking.ts';
import type { openHttp } from './http/http.ts';
import { seldom } from './load_seldom.ts';
import type { ReadOptions } from './source_options.ts';
import { nameIn } from './stores/addresses.ts';
import { blobStore, fileSystem, memoryStore, readerStore, tagOf, toBytes } from './stores/files.ts';
import { attempt, type Gate } from './stores/parallel.ts';
import { caches, type Opened, type Store } from './stores/store.ts';

/** How files are reached. */
export interface Access extends ReadOptions, Pick<HttpOptions, 'budget' | 'whole' | 'spend'> {
  readonly gate: Gate;
  readonly openHttp: typeof openHttp;
  /** Gives the file once more, if a function gives it. */
  readonly again?: (() => Promise<unknown>) | undefined;
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
  if (typeof from === 'function' && !options.again) {
    const again = () => callOf(from, signal);
    return openStore(await again(), { ...options, again }, isLazy);
  }
  const tag = tagOf(from);
  if (typeof from === 'string' || tag === 'URL' || tag === 'Request') {
    const asked = await toAsked(from, options);
    const { address } = asked;
    if (address.startsWith('file:') && fileSystem()) return (await localFiles()).openFile(address, signal);
    expectFormat(nameIn(address));
    const { again } = options;
    const next = again && (async () => (await toAsked(await again(), options)).from);
    return options.openHttp(asked.from, address, options, isLazy, next);
  }
  if (tag === 'Blob' || tag === 'File') return blobStore(from);
  if (/^(ArrayBuffer|Uint8Array)$/.test(tag)) {
    const bytes = toBytes(from);
    if (bytes === undefined) throw new Mistake('bad_input', DETACHED, 'from');
    return memoryStore(bytes, false);
  }
  if (/^(Response|ReadableStream)$/.test(tag) || typeof from?.pipe === 'function') {
    return (await seldom()).streamStore(from, options);
  }
  if (typeof from === 'object' && from !== null) {
    const { getFile, read, stat, size } = from;
    if (typeof getFile === 'function')
      return attempt('the file cannot be read', async () => blobStore(await getFile.call(from)), signal);
    if (typeof read === 'function' && typeof stat === 'function')
      return (await localFiles()).handleStore(from, signal);
    if (typeof read === 'function') return readerStore(size, read.bind(from));
  }
  return (await seldom()).refuse(from);
}

/** What reads files of the host's file system. */
export const localFiles = () => import('./stores/local.ts');

/** What a caller's function gives. */
export const callOf = (from: () => unknown, signal: AbortSignal) =>
  attempt('your function failed', () => from(), signal);

/** What is asked of a server, and its address. */
export async function toAsked(
  given: any,
  { fetch }: Access,
): Promise<{ from: Request | string; address: string }> {
  const tag = tagOf(given);
  const isRequest = tag === 'Request';
  const text: unknown = isRequest ? given.url : tag === 'URL' ? given.href : given;
  const { location } = globalThis;
  let url: URL | undefined;
  try {
    if (typeof text === 'string') url = new URL(text, location?.href);
  } catch {}
  const { href: address = '', username = '', password = '' } = url ?? {};
  const isOfServer = /^https?:/.test(address) && !username && !password;
  if (!isOfServer && !(fetch && url)) (await seldom()).refuse(text, url);
  return { from: isRequest ? given : address, address };
}
