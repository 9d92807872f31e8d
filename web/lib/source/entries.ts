// The tensors of a file and those that belong to it, described.
import { blaming, Mistake, toPublicError } from '../base/mistake.ts';
import { checkRank } from '../call/for_files.ts';
import { type ElementType, elementType, extentOf } from './elements.ts';
import { quote, tensorNamed } from './formats/check.ts';
import type { Entry, Fact, HeaderBytes, RefusedEntry, StoredEntry, TensorFile } from './formats/format.ts';
import { readEntries } from './formats/known.ts';
import { type Asked, openFile, reopened } from './opening.ts';
import type { Access } from './reach.ts';
import { type ReadOptions, readOptions } from './source_options.ts';
import type { Source, Stored, TensorOptions } from './source_types.ts';
import { answer } from './stored_tensor.ts';
import { within } from './stores/parallel.ts';
import { keepRecent, type Recent } from './stores/recent.ts';
import type { Store } from './stores/store.ts';

/** How a file is opened. */
interface Opener extends Pick<Access, 'openHttp'> {
  /** Describes an entry of a file. `recent`: the members that were unpacked last. */
  readonly describe: (
    entry: Entry,
    file: TensorFile,
    options: ReadOptions,
    recent: Recent,
    how: TensorOptions,
  ) => Stored | RefusedEntry;
  /** Loads what some of them need. */
  readonly prepare?: (entries: readonly Entry[]) => Promise<void>;
  readonly layout?: StoredEntry | undefined;
  readonly asked?: Asked | undefined;
}

type Find = (entry: Entry, how: TensorOptions) => Stored | RefusedEntry;

/** Needs no core. */
export async function openEntries(
  from: any,
  options: ReadOptions,
  { describe, openHttp, prepare, asked, layout }: Opener,
): Promise<Source> {
  const stores: Store[] = [];
  const close = async () => {
    await Promise.all(stores.splice(0).map((store) => store.close?.()));
  };
  return within(options.signal, async (stop) => {
    try {
      const file = await openFile(from, options, openHttp, stores, stop, asked);
      const entries = layout === undefined ? await readEntries(file, options.format) : [layout];
      await prepare?.(entries);
      const tensors = new Map(entries.map((entry) => [entry.name, entry]));
      const all = [...tensors.keys()];
      for (const name of all) if (!file.wants(name)) tensors.delete(name);
      const recent = keepRecent(options.maxBytes);
      const { size, store, facts } = file; // of it, no more is kept
      const find: Find = (entry, how) => describe(entry, { size, store }, options, recent, how);
      if (layout) find(layout, {});
      return toSource(tensors, all, facts, () => reopened(store as Store, options), stores, find, close);
    } catch (error) {
      stop.abort(toPublicError(error, ''));
      await close();
      throw error;
    }
  });
}

/** Tensors are described when they are asked for: there may be a million. */
function toSource(
  entries: ReadonlyMap<string, Entry>,
  all: readonly string[],
  facts: ReadonlyMap<string, Fact>,
  again: () => HeaderBytes,
  stores: readonly Store[],
  find: Find,
  close: () => Promise<void>,
): Source {
  const names = Object.freeze([...entries.keys()]);
  const known = new Map<string, Stored | RefusedEntry>();
  return {
    names,
    files: Object.freeze(stores.flatMap(({ address }) => address ?? [])),
    metadata: new Map(Array.from(facts, ([name, { value }]) => [name, value])),
    readMetadata: (name) =>
      answer('readMetadata', async () => {
        const fact = facts.get(name);
        if (fact === undefined)
          throw new Mistake('bad_argument', `${quote(name)} is not in the metadata`, 'name');
        return fact.read ? fact.read(again()) : fact.value;
      }),
    tensor(name, options) {
      const entry = entries.get((names.length === 1 ? (name ?? names[0]) : name) as string);
      if (entry === undefined)
        throw toPublicError(notFound(name, names.length === 0 ? all : names), 'tensor');
      const how = blaming('tensor', '', () => readOptions(options, 'tensor') as unknown as TensorOptions);
      const { raw, decode } = how;
      if (raw && decode)
        throw toPublicError(new Mistake('conflict', 'give raw or decode', 'options'), 'tensor');
      const key = JSON.stringify([raw, decode, entry.name]);
      const found = known.get(key) ?? blaming('open', '', () => find(raw ? rawOf(entry) : entry, how));
      known.set(key, found);
      if ('refused' in found) throw toPublicError(found.refused, 'open');
      return found as any;
    },
    close,
  };
}

/** The bytes of a tensor, whatever they mean. */
function rawOf(entry: Entry): Entry {
  const { name, refused, at, bytes, packed, file, storedType, type, dims, stride, span } =
    entry as StoredEntry & RefusedEntry;
  const length = refused ? 0 : (span ?? extentOf(elementType(type), dims, stride));
  const raw = refused ? (entry as RefusedEntry).raw : { at, length, bytes, packed, file, storedType };
  return raw ? { ...raw, name, type: 'uint8', dims: [raw.length] } : entry;
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

/** The type of an entry of a file of so many bytes, or why it cannot be cut. All elements must be inside the file. */
export function typeOf(
  entry: StoredEntry,
  size: number,
  { layout }: ReadOptions,
): ElementType | RefusedEntry {
  const { name, dims } = entry;
  let type: ElementType;
  try {
    type = elementType(entry.type);
    checkRank(dims.length);
  } catch (thrown) {
    return { name, refused: thrown as Mistake };
  }
  const { at, stride, span = extentOf(type, dims, stride) } = entry;
  const end = at + span;
  const isInside = size < 0 || end <= size;
  if (Number.isSafeInteger(at) && at >= 0 && isInside) return type;
  const what = `${tensorNamed(name)}, ${type.name} [${dims}] at byte ${at}, is not inside the file of ${size} bytes`;
  throw new Mistake(layout ? 'bad_input' : 'bad_format', what, '');
}
