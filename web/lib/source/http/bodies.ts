// Reads the bodies of answers, and waits for servers no longer than they may be silent. And says in words what goes wrong with
// a file behind a URL.
import { classNameOf } from '../../base/arrays.ts';
import { reasonOf } from '../../base/describe.ts';
import type { MicrotomeError } from '../../base/errors.ts';
import { shownAddress, withoutSecrets } from '../stores/addresses.ts';
import { failed, rangeIgnored, told } from '../stores/failures.ts';
import { toBytes } from '../stores/files.ts';
import { attempt, checkAborted, orAborted } from '../stores/parallel.ts';
import { FIRST, type Reply } from '../stores/store.ts';

/** Bytes of memory that a server gets by saying that it will send more. */
const MOST_AT_FIRST = 2 ** 26;
/** Hosts have no longer timers. */
const MOST_MILLISECONDS = 2 ** 31 - 1;

/** A server has said nothing for so long. */
export class Silence extends Error {
  override name = 'TimeoutError';
}

/** Ends after so many milliseconds. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(milliseconds, MOST_MILLISECONDS));
  });
  await orAborted(over, signal).finally(() => clearTimeout(timer));
}

/** The result of a promise; throws `Silence` if that takes longer. */
export function inTime<T>(promise: Promise<T>, signal: AbortSignal, timeout: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Silence()), Math.min(timeout, MOST_MILLISECONDS));
  });
  return orAborted(Promise.race([promise, late]), signal).finally(() => clearTimeout(timer));
}

/**
 * Hands on a body, chunk by chunk. Returns undefined at its end, otherwise why it broke off, which may be
 * anything. Empty chunks do not count: a body that gives nothing else is silent.
 */
export async function pourBody(
  reply: Reply,
  signal: AbortSignal,
  timeout: number,
  pour: (chunk: Uint8Array) => void,
): Promise<{ cause: unknown } | undefined> {
  const { body } = reply;
  let isOver = false;
  const next = async () => {
    for (;;) {
      const { done, value } = Object(await body?.read());
      if (isOver || done || toBytes(value)?.length !== 0) return { done, value };
      await sleep(0, signal);
    }
  };
  try {
    while (body) {
      let step: Awaited<ReturnType<typeof next>>;
      try {
        step = await inTime(next(), signal, timeout);
      } catch (cause) {
        checkAborted(signal);
        return { cause: cause ?? new Error('the connection broke') };
      }
      const { done, value } = step;
      if (done) break;
      const chunk = toBytes(value);
      if (!chunk || classNameOf(value) !== 'Uint8Array')
        throw failed(`a body must give Uint8Arrays, not ${told(value)}`);
      pour(chunk);
    }
  } finally {
    isOver = true;
    discard(reply); // does nothing at the end of the body
  }
  return undefined;
}

/**
 * A body of at most so many bytes; `check` throws if it has too many so far. `size` is what the server says, and only
 * where to begin.
 */
export async function collect(
  pour: (take: (chunk: Uint8Array) => void) => Promise<void>,
  most: number,
  check: (bytes: number) => void,
  size = FIRST,
): Promise<Uint8Array> {
  let bytes = new Uint8Array(Math.min(size, MOST_AT_FIRST));
  let got = 0;
  await pour((chunk) => {
    const end = got + chunk.length;
    check(end);
    if (end > bytes.length) {
      const longer = new Uint8Array(Math.min(most, 2 * end));
      longer.set(bytes);
      bytes = longer;
    }
    bytes.set(chunk, got);
    got = end;
  });
  return got < bytes.length ? bytes.slice(0, got) : bytes;
}

/** Gives up a body that nobody reads. Does not wait for it: it may be the caller's. */
export function discard({ body }: Reply): void {
  attempt('', () => body?.cancel()).catch(() => {});
}

/** Pages are not told why a request to another origin failed. */
const CORS = globalThis.location ? '; if it is on another origin, its server must allow yours by CORS' : '';

/** Errors that name the address. */
export interface Failures {
  fail(what: string, reply?: Reply): MicrotomeError;
  /** No answer, or a connection that broke. */
  unreachable(cause: unknown): MicrotomeError;
  tooMany(): MicrotomeError;
  ignored(why: string): MicrotomeError;
}

/** `timeout` in milliseconds. */
export function failuresOf(address: string, timeout: number): Failures {
  const shown = shownAddress(address);
  const fail: Failures['fail'] = (what, reply) => failed(`${shown} ${what}`, undefined, reply?.status);
  return {
    fail,
    unreachable: (cause) =>
      cause instanceof Silence
        ? failed(`${shown} has said nothing for ${timeout / 1000} s; raise timeout to wait longer`, cause)
        : failed(`${shown} cannot be read: ${withoutSecrets(told(cause, whyOf))}${CORS}`, cause),
    tooMany: () => fail('has sent more bytes than were asked for'),
    ignored: (why) => rangeIgnored(`${shown} ignores ranges, and ${why}`),
  };
}

/** Why a fetch failed. Node says it in the error's cause, and of some causes only by their code. */
function whyOf(error: unknown): string {
  const { cause } = Object(error);
  if (!(cause instanceof Error)) return reasonOf(error);
  const { code = '' } = Object(cause);
  const advice = /CERT|LEAF/.test(code) ? '; set NODE_EXTRA_CA_CERTS' : '';
  return `${reasonOf(error)} (${cause.message || code})${advice}`;
}
