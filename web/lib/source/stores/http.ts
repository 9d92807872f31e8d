// A file behind a URL. One range per request, and every answer is proven: it must be the range that was asked
// for, of the file that was opened, to the last byte.
import { reasonOf } from '../../base/describe.ts';
import type { MicrotomeError } from '../../base/errors.ts';
import { Mistake } from '../../base/mistake.ts';
import { shownAddress, withoutSecrets } from './shown.ts';
import {
  changed,
  checkAborted,
  FIRST,
  failed,
  MARKS,
  orAborted,
  rangeIgnored,
  type Store,
  tooShort,
  within,
} from './store.ts';

export interface HttpOptions {
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly headers?: HeadersInit | undefined;
  /** Of a file that is read as a whole, because its server ignores ranges. */
  readonly maxBytes: number;
  /** Stops the opening. */
  readonly signal: AbortSignal;
}

/** What has gone wrong with a range so far. */
interface Trouble {
  waits: number;
  breaks: number;
}

/** Times that a busy server is asked again for a range, and that a broken connection is resumed. */
const TRIES = 3;
/** Bytes of memory that a server gets by saying that it will send more. */
const MOST_AT_FIRST = 2 ** 26;
/** Answers that mean: later. */
const BUSY = [429, 503];
/** Seconds: a busy server that says to wait longer is not asked again. */
const LONGEST_WAIT = 60;

/** Pages are not told why a request to another origin failed. */
const CORS = globalThis.location ? '; if it is on another origin, its server must allow yours by CORS' : '';

/**
 * Asks for the first bytes. `isLazy`: asks for nothing until a range is read, and learns the size with it.
 */
