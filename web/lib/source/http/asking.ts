// Asks a server for a range of a file, again if it is busy or cannot be reached.
import type { MicrotomeError } from '../../base/errors.ts';
import { Mistake } from '../../base/mistake.ts';
import { checkAborted } from '../stores/parallel.ts';
import type { Reply } from '../stores/store.ts';
import { broughtBy, type Proof, spanOf, toReply, waitOf } from './answers.ts';
import { discard, type Failures, inTime, Silence, sleep } from './bodies.ts';

/** The rest of a limit, for all files together. */
export interface Purse {
  bytes: number;
}

export interface HttpOptions {
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly headers?: HeadersInit | undefined;
  /** Of files that are read as a whole, because their servers ignore ranges: while they are opened, and later. */
  readonly budget: Purse;
  readonly whole: Purse;
  /** Counts what opening takes, before it is asked for. */
  readonly spend: (bytes: number, requests?: number) => void;
  /** Times that a busy server is asked again for a range, and that a broken connection is resumed. */
  readonly retries: number;
  /** Milliseconds that the server may be silent. */
  readonly timeout: number;
  /** 'last-modified': the file is the same as long as this is, whatever its ETag. */
  readonly trust: string | undefined;
  /** Stops the opening. */
  readonly signal: AbortSignal;
}

/** What has gone wrong with a range so far. */
export interface Trouble {
  waits: number;
  breaks: number;
}

/** An answer that is proven, and where the bytes end that it brings. */
export interface Fit {
  readonly reply: Reply;
  readonly end: number;
}

/** Answers that lead elsewhere, and how often they may for a range. */
const REDIRECTS = [301, 302, 303, 307, 308];
const MOST_HOPS = 20;
/** Answers of a place that is no longer the right one. */
const EXPIRED = [401, 403, 404, 410];

/** Answers to an address that was signed for a while. */
const REFUSED = [401, 403];

type Ask = (begin: number, end: number, signal: AbortSignal, trouble: Trouble) => Promise<Fit>;

/** `mayBeEmpty`: the first range of the file is asked for, and an empty one has none. */
export function toAsk(
  from: Request | string,
  sent: Headers,
  { timeout, retries, headers, fetch = globalThis.fetch }: HttpOptions,
  { fail, unreachable }: Failures,
  { isKnown, check, checkBehind }: Proof,
  mayBeEmpty: boolean,
  again?: () => Promise<Request | string>,
): Ask {
  /** What another address was asked for, for all ranges that the same one has refused. */
  let renewing: Promise<void> | undefined;
  const renew = async () => {
    try {
      from = await (again as NonNullable<typeof again>)();
      sent = readHeaders(from, headers);
      target = undefined;
    } finally {
      renewing = undefined;
    }
  };
  /** Where the address has led, which is asked directly. */
  let target: string | undefined;
  /** Pages are not told where a redirect leads; elsewhere it is followed here, because the host would send all headers along. */
  let isManual =
    fetch === globalThis.fetch &&
    globalThis.process?.versions?.node !== undefined &&
    (Object(from).redirect ?? 'follow') === 'follow';

  async function send(signal: AbortSignal, range: string): Promise<unknown> {
    checkAborted(signal);
    const address = typeof from === 'string' ? from : from.url;
    try {
      const isForeign = target !== undefined && new URL(target).origin !== new URL(address).origin;
      const headers = new Headers(isForeign ? undefined : sent);
      headers.set('Range', range);
      const asked = target === undefined ? from : isForeign || from === address ? target : new Request(target, from as Request); // biome-ignore format: one
      const answer = fetch(asked, {
        headers,
        signal,
        ...(isManual && { redirect: 'manual' as const }),
        ...(knowsCache() && NO_STORE),
      });
      return await inTime(Promise.resolve(answer), signal, timeout);
    } catch (cause) {
      checkAborted(signal);
      throw unreachable(cause);
    }
  }

  /**
   * Asks for a range until the answer has status 206, or 200 with the whole file, and checks its headers. An
   * empty file has no range: it answers 416, as any does behind its end, where its size is asked for. Before the file is known to be there, it does not try again if no
   * connection can be made.
   */
  return async function ask(begin: number, end: number, signal: AbortSignal, trouble: Trouble): Promise<Fit> {
    const tries = isKnown() ? retries : 0;
    let hops = 0;
    let mayReturn = target !== undefined;
    let mayRenew = again !== undefined;
    for (;;) {
      let given: unknown;
      const asked = from;
      try {
        given = await send(signal, `bytes=${spanOf(begin, end)}`);
      } catch (error) {
        const { cause } = error as MicrotomeError;
        if (signal.aborted || cause instanceof Silence || trouble.breaks++ >= tries) throw error;
        continue;
      }
      const reply = toReply(given);
      const { status } = reply;
      try {
        if (status === 206 || status === 200) {
          const fit = { reply, end: check(reply, begin, end) };
          target = reply.target ?? target;
          return fit;
        }
        const next = REDIRECTS.includes(status) && hops++ < MOST_HOPS ? reply.headers.get('location') : null;
        const isHidden = isManual && status === 0;
        if (isHidden || next !== null || (mayReturn && EXPIRED.includes(status))) {
          isManual &&= !isHidden;
          mayReturn &&= next !== null;
          target =
            next === null
              ? undefined
              : new URL(next, target ?? (typeof from === 'string' ? from : from.url)).href;
          discard(reply);
          continue;
        }
        if (mayRenew && REFUSED.includes(status)) {
          mayRenew = false;
          discard(reply);
          if (asked === from) {
            renewing ??= renew();
            await renewing;
          }
          continue;
        }
        if (status === 416) {
          const { size } = broughtBy(reply);
          if (end === Number.POSITIVE_INFINITY) return { reply, end: size >= 0 ? size : begin };
          if (mayBeEmpty && begin === 0 && !isKnown() && !(size > 0)) return { reply, end: 0 };
          checkBehind(begin, end - begin, size);
        }
        const wait = waitOf(reply, trouble.waits++, retries);
        if (wait === undefined) throw fail(`answers ${status}`, reply);
        discard(reply);
        await sleep(wait * 1000, signal);
      } catch (error) {
        discard(reply);
        throw error;
      }
    }
  };
}

/** The headers of every request. */
export function readHeaders(from: Request | string, headers: HeadersInit | undefined): Headers {
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
