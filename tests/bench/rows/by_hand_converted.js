// The code that a careful programmer writes instead of calling `rearrange`: loops over elements, loops through
// tables, and loops that fill one plane after another.

/** @typedef {any} Numbers some typed array of numbers */
/** @typedef {{ scale: number[], bias: number[] }} Channels */

/** @typedef {import('./by_hand.js').ByHand} ByHand */

/**
 * Four bytes a pixel to three planes, in one loop.
 * @param {Numbers} x
 * @param {Numbers} out
 * @param {Channels} channels
 */
export function planesByLoop(x, out, { scale, bias }) {
  const size = out.length / 3;
  const [r, g, b] = scale;
  const [r0, g0, b0] = bias;
  for (let i = 0, at = 0; i < size; ++i, at += 4) {
    out[i] = x[at] * r + r0;
    out[size + i] = x[at + 1] * g + g0;
    out[2 * size + i] = x[at + 2] * b + b0;
  }
}

/** One plane after another. @type {typeof planesByLoop} */
export function planesInTurn(x, out, { scale, bias }) {
  const size = out.length / 3;
  for (let c = 0, to = 0; c < 3; ++c) {
    const [factor, offset] = [scale[c], bias[c]];
    for (let i = 0, at = c; i < size; ++i, at += 4) out[to++] = x[at] * factor + offset;
  }
}

/** @param {Numbers} x @param {Numbers} out @param {Numbers[]} tables */
export function planesByTable(x, out, [r, g, b]) {
  const size = out.length / 3;
  for (let i = 0, at = 0; i < size; ++i, at += 4) {
    out[i] = r[x[at]];
    out[size + i] = g[x[at + 1]];
    out[2 * size + i] = b[x[at + 2]];
  }
}

/**
 * A table for each channel: what each of the 256 bytes becomes. A float16 is given by its bits.
 * @param {'float32' | 'float16'} type
 * @param {Channels} channels
 */
export const tablesOf = (type, { scale, bias }) =>
  scale.map((factor, c) => {
    const table = Float32Array.from(
      { length: 256 },
      (_, x) => Math.fround(x * Math.fround(factor)) + Math.fround(bias[c]),
    );
    if (type === 'float32') return table;
    const made = new Uint16Array(256);
    toHalvesByWord(table, [made]);
    return made;
  });

/**
 * A canvas' array rounds and saturates by itself.
 * @param {(x: Numbers, out: Uint8ClampedArray) => void} write
 * @returns {ByHand}
 */
export const clamped =
  (write) =>
  (x, [out]) =>
    write(x, new Uint8ClampedArray(out.buffer, out.byteOffset, out.length));

/** Three planes to pixels, in one loop. @param {Numbers} x @param {Uint8ClampedArray} out @param {number} scale */
export function pixelsByLoop(x, out, scale) {
  const size = x.length / 3;
  for (let i = 0, to = 0; i < size; ++i, to += 3) {
    out[to] = x[i] * scale;
    out[to + 1] = x[size + i] * scale;
    out[to + 2] = x[2 * size + i] * scale;
  }
}

/** One plane after another. @type {typeof pixelsByLoop} */
export function pixelsInTurn(x, out, scale) {
  const size = x.length / 3;
  for (let c = 0, at = 0; c < 3; ++c)
    for (let i = 0, to = c; i < size; ++i, to += 3) out[to] = x[at++] * scale;
}

/** Two interleaved channels to two planes. @param {Numbers} x @param {Numbers} out @param {number} scale */
export function channelsByLoop(x, out, scale) {
  const size = out.length / 2;
  for (let i = 0, at = 0; i < size; ++i, at += 2) {
    out[i] = x[at] * scale;
    out[size + i] = x[at + 1] * scale;
  }
}

/** One channel after the other. @type {typeof channelsByLoop} */
export function channelsInTurn(x, out, scale) {
  const size = out.length / 2;
  for (let i = 0, at = 0; i < size; ++i, at += 2) out[i] = x[at] * scale;
  for (let i = size, at = 1; i < 2 * size; ++i, at += 2) out[i] = x[at] * scale;
}

