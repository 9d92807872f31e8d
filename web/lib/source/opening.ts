// Opens the files that one `open` needs, and reads their headers: the file itself, and those beside it that it names.
import { Mistake, toPublicError } from '../base/mistake.ts';
import { quote } from './formats/check.ts';
import { Budget, type FileBytes, type HeaderBytes } from './formats/format.ts';
import { type Access, callOf, localFiles, toAsked, toRequest, toStore } from './reach.ts';
import type { ReadOptions } from './source_options.ts';
import { besideAddress, nameIn } from './stores/addresses.ts';
import { failed } from './stores/failures.ts';
import { textOf } from './stores/files.ts';
import { gateOf } from './stores/parallel.ts';
import { caches, FIRST, type Store } from './stores/store.ts';

export type Asked = typeof import('./asked.ts');

/** What all files of one `open` share. */
interface Opening {
  readonly options: Access;
  readonly budget: Budget;
  /** Those that are open. */
  readonly stores: Store[];
  readonly stop: AbortController;
  /** What few calls need. */
  readonly asked: Asked | undefined;
}

/** Opens a file. It, and all that its header leads to, are added to `stores`. */
export function openFile(
  from: any,
  options: ReadOptions,
  openHttp: Access['openHttp'],
  stores: Store[],
  stop: AbortController,
  asked?: Asked,
): Promise<FileBytes> {
  const { maxBytes, maxRequests, concurrency } = options;
  const { signal } = stop;
  const budget = new Budget(maxBytes, maxRequests);
  budget.spend(0, 1);
  // The first bytes are read whatever `maxBytes` is.
  const spend: Access['spend'] = (bytes, requests) => budget.spend(Math.min(bytes, budget.bytes), requests);
  const access = { ...options, signal, gate: gateOf(concurrency), openHttp, budget, whole: { bytes: maxBytes }, spend }; // biome-ignore format: one
  return openHeader(from, { options: access, budget, stores, stop, asked }, true);
}

type Reading = Pick<ReadOptions, 'maxRequest' | 'signal'>;

/** A file that is open, to read more of its header. */
export function reopened(store: Store, { maxBytes, maxRequests, maxRequest }: ReadOptions): HeaderBytes {
  const budget = new Budget(maxBytes, maxRequests);
  const { signal } = new AbortController();
  return {
    size: store.size,
    start: new Uint8Array(0),
    budget,
    read: toRead(store, { maxRequest, signal }, budget),
  };
}

/** Opens a file whose header is read. `isFirst`: it is what the caller gives. */
async function openHeader(from: any, opening: Opening, isFirst = false): Promise<FileBytes> {
  const { options, budget, stores, stop, asked } = opening;
  const opened = await toStore(from, options, isFirst && options.length !== undefined);
  const { store, start } = (isFirst && asked?.partOf(opened, options)) || opened;
  stores.push(store);
  const { size, address } = store;
  const picked = Object(caches.get(from)?.from ?? from);
  const find = toFind(from, picked, store, opening);
  const spend: Access['spend'] = (...spent) => budget.spend(...spent);
  const toOther = (location: string): Opening => {
    // What signs the file's address also signs those of its neighbours.
    const again = async () => {
      const asked = await toAsked(await callOf(picked, options.signal), options);
      return toRequest(asked.from, besideAddress(location, asked.address) as string);
    };
    const isGiven = typeof picked === 'function';
    return { ...opening, options: { ...options, spend, again: isGiven ? again : undefined } };
  };
  return {
    size,
    start: start ?? (await readStart(store, options)),
    read: toRead(store, options, budget),
    budget,
    facts: new Map(),
    stop: (error) => stop.abort(toPublicError(error, '')),
    beside: toBeside(find, stores, toOther),
    shard: async (location) => openHeader(await find(location), toOther(location)),
    store,
    mention: (location) => asked?.mention(location, address, stores),
    wants: asked?.toWants(options) ?? (() => true),
    name: address === undefined ? textOf(picked.name) : nameIn(address),
  };
}

function readStart(store: Store, options: Access): Promise<Uint8Array> {
  const length = Math.min(FIRST, store.size);
  options.spend(length);
  return readAll(store, 0, length, options);
}

/** Bytes of a request; a cache asks in blocks. */
const mostOf = ({ ahead }: Store, { maxRequest }: Reading) => (ahead ? Number.POSITIVE_INFINITY : maxRequest);

async function readAll(store: Store, at: number, length: number, options: Reading): Promise<Uint8Array> {
  const most = mostOf(store, options);
  const bytes = new Uint8Array(length);
  for (let from = 0; from < length; from += most) {
    const part = bytes.subarray(from, from + most);
    if (!store.readNow?.(at + from, part)) await store.read(at + from, part, options.signal, () => {});
  }
  return bytes;
}

/** Reads more of a header, and counts it. */
function toRead(store: Store, options: Reading, budget: Budget): FileBytes['read'] {
  return async (at, length) => {
    const requests = Math.ceil(length / mostOf(store, options)) || 1;
    const takes = store.ahead?.count([{ begin: 0, end: length }], at) ?? { bytes: length, requests };
    if (!store.isKept) budget.spend(takes.bytes, store.isLocal ? 0 : takes.requests);
    const bytes = await readAll(store, at, length, options);
    await store.check?.(options.signal);
    return bytes;
  };
}

/** Finds another file by its path, for `open`. `picked`: the file itself, if a user has picked it. */
function toFind(
  from: any,
  picked: any,
  { address, close }: Store,
  { options: { files = [] }, budget, asked }: Opening,
): (location: string) => Promise<unknown> {
  const taken = new Map<File, string>();
  return async (location) => {
    budget.spend(0, 1);
    const name = quote(location);
    const own = asked?.pickFile(files, location, picked, taken);
    if (own !== undefined) return own;
    if (address === undefined)
      throw failed(
        `some data is in ${name}, beside the file; open the file by its URL to reach it, or give files: [...]`,
      );
    const place = besideAddress(location, address);
    if (place === undefined) throw new Mistake('bad_format', `${name} is not in the folder of the file`, '');
    if (close !== undefined && !(await (await localFiles()).isBeside(place, address)))
      throw new Mistake('bad_format', `${name} leads out of the folder of the file`, '');
    return toRequest(from, place);
  };
}

/** Opens files of data, each once. */
function toBeside(
  find: (location: string) => Promise<unknown>,
  stores: Store[],
  toOther: (location: string) => Opening,
): FileBytes['beside'] {
  const opened = new Map<string, Promise<Store>>();
  const openOther = async (location: string) => {
    const { store } = await toStore(await find(location), toOther(location).options, true);
    stores.push(store);
    return store;
  };
  return async (location, least) => {
    const opening = opened.get(location) ?? openOther(location);
    opened.set(location, opening);
    const store = await opening;
    store.least = Math.max(store.least ?? 0, least);
    return { size: store.size, store };
  };
}
