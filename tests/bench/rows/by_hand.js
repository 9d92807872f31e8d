// The loops that a careful programmer writes instead of using a library: TypedArray.prototype.set per run, loops over elements,
// and loops over 32-bit words with shifts. The bench times Microtome against them. Each cut is timed in a
// process or page of its own, so V8 compiles each function for one class of arrays.

/** @typedef {(x: any, outs: any[]) => void} ByHand */
/** @typedef {any} Numbers some typed array of numbers; the loops are the same for all of them */

/**
 * `count` runs of `run` elements, the first at `from`, then every `stride`.
 * @param {Numbers} x
 * @param {Numbers} out
 * @param {number} from
 * @param {number} stride
 * @param {number} run
 * @param {number} count
 */
export function runsBySet(x, out, from, stride, run, count) {
  for (let i = 0, to = 0; i < count; ++i, from += stride, to += run)
    out.set(x.subarray(from, from + run), to);
}

/** @type {typeof runsBySet} */
export function runsByLoop(x, out, from, stride, run, count) {
  for (let i = 0, to = 0; i < count; ++i, from += stride) {
    for (let j = from, end = from + run; j < end; ++j) out[to++] = x[j];
  }
}

/**
 * The other way round: `count` runs of `run` elements, the first to `to`, then every `stride`.
 * @param {Numbers} x
 * @param {Numbers} out
 * @param {number} to
 * @param {number} stride
 * @param {number} run
 * @param {number} count
 */
export function runsIntoBySet(x, out, to, stride, run, count) {
  for (let i = 0, from = 0; i < count; ++i, from += run, to += stride)
    out.set(x.subarray(from, from + run), to);
}

/** @type {typeof runsIntoBySet} */
export function runsIntoByLoop(x, out, to, stride, run, count) {
  for (let i = 0, from = 0; i < count; ++i, to += stride) {
    for (let j = to, end = to + run; j < end; ++j) out[j] = x[from++];
  }
}

const BLOCK = 32;

/**
 * A matrix transposed, block by block, so that neither side is read or written across the whole matrix.
 * @param {Numbers} x row-major, the first element at `from`
 * @param {Numbers} out
 * @param {number} from
 * @param {number} rows
 * @param {number} columns
 */
export function transposeByBlocks(x, out, from, rows, columns) {
  for (let r = 0; r < rows; r += BLOCK) {
    const endRow = Math.min(r + BLOCK, rows);
    for (let c = 0; c < columns; c += BLOCK) {
      const endColumn = Math.min(c + BLOCK, columns);
      for (let i = r; i < endRow; ++i) {
        for (let j = c; j < endColumn; ++j) out[j * rows + i] = x[from + i * columns + j];
      }
    }
  }
}

/**
 * Elements from, from + step, ... of each of `count` rows, `size` of them.
 * @param {Numbers} x
 * @param {Numbers} out
 * @param {number} from
 * @param {number} step
 * @param {number} size
 * @param {number} stride
 * @param {number} count
 */
export function stepByLoop(x, out, from, step, size, stride, count) {
  for (let i = 0, to = 0; i < count; ++i, from += stride) {
    for (let j = 0, at = from; j < size; ++j, at += step) out[to++] = x[at];
  }
}

/**
 * Every second element of a flat array.
 * @param {Numbers} x
 * @param {Numbers} out
 */
export function evenByLoop(x, out) {
  for (let i = 0; i < out.length; ++i) out[i] = x[2 * i];
}

/**
 * @param {Numbers} x
 * @param {Numbers} a
 * @param {Numbers} b
 */
export function deal2ByLoop(x, a, b) {
  for (let i = 0, at = 0; i < a.length; ++i, at += 2) {
    a[i] = x[at];
    b[i] = x[at + 1];
  }
}

/**
 * @param {Numbers} a
 * @param {Numbers} b
 * @param {Numbers} out
 */
export function merge2ByLoop(a, b, out) {
  for (let i = 0, to = 0; i < a.length; ++i, to += 2) {
    out[to] = a[i];
    out[to + 1] = b[i];
  }
}

/** @param {Numbers} array whose bytes are whole, aligned words */
export const wordsOf = ({ buffer, byteOffset, byteLength }) =>
  new Uint32Array(buffer, byteOffset, byteLength / 4);

/**
 * Every second half-word.
 * @param {Uint32Array} x
 * @param {Uint32Array} out
 */
export function evenHalvesByWord(x, out) {
  for (let i = 0, at = 0; i < out.length; ++i, at += 2) out[i] = (x[at] & 0xffff) | (x[at + 1] << 16);
}

/**
 * Rows of `size` words, each with its bytes reversed.
 * @param {Uint32Array} x
 * @param {Uint32Array} out
 * @param {number} size
 */
