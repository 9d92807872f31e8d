// Copies runs of packed elements from any place in one array to any place in another, as the kernel in
// src/move/kernels/copy_packed.cpp does: a byte of the output consists of the end of one byte of the input and the
// beginning of another.
import { copyInto, fillWith, lengthOf, viewOf } from '../base/arrays.ts';

/** Fewer bytes take a loop less time than `set`. */
const LEAST_SET = 64;

/** Where byte b of a unit comes from: source[x] << n | source[y] >> (8 - n). */
type Lane = readonly [x: number, y: number, n: number];

/** Functions that copy and fill runs of elements of `bits` bits. */
export function packedCopier(bits: number) {
  const bytes = bits % 3 === 0 ? 3 : 1;
  const elements = (8 * bytes) / bits;
  const isLowFirst = bits === 4;
  /** Bits of each element in byte b of a unit. If a unit has three bytes, two hold the low bits, and one the high bits. */
  const widthOf = (b: number) => (bytes === 1 ? bits : b < 2 ? (bits / 3) * 2 : bits / 3);
  /** The i-th of the bytes that continue the bits of byte b. */
  const ahead = (b: number, i: number) =>
    bytes === 1 ? i : b < 2 ? Math.floor((b + i) / 2) * 3 + ((b + i) % 2) : b + 3 * i;
  /** The lane of byte b where a unit begins with element `shift` of a unit of the source. */
  const laneOf = (b: number, shift: number): Lane => {
    const n = (shift * widthOf(b)) % 8;
    const i = Math.floor((shift * widthOf(b)) / 8);
    const [x, y] = [ahead(b, i), ahead(b, n === 0 ? i : i + 1)];
    return isLowFirst && n > 0 ? [y, x, 8 - n] : [x, y, n];
  };
  /** The bits of byte b that hold elements before `element`. */
  const before = (b: number, element: number) => {
    const first = bytes === 3 && b === 1 ? elements / 2 : 0;
    const n = Math.max(0, Math.min(8, (element - first) * widthOf(b)));
    return isLowFirst ? 0xff >> (8 - n) : 0xff & ~(0xff >> n);
  };
  const list = <T>(length: number, make: (i: number) => T) => Array.from({ length }, (_, i) => make(i));
  const blank = new Uint8Array(bytes);
  const lanes = list(bytes, (b) => list(elements, (shift) => laneOf(b, shift)));
  const masks = list(bytes, (b) => list(elements + 1, (element) => before(b, element)));

  /** @param step bytes of the source from one unit to the next; 0: its first unit is repeated */
  const copy = (source: any, from: number, step: number, out: any, to: number, count: number) => {
    const first = to % elements;
    const end = first + count;
    const last = Math.ceil(end / elements) - 1; // number of the unit that is written last
    const shift = (from % elements) - first;
    const begin = (Math.floor(from / elements) - (shift < 0 ? 1 : 0)) * step;
    const place = Math.floor(to / elements) * bytes;
    const most = lengthOf(source) - 1;
    const middle = (last - 1) * bytes;
    const isSet = step > 0 && shift === 0 && middle >= LEAST_SET;
    for (let b = 0; b < bytes; ++b) {
      const [x, y, n] = lanes[b][shift < 0 ? shift + elements : shift];
      const mask = masks[b];
      const copyEdge = (i: number, wanted: number) => {
        // no bit is wanted of bytes outside the source
        const byteAt = (at: number) => source[Math.max(0, Math.min(most, begin + i * step + at))];
        const at = place + i * bytes + b;
        out[at] = (out[at] & ~wanted) | (((byteAt(x) << n) | (byteAt(y) >> (8 - n))) & wanted);
      };
      copyEdge(0, mask[Math.min(end, elements)] & ~mask[first]);
      if (last > 0) copyEdge(last, mask[end - last * elements]);
      if (step > 0 && !isSet)
        copyLane(source, begin + step + x, begin + step + y, n, out, place + b + bytes, bytes, last - 1);
    }
    if (isSet) copyInto(out, viewOf(source, begin + bytes, middle), place + bytes);
    else if (step === 0 && last > 1) fillWith(out, source[0], place + bytes, place + bytes + middle);
  };
  return {
    copy: (source: any, from: number, out: any, to: number, count: number) =>
      copy(source, from, bytes, out, to, count),
    /** Each byte is `value`. */
    fill: (value: number, out: any, to: number, count: number) =>
      copy(fillWith(blank, value, 0), to % elements, 0, out, to, count),
  };
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
