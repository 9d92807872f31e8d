// Moves that read the whole at listed positions of an axis: run by run with `set`, or by a loop over words. A loop over
// single places is for data without such words: strings, packed elements, and arrays with places beyond 32-bit
// integers.
import {
  asClass,
  bufferOf,
  byteOffsetOf,
  CLASSES,
  className,
  copyInto,
  fillWith,
  toWords,
} from '../base/arrays.ts';
import { MOST_VIEWS } from '../base/views.ts';
import { eachPlace, GAPS, LISTED, listOf, PACKED, type Records, sidesOf } from '../core/record.ts';
import type { Way } from '../core/tables.ts';
import { countOf } from '../shape.ts';
import { areFar, ONE, prepareGroup, wordOf } from './boxes.ts';
import { PICKS } from './picks.ts';

/** Positions that are so few, such as channels, take turns like streams: each in a loop over a block of rows. */
const MOST_STREAMS = 32;
/** Words between the first and the last row of a block. */
const BLOCK_WORDS = 8192;

/**
 * Prepares a move with a list, which has one stream.
 * @param way
 * @param words
 * @param at
 * @param whole
 * @param parts
 * @param isKept makes views of the runs once
 */
export function prepareListed(
  way: Way,
  words: Records,
  at: number,
  whole: any,
  parts: readonly any[],
  isKept: boolean,
): () => void {
  const sides = sidesOf(words, at, 0, whole, parts);
  const { source, from, out, to, run } = sides;
  const listed = words[at + LISTED];
  const list = listOf(words, at);
  // the other axes
  const sizes = without(sides.sizes, listed);
  const fromStrides = without(sides.fromStrides, listed);
  const toStrides = without(sides.toStrides, listed);
  const f = sides.fromStrides[listed];
  const t = sides.toStrides[listed];
  const axes = sizes.length;
  const eachRow = (row: (a: number, b: number) => void) =>
    eachPlace(axes, sizes, fromStrides, toStrides, from, to, row);

  const bits = words[at + PACKED];
  const isWords = bits === 0 && !Array.isArray(whole);
  const unit = isWords ? Math.min(4, wordOf(words, at, [sides])) : 1;
  if (!isWords || areFar([sides], unit)) {
    const [read, written] = isWords ? [toWords(source), toWords(out)] : [source, out];
    const entry = isWords ? read.BYTES_PER_ELEMENT : 1;
    const copy = bits === 0 ? copyEntry : packedCopier(bits);
    const blank: any = Array.isArray(whole) ? [''] : new Uint8Array(3);
    return () =>
      eachRow((a, b) => {
        for (let k = 0; k < list.length; ++k)
          for (let j = 0; j < run; j += entry) {
            const place = (b + k * t + j) / entry;
            const isGap = list[k] < 0;
            if (isGap && bits > 0) blank.fill(-1 - list[k]);
            copy(isGap ? blank : read, isGap ? 0 : (a + list[k] * f + j) / entry, written, place);
          }
      });
  }

  const { holder, fours, row, quads, runs } = PICKS[unit];
  const written = asClass(out, holder);
  const gaps = words[at + GAPS];
  let copy = () => {};
  if (gaps === list.length)
    copy = () => {}; // the data may be empty, so nothing can be read
  else if (way === 'runs') {
    const Class = CLASSES[className(source)];
    const bytes = Class.BYTES_PER_ELEMENT;
    const memory = bufferOf(source);
    const first = byteOffsetOf(source);
    const viewOfRun = (begin: number) => new Class(memory, first + begin, run / bytes);
    const eachRun = (copyRun: (begin: number, place: number) => void) =>
      eachRow((a, b) => {
        for (let k = 0; k < list.length; ++k) if (list[k] >= 0) copyRun(a + list[k] * f, (b + k * t) / bytes);
      });
    if (isKept && countOf(sizes) * list.length <= MOST_VIEWS) {
      const views: any[] = [];
      const places: number[] = [];
      eachRun((begin, place) => {
        views.push(viewOfRun(begin));
        places.push(place);
      });
      copy = () => {
        for (let i = 0; i < views.length; ++i) copyInto(out, views[i], places[i]);
      };
    } else copy = () => eachRun((begin, place) => copyInto(out, viewOfRun(begin), place));
  } else {
    const read = asClass(source, holder);
    // A gap reads the first position, and is written afterwards.
    const offsets = new Int32Array(list.length);
    for (let k = 0; k < list.length; ++k) offsets[k] = (Math.max(0, list[k]) * f) / unit;
    const length = run / unit;
    const isShort = length > 1 && length < 4; // its words count as rows
    const last = axes - 1;
    // without `| 0`, places would count as floating-point numbers
    const inWords = (bytes: number) => (bytes / unit) | 0;
    const [froms, tos] = [fromStrides.map(inWords), toStrides.map(inWords)];
    const [rows, f1, t1, own] = isShort
      ? [length, 1, 1, 1]
      : axes === 0
        ? [1, 0, 0, length]
        : [sizes[last], froms[last], tos[last], length];
    const copyRow = own === 1 ? row : own === 4 ? quads : runs;
    const inFours = own === 1 ? rows & ~3 : 0;
    const step = inWords(t);
    const copyRows = (a: number, b: number) => {
      if (inFours > 0) fours(read, a, offsets, f1, written, b, step, t1, inFours);
      for (let r = inFours; r < rows; ++r)
        copyRow(read, (a + r * f1) | 0, offsets, written, (b + r * t1) | 0, step, own);
    };
    const outer = isShort ? axes : Math.max(0, last);
    const [first, begin] = [inWords(from), inWords(to)];
    if (own === 1 && offsets.length <= MOST_STREAMS && rows > MOST_STREAMS)
      copy = prepareGroup({
        run,
        unit,
        plane: ONE,
        line: ONE,
        step: { size: rows, from: f1, to: t1 },
        outer: { sizes: sizes.slice(0, outer), fromStrides: froms, toStrides: tos },
        block: Math.max(MOST_STREAMS, Math.floor(BLOCK_WORDS / Math.max(Math.abs(f1), Math.abs(t1)))),
        ends: Array.from(offsets, (each, k) => ({
          source: read,
          from: first + each,
          out: written,
          to: begin + k * step,
        })),
      });
    else copy = () => eachPlace(outer, sizes, froms, tos, first, begin, copyRows);
  }
  if (gaps === 0) return copy;
  const fillGaps = (_: number, b: number) => {
    for (let k = 0; k < list.length; ++k) {
      const first = (b + k * t) / unit;
      const value = (-1 - list[k]) * (0x01010101 >>> (32 - 8 * unit)); // each byte of a word
      if (value >= 0) fillWith(written, value, first, first + run / unit);
    }
  };
  return () => {
    copy();
    eachRow(fillGaps);
  };
}

