// Opens a file and those that belong to it, and describes the tensors in them.
import { blaming, Mistake, toPublicError } from '../base/mistake.ts';
import { checkRank } from '../call/for_files.ts';
import { rowMajor } from '../shape.ts';
import { bytesOf, type ElementType, elementType } from './elements.ts';
import { Budget } from './formats/budget.ts';
import { quote, tensorNamed } from './formats/check.ts';
import { readEntries } from './formats/find.ts';
import type { Entry, FileBytes, RefusedEntry, StoredEntry, TensorFile } from './formats/format.ts';
import type { ReadOptions } from './options.ts';
import { type Access, toRequest, toStore } from './reach.ts';
import { besideAddress, isBeside, nameIn, pickFile, textOf } from './stores/files.ts';
import { gateOf } from './stores/gate.ts';
import { keepRecent, type Recent } from './stores/recent.ts';
import { caches, FIRST, failed, type Store, within } from './stores/store.ts';
import type { Source, Stored } from './types.ts';

/** How a file is opened. */
export interface Opener extends Pick<Access, 'openHttp'> {
  /** Describes an entry of a file. `recent`: the members that were unpacked last. */
  readonly describe: (
    entry: Entry,
    file: TensorFile,
    options: ReadOptions,
    recent: Recent,
  ) => Stored | RefusedEntry;
  readonly layout?: StoredEntry;
}

/** Needs no core. */
export async function openEntries(
  from: any,
  options: ReadOptions,
  { describe, openHttp, layout }: Opener,
): Promise<Source> {
  const stores: Store[] = [];
  const close = async () => {
    await Promise.all(stores.splice(0).map((store) => store.close?.()));
  };
  return within(options.signal, async (stop) => {
    const budget = new Budget(options.maxBytes, options.maxRequests);
    const opening = {
      from,
      options: {
        ...options,
        signal: stop.signal,
        gate: gateOf(options.concurrency),
        openHttp,
        budget,
        whole: { bytes: options.maxBytes },
        spend: (bytes: number, requests?: number) => budget.spend(bytes, requests),
      },
      budget,
      stores,
      stop,
    };
    try {
      const file = await openFileBytes(opening);
      const entries = layout === undefined ? await readEntries(file, options.format) : [layout];
      const tensors = new Map(entries.map((entry) => [entry.name, entry]));
      const recent = keepRecent(options.maxBytes);
      const { size, store } = file; // of it, no more is kept
      const find = (entry: Entry) => describe(entry, { size, store }, options, recent);
      if (layout) find(layout);
      for (const each of stores) each.answer = undefined; // many files may be open
      return toSource(tensors, stores, find, close);
    } catch (error) {
      stop.abort(toPublicError(error, ''));
      await close();
      throw error;
    }
  });
}

/** A file that is being opened. */
interface Opening {
  readonly from: any;
  readonly options: Access;
  readonly budget: Budget;
  /** Stores that must be closed are added. */
  readonly stores: Store[];
  readonly stop: AbortController;
}

/** Tensors are described when they are asked for: there may be a million. */
function toSource(
  entries: ReadonlyMap<string, Entry>,
  stores: readonly Store[],
  find: (entry: Entry) => Stored | RefusedEntry,
  close: () => Promise<void>,
): Source {
  const names = Object.freeze([...entries.keys()]);
  const known = new Map<Entry, Stored | RefusedEntry>();
  return {
    names,
    files: Object.freeze(stores.flatMap(({ address }) => address ?? [])),
    tensor(name) {
      const entry = entries.get((names.length === 1 ? (name ?? names[0]) : name) as string);
      if (entry === undefined) throw toPublicError(notFound(name, names), 'tensor');
      const found = known.get(entry) ?? blaming('open', '', () => find(entry));
      known.set(entry, found);
      if ('refused' in found) throw toPublicError(found.refused, 'open');
      return found;
    },
    close,
  };
}

function notFound(name: unknown, names: readonly string[]): Mistake {
  const some = names.slice(0, 5).map(quote);
  const wrong = name === undefined ? 'give the name of one of' : `${quote(name as string)} is not among`;
  const what =
    names.length === 0
      ? 'the file has no tensors; those of a model are initializers and values of Constant nodes'
      : names.length === 1
        ? `${quote(name as string)} is not in the file; its one tensor ${names[0] === '' ? 'has no name, so leave the name out' : `is ${some[0]}`}`
        : `${wrong} the ${names.length} tensors of the file: ${some.join(', ')}`;
  return new Mistake('bad_argument', what, 'name');
}

