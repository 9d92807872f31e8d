// A file in which nothing can be reached before all of it is unpacked, as a deflated member of an archive. It is
// fetched and unpacked when a cut needs it, and kept for the next ones. Cuts at the same time share that.
import { newArray } from './batch.ts';
import { elementType } from './elements.ts';
import type { Packed } from './formats/format.ts';
import { countRequests } from './requests.ts';
import { orAborted } from './stores/parallel.ts';
import type { Recent } from './stores/recent.ts';
import type { Limits, Reads, Store } from './stores/store.ts';
import { fetchInto } from './transfer.ts';

type Bring = [signal: AbortSignal, onBytes: (count: number) => void, most?: number];

/** `key` tells it from the others in `recent`. */
export function packedStore(
  { at, length, size, unpack }: Packed,
  inner: Store,
  options: Limits,
  { kept, keep }: Recent,
  key: string,
): Store {
  const { check } = inner;
  const { limits } = inner.ahead ?? { limits: options };
  const type = elementType('uint8');
  const place = { type, unit: type, at, endian: 'little', store: inner, limits } as const;
  const all = [{ output: 0, first: 0, to: 0, axes: [{ size: length, stride: 1, to: 1 }] }];
  /** For the cut that has begun it: it ends with that. */
  let load: Promise<Uint8Array> | undefined;

  const bring = async (bytes: Uint8Array, ...[signal, onBytes, most]: Bring) => {
    try {
      await fetchInto(place, all, all, [bytes], signal, onBytes, most);
      return await unpack(bytes, signal);
    } finally {
      load = undefined;
    }
  };
  const hold = (): Reads => {
    let content = kept.get(key); // until the end of the cut, also if it is no longer kept
    return {
      async read(at, into, signal, ...how) {
        while (!content) {
          const isOwn = !load;
          load ??= bring(newArray(place.type, [length], 'unpack the file first'), signal, ...how);
          // What stops another cut need not stop this one.
          content = await (isOwn
            ? load
            : orAborted(
                load.catch(() => undefined),
                signal,
              ));
        }
        keep(key, content);
        into.set(content.subarray(at, at + into.length));
      },
      async release() {},
    };
  };
  return {
    size,
    ahead: {
      isWhole: true,
      // All is in memory. One read after another: if it fails, no other one of the cut may begin again.
      limits: { ...limits, gap: Number.POSITIVE_INFINITY, concurrency: 1 },
      count: () =>
        load || kept.has(key) || inner.isKept ? { requests: 0, bytes: 0 } : countRequests(all, place),
      hold,
    },
    check,
    read: (...range) => hold().read(...range),
  };
}