const without = (list: readonly number[], i: number) => list.filter((_, k) => k !== i);

const copyEntry = (source: any, a: number, out: any, b: number) => {
  out[b] = source[a];
};

/** Where the bits of packed elements are: fields of `bits` bits, from byte `byte` of a unit on. */
const FIELDS: Readonly<Record<number, readonly (readonly [bits: number, byte: number])[]>> = {
  1: [[1, 0]],
  2: [[2, 0]],
  3: [
    [2, 0],
    [1, 2],
  ],
  4: [[4, 0]],
  6: [
    [4, 0],
    [2, 2],
  ],
};

/** Makes a function that copies an element of `bits` bits (see src/move/kernels/copy_packed.cpp). */
function packedCopier(bits: number) {
  const bytes = bits % 3 === 0 ? 3 : 1;
  const elements = (8 * bytes) / bits;
  return (source: any, a: number, out: any, b: number) => {
    for (const [width, byte] of FIELDS[bits]) {
      const placeOf = (i: number) => {
        const bit = (i % elements) * width;
        const at = Math.floor(i / elements) * bytes + byte + (bit >> 3);
        return [at, bits === 4 ? bit : 8 - width - (bit & 7)]; // only 4 bits begin with the low nibble
      };
      const [from, down] = placeOf(a);
      const [to, up] = placeOf(b);
      const mask = (1 << width) - 1;
      out[to] = (out[to] & ~(mask << up)) | (((source[from] >> down) & mask) << up);
    }
  };
}
