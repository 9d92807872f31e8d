// Copies runs of packed elements from any place in one array to any place in another, as the kernel in
// src/move/kernels/copy_packed.cpp does: a byte of the output consists of the end of one byte of the input and the
// beginning of another.
import { copyInto, fillWith, lengthOf, viewOf } from '../base/arrays.ts';

/** Fewer bytes take a loop less time than `set`. */
const LEAST_SET = 64;
/** Places from here on do not fit 32-bit integers. */
const FAR = 2 ** 31;

/** The elements of runs up to this length are copied one by one, in lines across the runs. */
export const SHORT_RUN = 8;

/** Where byte b of a unit comes from: source[x] << n | source[y] >> (8 - n). */
interface Lane {
  readonly x: number;
  readonly y: number;
  readonly n: number;
}

/** Bits of each element that are side by side. */
export interface Field {
  /** log2 of the elements in a unit of `bytes` bytes. */
  readonly unit: number;
  readonly bytes: number;
  /** log2 of the elements in a byte: if these are fewer than in a unit, two of its bytes hold such bits. */
  readonly log: number;
  /** The first of these bytes. */
  readonly first: number;
  /** -1: the first element of a byte has its upper bits; 0: its lower ones. */
  readonly order: number;
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
  const unit = Math.log2(elements) | 0;
  const order = isLowFirst ? 0 : -1;
  const fields: readonly Field[] =
    bytes === 1
      ? [{ unit, bytes, log: unit, first: 0, order }]
      : [
          { unit, bytes, log: unit - 1, first: 0, order },
          { unit, bytes, log: unit, first: 2, order },
        ];
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

  /** The array from the unit on that holds element `first`. */
  const arrayFrom = (array: any, first: number) => {
    const begin = Math.floor(first / elements) * bytes;
    return viewOf(array, begin, lengthOf(array) - begin);
  };
  /** Copies `count` elements, of which the next one is `f` elements further in the source, and `t` in `out`. */
  function copyLine(source: any, a: number, f: number, out: any, b: number, t: number, count: number): void {
    const last = count - 1;
    if (Math.max(a, a + last * f, b, b + last * t) < FAR) {
      for (const field of fields) copyFields(source, a, f, out, b, t, count, field);
      return;
    }
    // beyond 32-bit integers: parts of the line, in views that begin close to them
    const most = Math.ceil(FAR / 2 / Math.max(Math.abs(f), Math.abs(t)));
    for (let done = 0; done < count; done += most) {
      const size = Math.min(most, count - done);
      const [from, to] = [a + done * f, b + done * t];
      const [low, least] = [Math.min(from, from + (size - 1) * f), Math.min(to, to + (size - 1) * t)];
      const [begin, place] = [low - (low % elements), least - (least % elements)];
      copyLine(arrayFrom(source, low), from - begin, f, arrayFrom(out, least), to - place, t, size);
    }
  }

  return {
    bytes,
    elements,
    fields,
    copyLine,
    copy: (source: any, from: number, out: any, to: number, count: number) => {
      const first = to & (elements - 1); // engines call a function for the remainder of large numbers
      const end = first + count;
      const last = Math.ceil(end / elements) - 1; // number of the unit that is written last
      const start = from & (elements - 1);
      const shift = (start - first) & (elements - 1);
      const begin = ((from - start) / elements - (start < first ? 1 : 0)) * bytes;
      const place = ((to - first) / elements) * bytes;
      const most = lengthOf(source) - 1;
      const middle = (last - 1) * bytes;
      if (shift === 0 && middle >= LEAST_SET) {
        for (let b = 0, row = 0; b < bytes; ++b, row += elements + 1) {
          writeBits(out, place + b, source[begin + b], ~masks[row + first]);
          const rest = last * bytes + b;
          writeBits(out, place + rest, source[begin + rest], masks[row + end - last * elements]);
        }
        return copyInto(out, viewOf(source, begin + bytes, middle), place + bytes);
      }
      for (let b = 0, row = 0; b < bytes; ++b, row += elements + 1) {
        const { x, y, n } = lanes[row + shift];
        const at = place + b;
        const wanted = masks[row + Math.min(end, elements)] & ~masks[row + first];
        if (wanted > 0) copyEdge(source, most, begin + x, begin + y, n, out, at, wanted);
        if (last === 0) continue;
        const next = begin + bytes;
        copyLane(source, next + x, next + y, n, out, at + bytes, bytes, last - 1);
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
    },
    /** Each byte is `value`. */
    fill: (value: number, out: any, to: number, count: number) => {
      const first = to & (elements - 1);
      const end = first + count;
      const last = Math.ceil(end / elements) - 1;
      const place = Math.floor(to / elements) * bytes;
      for (let b = 0, row = 0; b < bytes; ++b, row += elements + 1) {
        writeBits(out, place + b, value, masks[row + Math.min(end, elements)] & ~masks[row + first]);
        if (last > 0) writeBits(out, place + last * bytes + b, value, masks[row + end - last * elements]);
      }
      if (last > 1) fillWith(out, value, place + bytes, place + last * bytes);
    },
  };
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

/** Copies a field of each element of a line. */
function copyFields(
  source: Uint8Array,
  a: number,
  f: number,
  out: Uint8Array,
  b: number,
  t: number,
  count: number,
  { unit, bytes, log, first, order }: Field,
): void {
  const width = 8 >> log;
  const mask = (1 << width) - 1;
  const last = (1 << log) - 1;
  const halves = unit === log ? 0 : 1;
  // words of a record are floating-point numbers, whose sums take engines three times as long
  const [step, next] = [f | 0, t | 0];
  for (let k = count, i = a | 0, j = b | 0; k > 0; --k, i = (i + step) | 0, j = (j + next) | 0) {
    const from = (i >> unit) * bytes + first + ((i >> log) & halves);
    const to = (j >> unit) * bytes + first + ((j >> log) & halves);
    const bits = (source[from] >> (width * ((i ^ order) & last))) & mask;
    const place = width * ((j ^ order) & last);
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
