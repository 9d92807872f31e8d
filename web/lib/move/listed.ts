// Moves that read the whole at listed positions of an axis: run by run with `set`, or by a loop over words, strings or
// packed elements. Where a position is below 0, there is a gap.
import { asClass, bufferOf, byteOffsetOf, CLASSES, classNameOf, copyInto, fillWith } from '../base/arrays.ts';
import { MOST_VIEWS, NEW_VIEWS } from '../base/views.ts';
import { getCore } from '../core/core.ts';
import {
  ALONG,
  eachPlace,
  GAPS,
  HEADER,
  LISTED,
  listOf,
  OFFSET,
  PACKED,
  PART_OFFSET,
  REPEATED,
  type Records,
  RUN,
  type Sides,
  STREAM,
  STREAMS,
  STRIDED_PART,
  sidesOf,
} from '../core/record.ts';
import type { Way } from '../core/tables.ts';
import { countOf } from '../shape.ts';
import { areFar, ONE, prepareGroup, wordOf } from './boxes.ts';
import { nibbleCopier, packedCopier, SHORT_RUN } from './packed.ts';
import { PICKS } from './picks.ts';

/** Positions that are so few, such as channels, take turns like streams: each in a loop over a block of rows. */
const MOST_STREAMS = 32;
/** Words between the first and the last row of a block. */
const BLOCK_WORDS = 8192;
/** Rows of packed elements from which each position is read in turn. */
const BLOCK_ROWS = 256;

/** A move along a list. `f` and `t` are the strides of the listed axis on both sides; the sides have the other axes. */
interface Listing extends Sides {
  readonly list: Float64Array;
  readonly f: number;
  readonly t: number;
}

/**
 * Prepares a move with a list, which has one stream.
 * @param way
 * @param words
 * @param at
 * @param whole
 * @param parts
 * @param isRepeated makes views of the runs once
 */
export function prepareListed(
  way: Way,
  words: Records,
  at: number,
  whole: any,
  parts: readonly any[],
  isRepeated: boolean,
): () => void {
  const sides = sidesOf(words, at, 0, whole, parts);
  const { source, out, run } = sides;
  const listed = words[at + LISTED];
  const list = listOf(words, at);
  const t = sides.toStrides[listed];
  const move: Listing = {
    ...sides,
    sizes: without(sides.sizes, listed),
    fromStrides: without(sides.fromStrides, listed),
    toStrides: without(sides.toStrides, listed),
    list,
    f: sides.fromStrides[listed],
    t,
  };
  if (Array.isArray(whole))
    return () =>
      eachRun(move, (a, b, position) => {
        for (let j = 0; j < run; ++j) out[b + j] = position < 0 ? '' : source[a + j];
      });
  const bits = words[at + PACKED];
  if (bits > 0) return preparePacked(move, bits);

  const unit = Math.min(4, wordOf(words, at, [sides]));
  const written = asClass(out, PICKS[unit].className);
  const gaps = words[at + GAPS];
  // without positions, the data may be empty, so nothing can be read
  const copy =
    gaps === list.length
      ? () => {}
      : (way === 'runs' ? prepareRuns : areFar([sides], unit) ? prepareFar : prepareWords)(
          move,
          unit,
          written,
          isRepeated,
        );
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
    eachRow(move, fillGaps);
  };
}

const without = (list: readonly number[], i: number) => list.filter((_, k) => k !== i);

/** Calls `f` with both places of each index of the axes without a list. */
const eachRow = (
  { sizes, fromStrides, toStrides, from, to }: Listing,
  f: (from: number, to: number) => void,
) => eachPlace(sizes.length, sizes, fromStrides, toStrides, from, to, f);

/** Calls `f` with both places of each run, and its position. */
function eachRun(move: Listing, f: (from: number, to: number, position: number) => void): void {
  const { list, f: step, t } = move;
  eachRow(move, (a, b) => {
    for (let k = 0; k < list.length; ++k) f(a + list[k] * step, b + k * t, list[k]);
  });
}

/** Bytes of a run. Shorter ones take a loop less time than the core takes to begin, and so do runs that no bit shifts. */
const LONG_RUN = 640;
/** The same of a loop over words. */
const LONG_RUN_IN_WORDS = 4096;

