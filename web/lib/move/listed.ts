// Moves that read the whole at listed positions of an axis, by one of five strategies: strings, packed elements
// (packed_listed.ts), run by run with `set`, and words in arrays of any length, or in those with 32-bit places.
import { asClass, bufferOf, byteOffsetOf, CLASSES, classNameOf, copyInto, fillWith } from '../base/arrays.ts';
import { MOST_VIEWS } from '../base/views.ts';
import { eachPlace, GAPS, PACKED } from '../core/record.ts';
import { countOf } from '../shape.ts';
import { areFar, ONE, prepareGroup, wordOf } from './boxes.ts';
import { eachRow, eachRun, type Listing, listingAt } from './listing.ts';
import type { Movers } from './movers.ts';
import { preparePackedListed } from './packed_listed.ts';
import { PICKS } from './picks.ts';

/** Positions that are so few, such as channels, take turns like streams: each in a loop over a block of rows. */
const MOST_STREAMS = 32;
/** Words between the first and the last row of a block. */
const BLOCK_WORDS = 8192;
export const prepareListed: Movers['listed'] = (way, words, at, whole, parts, isRepeated) => {
  const move = listingAt(words, at, whole, parts);
  if (Array.isArray(whole)) return prepareStrings(move);
  if (words[at + PACKED] > 0) return preparePackedListed(move, words[at + PACKED]);
  const unit = Math.min(4, wordOf(words, at, [move]));
  const gaps = words[at + GAPS];
  // without positions, the data may be empty, so nothing can be read
  if (gaps === move.list.length) return prepareGaps(move, unit, () => {});
  const copy =
    way === 'runs'
      ? prepareRuns(move, isRepeated)
      : areFar([move], unit)
        ? prepareFar(move, unit)
        : prepareWords(move, unit);
  return gaps === 0 ? copy : prepareGaps(move, unit, copy);
};

/** Fills the gaps after a copy that may have written into them. */
function prepareGaps(move: Listing, unit: number, copy: () => void): () => void {
  const { out, run, list, t } = move;
  const written = asClass(out, PICKS[unit].className);
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

/** String by string. A gap has none. */
function prepareStrings(move: Listing): () => void {
  const { source, out, run } = move;
  return () =>
    eachRun(move, (a, b, position) => {
      for (let j = 0; j < run; ++j) out[b + j] = position < 0 ? '' : source[a + j];
    });
}

/** Run by run. */
function prepareRuns(move: Listing, isRepeated: boolean): () => void {
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
function prepareFar(move: Listing, unit: number): () => void {
  const { source, out, run, t } = move;
  const { className } = PICKS[unit];
  const [read, written] = [asClass(source, className), asClass(out, className)];
  const offsets = offsetsIn(new Float64Array(move.list.length), move, unit);
  return () =>
    eachRow(move, (a, b) => pickFar(read, a / unit, offsets, written, b / unit, t / unit, run / unit));
}

/** Copies `run` words from each offset. */
function pickFar(
  read: any,
  a: number,
  offsets: Float64Array,
  written: any,
  b: number,
  t: number,
  run: number,
): void {
  for (let j = 0; j < run; ++j)
    for (let k = 0, from = a + j, to = b + j; k < offsets.length; ++k, to += t)
      written[to] = read[from + offsets[k]];
}

/** Writes where each run begins, in words. A gap reads the first position, and is filled afterwards. */
function offsetsIn<T extends Float64Array | Int32Array>(offsets: T, { list, f }: Listing, unit: number): T {
  for (let k = 0; k < list.length; ++k) offsets[k] = (Math.max(0, list[k]) * f) / unit;
  return offsets;
}

/** Word by word, in loops that engines compile for 32-bit integers. */
function prepareWords(move: Listing, unit: number): () => void {
  const { sizes, source, out, from, to, run, t } = move;
  const { className, fours, row, quads, runs } = PICKS[unit];
  const [read, written] = [asClass(source, className), asClass(out, className)];
  const offsets = offsetsIn(new Int32Array(move.list.length), move, unit);
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