export async function openHttp(
  from: Request | string,
  address: string,
  options: HttpOptions,
  isLazy = false,
): Promise<Store> {
  const { maxBytes, fetch = globalThis.fetch } = options;
  const sent = readHeaders(from, options.headers);
  const shown = shownAddress(address);
  /** Of the first answer. */
  let marks: (string | null)[] | undefined;
  /** Bytes of the first answer, if it says them but not the file's size. */
  let promised = 0;
  /** The whole file, if its server ignores ranges. */
  let whole: Promise<Uint8Array> | undefined;
  /** Bytes that it may have. */
  let most = 0;

  const fail = (what: string, response?: Response) => failed(`${shown} ${what}`, undefined, response?.status);
  const unreachable = (cause: unknown) =>
    failed(`${shown} cannot be read: ${withoutSecrets(whyOf(cause))}${CORS}`, cause);
  const tooMany = () => fail('has sent more bytes than were asked for');
  const ignored = (why: string) => rangeIgnored(`${shown} ignores ranges, and ${why}`);

  /** Asks for a range, or for the whole file. */
  async function send(signal: AbortSignal, range?: string): Promise<Response> {
    checkAborted(signal);
    try {
      const headers = new Headers(sent);
      if (range !== undefined) headers.set('Range', range);
      return await orAborted(fetch(from, { headers, signal, ...(knowsCache() && NO_STORE) }), signal);
    } catch (cause) {
      checkAborted(signal);
      throw unreachable(cause);
    }
  }

  /**
   * Asks for a range until the answer has status 206, or 200 with the whole file, and checks its headers.
   * Before the file is known to be there, it does not try again if no connection can be made.
   */
  async function request(begin: number, end: number, signal: AbortSignal, trouble: Trouble) {
    const tries = marks ? TRIES : 0;
    for (;;) {
      const response = await send(signal, `bytes=${begin}-${end - 1}`).catch((error) => {
        if (signal.aborted || trouble.breaks++ >= tries) throw error;
      });
      if (response === undefined) continue;
      const { status } = response;
      try {
        if (status === 206 || status === 200) {
          check(response, begin, end);
          return response;
        }
        if (status === 416) checkBehind(response, begin, end - begin);
        const wait = BUSY.includes(status) ? waitOf(response, trouble.waits++) : undefined;
        if (wait === undefined) throw fail(`answers ${status}`, response);
        await discard(response);
        await sleep(wait, signal);
      } catch (error) {
        await discard(response);
        throw error;
      }
    }
  }

  function checkMarks({ headers }: Response): void {
    const now = MARKS.map((name) => headers.get(name));
    marks ??= now;
    for (const [i, mark] of marks.entries())
      if (mark !== now[i]) throw changed(`its ${MARKS[i]} has changed from ${mark} to ${now[i]}`);
  }

  function checkLeast(size: number): void {
    const { least = 0 } = store;
    if (size < least)
      throw new Mistake('bad_format', `${shown} has ${size} bytes, but its tensors need ${least}`, '');
  }

  /** A range behind the end of a file that was not asked for when its model was opened. */
  function checkBehind({ headers }: Response, begin: number, length: number): void {
    if (!store.least || store.size >= 0) return;
    const size = /^bytes \*\/(\d{1,16})$/i.exec(headers.get('content-range') ?? '')?.[1];
    if (size === undefined) throw tooShort(begin, length, 0);
    checkLeast(Number(size));
  }

  /** The size of the file: the first one that is said, and the same ever after. */
  function checkSize(size: number): void {
    if (store.size < 0) checkLeast(size);
    if (store.size < 0) store.size = size;
    if (size !== store.size) throw changed(`the file has changed from ${store.size} to ${size} bytes`);
  }

  /** Checks the headers of an answer to a range. */
  function check(response: Response, begin: number, end: number): void {
    const { headers, status, type } = response;
    checkMarks(response);
    if (/\bno-store\b/i.test(headers.get('cache-control') ?? '')) store.isPassing = true;
    const encoding = headers.get('content-encoding') ?? 'identity';
    if (encoding !== 'identity') throw fail(`has encoded the bytes as ${encoding.slice(0, 40)}`, response);
    if (/^multipart\/byteranges/i.test(headers.get('content-type') ?? ''))
      throw fail('has sent several parts', response);
    const text = headers.get('content-range');
    if (status === 200 || (text === null && type === 'cors')) return;
    const parts = /^bytes (\d{1,16})-(\d{1,16})\/(\d{1,16}|\*)$/i.exec(text ?? '') ?? [];
    const [, first, last, size] = Array.from(parts, Number); // NaN: `*`
    if (size >= 0) checkSize(size);
    const until = last + 1;
    const isFirst = store.size < 0;
    if (isFirst) promised = until;
    if (first !== begin || !(isFirst ? until <= end : until === Math.min(end, store.size)))
      throw fail(`was asked for bytes ${begin}-${end - 1} and has sent '${text?.slice(0, 80)}'`, response);
  }

  /**
   * Fills an array with the bytes from `at` on, from a body; where the connection breaks, asks for the rest.
   */
  async function fill(
    response: Response,
    into: Uint8Array,
    at: number,
    signal: AbortSignal,
    onBytes: (count: number) => void,
    trouble: Trouble,
  ): Promise<void> {
    const { length } = into;
    let got = 0;
    for (;;) {
      const cause = await pourBody(response, signal, (chunk) => {
        if (got + chunk.length > length) throw tooMany();
        into.set(chunk, got);
        got += chunk.length;
        onBytes(chunk.length);
      });
      if (got === length) return;
      if (cause === undefined) throw tooShort(at, length, got);
      if (trouble.breaks++ >= TRIES) throw unreachable(cause);
      response = await request(at + got, at + length, signal, trouble);
      if (response.status === 206) continue;
      await discard(response);
      throw ignored('has sent all of the file in place of the rest of a range');
    }
  }

  /** A body of at most so many bytes. `size` is what the server says, and only where to begin. */
  async function collect(
    response: Response,
    signal: AbortSignal,
    most: number,
    tooMany: () => Error,
    size = FIRST,
  ) {
    let bytes = new Uint8Array(Math.min(size, MOST_AT_FIRST));
    let got = 0;
    const cause = await pourBody(response, signal, (chunk) => {
      const end = got + chunk.length;
      if (end > most) throw tooMany();
      if (end > bytes.length) {
        const longer = new Uint8Array(Math.min(most, 2 * end));
        longer.set(bytes);
        bytes = longer;
      }
      bytes.set(chunk, got);
      got = end;
    });
    if (cause !== undefined) throw unreachable(cause);
    return got < bytes.length ? bytes.slice(0, got) : bytes;
  }

  /** The whole file, which came instead of a range: read once and kept, if it is short enough. */
  async function keep(response: Response, signal: AbortSignal, most = maxBytes): Promise<Uint8Array> {
    const known = sizeOf(response);
    const tooLong = () => ignored(`is longer than maxBytes, ${most}`);
    if ((known ?? store.size) > most) {
      await discard(response);
      throw tooLong();
    }
    const bytes = await collect(response, signal, most, tooLong, known);
    const { length } = bytes;
    if (known !== undefined && length !== known)
      throw length < known ? tooShort(0, known, length) : tooMany();
    checkSize(length);
    store.isKept = true;
    return bytes;
  }

  /**
   * The size of a file whose `Content-Range` a script may not read: asks for all of it, and does not read the
   * body.
   */
  async function askSize(signal: AbortSignal): Promise<number> {
    const response = await send(signal);
    await discard(response);
    const size = response.status === 200 ? sizeOf(response) : undefined;
    if (size === undefined) {
      const what =
        'must say the size in Content-Range or Content-Length, and let scripts read it (Access-Control-Expose-Headers)';
      throw fail(what, response);
    }
    checkMarks(response);
    return size;
  }

  const store: Store = {
    size: -1, // not known yet
    address,
    // Hosts add a listener to the signal for each request, so each range has its own.
    read: (at, into, signal, onBytes, ofCut = maxBytes) =>
      within(signal, async ({ signal }) => {
        if (whole === undefined) {
          const trouble = { waits: 0, breaks: 0 };
          const response = await request(at, at + into.length, signal, trouble);
          if (response.status === 206) return fill(response, into, at, signal, onBytes, trouble);
          if (whole === undefined) {
            most = Math.min(maxBytes, ofCut);
            whole = keep(response, signal, most);
            whole.catch(() => {
              whole = undefined;
            });
          } else await discard(response);
        }
        const allowed = most;
        const bytes = await orAborted(whole, signal).catch((error: MicrotomeError) => {
          const { code } = error;
          const isOurs = allowed >= Math.min(maxBytes, ofCut) || code !== 'range_ignored';
          if (signal.aborted || (code !== 'aborted' && isOurs)) throw error;
        });
        // The cut that started the full download was aborted, or may have less than this one.
        if (!bytes) return store.read(at, into, signal, onBytes, ofCut);
        into.set(bytes.subarray(at, at + into.length));
        onBytes(into.length);
      }),
  };
  if (isLazy) return store;

  const { signal } = options;
  const trouble = { waits: 0, breaks: 0 };
  const response = await request(0, FIRST, signal, trouble);
  let start: Uint8Array;
  if (response.status === 200) {
    whole = keep(response, signal);
    start = (await whole).subarray(0, FIRST);
  } else if (store.size >= 0) {
    start = new Uint8Array(Math.min(FIRST, store.size));
    await fill(response, start, 0, signal, () => {}, trouble);
  } else {
    start = await collect(response, signal, FIRST, tooMany);
    if (start.length < promised) throw tooShort(0, promised, start.length);
    store.size = promised === 0 && start.length < FIRST ? start.length : await askSize(signal);
    if (start.length !== Math.min(FIRST, store.size)) throw tooShort(0, store.size, start.length);
  }
  const isHidden = options.fetch !== undefined || Object(from).credentials === 'include';
  return Object.assign(store, { start, answer: { response, given: sent, isHidden } });
}

