// What was used last, within so many bytes.

export interface Recent<T extends { length: number } = Uint8Array> {
  /** The least recently used first. */
  readonly kept: ReadonlyMap<string, T>;
  /** Keeps bytes, as those that were used last. What was not used for longest goes. */
  keep(key: string, bytes: T): void;
}

export function keepRecent<T extends { length: number } = Uint8Array>(maxBytes: number): Recent<T> {
  const kept = new Map<string, T>();
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
