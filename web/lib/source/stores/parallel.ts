// Work that is done side by side, and stopped: by a signal, or because other work has failed. And how many reads of a
// source are under way at a time, whichever calls they are for.
import { reasonOf } from '../../base/describe.ts';
import { MicrotomeError } from '../../base/errors.ts';
import { failed, failure, told } from './failures.ts';

const aborted = ({ reason }: AbortSignal) => failure('aborted', `aborted: ${told(reason, reasonOf)}`, reason);

export function checkAborted(signal: AbortSignal): void {
  if (signal.aborted) throw aborted(signal);
}

/** Of each signal what happens when it is raised: hosts warn of many listeners, so it has one. */
const followers = new WeakMap<AbortSignal, { all: Set<() => void>; run: () => void }>();

/** Calls `act` when a signal is raised. Returns what ends that. */
function onAbort(signal: AbortSignal, act: () => void): () => void {
  let found = followers.get(signal);
  if (found === undefined) {
    const all = new Set<() => void>();
    const run = () => {
      for (const each of [...all]) each();
    };
    found = { all, run };
    followers.set(signal, found);
    signal.addEventListener('abort', run);
  }
  const { all, run } = found;
  all.add(act);
  return () => {
    all.delete(act);
    if (all.size > 0 || !followers.delete(signal)) return;
    signal.removeEventListener('abort', run);
  };
}

/** Runs an action with a signal of its own, which follows another, or two. */
export async function within<T>(
  signal: AbortSignal,
  action: (own: AbortController) => Promise<T>,
  second: AbortSignal = signal,
): Promise<T> {
  const own = new AbortController();
  const leaves = [...new Set([signal, second])].map((each) => {
    const follow = () => own.abort(each.reason);
    if (each.aborted) follow();
    return onAbort(each, follow);
  });
  try {
    return await action(own);
  } catch (error) {
    own.abort(); // ends what it may have left
    throw error;
  } finally {
    for (const leave of leaves) leave();
  }
}

/**
 * Does work for each item, by at most `count` workers. When all of them have ended, the first failure is thrown,
 * which has stopped the others at once.
 */
export async function inParallel<T>(
  count: number,
  items: Iterator<T, void>,
  toWork: () => (item: T) => Promise<void>,
  stop: (error: unknown) => void,
): Promise<void> {
  const errors: unknown[] = [];
  let next = items.next();
  const run = async () => {
    try {
      for (const work = toWork(); !next.done; ) {
        const { value } = next;
        next = items.next();
        await work(value);
      }
    } catch (error) {
      if (errors.push(error) === 1) stop(error);
    }
  };
  const all = [run()];
  while (all.length < count && !next.done) all.push(run());
  await Promise.all(all);
  if (errors.length > 0) throw errors[0];
}

/**
 * The result of a promise, or `aborted` as soon as that happens, whether or not anyone listens to the signal.
 */
export function orAborted<T>(promise: Promise<T> | T, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(aborted(signal));
    const leave = onAbort(signal, stop);
    if (signal.aborted) stop();
    Promise.resolve(promise).then(resolve, reject).finally(leave);
  });
}

/**
 * The result of an action of the host or the caller. If it fails, that is `source_failed`: `what` and the
 * reason. With a signal, it is no longer waited for when that is raised.
 */
export async function attempt<T>(
  what: string,
  action: () => T | Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await (signal ? orAborted(action(), signal) : action());
  } catch (cause) {
    throw cause instanceof MicrotomeError ? cause : failed(`${what}: ${told(cause, reasonOf)}`, cause);
  }
}

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
