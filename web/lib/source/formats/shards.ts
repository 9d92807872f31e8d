// Files of a model that is split: one of them, or an index, says which others there are.
import type { MicrotomeError } from '../../base/errors.ts';
import { Mistake } from '../../base/mistake.ts';
import { inParallel } from '../stores/parallel.ts';
import { bad, quote } from './check.ts';
import type { Entry, FileBytes } from './format.ts';
import { isPointer, POINTER_IS } from './pointer.ts';

export interface Shard {
  /** Its tensors, by name. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly facts?: FileBytes['facts'];
  /** It cannot be reached. */
  readonly failure?: MicrotomeError;
}

const CONCURRENCY = 6;
/** No model in use has as many files. */
const MOST_SHARDS = 2 ** 13;

/** Reads the headers of other files, several at a time. One that cannot be reached hides no other, unless all are needed. */
export async function readShards(
  main: FileBytes,
  format: string,
  locations: Iterable<string>,
  read: (file: FileBytes) => Promise<Iterable<Entry>>,
  needsAll = false,
): Promise<Map<string, Shard>> {
  const shards = new Map<string, Shard>();
  for (const location of locations) {
    shards.set(location, { entries: new Map() });
    if (shards.size > MOST_SHARDS) throw bad(format, 0, `a model in more than ${MOST_SHARDS} other files`);
  }
  const toWork = () => async (location: string) => {
    try {
      const shard = await main.shard(location);
      if (isPointer(shard.start)) throw new Mistake('bad_format', `${quote(location)} is ${POINTER_IS}`, '');
      const { size, store } = shard;
      const file = { size, store };
      const entries = new Map<string, Entry>();
      for (const entry of await read(shard).catch((error) => naming(location, error)))
        entries.set(entry.name, entry.refused ? entry : { ...entry, file });
      shards.set(location, { entries, facts: shard.facts });
    } catch (thrown) {
      const failure = thrown as MicrotomeError;
      if (needsAll || failure.code !== 'source_failed') throw failure;
      shards.set(location, { entries: new Map(), failure });
    }
  };
  await inParallel(CONCURRENCY, [...shards.keys()].values(), toWork, main.stop);
  return shards;
}

/** Throws an error of a shard. What is wrong with its content does not say which file has it. */
function naming(location: string, error: unknown): never {
  if (!(error instanceof Mistake) || error.code !== 'bad_format') throw error;
  throw new Mistake(error.code, `${quote(location)}: ${error.what}`, error.param, error.cause);
}
