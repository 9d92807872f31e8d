// What every kind of file comes down to: a size, and bytes that are written where they are wanted. A store
// proves what it gives: `read` fills the array with exactly these bytes, or throws. To add a kind, add its
// file and its row in open.ts.
//
// A failure of a file is not a mistake in the call, so it is an error without a function to blame.
import { describe, reasonOf } from '../../base/describe.ts';
import { MicrotomeError } from '../../base/errors.ts';
import type { Code } from '../../types.ts';

/** A range of bytes, half-open. */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

/** How a file is read. */
export interface Limits {
  /** Bytes between two ranges up to which both are one request. */
  readonly gap: number;
  /** Bytes of a request. */
  readonly maxRequest: number;
  /** Requests at a time. */
  readonly concurrency: number;
}

type Read = (
  at: number,
  into: Uint8Array,
  signal: AbortSignal,
  onBytes: (count: number) => void,
  /** Of a file that its server sends as a whole instead. */
  maxBytes?: number,
) => Promise<void>;

/** The reads of one cut. */
export interface Reads {
  read: Read;
  /** Gives up what nobody else waits for, and waits until that has ended. */
  release(): Promise<unknown>;
}

/** A server's answer, as far as it is used: `toReply` makes it of what `fetch` gives. */
export interface Reply {
  readonly status: number;
  /** 'cors': some headers may be hidden. */
  readonly type: unknown;
  readonly headers: { get(name: string): string | null };
  /** Reads its body, which nobody else can read any more; undefined: it has none. */
  readonly body: ReadableStreamDefaultReader<unknown> | undefined;
}

/** What a server has said of a file, and to whom. */
export interface Answer {
  readonly reply: Reply;
  /** Headers of the request. */
  readonly given: Headers;
  /** The request may have had others. */
  readonly isHidden: boolean;
  /** Its `ETag` does not count if it has a date. */
  readonly isDated: boolean;
}

/** Headers that change with the file. */
export const MARKS = ['ETag', 'Last-Modified'];

/** Bytes of a local file that are read and moved at a time, while they are in the processor's cache. */
export const PIECE = 2 ** 20;

export interface Store {
  /** Bytes of the file; below 0: not known before the first read, which must show this many or more. */
  size: number;
  least?: number;
  /** It is on this machine, so its reads are not counted as requests. */
  isLocal?: boolean;
  /** All of it is in memory, so that nothing is fetched any more. */
  isKept?: boolean;
  /** The first read of a cut fetches what all of it takes. */
  readonly isWhole?: boolean;
  /** The bytes that are read, if they are the caller's. */
  readonly memory?: Uint8Array;
  /** The first bytes, if they came when the file was opened, until they are read. */
  start?: Uint8Array | undefined;
  /** URL of the file, by which others beside it are found. */
  readonly address?: string;
  /** The first answer of a server, while the file is opened. */
  answer?: Answer | undefined;
  /** The server has said that nothing may be kept. */
  isPassing?: boolean;
  /** Instead of those of `open`. */
  readonly limits?: Limits;
  /**
   * What the server will see if these ranges are read now, which count from byte `at`: a cache fetches only
   * what it lacks. The blocks that it would fetch are added to `counted`; those in there count no more.
   */
  readonly count?: (
    ranges: Iterable<Range>,
    at: number,
    counted?: Set<number>,
  ) => { requests: number; bytes: number };
  /**
   * Prepares a cache to read these ranges, in their order, and fetches nothing yet. `onBytes` gets the number
   * of bytes that are fetched.
   */
  readonly hold?: (ranges: readonly Range[], at: number, onBytes: (count: number) => void) => Reads;
  read: Read;
  /** Reads a piece at once, because the system is likely to have it in memory. False: `read` must do it. */
  readonly readNow?: ((at: number, into: Uint8Array) => boolean) | undefined;
  /** Proves after reads that all were of one file, if a read does not prove it itself. */
  readonly check?: ((signal?: AbortSignal) => Promise<void>) | undefined;
  /** Releases what `open` itself opened. */
  close?(): Promise<void>;
}

/** Files around which there is a cache, by what `cached` gives. */
export const caches = new WeakMap<object, Cache>();

export interface Cache {
  readonly from: unknown;
  /** Keeps what is read of a store. */
  wrap(store: Store, limits: Limits): Promise<Store>;
  /** The same cache around another file. */
  around(from: unknown): object;
}

/** Bytes that are read at first. */
export const FIRST = 2 ** 16;

/** A text of a stranger's, without characters that a terminal obeys. */
export const printable = (text: string) =>
  text.replace(/\p{C}/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`);

const failure = (code: Code, what: string, cause?: unknown) =>
  new MicrotomeError(code, '', '', printable(what), cause === undefined ? undefined : { cause });

/** `status` is that of a server's answer. */
export function failed(what: string, cause?: unknown, status?: number): MicrotomeError {
  const error = failure('source_failed', what, cause);
  return status === undefined ? error : Object.assign(error, { status });
}

/** A value of the caller's in words, or an exception; it may throw when it is looked at. */
export function told(value: unknown, say: (value: unknown) => string = describe): string {
  try {
    return say(value);
  } catch {
    return 'an object that throws';
  }
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

export const tooShort = (at: number, length: number, got: number) =>
  failure('source_short', `bytes ${at} to ${at + length} were asked for, and only ${got} came`);

export const changed = (what: string, advice = '') =>
  failure('source_changed', `${what} since it was opened; open it again${advice}`);

export const rangeIgnored = (what: string) => failure('range_ignored', what);

const aborted = ({ reason }: AbortSignal) => failure('aborted', `aborted: ${told(reason, reasonOf)}`, reason);

export function checkAborted(signal: AbortSignal): void {
  if (signal.aborted) throw aborted(signal);
}

/** Of each signal what happens when it is raised: hosts warn of many listeners, so it has one. */
const followers = new WeakMap<AbortSignal, { all: Set<() => void>; run: () => void }>();

/** Calls `act` when a signal is raised. Returns what ends that. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
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
