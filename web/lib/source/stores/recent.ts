// What was used last, within so many bytes.

export interface Recent {
  /** The least recently used first. */
  readonly kept: ReadonlyMap<string, Uint8Array>;
  /** Keeps bytes, as those that were used last. What was not used for longest goes. */
  keep(key: string, bytes: Uint8Array): void;
}

export function keepRecent(maxBytes: number): Recent {
  const kept = new Map<string, Uint8Array>();
  let total = 0;
  const forget = (key: string) => {
    total -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  return {
    kept,
    keep(key, bytes) {
      forget(key);
      kept.set(key, bytes);
      total += bytes.length;
      for (const oldest of kept.keys()) {
        if (total <= maxBytes) break;
        forget(oldest);
      }
    },
  };
}