/** Where there is a Float16Array. @param {(x: Numbers, out: Numbers) => void} write @returns {ByHand | undefined} */
export function halves(write) {
  const Halves = /** @type {any} */ (globalThis).Float16Array;
  const asHalves = (/** @type {Numbers} */ array) =>
    array instanceof Uint16Array ? new Halves(array.buffer, array.byteOffset, array.length) : array;
  return Halves && ((x, [out]) => write(asHalves(x), asHalves(out)));
}

/** @type {Float32Array | undefined} */
let floatOfHalf;

/** @type {ByHand} */
export function fromHalvesByTable(x, [out]) {
  floatOfHalf ??= Float32Array.from({ length: 65536 }, (_, bits) => {
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    const size =
      exponent === 31
        ? fraction
          ? Number.NaN
          : Number.POSITIVE_INFINITY
        : exponent === 0
          ? fraction * 2 ** -24
          : (1024 + fraction) * 2 ** (exponent - 25);
    return bits >> 15 ? -size : size;
  });
  const table = floatOfHalf;
  for (let i = 0; i < out.length; ++i) out[i] = table[x[i]];
}

/** Rounds half to even, by the bits. @type {ByHand} */
export function toHalvesByWord(x, [out]) {
  const words = new Uint32Array(x.buffer, x.byteOffset, x.length);
  for (let i = 0; i < out.length; ++i) {
    const word = words[i];
    const size = word & 0x7fffffff;
    const sign = (word >>> 16) & 0x8000;
    if (size >= 0x47800000) out[i] = sign | (size > 0x7f800000 ? 0x7e00 : 0x7c00);
    else if (size >= 0x38800000) out[i] = sign | ((size - 0x38000000 + 0xfff + ((size >>> 13) & 1)) >>> 13);
    else out[i] = sign | (Math.abs(x[i]) * 2 ** 24 + 2 ** 52 - 2 ** 52); // adding 2^52 rounds to an integer
  }
}

/** @type {ByHand} */
export function fromBfloatsByWord(x, [out]) {
  const words = new Uint32Array(out.buffer, out.byteOffset, out.length);
  for (let i = 0; i < words.length; ++i) words[i] = x[i] << 16;
}

/** Rounds half to even. @type {ByHand} */
export function toBfloatsByWord(x, [out]) {
  const words = new Uint32Array(x.buffer, x.byteOffset, x.length);
  for (let i = 0; i < out.length; ++i) out[i] = (words[i] + 0x7fff + ((words[i] >>> 16) & 1)) >>> 16;
}

/** Integers within limits. @type {(least: number, most: number) => ByHand} */
export const checked =
  (least, most) =>
  (x, [out]) => {
    for (let i = 0; i < out.length; ++i) {
      const value = x[i];
      if (value < least || value > most) throw new RangeError(`element ${i} is ${value}`);
      out[i] = value;
    }
  };

/** Integers of 64 bits, of which the upper word repeats the sign of the lower one. @type {ByHand} */
export function lowerWords(x, [out]) {
  const words = new Int32Array(x.buffer, x.byteOffset, 2 * x.length);
  for (let i = 0, at = 0; i < out.length; ++i, at += 2) {
    const value = words[at];
    if (words[at + 1] !== value >> 31) throw new RangeError(`element ${i}`);
    out[i] = value;
  }
}

/** Two elements from each byte. @type {ByHand} */
export function nibbles(x, [out]) {
  for (let i = 0, to = 0; to < out.length; ++i, to += 2) {
    const byte = x[i];
    out[to] = byte & 15;
    out[to + 1] = byte >> 4;
  }
}

