// Copies runs of packed elements from any place in one array to any place in another, as the kernel in
// src/move/kernels/copy_packed.cpp does: a byte of the output consists of the end of one byte of the input and the
// beginning of another.
import { bufferOf, byteOffsetOf, copyInto, fillWith, lengthOf, viewOf } from '../base/arrays.ts';

/** Fewer bytes take a loop less time than `set`. */
const LEAST_SET = 64;

/** The elements of runs up to this length are copied one by one, in lines across the runs. */
export const SHORT_RUN = 8;

/** Where byte b of a unit comes from: source[x] << n | source[y] >> (8 - n). */
interface Lane {
  readonly x: number;
  readonly y: number;
  readonly n: number;
}

/** Functions that copy and fill runs of elements of `bits` bits. */
export function packedCopier(bits: number) {
  const bytes = bits % 3 === 0 ? 3 : 1;
  const elements = (8 * bytes) / bits;
  const isLowFirst = bits === 4;
  /** Bits of each element in byte b of a unit. If a unit has three bytes, two hold the low bits, and one the high bits. */
  const widthOf = (b: number) => (bytes === 1 ? bits : b < 2 ? (bits / 3) * 2 : bits / 3);
  /** The i-th of the bytes that continue the bits of byte b. */
  const ahead = (b: number, i: number) =>
    bytes === 1 ? i : b < 2 ? ((b + i) >> 1) * 3 + ((b + i) & 1) : b + 3 * i;
  const unit = Math.log2(elements);
  const lanes: Lane[] = []; // of byte b where the unit begins with each element of a unit of the source
  const masks: number[] = []; // the bits of byte b that hold elements before each one
  for (let b = 0; b < bytes; ++b) {
    const first = bytes === 3 && b === 1 ? elements / 2 : 0;
    for (let element = 0; element <= elements; ++element) {
      const before = Math.max(0, Math.min(8, (element - first) * widthOf(b)));
      masks.push(isLowFirst ? 0xff >> (8 - before) : 0xff & ~(0xff >> before));
      const bit = element * widthOf(b);
      const n = bit & 7;
      const [x, y] = [ahead(b, bit >> 3), ahead(b, (bit + 7) >> 3)];
      lanes.push(isLowFirst && n > 0 ? { x: y, y: x, n: 8 - n } : { x, y, n });
    }
  }

  return {
    /** Do `copyLine`'s 32-bit integers count all elements of both arrays? */
    isNear: (source: any, out: any) =>
      (Math.max(lengthOf(source), lengthOf(out)) / bytes) * elements < 2 ** 31,
    copy: (source: any, from: number, out: any, to: number, count: number) => {
      const first = to % elements;
      const end = first + count;
      const last = Math.ceil(end / elements) - 1; // number of the unit that is written last
      const start = from % elements;
      const shift = (start - first) & (elements - 1);
      const begin = ((from - start) / elements - (start < first ? 1 : 0)) * bytes;
      const place = ((to - first) / elements) * bytes;
      const most = lengthOf(source) - 1;
      const middle = (last - 1) * bytes;
      const isSet = shift === 0 && middle >= LEAST_SET;
      for (let b = 0, row = 0; b < bytes; ++b, row += elements + 1) {
        const { x, y, n } = lanes[row + shift];
        const at = place + b;
        const wanted = masks[row + Math.min(end, elements)] & ~masks[row + first];
        if (wanted > 0) copyEdge(source, most, begin + x, begin + y, n, out, at, wanted);
        if (last === 0) continue;
        const next = begin + bytes;
        if (!isSet) copyLane(source, next + x, next + y, n, out, at + bytes, bytes, last - 1);
        const rest = begin + last * bytes;
        copyEdge(
          source,
          most,
          rest + x,
          rest + y,
          n,
          out,
          at + last * bytes,
          masks[row + end - last * elements],
        );
      }
      if (isSet) copyInto(out, viewOf(source, begin + bytes, middle), place + bytes);
    },
    /** Each byte is `value`. */
    fill: (value: number, out: any, to: number, count: number) => {
      const first = to % elements;
      const end = first + count;
      const last = Math.ceil(end / elements) - 1;
      const place = Math.floor(to / elements) * bytes;
      for (let b = 0, row = 0; b < bytes; ++b, row += elements + 1) {
        writeBits(out, place + b, value, masks[row + Math.min(end, elements)] & ~masks[row + first]);
        if (last > 0) writeBits(out, place + last * bytes + b, value, masks[row + end - last * elements]);
      }
      if (last > 1) fillWith(out, value, place + bytes, place + last * bytes);
    },
    /**
     * Copies `count` elements, of which the next one is `f` elements further in the source, and `t` in `out`. Both arrays
     * are near.
     */
    copyLine: (source: any, a: number, f: number, out: any, b: number, t: number, count: number) => {
      if (bytes === 1)
        return copyFields(source, a, f, out, b, t, count, unit, 1, unit, 0, isLowFirst ? 0 : -1);
      copyFields(source, a, f, out, b, t, count, unit, 3, unit - 1, 0, -1);
      copyFields(source, a, f, out, b, t, count, unit, 3, unit, 2, -1);
    },
  };
}

