// What one `open` may cost. It is counted where bytes are asked for, or made, and nowhere else.
import { Mistake } from '../../base/mistake.ts';

/** Tensors, and other parts of headers that are kept in memory: a few bytes of a header become hundreds. */
export const MOST_PARTS = 2 ** 20;

export const tooCostly = (what: string, maxBytes: number) =>
  new Mistake('too_costly', `${what}; maxBytes is ${maxBytes}`, '');

/** What one `open` may still fetch, and make in memory, of all files that it reads. */
export class Budget {
  readonly maxBytes: number;
  readonly #maxRequests: number;
  bytes: number;
  #requests: number;
  #parts = 0;

  constructor(maxBytes: number, maxRequests: number) {
    this.maxBytes = maxBytes;
    this.#maxRequests = maxRequests;
    this.bytes = maxBytes;
    this.#requests = maxRequests;
  }

  spend(bytes: number, requests = 0): void {
    if (bytes > this.bytes)
      throw tooCostly(`opening takes ${bytes} bytes more, but only ${this.bytes} are left`, this.maxBytes);
    if (requests > this.#requests) {
      const what = `opening takes more than ${this.#maxRequests} requests; raise maxRequests`;
      throw new Mistake('too_costly', what, '');
    }
    this.bytes -= bytes;
    this.#requests -= requests;
  }
  /** Counts a part of a header that is kept. */
  keep(): void {
    if (++this.#parts > MOST_PARTS)
      throw new Mistake('too_costly', `headers of more than ${MOST_PARTS} tensors and other parts`, '');
  }
}
