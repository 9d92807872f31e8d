// Decodes ggml's quantized blocks to float32, bit for bit as the functions `dequantize_row_*` of ggml-quants.c do: each
// multiplication and each addition is rounded to float32, in their order. A block is decoded in two steps: its integers
// are unpacked into `codes`, and runs of them become floats, `code * scale + minimum`. A minimum of -0 changes nothing.
//
// This is code and not a row of views that `rearrange` converts: the module's conversions would have to be loaded by another
// `init()` of the caller's, while the loops below take 2 KB and are faster than what servers send. To add a type, add it to BLOCKS.
import type { Decode } from './format.ts';

/** The longest block. */
const MOST = 256;
const codes = new Int16Array(MOST);
const NO_MINIMUM = -0;

/** Values of 4-bit codes. */
const IQ4 = [-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113];
/** Twice those of f4e2m1; the scales are halved. */
const FP4 = [0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12];

const { fround } = Math;
const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** A float16. */
function half(b: Uint8Array, at: number): number {
  const sign = b[at + 1] & 128 ? -1 : 1;
  const rest = ((b[at + 1] & 127) << 8) | b[at];
  if (rest >= 0x7c00) return rest > 0x7c00 ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  bits[0] = rest << 13;
  return sign * float[0] * 2 ** 112;
}

/** A signed byte. */
const signed = (byte: number) => (byte << 24) >> 24;

/** Unpacks a code of each of `count` bytes: the bits of `mask` above the lowest `shift`. */
function take(b: Uint8Array, at: number, count: number, shift: number, mask: number, to: number): void {
  for (let i = 0; i < count; ++i) codes[to + i] = (b[at + i] >> shift) & mask;
}

/** The same for the upper bits of codes, which go to bit `place` of them. */
function add(b: Uint8Array, at: number, shift: number, mask: number, place: number, to: number): void {
  for (let i = 0; i < 32; ++i) codes[to + i] |= ((b[at + i] >> shift) & mask) << place;
}

/** Codes of 4 bits: those in the lower halves of `count` bytes, and then those in the upper halves. */
function nibbles(b: Uint8Array, at: number, count: number, to = 0): void {
  take(b, at, count, 0, 15, to);
  take(b, at, count, 4, 15, to + count);
}

/** The fifth bits of 32 codes, in four bytes. */
function fifths(b: Uint8Array, at: number): void {
  for (let i = 0; i < 32; ++i) codes[i] |= ((b[at + (i >> 3)] >> (i & 7)) & 1) << 4;
}

function bytes(b: Uint8Array, at: number, count: number): void {
  for (let i = 0; i < count; ++i) codes[i] = signed(b[at + i]);
}

function look(values: readonly number[], count: number): void {
  for (let i = 0; i < count; ++i) codes[i] = values[codes[i]];
}

/** `count` floats from place `from` of the block on, which begins at `to`. `zero`: the code of 0. */
function scale(
  y: Float32Array,
  to: number,
  from: number,
  count: number,
  d: number,
  minimum = NO_MINIMUM,
  zero = 0,
): void {
  for (let i = from; i < from + count; ++i) y[to + i] = fround((codes[i] - zero) * d) + minimum;
}

/** Scales and minima of 6 bits, eight of each in twelve bytes, for Q4_K and Q5_K. */
function scaleBy6(b: Uint8Array, at: number, y: Float32Array, to: number): void {
  const [d, least] = [half(b, at), half(b, at + 2)];
  const s = at + 4;
  for (let j = 0; j < 8; ++j) {
    const isLow = j < 4;
    const of = isLow ? b[s + j] & 63 : (b[s + j + 4] & 15) | ((b[s + j - 4] >> 6) << 4);
    const min = isLow ? b[s + j + 4] & 63 : (b[s + j + 4] >> 4) | ((b[s + j] >> 6) << 4);
    scale(y, to, 32 * j, 32, fround(d * of), -fround(least * min));
  }
}

/** Codes of 2 bits, four in each byte: those of 32 bytes follow each other. */
function quarters(b: Uint8Array, at: number): void {
  for (let j = 0; j < 8; ++j) take(b, at + 32 * (j >> 2), 32, 2 * (j & 3), 3, 32 * j);
}

/** Codes in base 3: `digits` in each of `count` bytes. */
function thirds(b: Uint8Array, at: number, count: number, digits: number, to: number): void {
  for (let n = 0, power = 1; n < digits; ++n, power *= 3)
    for (let i = 0; i < count; ++i) codes[to + n * count + i] = (((b[at + i] * power) & 255) * 3) >> 8;
}

/** Decodes the block at `at` to the floats from `to` on. */
type Block = (b: Uint8Array, at: number, y: Float32Array, to: number) => void;

