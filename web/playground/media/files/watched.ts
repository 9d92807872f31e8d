// A file or a URL, opened by `microtome/source`, with a note of every request: what was fetched to open it, and for the last cut.
import { open } from '../../../lib/source.ts';

/** Bytes of the file at `address`, half-open. */
type Range = { address: string; begin: number; end: number };
/** `ranges` are of the file that is drawn. */
type Requests = { requests: number; bytes: number; ranges: Range[] };
/** Size 0: the server does not say. */
export type Fetched = { size: number; opening: Requests; cut: Requests; ms: number };

/**
 * @param from a file or a URL
 * @throws {MicrotomeError} what `open` throws
 */
export async function watch(from: Blob | string) {
  /** By address: external data is in a file of its own. */
  const sizes = new Map<string, number>();
  const log: Range[] = [];

  async function fetchNoting(address: string, options?: RequestInit) {
    const response = await fetch(address, options);
    const { headers, status } = response;
    const [, first] = /^bytes=(\d+)-/.exec(new Headers(options?.headers).get('Range') ?? '') ?? [];
    const length = Number(headers.get('Content-Length'));
    const [, total] = /\/(\d+)$/.exec(headers.get('Content-Range') ?? '') ?? [];
    const size = Number(total ?? (status === 200 && length));
    if (size) sizes.set(address, size);
    const begin = status === 206 ? Number(first) : 0;
    // Without a range, only the size is wanted and the body is cancelled.
    log.push({ address, begin, end: begin + (first !== undefined && response.ok ? length : 0) });
    return response;
  }

  const reading = (blob: Blob) => ({
    size: blob.size,
    read(begin: number, length: number) {
      sizes.set('', blob.size);
      log.push({ address: '', begin, end: begin + length });
      return blob.slice(begin, begin + length).arrayBuffer();
    },
  });

  const source = await (typeof from === 'string'
    ? open(from, { fetch: (url, options) => fetchNoting(String(url), options) })
    : open(reading(from)));
  const opening = log.length;
  let begun = 0;
  return {
    source,
    /** Bytes of the file itself; 0 if its server does not say. */
    size: () => sizes.values().next().value ?? 0,
    /** Forgets the last cut. */
    begin() {
      log.length = opening;
      begun = performance.now();
    },
    /** @returns the file that was asked last is drawn */
    fetched(): Fetched {
      const { address = '' } = log.at(-1) ?? {};
      const requestsIn = (some: Range[]) => ({
        requests: some.length,
        bytes: some.reduce((sum, { begin, end }) => sum + end - begin, 0),
        ranges: some.filter((range) => range.address === address),
      });
      const [first, then] = [log.slice(0, opening), log.slice(opening)].map(requestsIn);
      return { size: sizes.get(address) ?? 0, opening: first, cut: then, ms: performance.now() - begun };
    },
  };
}