export function reverseBytesByWord(x, out, size) {
  for (let row = 0; row < x.length; row += size) {
    for (let i = 0, at = row + size - 1; i < size; ++i, --at) {
      const w = x[at];
      out[row + i] = (w >>> 24) | ((w >>> 8) & 0xff00) | ((w << 8) & 0xff0000) | (w << 24);
    }
  }
}

/**
 * Bytes dealt to 4 planes.
 * @param {Uint32Array} x
 * @param {Uint32Array} a
 * @param {Uint32Array} b
 * @param {Uint32Array} c
 * @param {Uint32Array} d
 */
export function deal4BytesByWord(x, a, b, c, d) {
  for (let i = 0, at = 0; i < a.length; ++i, at += 4) {
    const p = x[at];
    const q = x[at + 1];
    const r = x[at + 2];
    const s = x[at + 3];
    a[i] = (p & 0xff) | ((q & 0xff) << 8) | ((r & 0xff) << 16) | (s << 24);
    b[i] = ((p >>> 8) & 0xff) | (q & 0xff00) | ((r & 0xff00) << 8) | ((s & 0xff00) << 16);
    c[i] = ((p >>> 16) & 0xff) | ((q >>> 8) & 0xff00) | (r & 0xff0000) | ((s & 0xff0000) << 8);
    d[i] = (p >>> 24) | ((q >>> 16) & 0xff00) | ((r >>> 8) & 0xff0000) | (s & 0xff000000);
  }
}

/**
 * Bytes dealt to 3 planes: three words hold four pixels.
 * @param {Uint32Array} x
 * @param {Uint32Array} a
 * @param {Uint32Array} b
 * @param {Uint32Array} c
 */
export function deal3BytesByWord(x, a, b, c) {
  for (let i = 0, at = 0; i < a.length; ++i, at += 3) {
    const p = x[at];
    const q = x[at + 1];
    const r = x[at + 2];
    a[i] = (p & 0xff) | ((p >>> 16) & 0xff00) | (q & 0xff0000) | ((r & 0xff00) << 16);
    b[i] = ((p >>> 8) & 0xff) | ((q & 0xff) << 8) | ((q >>> 8) & 0xff0000) | ((r & 0xff0000) << 8);
    c[i] = ((p >>> 16) & 0xff) | (q & 0xff00) | ((r & 0xff) << 16) | (r & 0xff000000);
  }
}

/**
 * Bytes of 4 planes merged: a word of each holds four pixels.
 * @param {Uint32Array} a
 * @param {Uint32Array} b
 * @param {Uint32Array} c
 * @param {Uint32Array} d
 * @param {Uint32Array} out
 */
export function merge4BytesByWord(a, b, c, d, out) {
  for (let i = 0, to = 0; i < a.length; ++i, to += 4) {
    const p = a[i];
    const q = b[i];
    const r = c[i];
    const s = d[i];
    out[to] = (p & 0xff) | ((q & 0xff) << 8) | ((r & 0xff) << 16) | (s << 24);
    out[to + 1] = ((p >>> 8) & 0xff) | (q & 0xff00) | ((r & 0xff00) << 8) | ((s & 0xff00) << 16);
    out[to + 2] = ((p >>> 16) & 0xff) | ((q >>> 8) & 0xff00) | (r & 0xff0000) | ((s & 0xff0000) << 8);
    out[to + 3] = (p >>> 24) | ((q >>> 16) & 0xff00) | ((r >>> 8) & 0xff0000) | (s & 0xff000000);
  }
}

/**
 * Bytes of 3 planes merged: a word of each makes three.
 * @param {Uint32Array} a
 * @param {Uint32Array} b
 * @param {Uint32Array} c
 * @param {Uint32Array} out
 */
export function merge3BytesByWord(a, b, c, out) {
  for (let i = 0, to = 0; i < a.length; ++i, to += 3) {
    const p = a[i];
    const q = b[i];
    const r = c[i];
    out[to] = (p & 0xff) | ((q & 0xff) << 8) | ((r & 0xff) << 16) | ((p & 0xff00) << 16);
    out[to + 1] = ((q >>> 8) & 0xff) | (r & 0xff00) | (p & 0xff0000) | ((q & 0xff0000) << 8);
    out[to + 2] = ((r >>> 16) & 0xff) | ((p >>> 16) & 0xff00) | ((q >>> 8) & 0xff0000) | (r & 0xff000000);
  }
}

/**
 * @param {(x: any, outs: any[]) => void} f on words
 * @returns {ByHand} the same on arrays whose views of words were made when they were first seen
 */
export function onWords(f) {
  /** @type {any} */ let seen;
  /** @type {any} */ let source;
  /** @type {any[]} */ let words;
  return (x, outs) => {
    if (seen !== outs) {
      seen = outs;
      source = Array.isArray(x) ? x.map(wordsOf) : wordsOf(x);
      words = outs.map(wordsOf);
    }
    f(source, words);
  };
}