/** Shorter runs take no less time in words. */
const LEAST_IN_WORDS = 64;

/**
 * Makes a function that copies long runs of elements of 4 bits to places that are no whole bytes away. Such elements are in
 * the order of the bits of a word, so 8 of them move at once.
 */
export function nibbleCopier(source: any, out: any) {
  const { copy } = packedCopier(4);
  const [from32, fromStart] = wordsAround(source);
  const [to32, toStart] = wordsAround(out);
  return (from: number, to: number, count: number) => {
    const head = -(to + toStart) & 7;
    const words = ((count - head) >> 3) - 1; // the word after the last one may reach beyond the source
    if (count < LEAST_IN_WORDS) return copy(source, from, out, to, count);
    if (head > 0) copy(source, from, out, to, head);
    const begin = from + head + fromStart;
    const shift = (begin & 7) * 4;
    let a = (begin / 8) | 0;
    let b = ((to + head + toStart) / 8) | 0;
    let low = from32[a];
    for (let i = words; i > 0; --i) {
      const high = from32[++a];
      to32[b++] = (low >>> shift) | (high << (32 - shift));
      low = high;
    }
    const done = head + 8 * words;
    copy(source, from + done, out, to + done, count - done);
  };
}

/** The words of an array's buffer, from the one that holds its first byte on, and the elements before that byte. */
function wordsAround(array: any): [Uint32Array, number] {
  const offset = byteOffsetOf(array);
  const before = offset % 4;
  const length = Math.floor((before + lengthOf(array)) / 4);
  return [new Uint32Array(bufferOf(array), offset - before, length), 2 * before];
}

/** Copies the bits of one byte that are in `wanted`. None of them are outside the source, whose last byte is `most`. */
function copyEdge(
  source: Uint8Array,
  most: number,
  x: number,
  y: number,
  n: number,
  out: Uint8Array,
  to: number,
  wanted: number,
): void {
  const upper = source[Math.max(0, Math.min(most, x))] << n;
  const lower = source[Math.max(0, Math.min(most, y))] >> (8 - n);
  writeBits(out, to, upper | lower, wanted);
}

/** Writes the bits of a byte that are in `wanted`. */
function writeBits(out: Uint8Array, at: number, byte: number, wanted: number): void {
  out[at] = (out[at] & ~wanted) | (byte & wanted);
}

/**
 * Copies the same bits of each element of a line.
 * @param unit log2 of the elements in a unit of `bytes` bytes
 * @param log log2 of the elements in a byte: if these are fewer than in a unit, two of its bytes hold such bits
 * @param first the first of these bytes
 * @param order -1: the first element of a byte has its upper bits; 0: its lower ones
 */
function copyFields(
  source: Uint8Array,
  a: number,
  f: number,
  out: Uint8Array,
  b: number,
  t: number,
  count: number,
  unit: number,
  bytes: number,
  log: number,
  first: number,
  order: number,
): void {
  const width = 8 >> log;
  const mask = (1 << width) - 1;
  const last = (1 << log) - 1;
  const halves = unit === log ? 0 : 1;
  for (let k = count; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {
    const from = (a >> unit) * bytes + first + ((a >> log) & halves);
    const to = (b >> unit) * bytes + first + ((b >> log) & halves);
    const bits = (source[from] >> (width * ((a ^ order) & last))) & mask;
    const place = width * ((b ^ order) & last);
    out[to] = (out[to] & ~(mask << place)) | (bits << place);
  }
}

/** Writes byte b of `count` units. */
function copyLane(
  source: any,
  x: number,
  y: number,
  n: number,
  out: any,
  to: number,
  unit: number,
  count: number,
): void {
  for (let i = 0; i < count; ++i, x += unit, y += unit, to += unit)
    out[to] = (source[x] << n) | (source[y] >> (8 - n));
}
