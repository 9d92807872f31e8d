// How many reads of a source are under way at a time, whichever calls they are for.
import { orAborted, type Store } from './store.ts';

/** Does an action when it is its turn. */
export type Gate = <T>(signal: AbortSignal, action: () => Promise<T>) => Promise<T>;

export function gateOf(count: number): Gate {
  let free = count;
  const waiting = new Set<() => void>();
  const leave = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else if (waiting.delete(next)) next();
  };
  return async (signal, action) => {
    if (free > 0) free -= 1;
    else {
      let enter = () => {};
      const turn = new Promise<void>((resolve) => {
        enter = resolve;
      });
      waiting.add(enter);
      await orAborted(turn, signal).catch((error) => {
        if (!waiting.delete(enter)) leave(); // its turn has just come
        throw error;
      });
    }
    try {
      return await action();
    } finally {
      leave();
    }
  };
}

/** The same file, whose reads wait for their turn. */
export function gated(store: Store, gate: Gate): Store {
  const { read } = store;
  store.read = (at, into, signal, ...rest) => gate(signal, () => read(at, into, signal, ...rest));
  return store;
}