/** Three channels for each index: from a table each, and from one that has them side by side. @param {Numbers[]} tables */
export function coloursOf([r, g, b]) {
  const all = r.constructor.from(
    { length: 3 * r.length },
    (/** @type {unknown} */ _, /** @type {number} */ k) => [r, g, b][k % 3].at(k / 3),
  );
  return {
    /** @type {ByHand} */
    loops(x, [out]) {
      for (let i = 0, to = 0; i < x.length; ++i, to += 3) {
        const at = 3 * x[i];
        out[to] = all[at];
        out[to + 1] = all[at + 1];
        out[to + 2] = all[at + 2];
      }
    },
    /** @type {ByHand} */
    tables(x, [out]) {
      for (let i = 0, to = 0; i < x.length; ++i, to += 3) {
        const index = x[i];
        out[to] = r[index];
        out[to + 1] = g[index];
        out[to + 2] = b[index];
      }
    },
  };
}

/** A picture in `count` by `count` patches of `rows` runs. @param {Numbers} x @param {Numbers} out @param {number} count @param {number} rows @param {number} run */
export function patchesBySet(x, out, count, rows, run) {
  let to = 0;
  for (let row = 0; row < count; ++row) {
    for (let column = 0; column < count; ++column) {
      for (let i = 0; i < rows; ++i, to += run) {
        const from = ((row * rows + i) * count + column) * run;
        out.set(x.subarray(from, from + run), to);
      }
    }
  }
}

/** @type {typeof patchesBySet} */
export function patchesByLoop(x, out, count, rows, run) {
  let to = 0;
  for (let row = 0; row < count; ++row) {
    for (let column = 0; column < count; ++column) {
      for (let i = 0; i < rows; ++i) {
        const from = ((row * rows + i) * count + column) * run;
        for (let j = from; j < from + run; ++j) out[to++] = x[j];
      }
    }
  }
}

/** Squares of 2 by 2 become four groups of planes. @param {Numbers} x @param {Numbers} out @param {number} planes @param {number} size */
export function toDepthByLoop(x, out, planes, size) {
  const group = planes * size * size;
  let to = 0;
  for (let row = 0, at = 0; row < planes * size; ++row, at += 4 * size) {
    for (let j = at; j < at + 2 * size; j += 2, ++to) {
      out[to] = x[j];
      out[group + to] = x[j + 1];
      out[2 * group + to] = x[j + 2 * size];
      out[3 * group + to] = x[j + 2 * size + 1];
    }
  }
}

/** The other way round. @type {typeof toDepthByLoop} */
export function toSpaceByLoop(x, out, planes, size) {
  const group = planes * size * size;
  let from = 0;
  for (let row = 0, at = 0; row < planes * size; ++row, at += 4 * size) {
    for (let j = at; j < at + 2 * size; j += 2, ++from) {
      out[j] = x[from];
      out[j + 1] = x[group + from];
      out[j + 2 * size] = x[2 * group + from];
      out[j + 2 * size + 1] = x[3 * group + from];
    }
  }
}

/** @param {number} scale @param {number} bias @returns {ByHand} */
export const scaled = (scale, bias) =>
  /** @type {ByHand} */ (
    (/** @type {Numbers} */ x, /** @type {Numbers[]} */ [out]) => {
      for (let i = 0; i < out.length; ++i) out[i] = x[i] * scale + bias;
    }
  );

/** @param {Numbers} table @returns {ByHand} */
export const byTable = (table) =>
  /** @type {ByHand} */ (
    (/** @type {Numbers} */ x, /** @type {Numbers[]} */ [out]) => {
      for (let i = 0; i < out.length; ++i) out[i] = table[x[i]];
    }
  );

/** @param {number} divisor @param {number} zero @returns {ByHand} */
export const quantized = (divisor, zero) =>
  clamped((x, out) => {
    for (let i = 0; i < out.length; ++i) out[i] = x[i] / divisor + zero;
  });

/** @param {readonly number[]} scales @param {number} size of a block @returns {ByHand} */
export const scaledBlocks = (scales, size) => {
  const list = Float32Array.from(scales);
  return (x, [out]) => {
    for (let b = 0, i = 0; b < list.length; ++b) {
      const scale = list[b];
      for (const end = i + size; i < end; ++i) out[i] = x[i] * scale;
    }
  };
};
