// Moves along a list of positions of an axis, in both directions, by one of six strategies: strings, packed elements
// (packed_listed.ts), a value that fills lines, run by run with `set`, and items in arrays of any length, or in those with
// 32-bit places.
import {
  asClass,
  bufferOf,
  byteOffsetOf,
  CLASSES,
  classNameOf,
  copyInto,
  entryBytes,
  fillWith,
} from '../base/arrays.ts';
import { MOST_VIEWS } from '../base/views.ts';
import { eachPlace, GAPS, PACKED, sidesOf } from '../core/record.ts';
import { countOf } from '../shape.ts';
import { areFar, itemOf, ONE, prepareGroup } from './boxes.ts';
import { eachRow, eachRun, type Listing, listingAt } from './listing.ts';
import { type Movers, movers } from './movers.ts';
import { preparePackedListed } from './packed_listed.ts';
import type { Picks } from './picks.ts';

/** Positions that are so few, such as channels, take turns like streams: each in a loop over a block of rows. */
const MOST_STREAMS = 32;
/** Items between the first and the last row of a block. */
const BLOCK_ITEMS = 8192;

export const prepareListed: Movers['listed'] = (way, words, at, whole, parts, isRepeated) => {
  const sides = sidesOf(words, at, 0, whole, parts);
  const move = listingAt(words, at, sides);
  if (Array.isArray(whole)) return prepareStrings(move);
  if (words[at + PACKED] > 0) return preparePackedListed(move, words[at + PACKED]);
  const fill = prepareFill(move);
  if (fill !== null) return fill;
  const unit = Math.min(4, itemOf(words, at, [sides]));
  const picks = (move.isWritten ? movers.puts : movers.picks)[unit];
  const gaps = words[at + GAPS];
  // without positions, the data may be empty, so nothing can be read
  if (gaps === move.list.length) return prepareGaps(move, unit, picks, () => {});
  const copy =
    way === 'runs'
      ? prepareRuns(move, isRepeated)
      : areFar([sides], unit)
        ? prepareFar(move, unit, picks)
        : prepareNear(move, unit, picks);
  return gaps === 0 ? copy : prepareGaps(move, unit, picks, copy);
};

