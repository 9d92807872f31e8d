// A file or a URL, opened by `microtome/source`, with a note of every request: what was fetched to open it, and for the last cut.
import { open } from '../../../lib/source.js';

/** @import { Source } from '../../../lib/source.js' */

/** Bytes of the file at `address`, half-open. @typedef {{ address: string, begin: number, end: number }} Range */
/** @typedef {{ requests: number, bytes: number, ranges: Range[] }} Requests `ranges` are of the file that is drawn */
/** Size 0: the server does not say. @typedef {{ size: number, opening: Requests, cut: Requests }} Fetched */

export class Watched {
  source = /** @type {Source} */ (/** @type {unknown} */ (null));
  /** By address: external data is in a file of its own. @type {Map<string, number>} */ #sizes = new Map();
  /** @type {Range[]} */ #log = [];
  #opening = 0;

  /**
   * @param {Blob | string} from a file or a URL
   * @throws {import('../../../lib/index.js').MicrotomeError} what `open` throws
   */
  static async open(from) {
    const file = new Watched();
    file.source = await (typeof from === 'string'
      ? open(from, { fetch: (address, options) => file.#fetch(String(address), options) })
      : open({ size: from.size, read: (at, length) => file.#read(from, at, at + length) }));
    file.#opening = file.#log.length;
    return file;
  }

  /** Bytes of the file itself; 0 if its server does not say. */
  get size() {
    return this.#sizes.values().next().value ?? 0;
  }

  /** Forgets the last cut. */
  begin() {
    this.#log.length = this.#opening;
  }

  /** @returns {Fetched} the file that was asked last is drawn */
  get fetched() {
    const { address = '' } = this.#log.at(-1) ?? {};
    const requestsIn = (/** @type {Range[]} */ log) => ({
      requests: log.length,
      bytes: log.reduce((sum, { begin, end }) => sum + end - begin, 0),
      ranges: log.filter((range) => range.address === address),
    });
    return {
      size: this.#sizes.get(address) ?? 0,
      opening: requestsIn(this.#log.slice(0, this.#opening)),
      cut: requestsIn(this.#log.slice(this.#opening)),
    };
  }

  /**
   * @param {Blob} blob
   * @param {number} begin
   * @param {number} end
   */
  #read(blob, begin, end) {
    this.#sizes.set('', blob.size);
    this.#log.push({ address: '', begin, end });
    return blob.slice(begin, end).arrayBuffer();
  }

  /**
   * @param {string} address
   * @param {RequestInit} [options]
   */
  async #fetch(address, options) {
    const response = await fetch(address, options);
    const { headers, status } = response;
    const [, first] = /^bytes=(\d+)-/.exec(new Headers(options?.headers).get('Range') ?? '') ?? [];
    const length = Number(headers.get('Content-Length'));
    const [, total] = /\/(\d+)$/.exec(headers.get('Content-Range') ?? '') ?? [];
    const size = total ?? (status === 200 && length);
    if (size) this.#sizes.set(address, Number(size));
    const begin = status === 206 ? Number(first) : 0;
    // Without a range, only the size is wanted and the body is cancelled.
    const isRead = first !== undefined && response.ok;
    this.#log.push({ address, begin, end: begin + (isRead ? length : 0) });
    return response;
  }
}
