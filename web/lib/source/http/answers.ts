// A server's answer: what `fetch` gives, which is checked once, because it may be the caller's; what its headers say; and the
// proof that it is of the file that was opened.
import { Mistake } from '../../base/mistake.ts';
import { shownAddress } from '../stores/addresses.ts';
import { changed, failed, told, tooShort } from '../stores/failures.ts';
import type { Reply, Store } from '../stores/store.ts';
import type { Failures } from './bodies.ts';

/** Headers that change with the file. */
export const MARKS = ['ETag', 'Last-Modified'];

/** What `fetch` has given, which must be a Response, or say the same. */
export function toReply(given: any): Reply {
  const read = (action: () => any): any => {
    let cause: unknown;
    try {
      const value = action();
      if (value !== undefined) return value;
    } catch (thrown) {
      cause = thrown;
    }
    throw failed(`fetch must give a Response whose body nobody has read; it gave ${told(given)}`, cause);
  };
  return read(() => {
    const { status, type, headers, body, redirected, url } = Object(given);
    const get = (name: string) =>
      read(() => {
        const text = headers.get(name) ?? null;
        return text === null || typeof text === 'string' ? text : undefined;
      });
    get('etag');
    const target = redirected === true && typeof url === 'string' ? url : undefined;
    return Number.isInteger(status)
      ? { status, type, target, headers: { get }, body: body?.getReader() }
      : undefined;
  });
}

/** Bytes that an answer brings, of a file of so many; NaN: it does not say. */
interface Brought {
  readonly begin: number;
  readonly end: number;
  readonly size: number;
}

/** A range as servers read it: its last byte counts. */
export const spanOf = (begin: number, end: number) =>
  `${begin}-${end === Number.POSITIVE_INFINITY ? '' : end - 1}`;

/** `Content-Range`; `*` is the size of a file that the server does not know. */
export function broughtBy({ headers }: Reply): Brought {
  const text = headers.get('content-range') ?? '';
  const [, first, last, size] =
    /^bytes (?:(\d{1,16})-(\d{1,16})|\*)\/(\d{1,16}|\*)$/i.exec(text)?.map(Number) ?? [];
  return { begin: first ?? Number.NaN, end: last + 1, size: size ?? Number.NaN };
}

/** Servers put other words there that change no byte, such as aws-chunked, a charset, or nothing at all. */
const ENCODES = /(?:^|,)\s*(?:x-)?(?:gzip|br|deflate|zstd|compress)\s*(?:,|$)/i;

/** How the bytes are encoded; '': as they are. */
function encodingOf({ headers }: Reply): string {
  const text = headers.get('content-encoding') ?? '';
  return ENCODES.test(text) ? text : '';
}

/** Length of a body, if the server says it. */
export function lengthOf(reply: Reply): number | undefined {
  const length = reply.headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(length) && !encodingOf(reply) ? Number(length) : undefined;
}

/** What changes with the file: `ETag` and `Last-Modified`. */
const marksOf = ({ headers }: Reply) => MARKS.map((name) => headers.get(name));

/** Whether nothing of the answer may be kept. */
export const isPassing = ({ headers }: Reply) => /\bno-store\b/i.test(headers.get('cache-control') ?? '');

/** Answers that mean: later. */
const BUSY = [408, 425, 429, 500, 502, 503, 504];
/** Seconds: a busy server that says to wait longer is not asked again. */
const LONGEST_WAIT = 60;

/** Seconds to wait before a busy server is asked again, after so many waits; undefined: it is not asked. */
export function waitOf({ headers, status }: Reply, waits: number, most: number): number | undefined {
  const text = headers.get('retry-after') ?? '';
  const isDate = /^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i.test(text); // hosts take numbers for dates, too
  const date = isDate ? Date.parse(text) : Number.NaN;
  const said = /^\s*\d+\s*$/.test(text) ? Number(text) : (date - Date.now()) / 1000;
  const seconds = Number.isNaN(said) ? 2 ** waits : said;
  return waits === most || !BUSY.includes(status) || seconds > LONGEST_WAIT
    ? undefined
    : Math.max(0, seconds);
}

export interface Proof {
  /** Whether a server has shown that the file is there. */
  isKnown(): boolean;
  check(reply: Reply, begin: number, end: number): number;
  checkBehind(begin: number, length: number, size: number): void;
  checkSize(size: number): void;
}

/** `trust`: as in `open`. */
export function proofOf(store: Store, address: string, { fail }: Failures, trust: string | undefined): Proof {
  /** Of the first answer. */
  let marks: (string | null)[] | undefined;

  function checkMarks(reply: Reply): void {
    const now = marksOf(reply);
    marks ??= now;
    const [, date] = marks;
    for (const [i, mark] of marks.entries()) {
      const isTrusted = MARKS[i] === 'ETag' && date !== null && date === now[1];
      if (mark === now[i] || (isTrusted && trust)) continue;
      const advice = isTrusted
        ? ", or with trust: 'last-modified' if only the ETags of its servers differ"
        : '';
      throw changed(`its ${MARKS[i]} has changed from ${mark} to ${now[i]}`, advice);
    }
  }

  function checkLeast(size: number): void {
    const { least = 0 } = store;
    if (size < least)
      throw new Mistake(
        'bad_format',
        `${shownAddress(address)} has ${size} bytes, but its tensors need ${least}`,
        '',
      );
  }

  /** A range behind the end of a file that was not asked for when its model was opened. */
  function checkBehind(begin: number, length: number, size: number): void {
    if (!store.least || store.size >= 0) return;
    if (Number.isNaN(size)) throw tooShort(begin, length, 0);
    checkLeast(size);
  }

  /** The size of the file: the first one that is said, and the same ever after. */
  function checkSize(size: number): void {
    if (store.size < 0) checkLeast(size);
    if (store.size < 0) store.size = size;
    if (size !== store.size) throw changed(`the file has changed from ${store.size} to ${size} bytes`);
  }

  /**
   * Checks the headers of an answer to a range. Returns where the bytes end that it brings: a server may send a
   * first part of the range (RFC 9110, section 15.3.7).
   */
  function check(reply: Reply, begin: number, end: number): number {
    const { headers, status } = reply;
    checkMarks(reply);
    if (isPassing(reply)) store.isPassing = true;
    const encoding = encodingOf(reply);
    if (encoding) throw fail(`has encoded the bytes as ${encoding.slice(0, 40)}`, reply);
    if (/^multipart\/byteranges/i.test(headers.get('content-type') ?? ''))
      throw fail('has sent several parts', reply);
    const text = headers.get('content-range');
    const brought = broughtBy(reply);
    if (status === 206 && brought.size >= 0) checkSize(brought.size);
    const last = store.size < 0 ? end : Math.min(end, store.size);
    // A page may not read it, and some servers do not send it: then the length of the body is the proof.
    if (status === 200 || text === null) return last;
    if (brought.begin !== begin || !(brought.end > begin && brought.end <= last))
      throw fail(`was asked for bytes ${spanOf(begin, end)} and has sent '${text?.slice(0, 80)}'`, reply);
    return brought.end;
  }

  return { isKnown: () => marks !== undefined, check, checkBehind, checkSize };
}
