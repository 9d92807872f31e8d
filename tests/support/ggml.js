// ggml's quantized types by the text of the format: what element `i` of a block is, said one element at a time. It knows none of the
// library's code. Every product and every sum is rounded to float32, as C rounds them.

import { ggufOf } from './handmade.js';

const f = Math.fround;

/** A float16 by its definition. @param {Uint8Array} b @param {number} at */
function f16(b, at) {
  const word = b[at] + 256 * b[at + 1];
  const [sign, exponent, fraction] = [word >= 32768 ? -1 : 1, Math.floor(word / 1024) % 32, word % 1024];
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** @param {number} byte */
const int8 = (byte) => (byte > 127 ? byte - 256 : byte);

/** Bits of a byte from the lowest one on. @param {number} byte @param {number} first @param {number} count */
const bitsOf = (byte, first, count) => Math.floor(byte / 2 ** first) % 2 ** count;

/** Nibble `i` of blocks whose first half is in the lower halves of bytes. @param {Uint8Array} b @param {number} at @param {number} i @param {number} half */
const halves = (b, at, i, half) => (i < half ? b[at + i] % 16 : b[at + i - half] >> 4);

const IQ4 = [-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113];
const E2M1 = [0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12];

/** Scale and minimum `j` of Q4_K and Q5_K, as integers: `get_scale_min_k4`. @param {Uint8Array} q the twelve bytes @param {number} j */
const sixBits = (q, j) =>
  j < 4
    ? [q[j] % 64, q[j + 4] % 64]
    : [(q[j + 4] % 16) + 16 * (q[j - 4] >> 6), (q[j + 4] >> 4) + 16 * (q[j] >> 6)];

/** @param {number} d @param {number} code @param {number} m */
const plus = (d, code, m) => f(f(code * d) + m);
/** @param {number} d @param {number} code @param {number} m */
const minus = (d, code, m) => f(f(d * code) - m);

/** A digit in base 3 of TQ1_0. @param {number} byte @param {number} n */
const digit = (byte, n) => Math.floor((((byte * 3 ** n) % 256) * 3) / 256);

/** The scale of NVFP4: an unsigned float of 4 and 3 bits, halved; 0x7f is no number, and counts as 0. @param {number} byte */
function ue4m3(byte) {
  if (byte === 0 || byte === 0x7f) return 0;
  const [exponent, fraction] = [bitsOf(byte, 3, 4), bitsOf(byte, 0, 3)];
  return (exponent === 0 ? fraction * 2 ** -9 : (1 + fraction / 8) * 2 ** (exponent - 7)) / 2;
}

/** ggml's number of each type, elements and bytes of a block, and its element `i`. @type {Readonly<Record<string, { code: number, elements: number, bytes: number, at: (b: Uint8Array, i: number) => number }>>} */
export const QUANTIZED = {
  Q4_0: { code: 2, elements: 32, bytes: 18, at: (b, i) => f((halves(b, 2, i, 16) - 8) * f16(b, 0)) },
  Q4_1: { code: 3, elements: 32, bytes: 20, at: (b, i) => plus(f16(b, 0), halves(b, 4, i, 16), f16(b, 2)) },
  Q5_0: {
    code: 6, elements: 32, bytes: 22,
    at: (b, i) => f((halves(b, 6, i, 16) + 16 * bitsOf(b[2 + (i >> 3)], i % 8, 1) - 16) * f16(b, 0)),
  },
  Q5_1: {
    code: 7, elements: 32, bytes: 24,
    at: (b, i) => plus(f16(b, 0), halves(b, 8, i, 16) + 16 * bitsOf(b[4 + (i >> 3)], i % 8, 1), f16(b, 2)),
  },
  Q8_0: { code: 8, elements: 32, bytes: 34, at: (b, i) => f(int8(b[2 + i]) * f16(b, 0)) },
  Q2_K: {
    code: 10, elements: 256, bytes: 84,
    at: (b, i) => {
      const code = bitsOf(b[16 + 32 * Math.floor(i / 128) + (i % 32)], 2 * (Math.floor(i / 32) % 4), 2);
      const s = b[Math.floor(i / 16)];
      return minus(f(f16(b, 80) * (s % 16)), code, f(f16(b, 82) * (s >> 4)));
    },
  },
  Q3_K: {
    code: 11, elements: 256, bytes: 110,
    at: (b, i) => {
      const low = bitsOf(b[32 + 32 * Math.floor(i / 128) + (i % 32)], 2 * (Math.floor(i / 32) % 4), 2);
      const code = low - (bitsOf(b[i % 32], Math.floor(i / 32), 1) ? 0 : 4);
      const k = Math.floor(i / 16);
      // The twelve bytes: eight with lower and upper halves, and four with the two upper bits of every fourth one.
      const s = (k < 8 ? b[96 + k] % 16 : b[96 + k - 8] >> 4) + 16 * bitsOf(b[104 + (k % 4)], 2 * Math.floor(k / 4), 2);
      return f(f(f16(b, 108) * (s - 32)) * code);
    },
  },
  Q4_K: {
    code: 12, elements: 256, bytes: 144,
    at: (b, i) => {
      const [s, m] = sixBits(b.subarray(4, 16), Math.floor(i / 32));
      const code = halves(b, 16 + 32 * Math.floor(i / 64), i % 64, 32);
      return minus(f(f16(b, 0) * s), code, f(f16(b, 2) * m));
    },
  },
  Q5_K: {
    code: 13, elements: 256, bytes: 176,
    at: (b, i) => {
      const [s, m] = sixBits(b.subarray(4, 16), Math.floor(i / 32));
      const code = halves(b, 48 + 32 * Math.floor(i / 64), i % 64, 32) + 16 * bitsOf(b[16 + (i % 32)], Math.floor(i / 32), 1);
      return minus(f(f16(b, 0) * s), code, f(f16(b, 2) * m));
    },
  },
  Q6_K: {
    code: 14, elements: 256, bytes: 210,
    at: (b, i) => {
      const [n, r, l] = [Math.floor(i / 128), Math.floor(i / 32) % 4, i % 32];
      const low = b[64 * n + 32 * (r % 2) + l];
      const code = (r < 2 ? low % 16 : low >> 4) + 16 * bitsOf(b[128 + 32 * n + l], 2 * r, 2) - 32;
      return f(f(f16(b, 208) * int8(b[192 + Math.floor(i / 16)])) * code);
    },
  },
  Q8_K: {
    code: 15, elements: 256, bytes: 292,
    at: (b, i) => f(new DataView(b.buffer, b.byteOffset).getFloat32(0, true) * int8(b[4 + i])),
  },
  IQ4_NL: { code: 20, elements: 32, bytes: 18, at: (b, i) => f(f16(b, 0) * IQ4[halves(b, 2, i, 16)]) },
  IQ4_XS: {
    code: 23, elements: 256, bytes: 136,
    at: (b, i) => {
      const j = Math.floor(i / 32);
      const low = j % 2 === 0 ? b[4 + j / 2] % 16 : b[4 + (j - 1) / 2] >> 4;
      const high = bitsOf(b[2] + 256 * b[3], 2 * j, 2);
      return f(f(f16(b, 0) * (low + 16 * high - 32)) * IQ4[halves(b, 8 + 16 * j, i % 32, 16)]);
    },
  },
  TQ1_0: {
    code: 34, elements: 256, bytes: 54,
    at: (b, i) => {
      const code =
        i < 160
          ? digit(b[i % 32], Math.floor(i / 32))
          : i < 240
            ? digit(b[32 + ((i - 160) % 16)], Math.floor((i - 160) / 16))
            : digit(b[48 + ((i - 240) % 4)], Math.floor((i - 240) / 4));
      return f((code - 1) * f16(b, 52));
    },
  },
  TQ2_0: {
    code: 35, elements: 256, bytes: 66,
    at: (b, i) =>
      f((bitsOf(b[32 * Math.floor(i / 128) + (i % 32)], 2 * (Math.floor(i / 32) % 4), 2) - 1) * f16(b, 64)),
  },
  // The exponent counts from 2^-128, because the values are doubled; 255 is one like any other.
  MXFP4: { code: 39, elements: 32, bytes: 17, at: (b, i) => f(E2M1[halves(b, 1, i, 16)] * 2 ** (b[0] - 128)) },
  NVFP4: {
    code: 40, elements: 64, bytes: 36,
    at: (b, i) => f(E2M1[halves(b, 4 + 8 * Math.floor(i / 16), i % 16, 8)] * ue4m3(b[Math.floor(i / 16)])),
  },
}; // biome-ignore format: a table

/** Blocks that nothing decodes: ggml's number, elements and bytes. @type {Readonly<Record<string, readonly [code: number, elements: number, bytes: number]>>} */
export const OPAQUE = {
  Q8_1: [9, 32, 36], IQ2_XXS: [16, 256, 66], IQ2_XS: [17, 256, 74], IQ3_XXS: [18, 256, 98], IQ1_S: [19, 256, 50],
  IQ3_S: [21, 256, 110], IQ2_S: [22, 256, 82], IQ1_M: [29, 256, 56], Q1_0: [41, 128, 18], Q2_0: [42, 64, 18],
}; // biome-ignore format: a table

/** The floats of consecutive blocks. @param {string} type @param {Uint8Array} blocks */
export function floatsOf(type, blocks) {
  const { elements, bytes, at } = QUANTIZED[type];
  return Float32Array.from({ length: (blocks.length / bytes) * elements }, (_, k) => {
    const first = Math.floor(k / elements) * bytes;
    return at(blocks.subarray(first, first + bytes), k % elements);
  });
}

/** Random bytes, the same each time. @param {number} length @param {number} seed */
export function randomBytes(length, seed) {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/**
 * 512 blocks in which every byte takes every value, beside other bytes each time.
 * @param {string} type
 */
export function allBlocksOf(type) {
  const { bytes } = QUANTIZED[type];
  return Uint8Array.from({ length: 512 * bytes }, (_, k) => {
    const [block, byte] = [Math.floor(k / bytes), k % bytes];
    return block < 256 ? block + 37 * byte : (2 * byte + 1) * block + (byte * byte) / 3;
  });
}

/**
 * A GGUF file of one quantized tensor of rows, its content, and its floats.
 * @param {string} type
 * @param {number[]} dims
 * @param {Uint8Array} [blocks]
 */
export function quantizedFile(type, dims, blocks) {
  const { code, elements, bytes } = QUANTIZED[type];
  const count = dims.reduce((a, b) => a * b, 1) / elements;
  const data = blocks ?? randomBytes(count * bytes, code + count);
  const tensors = [
    { name: 'before', dims: [8], type: 0 },
    { name: 'w', dims: dims.toReversed(), type: code, offset: 32 },
  ];
  const file = ggufOf({ tensors, data: Buffer.concat([Buffer.alloc(32), data]) });
  return { file, floats: floatsOf(type, data) };
}
