// Readers that count, and streams that keep what is written, for tests that look at both ends.

/**
 * A reader that counts what is read of it.
 * @param {number} size
 * @param {(at: number, length: number) => Uint8Array} bytesAt
 */
export function countingReader(size, bytesAt) {
  const seen = { requests: 0, bytes: 0 };
  const from = {
    size,
    async read(/** @type {number} */ at, /** @type {number} */ length) {
      seen.requests += 1;
      seen.bytes += length;
      await null;
      return bytesAt(at, length);
    },
  };
  /** The reads since the last call. */
  const count = () => {
    const { requests, bytes } = seen;
    Object.assign(seen, { requests: 0, bytes: 0 });
    return { requests, bytes };
  };
  return { from, seen, count };
}

/** @param {Uint8Array} file */
export const countingFile = (file) =>
  countingReader(file.length, (at, length) => Uint8Array.from(file.subarray(at, at + length)));

/** A stream that keeps the chunks it gets, and how it ended. @param {(chunk: Uint8Array) => void} [onChunk] */
export function sink(onChunk = () => {}) {
  /** @type {Uint8Array[]} */ const chunks = [];
  const state = { end: 'open', reason: /** @type {unknown} */ (undefined) };
  const writable = new WritableStream({
    write(chunk) {
      onChunk(chunk);
      chunks.push(chunk);
    },
    close() {
      state.end = 'closed';
    },
    abort(reason) {
      Object.assign(state, { end: 'aborted', reason });
    },
  });
  return { writable, state, bytes: () => new Uint8Array(Buffer.concat(chunks)) };
}
