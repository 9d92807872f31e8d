// Reads a file in aligned blocks, and fetches only those that are neither in memory nor on the disk.
//
// A cut claims the blocks that nobody has before it fetches the first one. So calls at the same time fetch no
// block twice, and what a cut will fetch is known in advance. It holds what it needs until it has read it,
// because blocks may leave the memory meanwhile.
import { checkAborted, orAborted } from '../stores/parallel.ts';
import type { Recent } from '../stores/recent.ts';
import { FIRST, type Limits, type Range, type Reads, type Store } from '../stores/store.ts';
import type { Disk } from './disk.ts';

/** Bytes of a block: the first one comes when the file is opened. */
export const BLOCK = FIRST;

/** The blocks of all files of a cache, by keys that differ between files and their versions. */
interface Memory extends Recent {
  /** The loads that will bring the blocks which a cut has claimed. */
  readonly claimed: Map<string, Load>;
}

/** Neighbouring blocks that come with one request. */
interface Load {
  readonly first: number;
  readonly end: number;
  /** Of the cut that has claimed them. */
  readonly lanes: unknown;
  /** Cuts that need them. */
  users: number;
  isDone: boolean;
  /** Begins when it is first called. */
  bytes(): Promise<readonly Uint8Array[]>;
  /** Stops it, and waits until it has ended. */
  stop(): Promise<unknown>;
}

/** The runs of missing blocks in some ranges, which are in order and count from `at`. */
function* runsOf(
  ranges: Iterable<Range>,
  at: number,
  most: number,
  has: (block: number) => boolean | undefined,
): Generator<[first: number, end: number], void, void> {
  let [first, end] = [0, 0];
  for (const range of ranges)
    for (const block of blocksOf(at + range.begin, at + range.end)) {
      if (block < end || has(block)) continue;
      if (block > end || block - first === most) {
        if (end > first) yield [first, end];
        first = block;
      }
      end = block + 1;
    }
  if (end > first) yield [first, end];
}

/** Numbers of the blocks of a range of the file. */
function* blocksOf(at: number, end: number): Generator<number, void, void> {
  for (let block = Math.floor(at / BLOCK); block * BLOCK < end; ++block) yield block;
}