/** Fills the gaps after a copy that may have written into them. */
function prepareGaps(move: Listing, unit: number, { className }: Picks, copy: () => void): () => void {
  const { part, run, list, t } = move;
  const written = asClass(part, className);
  const fillGaps = (_: number, b: number) => {
    for (let k = 0; k < list.length; ++k) {
      const first = (b + k * t) / unit;
      const value = (-1 - list[k]) * (0x01010101 >>> (32 - 8 * unit)); // each byte of an item
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
    eachRun(move, (from, to, position) => {
      for (let j = 0; j < run; ++j) out[to + j] = position < 0 ? '' : source[from + j];
    });
}

/** A value that is written to whole lines of single entries; null: it is another move. */
function prepareFill(move: Listing): (() => void) | null {
  const { isWritten, sizes, listed, fs, part, b, ts, run, t } = move;
  const last = sizes.length - 1;
  const unit = entryBytes(listed);
  if (!isWritten || t !== 0 || ts.some((stride) => stride !== 0)) return null;
  if (last < 0 || run !== unit || fs[last] !== unit) return null;
  const className = unit === 8 ? 'BigUint64Array' : `Uint${8 * unit}Array`; // integers have no NaN whose bits could change
  const [value, written] = [asClass(part, className), asClass(listed, className)];
  const length = sizes[last];
  const lines = { ...move, sizes: sizes.slice(0, last), fs: fs.slice(0, last), ts: ts.slice(0, last) };
  return () => eachRun(lines, (_, to) => fillWith(written, value[b / unit], to / unit, to / unit + length));
}

/** Run by run. */
function prepareRuns(move: Listing, isRepeated: boolean): () => void {
  const { sizes, source, out, run, list } = move;
  const Class = CLASSES[classNameOf(source)];
  const bytes = Class.BYTES_PER_ELEMENT;
  const memory = bufferOf(source);
  const first = byteOffsetOf(source);
  const eachView = (f: (view: any, place: number) => void) =>
    eachRun(move, (from, to, position) => {
      if (position >= 0) f(new Class(memory, first + from, run / bytes), to / bytes);
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

/** Item by item, in arrays with places beyond 32-bit integers. */
function prepareFar(move: Listing, unit: number, { className }: Picks): () => void {
  const { listed, part, run, t, isWritten } = move;
  const [whole, own] = [asClass(listed, className), asClass(part, className)];
  const offsets = offsetsIn(new Float64Array(move.list.length), move, unit);
  return () =>
    eachRow(move, (a, b) =>
      copyFar(whole, a / unit, offsets, own, b / unit, t / unit, run / unit, isWritten),
    );
}

/** Copies `run` items from each offset of the whole, or to it if that is written. */
function copyFar(
  whole: any,
  a: number,
  offsets: Float64Array,
  part: any,
  b: number,
  t: number,
  run: number,
  isWritten: boolean,
): void {
  for (let j = 0; j < run; ++j)
    for (let k = 0, first = a + j, own = b + j; k < offsets.length; ++k, own += t) {
      const at = first + offsets[k];
      if (isWritten) whole[at] = part[own];
      else part[own] = whole[at];
    }
}

/** Writes where each run begins, in items. A gap reads the first position, and is filled afterwards. */
function offsetsIn<T extends Float64Array | Int32Array>(offsets: T, { list, f }: Listing, unit: number): T {
  for (let k = 0; k < list.length; ++k) offsets[k] = (Math.max(0, list[k]) * f) / unit;
  return offsets;
}

/** Item by item, in loops that engines compile for 32-bit integers. */
function prepareNear(move: Listing, unit: number, picks: Picks): () => void {
  const { sizes, listed, a: first, part, b: begin, run, t, isWritten } = move;
  const { className, fours, row, quads, runs } = picks;
  const [whole, own] = [asClass(listed, className), asClass(part, className)];
  const offsets = offsetsIn(new Int32Array(move.list.length), move, unit);
  const length = run / unit;
  const isShort = length > 1 && length < 4; // its items count as rows
  const axes = sizes.length;
  const last = axes - 1;
  // without `| 0`, places would count as floating-point numbers
  const inItems = (bytes: number) => (bytes / unit) | 0;
  const [fs, ts] = [move.fs.map(inItems), move.ts.map(inItems)];
  const [rows, f1, t1, size] = isShort
    ? [length, 1, 1, 1]
    : axes === 0
      ? [1, 0, 0, length]
      : [sizes[last], fs[last], ts[last], length];
  const copyRow = size === 1 ? row : size === 4 ? quads : runs;
  const inFours = size === 1 ? rows & ~3 : 0;
  const step = inItems(t);
  const copyRows = (a: number, b: number) => {
    if (inFours > 0) fours(whole, a, offsets, f1, own, b, step, t1, inFours);
    for (let r = inFours; r < rows; ++r)
      copyRow(whole, (a + r * f1) | 0, offsets, own, (b + r * t1) | 0, step, size);
  };
  const outer = isShort ? axes : Math.max(0, last);
  const [a, b] = [inItems(first), inItems(begin)];
  if (size === 1 && offsets.length <= MOST_STREAMS && rows > MOST_STREAMS)
    return prepareGroup({
      run,
      unit,
      plane: ONE,
      line: ONE,
      innermost: { size: rows, from: isWritten ? t1 : f1, to: isWritten ? f1 : t1 },
      outer: {
        sizes: sizes.slice(0, outer),
        fromStrides: isWritten ? ts : fs,
        toStrides: isWritten ? fs : ts,
      },
      block: Math.max(MOST_STREAMS, Math.floor(BLOCK_ITEMS / Math.max(Math.abs(f1), Math.abs(t1)))),
      ends: Array.from(offsets, (each, k) =>
        isWritten
          ? { source: own, from: b + k * step, out: whole, to: a + each }
          : { source: whole, from: a + each, out: own, to: b + k * step },
      ),
    });
  return () => eachPlace(outer, sizes, fs, ts, a, b, copyRows);
}
