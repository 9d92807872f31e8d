// What a careful programmer writes for runs of packed elements: a loop over elements, and a loop over words or bytes that
// shifts each into its place. All are on rows whose outputs fill whole words, as those of the table do; packed.js puts them
// together.

/**
 * `run` elements of each of `rows` rows, the first at `from`, then every `stride`.
 * @typedef {object} Rows
 * @property {number} from
 * @property {number} stride
 * @property {number} run
 * @property {number} rows
 */

/**
 * @param {Uint8Array} x
 * @param {Uint8Array} out
 * @param {Rows} layout
 */
export function u4ByLoop(x, out, { from, stride, run, rows }) {
  for (let i = 0, to = 0; i < rows; ++i, from += stride) {
    for (let e = from; e < from + run; ++e, ++to) {
      const element = (x[e >> 1] >> (4 * (e & 1))) & 15;
      out[to >> 1] = to & 1 ? out[to >> 1] | (element << 4) : element;
    }
  }
}

/** @type {typeof u4ByLoop} */
export function u1ByLoop(x, out, { from, stride, run, rows }) {
  for (let i = 0, to = 0; i < rows; ++i, from += stride) {
    for (let e = from; e < from + run; ++e, ++to) {
      const bit = (x[e >> 3] << (e & 7)) & 128;
      out[to >> 3] = to & 7 ? out[to >> 3] | (bit >> (to & 7)) : bit;
    }
  }
}

/** @type {typeof u4ByLoop} */
export function u3ByLoop(x, out, { from, stride, run, rows }) {
  for (let i = 0, to = 0; i < rows; ++i, from += stride) {
    for (let e = from; e < from + run; ++e, ++to) {
      const at = 3 * (e >> 3) + ((e >> 2) & 1);
      const low = (x[at] >> (6 - 2 * (e & 3))) & 3;
      const high = (x[3 * (e >> 3) + 2] >> (7 - (e & 7))) & 1;
      const unit = 3 * (to >> 3);
      const first = unit + ((to >> 2) & 1);
      out[first] = (to & 3 ? out[first] : 0) | (low << (6 - 2 * (to & 3)));
      out[unit + 2] = (to & 7 ? out[unit + 2] : 0) | (high << (7 - (to & 7)));
    }
  }
}

/** @type {typeof u4ByLoop} */
export function u6ByLoop(x, out, { from, stride, run, rows }) {
  for (let i = 0, to = 0; i < rows; ++i, from += stride) {
    for (let e = from; e < from + run; ++e, ++to) {
      const at = 3 * (e >> 2) + ((e >> 1) & 1);
      const low = (x[at] >> (4 - 4 * (e & 1))) & 15;
      const high = (x[3 * (e >> 2) + 2] >> (6 - 2 * (e & 3))) & 3;
      const unit = 3 * (to >> 2);
      const first = unit + ((to >> 1) & 1);
      out[first] = (to & 1 ? out[first] : 0) | (low << (4 - 4 * (to & 1)));
      out[unit + 2] = (to & 3 ? out[unit + 2] : 0) | (high << (6 - 2 * (to & 3)));
    }
  }
}

/**
 * Rows that begin within the first byte of a word: the words of a row are those of the source, a few bits on. The first
 * element is in the lowest bits of a word.
 * @param {Uint32Array} x
 * @param {Uint32Array} out
 * @param {Rows} layout
 */
export function u4ByWord(x, out, { from, stride, run, rows }) {
  const down = 4 * (from & 7);
  const up = 32 - down;
  for (let i = 0, to = 0; i < rows; ++i, from += stride) {
    let at = from >> 3;
    let word = x[at];
    for (const end = to + run / 8; to < end; ++to) {
      const next = x[++at];
      out[to] = (word >>> down) | (next << up);
      word = next;
    }
  }
}

/**
 * The first element is in the highest bit of a byte, so bits pass from each byte to the one before.
 * @type {typeof u4ByWord}
 */
export function u1ByWord(x, out, { from, stride, run, rows }) {
  const up = from & 7; // which is all: rows begin in the first byte of a word
  const down = 8 - up;
  const upper = ((0xff << up) & 0xff) * 0x01010101;
  for (let i = 0, to = 0; i < rows; ++i, from += stride) {
    let at = from >> 5;
    let word = x[at];
    for (const end = to + run / 32; to < end; ++to) {
      const next = x[++at];
      out[to] = ((word << up) & upper) | ((((word >>> 8) | (next << 24)) >>> down) & ~upper);
      word = next;
    }
  }
}

/**
 * Three bytes hold 8 elements: from element 3 on, 6 bits of two of them and 3 bits of the third have gone before.
 * @type {typeof u4ByLoop}
 */
export function u3From3ByUnit(x, out, { from, stride, run, rows }) {
  for (let i = 0, to = 0; i < rows; ++i, from += stride) {
    let at = 3 * (from >> 3);
    for (const end = to + (run / 8) * 3; to < end; to += 3, at += 3) {
      const next = x[at + 1];
      out[to] = (x[at] << 6) | (next >> 2);
      out[to + 1] = (next << 6) | (x[at + 3] >> 2);
      out[to + 2] = (x[at + 2] << 3) | (x[at + 5] >> 5);
    }
  }
}

/**
 * Three bytes hold 4 elements: from element 3 on, 12 bits of two of them and 6 bits of the third have gone before.
 * @type {typeof u4ByLoop}
 */
export function u6From3ByUnit(x, out, { from, stride, run, rows }) {
  for (let i = 0, to = 0; i < rows; ++i, from += stride) {
    let at = 3 * (from >> 2);
    for (const end = to + (run / 4) * 3; to < end; to += 3, at += 3) {
      const next = x[at + 3];
      out[to] = (x[at + 1] << 4) | (next >> 4);
      out[to + 1] = (next << 4) | (x[at + 4] >> 4);
      out[to + 2] = (x[at + 2] << 6) | (x[at + 5] >> 2);
    }
  }
}
