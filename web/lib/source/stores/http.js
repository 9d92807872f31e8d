// A file behind a URL. One range per request, and every answer is proven: it must be the range that was asked for, of the file that
// was opened, to the last byte.
import { mistake } from '../../base/mistake.js';
import { reasonOf } from '../../base/read.js';
import { changed, checkAborted, FIRST, failed, orAborted, tooShort } from './store.js';

/** @import { Store } from './store.js' */

/**
 * @typedef {object} HttpOptions
 * @property {typeof fetch} [fetch]
 * @property {HeadersInit} [headers]
 * @property {number} maxBytes of a file that is read as a whole, because its server ignores ranges
 * @property {AbortSignal} signal stops the opening
 */

/** Times that a busy server is asked again, and a broken connection is taken up again. */
const TRIES = 3;
/** Answers that mean: later. */
const BUSY = [429, 503];
/** Seconds before a busy server is asked again, unless it says how long; and beyond which it is not. */
const WAITS = [1, 2, 4];
const LONGEST_WAIT = 60;
/** Headers that say that a file is still the same. */
const MARKS = ['ETag', 'Last-Modified'];

/** Only where there is a page, the reason is hidden. */
const CORS = globalThis.location ? '; if it is on another origin, its server must allow yours by CORS' : '';

/**
 * @param {Request | string} from
 * @param {string} address
 * @param {HttpOptions} options
 * @returns {Promise<Store>}
 */