const BLOCKS: Readonly<Record<string, Block>> = {
  Q4_0(b, at, y, to) {
    nibbles(b, at + 2, 16);
    scale(y, to, 0, 32, half(b, at), NO_MINIMUM, 8);
  },
  Q4_1(b, at, y, to) {
    nibbles(b, at + 4, 16);
    scale(y, to, 0, 32, half(b, at), half(b, at + 2));
  },
  Q5_0(b, at, y, to) {
    nibbles(b, at + 6, 16);
    fifths(b, at + 2);
    scale(y, to, 0, 32, half(b, at), NO_MINIMUM, 16);
  },
  Q5_1(b, at, y, to) {
    nibbles(b, at + 8, 16);
    fifths(b, at + 4);
    scale(y, to, 0, 32, half(b, at), half(b, at + 2));
  },
  Q8_0(b, at, y, to) {
    bytes(b, at + 2, 32);
    scale(y, to, 0, 32, half(b, at));
  },
  Q2_K(b, at, y, to) {
    quarters(b, at + 16);
    const [d, least] = [half(b, at + 80), half(b, at + 82)];
    for (let k = 0; k < 16; ++k)
      scale(y, to, 16 * k, 16, fround(d * (b[at + k] & 15)), -fround(least * (b[at + k] >> 4)));
  },
  Q3_K(b, at, y, to) {
    quarters(b, at + 32);
    for (let j = 0; j < 8; ++j) add(b, at, j, 1, 2, 32 * j);
    const [s, d] = [at + 96, half(b, at + 108)];
    for (let k = 0; k < 16; ++k) {
      const low = (b[s + (k & 7)] >> (k < 8 ? 0 : 4)) & 15;
      const high = (b[s + 8 + (k & 3)] >> (2 * (k >> 2))) & 3;
      scale(y, to, 16 * k, 16, fround(d * ((low | (high << 4)) - 32)), NO_MINIMUM, 4);
    }
  },
  Q4_K(b, at, y, to) {
    for (let j = 0; j < 4; ++j) nibbles(b, at + 16 + 32 * j, 32, 64 * j);
    scaleBy6(b, at, y, to);
  },
  Q5_K(b, at, y, to) {
    for (let j = 0; j < 4; ++j) nibbles(b, at + 48 + 32 * j, 32, 64 * j);
    for (let j = 0; j < 8; ++j) add(b, at + 16, j, 1, 4, 32 * j);
    scaleBy6(b, at, y, to);
  },
  Q6_K(b, at, y, to) {
    for (let j = 0; j < 8; ++j) {
      take(b, at + 64 * (j >> 2) + 32 * (j & 1), 32, j & 2 ? 4 : 0, 15, 32 * j);
      add(b, at + 128 + 32 * (j >> 2), 2 * (j & 3), 3, 4, 32 * j);
    }
    const d = half(b, at + 208);
    for (let k = 0; k < 16; ++k)
      scale(y, to, 16 * k, 16, fround(d * signed(b[at + 192 + k])), NO_MINIMUM, 32);
  },
  Q8_K(b, at, y, to) {
    bits[0] = b[at] | (b[at + 1] << 8) | (b[at + 2] << 16) | (b[at + 3] << 24);
    const [d] = float;
    bytes(b, at + 4, MOST);
    scale(y, to, 0, MOST, d);
  },
  IQ4_NL(b, at, y, to) {
    nibbles(b, at + 2, 16);
    look(IQ4, 32);
    scale(y, to, 0, 32, half(b, at));
  },
  IQ4_XS(b, at, y, to) {
    for (let j = 0; j < 8; ++j) nibbles(b, at + 8 + 16 * j, 16, 32 * j);
    look(IQ4, MOST);
    const d = half(b, at);
    for (let j = 0; j < 8; ++j) {
      const low = (b[at + 4 + (j >> 1)] >> (4 * (j & 1))) & 15;
      const high = (b[at + 2 + (j >> 2)] >> (2 * (j & 3))) & 3;
      scale(y, to, 32 * j, 32, fround(d * ((low | (high << 4)) - 32)));
    }
  },
  MXFP4(b, at, y, to) {
    nibbles(b, at + 1, 16);
    look(FP4, 32);
    scale(y, to, 0, 32, 2 ** (b[at] - 128)); // 255, too, which is no NaN here
  },
  NVFP4(b, at, y, to) {
    for (let j = 0; j < 4; ++j) nibbles(b, at + 4 + 8 * j, 8, 16 * j);
    look(FP4, 64);
    for (let j = 0; j < 4; ++j) {
      const [exponent, fraction] = [(b[at + j] >> 3) & 15, b[at + j] & 7];
      const d = exponent === 0 ? fraction * 2 ** -10 : (8 + fraction) * 2 ** (exponent - 11);
      scale(y, to, 16 * j, 16, b[at + j] === 127 ? 0 : d);
    }
  },
  TQ1_0(b, at, y, to) {
    thirds(b, at, 32, 5, 0);
    thirds(b, at + 32, 16, 5, 160);
    thirds(b, at + 48, 4, 4, 240);
    scale(y, to, 0, MOST, half(b, at + 52), NO_MINIMUM, 1);
  },
  TQ2_0(b, at, y, to) {
    quarters(b, at);
    scale(y, to, 0, MOST, half(b, at + 64), NO_MINIMUM, 1);
  },
};

/** What decodes blocks of a type: of so many elements and bytes. */
export function decoderOf(type: string, elements: number, bytes: number): Decode {
  const block = BLOCKS[type];
  return (b, y) => {
    for (let at = 0, to = 0; at < b.length; at += bytes, to += elements) block(b, at, y, to);
  };
}
