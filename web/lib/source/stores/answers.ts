// What the headers of a server's answer say.
import { MARKS, type Reply } from './store.ts';

/** Bytes that an answer brings, of a file of so many; NaN: it does not say. */
export interface Brought {
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
export function encodingOf({ headers }: Reply): string {
  const text = headers.get('content-encoding') ?? '';
  return ENCODES.test(text) ? text : '';
}

/** Length of a body, if the server says it. */
export function lengthOf(reply: Reply): number | undefined {
  const length = reply.headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(length) && !encodingOf(reply) ? Number(length) : undefined;
}

/** What changes with the file: `ETag` and `Last-Modified`. */
export const marksOf = ({ headers }: Reply) => MARKS.map((name) => headers.get(name));

/** Whether nothing of the answer may be kept. */
export const isPassing = ({ headers }: Reply) => /\bno-store\b/i.test(headers.get('cache-control') ?? '');

/** Answers that mean: later. */
const BUSY = [429, 503];
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