/** The file, read in blocks. `version` is part of their keys in memory. */
export function withBlocks(
  inner: Store,
  { kept, claimed, keep }: Memory,
  version: number,
  disk: Disk | undefined,
  { gap, maxRequest, concurrency }: Limits,
): Store {
  const most = Math.max(1, Math.floor(maxRequest / BLOCK));
  const keyOf = (block: number) => `${version}.${block}`;
  const has = (block: number) =>
    kept.has(keyOf(block)) || claimed.has(keyOf(block)) || disk?.stored.has(block);
  const lengthOf = (first: number, end: number) => Math.min(end * BLOCK, inner.size) - first * BLOCK;

  function hold(ranges: readonly Range[], at: number, onBytes: (count: number) => void): Reads {
    const loads = new Set<Load>();
    const wanted = new Map<number, Uint8Array | Load>();
    /** Each runs its loads one after another. */
    const lanes: Promise<unknown>[] = new Array(concurrency).fill(Promise.resolve());
    let turn = 0;
    let tell: typeof onBytes | undefined = onBytes;

    for (const [first, end] of runsOf(ranges, at, most, has)) {
      const own = [...blocksOf(first * BLOCK, end * BLOCK)];
      const stop = new AbortController();
      const leave = () => {
        for (const block of own) if (claimed.get(keyOf(block)) === load) claimed.delete(keyOf(block));
      };
      const bring = async () => {
        try {
          const bytes = new Uint8Array(lengthOf(first, end));
          await inner.read(first * BLOCK, bytes, stop.signal, (count) => tell?.(count));
          const all = own.map((_, i) => bytes.slice(i * BLOCK, (i + 1) * BLOCK));
          if (inner.isPassing) return all;
          for (const block of own) keep(keyOf(block), all[block - first]);
          await Promise.all(own.map((block) => disk?.write(block, all[block - first])));
          return all;
        } finally {
          leave();
          load.isDone = true;
        }
      };
      let begun: Promise<Uint8Array[]> | undefined;
      const begin = () => {
        const lane = turn++ % concurrency;
        lanes[lane] = begun = lanes[lane].then(bring, bring);
        return begun;
      };
      const load: Load = {
        first,
        end,
        lanes,
        users: 0,
        isDone: false,
        bytes: () => begun ?? begin(),
        async stop() {
          stop.abort();
          leave();
          await begun?.catch(() => {});
        },
      };
      for (const block of own) claimed.set(keyOf(block), load);
    }
    for (const { begin, end } of ranges)
      for (const block of blocksOf(at + begin, at + end)) {
        const from = kept.get(keyOf(block)) ?? claimed.get(keyOf(block));
        if (from === undefined) continue; // on the disk
        wanted.set(block, from);
        if (from instanceof Uint8Array)
          keep(keyOf(block), from); // it is used again
        else loads.add(from);
      }
    for (const load of loads) load.users += 1;

    return {
      async read(at, into, signal, onBytes) {
        checkAborted(signal); // before anything begins that would then fail unseen
        const own = [...blocksOf(at, at + into.length)];
        const bytesOf = async (block: number) => {
          const from = wanted.get(block);
          if (from instanceof Uint8Array) return from;
          if (from === undefined) {
            const bytes = await disk?.restore(block, lengthOf(block, block + 1));
            if (bytes) keep(keyOf(block), bytes);
            return bytes;
          }
          return from.bytes().then(
            (bytes) => bytes[block - from.first],
            (error) => {
              if (from.lanes === lanes) throw error; // what stopped another cut need not stop this one
            },
          );
        };
        const held = own.map((block) => wanted.get(block));
        const isHere = held.every((from) => from instanceof Uint8Array);
        const all = isHere ? undefined : Promise.all(own.map(bytesOf));
        // Reads begin in the order of the file, so what is before this one is not needed again.
        for (const block of wanted.keys()) {
          if (block >= own[0]) break;
          wanted.delete(block);
        }
        for (const load of loads) {
          if (load.end > own[0]) break;
          if (load.isDone) loads.delete(load); // so that its bytes can be collected
        }
        const found = all === undefined ? held : await orAborted(all, signal);
        if (found.includes(undefined)) return store.read(at, into, signal, onBytes);
        own.forEach((block, i) => {
          const skipped = at - block * BLOCK; // below 0, except in the first block
          const bytes = found[i] as Uint8Array;
          into.set(bytes.subarray(Math.max(0, skipped), skipped + into.length), Math.max(0, -skipped));
        });
      },
      release() {
        tell = undefined;
        const unused = [...loads].filter((load) => --load.users === 0);
        return Promise.all(unused.map((load) => load.stop()));
      },
    };
  }

  const store: Store = Object.assign(Object.create(inner), {
    ahead: {
      // Ranges that are further apart share no block.
      limits: { gap: Math.max(gap, BLOCK - 1), maxRequest: most * BLOCK, concurrency },
      count(ranges, at, counted) {
        let [requests, bytes] = [0, 0];
        for (const [first, end] of runsOf(ranges, at, most, (block) => counted?.has(block) || has(block))) {
          for (let block = first; block < end; ++block) counted?.add(block);
          requests += 1;
          bytes += lengthOf(first, end);
        }
        return { requests, bytes };
      },
      hold,
    },
    readNow: undefined,
    async read(at, into, signal, onBytes) {
      const reads = hold([{ begin: 0, end: into.length }], at, onBytes);
      try {
        await reads.read(at, into, signal, onBytes);
      } finally {
        await reads.release();
      }
    },
  } satisfies Partial<Store>);
  return store;
}
