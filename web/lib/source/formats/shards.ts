// Files of a model that is split: one of them, or an index, says which others there are.
import type { MicrotomeError } from '../../base/errors.ts';
import { inParallel } from '../stores/store.ts';
import type { Entry, FileBytes } from './format.ts';

export interface Shard {
  /** Its tensors, by name. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** It cannot be reached. */
  readonly failure?: MicrotomeError;
}

const CONCURRENCY = 6;

/** Reads the headers of other files, several at a time. One that cannot be reached hides no other. */
export async function readShards(
  file: FileBytes,
  locations: Iterable<string>,
  read: (file: FileBytes) => Promise<Iterable<Entry>>,
): Promise<Map<string, Shard>> {
  const shards = new Map<string, Shard>(
    Array.from(locations, (location) => [location, { entries: new Map() }]),
  );
  const toWork = () => async (location: string) => {
    try {
      const shard = await file.shard(location);
      const entries = new Map<string, Entry>();
      for (const entry of await read(shard))
        entries.set(entry.name, entry.refused ? entry : { ...entry, file: shard });
      shards.set(location, { entries });
    } catch (thrown) {
      const failure = thrown as MicrotomeError;
      if (failure.code !== 'source_failed') throw failure;
      shards.set(location, { entries: new Map(), failure });
    }
  };
  await inParallel(CONCURRENCY, [...shards.keys()].values(), toWork, file.stop);
  return shards;
}
