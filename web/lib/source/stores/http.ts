// A file behind a URL. One range per request, and every answer is proven: it must be the range that was asked
// for, of the file that was opened, to the last byte.
import { reasonOf } from '../../base/describe.ts';
import type { MicrotomeError } from '../../base/errors.ts';
import {
  changed,
  checkAborted,
  FIRST,
  failed,
  orAborted,
  rangeIgnored,
  type Store,
  tooShort,
} from './store.ts';

export interface HttpOptions {
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly headers?: HeadersInit | undefined;
  /** Of a file that is read as a whole, because its server ignores ranges. */
  readonly maxBytes: number;
  /** Stops the opening. */
  readonly signal: AbortSignal;
}

/** Times that a busy server is asked again, and that a broken connection is resumed. */
const TRIES = 3;
/** Answers that mean: later. */
const BUSY = [429, 503];
/** Seconds: a busy server that says to wait longer is not asked again. */
const LONGEST_WAIT = 60;
/** Headers that change with the file. */
const MARKS = ['ETag', 'Last-Modified'];

/** Pages are not told why a request to another origin failed. */
const CORS = globalThis.location ? '; if it is on another origin, its server must allow yours by CORS' : '';

export async function openHttp(
  from: Request | string,
  address: string,
  options: HttpOptions,
): Promise<Store> {
  const { maxBytes, fetch = globalThis.fetch } = options;
  /** Of the first answer. */
  let marks: (string | null)[] | undefined;
  /** Bytes of the first answer, if it says them but not the file's size. */
  let promised = 0;
  /** The whole file, if its server ignores ranges. */
  let whole: Promise<Uint8Array> | undefined;

  const fail = (what: string, response?: Response) =>
    failed(`${address} ${what}`, undefined, response?.status);
  const unreachable = (cause: unknown) => failed(`${address} cannot be read: ${whyOf(cause)}${CORS}`, cause);
  const tooMany = () => fail('has sent more bytes than were asked for');
  const ignored = (why: string) => rangeIgnored(`${address} ignores ranges, and ${why}`);

  /** Asks for a range, or for the whole file. */
  async function send(signal: AbortSignal, range?: string): Promise<Response> {
    checkAborted(signal);
    try {
      const headers = new Headers(typeof from === 'string' ? undefined : from.headers);
      new Headers(options.headers).forEach((value, name) => {
        headers.set(name, value);
      });
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
  async function ask(begin: number, end: number, signal: AbortSignal, tries = marks ? TRIES : 0) {
    for (let waits = 0, breaks = 0; ; ) {
      const response = await send(signal, `bytes=${begin}-${end - 1}`).catch((error) => {
        if (signal.aborted || breaks++ >= tries) throw error;
      });
      if (response === undefined) continue;
      const { status } = response;
      try {
        if (status === 206 || status === 200) {
          check(response, begin, end);
          return response;
        }
        const wait = BUSY.includes(status) ? waitOf(response, waits++) : undefined;
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

  /** The size of the file: the first one that is said, and the same ever after. */
  function checkSize(size: number): void {
    if (store.size < 0) store.size = size;
    if (size !== store.size) throw changed(`the file has changed from ${store.size} to ${size} bytes`);
  }

  /** Checks the headers of an answer to a range. */
  function check(response: Response, begin: number, end: number): void {
    const { headers, status, type } = response;
    checkMarks(response);
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
  ): Promise<void> {
    const { length } = into;
    let got = 0;
    for (let tries = TRIES; ; --tries) {
      const cause = await pourBody(response, signal, (chunk) => {
        if (got + chunk.length > length) throw tooMany();
        into.set(chunk, got);
        got += chunk.length;
        onBytes(chunk.length);
      });
      if (got === length) return;
      if (cause === undefined) throw tooShort(at, length, got);
      if (tries === 0) throw unreachable(cause);
      response = await ask(at + got, at + length, signal, tries - 1);
      if (response.status === 206) continue;
      await discard(response);
      throw ignored('has sent all of the file in place of the rest of a range');
    }
  }

  /** A body of unknown length, of at most so many bytes. */
  async function collect(response: Response, signal: AbortSignal, most: number, tooMany: () => Error) {
    const chunks: BlobPart[] = [];
    let got = 0;
    const cause = await pourBody(response, signal, (chunk) => {
      got += chunk.length;
      if (got > most) throw tooMany();
      chunks.push(chunk as BlobPart);
    });
    if (cause !== undefined) throw unreachable(cause);
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  }

  /** The whole file, which came instead of a range: read once and kept, if it is short enough. */
  async function keep(response: Response, signal: AbortSignal): Promise<Uint8Array> {
    const known = sizeOf(response);
    const tooLong = () => ignored(`is longer than maxBytes, ${maxBytes}`);
    if ((known ?? store.size) > maxBytes) {
      await discard(response);
      throw tooLong();
    }
    const bytes = await collect(response, signal, maxBytes, tooLong);
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
    async read(at, into, signal, onBytes) {
      if (whole === undefined) {
        const response = await ask(at, at + into.length, signal);
        if (response.status === 206) return fill(response, into, at, signal, onBytes);
        if (whole === undefined) {
          whole = keep(response, signal);
          whole.catch(() => {
            whole = undefined;
          });
        } else await discard(response);
      }
      const bytes = await orAborted(whole, signal).catch((error: MicrotomeError) => {
        if (signal.aborted || error.code !== 'aborted') throw error;
      });
      if (!bytes) return store.read(at, into, signal, onBytes); // the caller that started the full download aborted
      into.set(bytes.subarray(at, at + into.length));
      onBytes(into.length);
    },
  };

  const { signal } = options;
  const response = await ask(0, FIRST, signal);
  let start: Uint8Array;
  if (response.status === 200) {
    whole = keep(response, signal);
    start = (await whole).subarray(0, FIRST);
  } else if (store.size >= 0) {
    start = new Uint8Array(Math.min(FIRST, store.size));
    await fill(response, start, 0, signal, () => {});
  } else {
    start = await collect(response, signal, FIRST, tooMany);
    if (start.length < promised) throw tooShort(0, promised, start.length);
    store.size = promised === 0 && start.length < FIRST ? start.length : await askSize(signal);
    if (start.length !== Math.min(FIRST, store.size)) throw tooShort(0, store.size, start.length);
  }
  const mark = markOf(marks as (string | null)[], store.size);
  return Object.assign(store, { start, mark });
}

/**
 * What changes with the file. A weak ETag may stay the same when bytes change, so it needs a date beside it.
 */
function markOf([tag, date]: readonly (string | null)[], size: number): string | undefined {
  const proof = tag?.startsWith('W/') === false ? '' : date;
  return proof === null ? undefined : [tag, proof, size].join(' ');
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
  const said = /^\s*\d+\s*$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
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