function preparePacked(move: Listing, bits: number): () => void {
  const { sizes, source, from, fromStrides, out, to, toStrides, run, list, f, t } = move;
  const { copy, copyLine, fill, isNear } = packedCopier(bits);
  const last = sizes.length - 1;
  if (last >= 0 && run <= SHORT_RUN && isNear(source, out)) {
    const [rows, f1, t1] = [sizes[last], fromStrides[last], toStrides[last]];
    const copyRows = (a: number, b: number) => {
      for (let r = 0; r < rows; r += BLOCK_ROWS)
        for (let k = 0; k < list.length; ++k) {
          const count = Math.min(BLOCK_ROWS, rows - r);
          const begin = b + r * t1 + k * t;
          if (list[k] < 0) for (let i = 0; i < count; ++i) fill(-1 - list[k], out, begin + i * t1, run);
          else
            for (let j = 0; j < run; ++j)
              copyLine(source, a + r * f1 + list[k] * f + j, f1, out, begin + j, t1, count);
        }
    };
    return () => eachPlace(last, sizes, fromStrides, toStrides, from, to, copyRows);
  }
  const words = recordOf(bits, run);
  const isShort = run * bits < 8 * (bits === 4 ? LONG_RUN_IN_WORDS : LONG_RUN);
  const copyShort =
    bits === 4 && isShort
      ? nibbleCopier(source, out)
      : (a: number, b: number, count: number) => copy(source, a, out, b, count);
  const { instance } = getCore();
  return () =>
    eachRun(move, (a, b, position) => {
      if (position < 0) fill(-1 - position, out, b, run);
      else if (((a - b) * bits) % 8 === 0) copy(source, a, out, b, run);
      else if (isShort) copyShort(a, b, run);
      else {
        words[HEADER + OFFSET] = a;
        words[HEADER + PART_OFFSET] = b;
        instance.move(words, 0, source, [out], NEW_VIEWS, null, null);
      }
    });
}

/** The record of a move of one run, whose offsets are still 0. */
function recordOf(bits: number, run: number): number[] {
  const words: number[] = new Array(HEADER + STREAM).fill(0);
  words[REPEATED] = words[ALONG] = words[LISTED] = -1;
  words[STRIDED_PART] = words[STREAMS] = 1;
  words[PACKED] = bits;
  words[HEADER + RUN] = run;
  return words;
}

/** Run by run. */
function prepareRuns(move: Listing, _unit: number, _written: any, isRepeated: boolean): () => void {
  const { sizes, source, out, run, list } = move;
  const Class = CLASSES[classNameOf(source)];
  const bytes = Class.BYTES_PER_ELEMENT;
  const memory = bufferOf(source);
  const first = byteOffsetOf(source);
  const eachView = (f: (view: any, place: number) => void) =>
    eachRun(move, (begin, place, position) => {
      if (position >= 0) f(new Class(memory, first + begin, run / bytes), place / bytes);
    });
  if (!isRepeated || countOf(sizes) * list.length > MOST_VIEWS)
    return () => eachView((view, place) => copyInto(out, view, place));
  const views: any[] = [];
  const places: number[] = [];
  eachView((view, place) => {
    views.push(view);
    places.push(place);
  });
  return () => {
    for (let i = 0; i < views.length; ++i) copyInto(out, views[i], places[i]);
  };
}

/** Word by word, in arrays with places beyond 32-bit integers. */
function prepareFar(move: Listing, unit: number, written: any): () => void {
  const { source, run, list, f, t } = move;
  const read = asClass(source, PICKS[unit].className);
  const words = run / unit;
  return () =>
    eachRow(move, (a, b) => {
      for (let k = 0; k < list.length; ++k) {
        if (list[k] < 0) continue;
        const from = (a + list[k] * f) / unit;
        const to = (b + k * t) / unit;
        for (let j = 0; j < words; ++j) written[to + j] = read[from + j];
      }
    });
}

/** Word by word, in loops that engines compile for 32-bit integers. */
function prepareWords(move: Listing, unit: number, written: any): () => void {
  const { sizes, source, from, to, run, list, f, t } = move;
  const { className, fours, row, quads, runs } = PICKS[unit];
  const read = asClass(source, className);
  // A gap reads the first position, and is written afterwards.
  const offsets = new Int32Array(list.length);
  for (let k = 0; k < list.length; ++k) offsets[k] = (Math.max(0, list[k]) * f) / unit;
  const length = run / unit;
  const isShort = length > 1 && length < 4; // its words count as rows
  const axes = sizes.length;
  const last = axes - 1;
  // without `| 0`, places would count as floating-point numbers
  const inWords = (bytes: number) => (bytes / unit) | 0;
  const [froms, tos] = [move.fromStrides.map(inWords), move.toStrides.map(inWords)];
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
    return prepareGroup({
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
  return () => eachPlace(outer, sizes, froms, tos, first, begin, copyRows);
}
