// What every kind of file comes down to: a size, and bytes that are written where they are wanted. A store
// proves what it gives: `read` fills the array with exactly these bytes, or throws. To add a kind, add its
// file and its row in reach.ts.

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

export type Read = (
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

/** Bytes of a local file that are read and moved at a time, while they are in the processor's cache. */
export const PIECE = 2 ** 20;

/** What a file is. A server says some of it later than others. */
interface Facts {
  /** Bytes of the file; below 0: not known before the first read, which must show `least` or more. */
  size: number;
  least?: number;
  /** What `open` opens as the same file. */
  from?: unknown;
  /** Of a part of that file: its first byte in it. */
  readonly base?: number;
  /** URL of the file, by which others beside it are found. */
  readonly address?: string;
  /** It is on this machine, so its reads are not counted as requests. */
  isLocal?: boolean;
  /** All of it is in memory, so that nothing is fetched any more. */
  isKept?: boolean;
  /** The server has said that nothing may be kept. */
  isPassing?: boolean;
  /** The bytes that are read, if they are the caller's. */
  readonly memory?: Uint8Array;
}

/** What a store that fetches in its own way plans, before it fetches: a cache, or a file that is unpacked as a whole. */
interface Ahead {
  /** Instead of those of `open`. */
  readonly limits: Limits;
  /** The first read of a cut fetches what all of it takes. */
  readonly isWhole?: boolean;
  /**
   * What the server will see if these ranges are read now, which count from byte `at`: a cache fetches only
   * what it lacks. The blocks that it would fetch are added to `counted`; those in there count no more.
   */
  readonly count: (
    ranges: Iterable<Range>,
    at: number,
    counted?: Set<number>,
  ) => { requests: number; bytes: number };
  /**
   * Prepares to read these ranges, in their order, and fetches nothing yet. `onBytes` gets the number of bytes that are
   * fetched.
   */
  readonly hold: (ranges: readonly Range[], at: number, onBytes: (count: number) => void) => Reads;
}

export interface Store extends Facts {
  readonly ahead?: Ahead;
  read: Read;
  /** Reads a piece at once, because the system is likely to have it in memory. False: `read` must do it. */
  readonly readNow?: ((at: number, into: Uint8Array) => boolean) | undefined;
  /** Reads ranges so, as far as that is fast, and the other ones with `work`. */
  readonly workNow?: (
    ranges: Iterator<Range, void>,
    now: (range: Range) => boolean,
    work: (range: Range) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Proves after reads that all were of one file, if a read does not prove it itself. */
  readonly check?: ((signal?: AbortSignal) => Promise<void>) | undefined;
  /** Releases what `open` itself opened. */
  close?(): Promise<void>;
}

/** A server's answer, as far as it is used: `toReply` makes it of what `fetch` gives. */
export interface Reply {
  readonly status: number;
  /** 'cors': some headers may be hidden. */
  readonly type: unknown;
  /** Where a redirect has led. */
  readonly target: string | undefined;
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

/** A store, and what came when it was opened, which nobody keeps. */
export interface Opened {
  readonly store: Store;
  /** The first bytes. */
  readonly start?: Uint8Array | undefined;
  /** Of a server. */
  readonly answer?: Answer;
}

/** Files around which there is a cache, by what `cached` gives. */
export const caches = new WeakMap<object, Cache>();

export interface Cache {
  readonly from: unknown;
  /** Keeps what is read of a store. */
  wrap(opened: Opened, limits: Limits): Promise<Store>;
  /** The same cache around another file. */
  around(from: unknown): object;
}

/** Bytes that are read at first. */
export const FIRST = 2 ** 16;