/** The headers of every request. */
function readHeaders(from: Request | string, headers: HeadersInit | undefined): Headers {
  try {
    const all = new Headers(Object(from).headers);
    new Headers(headers).forEach((value, name) => {
      all.set(name, value);
    });
    return all;
  } catch {
    throw new Mistake('bad_argument', 'not headers that can be sent', 'headers'); // the host's error quotes them
  }
}

/** Why a fetch failed. Node says it in the error's cause, and of some causes only by their code. */
function whyOf(error: unknown): string {
  const { cause } = Object(error);
  return reasonOf(error) + (cause instanceof Error ? ` (${cause.message || Object(cause).code})` : '');
}

/** Hands on a body, chunk by chunk. Returns undefined at its end, otherwise why it broke off. */
async function pourBody(
  { body }: Response,
  signal: AbortSignal,
  pour: (chunk: Uint8Array) => void,
): Promise<unknown> {
  const reader = body?.getReader();
  try {
    while (reader !== undefined) {
      let step: ReadableStreamReadResult<Uint8Array>;
      try {
        step = await orAborted(reader.read(), signal);
      } catch (cause) {
        checkAborted(signal);
        return cause ?? new Error('the connection broke');
      }
      if (step.done) break;
      pour(step.value);
    }
  } finally {
    reader?.cancel().catch(() => {}); // does nothing at the end of the body
  }
  return undefined;
}

/** Gives up a body that nobody reads. */
const discard = ({ body }: Response) => body?.cancel().catch(() => {});

/** Length of a whole body, if the server says it. */
function sizeOf({ headers }: Response): number | undefined {
  const length = headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(length) && headers.get('content-encoding') === null ? Number(length) : undefined;
}

/** Seconds to wait before a busy server is asked again, after so many waits; undefined: it is not asked. */
function waitOf({ headers }: Response, waits: number): number | undefined {
  const text = headers.get('retry-after') ?? '';
  const isDate = /^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i.test(text); // hosts take numbers for dates, too
  const date = isDate ? Date.parse(text) : Number.NaN;
  const said = /^\s*\d+\s*$/.test(text) ? Number(text) : (date - Date.now()) / 1000;
  const seconds = Number.isNaN(said) ? 2 ** waits : said;
  return waits === TRIES || seconds > LONGEST_WAIT ? undefined : Math.max(0, seconds);
}

async function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, seconds * 1000)));
  await orAborted(over, signal).finally(() => clearTimeout(timer));
}

/** The ranges of large files would only push other things out of the cache. */
const NO_STORE = { cache: 'no-store' } as const;

/** Some versions of workerd refuse the option `cache`. */
function knowsCache(): boolean {
  try {
    return Boolean(new Request('http://localhost', NO_STORE));
  } catch {
    return false;
  }
}