/** `isFirst`: its first bytes are read whatever `maxBytes` is. */
async function openFileBytes(opening: Opening, isFirst = true): Promise<FileBytes> {
  const { from, options, budget, stores, stop } = opening;
  const { signal } = options;
  const spend = (bytes: number, requests?: number) =>
    budget.spend(isFirst ? Math.min(bytes, budget.bytes) : bytes, requests);
  if (isFirst) spend(0, 1);
  const store = await toStore(from, { ...options, spend });
  stores.push(store);
  const { size, address, isLocal } = store;
  const most = store.count ? Number.POSITIVE_INFINITY : options.maxRequest; // a cache asks in blocks
  const fill = async (at: number, into: Uint8Array) => {
    for (let from = 0; from < into.length; from += most) {
      const part = into.subarray(from, from + most);
      if (!store.readNow?.(at + from, part)) await store.read(at + from, part, signal, () => {});
    }
    return into;
  };
  const read = async (at: number, length: number) => {
    const range = { begin: 0, end: length };
    const own = { bytes: length, requests: Math.ceil(length / most) || 1 };
    const { bytes, requests } = store.count?.([range], at) ?? own;
    if (!store.isKept) budget.spend(bytes, isLocal ? 0 : requests);
    const bytesRead = await fill(at, new Uint8Array(length));
    await store.check?.(signal);
    return bytesRead;
  };
  const readStart = () => {
    const first = Math.min(FIRST, size);
    spend(first);
    return fill(0, new Uint8Array(first));
  };
  const start = store.start ?? (await readStart());
  store.start = undefined;
  const picked = Object(caches.get(from)?.from ?? from);
  const taken = new Map<File, string>();
  /** Another file, for `open`. */
  const find = async (location: string): Promise<unknown> => {
    budget.spend(0, 1);
    const name = quote(location);
    const own = pickFile(options.files ?? [], location, picked, taken);
    if (own !== undefined) return own;
    if (address === undefined)
      throw failed(
        `some data is in ${name}, beside the file; open the file by its URL to reach it, or give files: [...]`,
      );
    const place = besideAddress(location, address);
    if (place === undefined) throw new Mistake('bad_format', `${name} is not in the folder of the file`, '');
    if (store.close !== undefined && !(await isBeside(place, address)))
      throw new Mistake('bad_format', `${name} leads out of the folder of the file`, '');
    return toRequest(from, place);
  };
  const shard = async (location: string) => openFileBytes({ ...opening, from: await find(location) }, false);
  const others = new Map<string, Promise<Store>>();
  const beside = async (location: string, least: number) => {
    const openOther = async () => {
      const other = await toStore(await find(location), options, true);
      stores.push(other);
      other.start = undefined;
      return other;
    };
    let opened = others.get(location);
    if (opened === undefined) {
      opened = openOther();
      others.set(location, opened);
    }
    const other = await opened;
    other.least = Math.max(other.least ?? 0, least);
    return { size: other.size, store: other };
  };
  const name = address === undefined ? textOf(picked.name) : nameIn(address);
  return {
    size,
    start,
    read,
    budget,
    stop: (error) => stop.abort(toPublicError(error, '')),
    beside,
    shard,
    store,
    name,
  };
}

/** The type of an entry of a file of so many bytes, or why it cannot be cut. All elements must be inside the file. */
export function typeOf(
  entry: StoredEntry,
  size: number,
  { layout }: ReadOptions,
): ElementType | RefusedEntry {
  const { name, dims, at, stride = rowMajor(dims) } = entry;
  let type: ElementType;
  try {
    type = elementType(entry.type);
    checkRank(dims.length);
  } catch (thrown) {
    return { name, refused: thrown as Mistake };
  }
  const last = dims.reduce((sum, count, a) => sum + (count - 1) * stride[a], 0);
  const end = at + (dims.includes(0) ? 0 : bytesOf(type, last + 1));
  const isInside = size < 0 || end <= size;
  if (Number.isSafeInteger(at) && at >= 0 && isInside) return type;
  const what = `${tensorNamed(name)}, ${type.name} [${dims}] at byte ${at}, is not inside the file of ${size} bytes`;
  throw new Mistake(layout ? 'bad_input' : 'bad_format', what, '');
}