export async function openHttp(from, address, options) {
  const { maxBytes, fetch = globalThis.fetch } = options;
  /** What the first answer said of the file. @type {(string | null)[] | undefined} */ let marks;
  /** Of a server that ignores ranges. @type {Promise<Uint8Array<ArrayBuffer>> | undefined} */ let whole;

  const fail = (/** @type {string} */ what, /** @type {{ status?: number, cause?: unknown }} */ why = {}) =>
    failed(`${address} ${what}`, { status: why.status, cause: why.cause });
  const unreachable = (/** @type {unknown} */ cause) =>
    fail(`cannot be read: ${reasonOf(cause)}${CORS}`, { cause });
  const tooMany = () => fail('has sent more bytes than were asked for');
  const ignored = (/** @type {string} */ why) =>
    mistake('range_ignored', '', '', `${address} ignores ranges, and ${why}`);

  /**
   * @param {AbortSignal} signal
   * @param {string} [range] without one: the whole file
   * @returns {Promise<Response>}
   */
  async function send(signal, range) {
    checkAborted(signal);
    const headers = new Headers(typeof from === 'string' ? undefined : from.headers);
    new Headers(options.headers).forEach((value, name) => {
      headers.set(name, value);
    });
    if (range !== undefined) headers.set('Range', range);
    return await orAborted(fetch(from, { headers, signal, ...(knowsCache() && NO_STORE) }), signal);
  }

  /**
   * Asks for a range until the answer is one, and proves its head; of a server that ignores ranges, it may be the whole file.
   * @param {number} begin
   * @param {number} end
   * @param {AbortSignal} signal
   * @param {number} [tries] after a connection that could not be made; none before the file is known to be there
   * @returns {Promise<Response>} of status 206 or 200
   */
  async function ask(begin, end, signal, tries = marks ? TRIES : 0) {
    for (let waits = 0, breaks = 0; ; ) {
      let response;
      try {
        response = await send(signal, `bytes=${begin}-${end - 1}`);
      } catch (cause) {
        checkAborted(signal);
        if (breaks++ < tries) continue;
        throw unreachable(cause);
      }
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

  /**
   * @param {Response} response
   * @param {number} begin
   * @param {number} end
   */
  function check(response, begin, end) {
    const { headers, status, type } = response;
    const now = MARKS.map((name) => headers.get(name));
    marks ??= now;
    for (const [i, mark] of marks.entries())
      if (mark !== now[i]) throw changed(`its ${MARKS[i]} was ${mark} and is ${now[i]}`);
    const encoding = headers.get('content-encoding') ?? 'identity';
    if (encoding !== 'identity') throw fail(`has encoded the bytes as ${encoding.slice(0, 40)}`, response);
    if (/^multipart\/byteranges/i.test(headers.get('content-type') ?? ''))
      throw fail('has sent several parts', response);
    const text = headers.get('content-range');
    if (status === 200 || (text === null && type === 'cors')) return;
    const [, first, last, size] = (/^bytes (\d{1,16})-(\d{1,16})\/(\d{1,16})$/i.exec(text ?? '') ?? []).map(
      Number,
    );
    if (store.size < 0) store.size = size;
    if (size >= 0 && size !== store.size)
      throw changed(`the file was of ${store.size} bytes and is of ${size}`);
    if (first !== begin || last + 1 !== Math.min(end, size))
      throw fail(`was asked for bytes ${begin}-${end - 1} and has sent '${text?.slice(0, 80)}'`, response);
  }

  /**
   * Fills an array from a body; where the connection breaks, asks for the rest.
   * @param {Response} response
   * @param {Uint8Array} into
   * @param {number} at byte of the file at which `into` begins
   * @param {AbortSignal} signal
   * @param {(count: number) => void} onBytes
   */
  async function fill(response, into, at, signal, onBytes) {
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

  /**
   * A body whose length is not known before.
   * @param {Response} response
   * @param {AbortSignal} signal
   * @param {number} most bytes
   * @param {() => Error} tooMany
   */
  async function collect(response, signal, most, tooMany) {
    /** @type {BlobPart[]} */ const chunks = [];
    let got = 0;
    const cause = await pourBody(response, signal, (chunk) => {
      got += chunk.length;
      if (got > most) throw tooMany();
      chunks.push(/** @type {BlobPart} */ (chunk));
    });
    if (cause !== undefined) throw unreachable(cause);
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  }

  /**
   * The whole file, which came instead of a range: read once and kept, if it is short enough.
   * @param {Response} response
   * @param {AbortSignal} signal
   */
  async function keep(response, signal) {
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
    if (store.size >= 0 && length !== store.size)
      throw changed(`the file was of ${store.size} bytes and is of ${length}`);
    store.size = length;
    store.isKept = true;
    return bytes;
  }

  /**
   * The size of a file whose `Content-Range` a script may not read: that of all of it, whose body is not read.
   * @param {AbortSignal} signal
   */
  async function askSize(signal) {
    const response = await send(signal).catch((cause) => {
      checkAborted(signal);
      throw unreachable(cause);
    });
    await discard(response);
    const size = sizeOf(response);
    if (response.status === 200 && size !== undefined) return size;
    const what = 'must let scripts read Content-Range or Content-Length (Access-Control-Expose-Headers)';
    throw fail(what, response);
  }

  /** @type {Store & { start: Uint8Array }} */
  const store = {
    size: -1,
    start: new Uint8Array(0),
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
      const bytes = await orAborted(whole, signal).catch((error) => {
        if (signal.aborted || error.code !== 'aborted') throw error;
      });
      if (!bytes) return store.read(at, into, signal, onBytes); // who had begun to read all of it has left
      into.set(bytes.subarray(at, at + into.length));
      onBytes(into.length);
    },
  };

  const { signal } = options;
  const response = await ask(0, FIRST, signal);
  if (response.status === 200) {
    whole = keep(response, signal);
    store.start = (await whole).subarray(0, FIRST);
  } else if (store.size >= 0) {
    store.start = new Uint8Array(Math.min(FIRST, store.size));
    await fill(response, store.start, 0, signal, () => {});
  } else {
    store.start = await collect(response, signal, FIRST, tooMany);
    store.size = store.start.length < FIRST ? store.start.length : await askSize(signal);
  }
  return store;
}

/**
 * Pours a body out, chunk by chunk.
 * @param {Response} response
 * @param {AbortSignal} signal
 * @param {(chunk: Uint8Array) => void} pour
 * @returns {Promise<unknown>} undefined at the end of the body, otherwise why it broke off
 * @throws whatever `pour` throws, and `aborted`
 */
async function pourBody({ body }, signal, pour) {
  const reader = body?.getReader();
  try {
    while (reader !== undefined) {
      let step;
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

/** @param {Response} response whose body nobody reads */
const discard = ({ body }) => body?.cancel().catch(() => {});

/** Length of a whole body, if it is said. @param {Response} response */
function sizeOf({ headers }) {
  const length = headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(length) && headers.get('content-encoding') === null ? Number(length) : undefined;
}

/**
 * Seconds to wait before a busy server is asked again; undefined: it is not asked.
 * @param {Response} response
 * @param {number} waits how often it was asked already
 */
function waitOf({ headers }, waits) {
  const text = headers.get('retry-after') ?? '';
  const said = /^\s*\d+\s*$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  const seconds = Number.isNaN(said) ? WAITS[waits] : said;
  return waits === TRIES || seconds > LONGEST_WAIT ? undefined : Math.max(0, seconds);
}

/**
 * @param {number} seconds
 * @param {AbortSignal} signal
 */
async function sleep(seconds, signal) {
  let timer;
  try {
    await orAborted(new Promise((resolve) => (timer = setTimeout(resolve, seconds * 1000))), signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing is kept: the ranges of large files would only push other things out of the cache. */
const NO_STORE = /** @type {const} */ ({ cache: 'no-store' });

/** Some versions of workerd refuse to hear of caches. */
function knowsCache() {
  try {
    return Boolean(new Request('http://localhost', NO_STORE));
  } catch {
    return false;
  }
}
