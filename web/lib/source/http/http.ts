// A file behind a URL. One range per request, and every answer is proven: it must be bytes that were asked for,
// of the file that was opened, to the last one.
import type { MicrotomeError } from '../../base/errors.ts';
import { tooShort } from '../stores/failures.ts';
import { orAborted, within } from '../stores/parallel.ts';
import type { Reply } from '../stores/store.ts';
import { FIRST, type Opened, type Store } from '../stores/store.ts';
import { lengthOf, proofOf } from './answers.ts';
import { type Fit, type HttpOptions, type Purse, readHeaders, type Trouble, toAsk } from './asking.ts';
import { collect, discard, failuresOf, pourBody, Silence } from './bodies.ts';

/** Pieces that a range may come in. */
const MOST_PARTS = 256;
/** Answers that may leave the size open. */
const MOST_SIZES = 3;
const MUST_SAY =
  'must say the size in Content-Range, and let scripts read it (Access-Control-Expose-Headers)';

/**
 * Asks for the first bytes. `isLazy`: asks for nothing until a range is read, and learns the size with it. `again`: what to ask once the
 * server refuses.
 */
export async function openHttp(
  from: Request | string,
  address: string,
  options: HttpOptions,
  isLazy = false,
  again?: () => Promise<Request | string>,
): Promise<Opened> {
  const { budget, whole: later, timeout, retries, trust } = options;
  const { signal: ofRequest } = from as Request; // `fetch` replaces it by ours; undefined for an address
  const store: Store = {
    size: -1, // not known yet
    address,
    // Hosts add a listener to the signal for each request, so each range has its own.
    read: (at, into, signal, ...rest) =>
      within(signal, (own) => read(at, into, own.signal, ...rest), ofRequest),
  };
  const sent = readHeaders(from, options.headers);
  const failures = failuresOf(address, timeout);
  const { fail, unreachable, tooMany, ignored } = failures;
  const proof = proofOf(store, address, failures, trust);
  const { checkSize } = proof;
  const ask = toAsk(from, sent, options, failures, proof, !isLazy, again);
  /** The whole file, if its server ignores ranges. */
  let whole: Promise<Uint8Array> | undefined;
  /** Bytes that it may have. */
  let most = 0;

  /**
   * Fills an array with the bytes from `at` on, of which an answer brings the first. Asks for the rest where the
   * connection breaks, or the server has sent no more. One that sends little at a time is asked a few times only.
   */
  async function fill(
    { reply, end }: Fit,
    into: Uint8Array,
    at: number,
    signal: AbortSignal,
    onBytes: (count: number) => void,
    trouble: Trouble,
  ): Promise<void> {
    const { length } = into;
    for (let got = 0; ; ) {
      const due = Math.min(length, end - at);
      const isLittle = due - got < Math.min(FIRST, length / MOST_PARTS);
      const broken = await pourBody(reply, signal, timeout, (chunk) => {
        if (got + chunk.length > due) throw tooMany();
        into.set(chunk, got);
        got += chunk.length;
        onBytes(chunk.length);
      });
      if (got === length) return;
      if (broken === undefined && got < due) throw tooShort(at, length, got);
      if (broken?.cause instanceof Silence && got === 0) throw unreachable(broken.cause);
      if ((broken || isLittle) && trouble.breaks++ >= retries)
        throw broken
          ? unreachable(broken.cause)
          : fail('sends few bytes at a time; set maxRequest to as many');
      ({ reply, end } = await ask(at + got, at + length, signal, trouble));
      if (reply.status === 206) continue;
      discard(reply);
      throw ignored('has sent all of the file in place of the rest of a range');
    }
  }

  /** The whole file, which came instead of a range: read once and kept, if it has at most so many bytes. */
  async function keep(reply: Reply, signal: AbortSignal, purse: Purse, most: number): Promise<Uint8Array> {
    const known = lengthOf(reply);
    let held = 0;
    const hold = (bytes: number) => {
      const more = Math.max(0, bytes - held);
      if (bytes > most || more > purse.bytes)
        throw ignored(`is longer than ${most} bytes, which maxBytes still allows`);
      purse.bytes -= more;
      held += more;
    };
    try {
      hold(known ?? store.size);
      const pour = async (take: (chunk: Uint8Array) => void) => {
        const broken = await pourBody(reply, signal, timeout, take);
        if (broken !== undefined) throw unreachable(broken.cause);
      };
      const bytes = await collect(pour, most, hold, known);
      const { length } = bytes;
      if (known !== undefined && length !== known)
        throw length < known ? tooShort(0, known, length) : tooMany();
      checkSize(length);
      store.isKept = true;
      return bytes;
    } catch (error) {
      discard(reply);
      if (purse === later) purse.bytes += held; // what opening has fetched is spent
      throw error;
    }
  }

  /**
   * Learns the size of a file if `Content-Range` does not say it, or a script may not read it: asks for all bytes
   * behind `least` known ones, and does not read the body. The file ends there if none follow, which may be hidden,
   * too: then it asks from the last known one on, and the file ends if that comes alone. Without a range, the answer
   * may be compressed.
   */
  async function askSize(
    least: number,
    isHidden: boolean,
    signal: AbortSignal,
    trouble: Trouble,
  ): Promise<void> {
    for (let tries = 0; store.size < 0; ++tries) {
      const begin = isHidden ? Math.max(0, least - 1) : least;
      options.spend(0, 1);
      const { reply, end } = await ask(begin, Number.POSITIVE_INFINITY, signal, trouble);
      discard(reply);
      if (store.size >= 0) return;
      const { status } = reply;
      const first = status === 200 ? 0 : begin;
      const size = end < Number.POSITIVE_INFINITY ? end : first + (lengthOf(reply) ?? Number.NaN);
      const isEnd = status !== 206 || size === least;
      if (Number.isNaN(size) || (tries > MOST_SIZES && !isEnd)) throw fail(MUST_SAY, reply);
      if (isEnd) checkSize(size);
      least = size;
    }
  }

  async function read(
    at: number,
    into: Uint8Array,
    signal: AbortSignal,
    onBytes: (count: number) => void,
    ofCut = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    if (whole === undefined) {
      const trouble = { waits: 0, breaks: 0 };
      const fit = await ask(at, at + into.length, signal, trouble);
      if (fit.reply.status === 206) return fill(fit, into, at, signal, onBytes, trouble);
      if (whole === undefined) {
        most = Math.min(later.bytes, ofCut);
        whole = keep(fit.reply, signal, later, most);
        whole.catch(() => {
          whole = undefined;
        });
      } else discard(fit.reply);
    }
    const allowed = most;
    const bytes = await orAborted(whole, signal).catch((error: MicrotomeError) => {
      const { code } = error;
      const isOurs = allowed >= Math.min(later.bytes, ofCut) || code !== 'range_ignored';
      if (signal.aborted || (code !== 'aborted' && isOurs)) throw error;
    });
    // The cut that started the full download was aborted, or may have less than this one.
    if (!bytes) return read(at, into, signal, onBytes, ofCut);
    into.set(bytes.subarray(at, at + into.length));
    onBytes(into.length);
  }

  if (isLazy) return { store };

  const begin = async ({ signal }: AbortController) => {
    const trouble = { waits: 0, breaks: 0 };
    const fit = await ask(0, FIRST, signal, trouble);
    const { reply } = fit;
    const { status } = reply;
    if (status === 200) {
      whole = keep(reply, signal, budget, budget.bytes);
      return { reply, start: (await whole).subarray(0, FIRST) };
    }
    if (status === 416) {
      discard(reply);
      store.size = 0;
      return { reply, start: new Uint8Array(0) };
    }
    const length = lengthOf(reply) ?? FIRST;
    const isHidden = reply.headers.get('content-range') === null;
    if (store.size < 0) await askSize(isHidden && length < FIRST ? length : 0, isHidden, signal, trouble);
    const start = new Uint8Array(Math.min(FIRST, store.size));
    options.spend(start.length);
    await fill(fit, start, 0, signal, () => {}, trouble);
    return { reply, start };
  };
  const { reply, start } = await within(options.signal, begin, ofRequest); // what no function here keeps can go
  const isHidden = options.fetch !== undefined || Object(from).credentials === 'include';
  const isDated = trust !== undefined;
  return { store, start, answer: { reply, given: sent, isHidden, isDated } };
}
