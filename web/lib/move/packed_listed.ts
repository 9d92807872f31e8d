// Moves of packed elements along a list: short runs element by element, longer ones by `set`, in integers, or by the core.
import { bufferOf, byteOffsetOf, CLASSES, classNameOf, copyInto } from '../base/arrays.ts';
import { NEW_VIEWS } from '../base/views.ts';
import { getCore } from '../core/core.ts';
import {
  eachPlace,
  HEADER,
  LISTED,
  OFFSET,
  PACKED,
  PART_OFFSET,
  REPEATED,
  RUN,
  STREAM,
  STREAMS,
  STRIDED_PART,
} from '../core/record.ts';
import { countOf } from '../shape.ts';
import { eachRow, eachRun, type Listing } from './listing.ts';
import { type Field, packedCopier, SHORT_RUN } from './packed.ts';

/** Rows from which each position is read in turn, in lines across the rows. */
const LEAST_ROWS = 16;
/** Rows of such a line. */
const BLOCK_ROWS = 256;

/** Bytes of a run. Shorter ones take a loop less time than the core takes to shift them. */
const LEAST_SHIFTED = 128;
/** Bytes of a run. Longer ones are worth a call of the core each. */
const LONG_RUN = 4096;
/** Bytes of shorter ones that the core shifts at once. */
const COLLECTED_BYTES = 32_768;

export function preparePackedListed(move: Listing, bits: number): () => void {
  const { sizes, run } = move;
  if (run <= SHORT_RUN)
    return (sizes.at(-1) ?? 0) < LEAST_ROWS ? prepareAlong(move, bits) : prepareAcross(move, bits);
  const bytes = (run * bits) / 8;
  return bytes < LEAST_SHIFTED || bytes > LONG_RUN || needsOrder(move)
    ? prepareRunByRun(move, bits)
    : prepareShifted(move, bits);
}

/** Whether a position is written more than once, so that only the last run stays. */
function needsOrder({ list, isWritten }: Listing): boolean {
  return (
    isWritten &&
    list
      .slice()
      .sort()
      .some((position, k, sorted) => position === sorted[k - 1])
  );
}

/** Each element of the runs in lines across the rows, position by position. */
function prepareAcross(move: Listing, bits: number): () => void {
  const { source, out, sizes, a: first, fs, b: begin, ts, run, list, f, t, isWritten } = move;
  const { copyLine, fill } = packedCopier(bits);
  const last = sizes.length - 1;
  const [rows, f1, t1] = [sizes[last], fs[last], ts[last]];
  const copyRows = (a: number, b: number) => {
    for (let r = 0; r < rows; r += BLOCK_ROWS)
      for (let k = 0; k < list.length; ++k) {
        const count = Math.min(BLOCK_ROWS, rows - r);
        const listed = a + r * f1 + list[k] * f;
        const own = b + r * t1 + k * t;
        if (list[k] < 0) for (let i = 0; i < count; ++i) fill(-1 - list[k], out, own + i * t1, run);
        else
          for (let j = 0; j < run; ++j)
            if (isWritten) copyLine(source, own + j, t1, out, listed + j, f1, count);
            else copyLine(source, listed + j, f1, out, own + j, t1, count);
      }
  };
  return () => eachPlace(last, sizes, fs, ts, first, begin, copyRows);
}

/** Row by row, each element of the runs along the list. */
function prepareAlong(move: Listing, bits: number): () => void {
  const { fields } = packedCopier(bits);
  return () =>
    eachRow(move, (a, b) => {
      for (let j = 0; j < move.run; ++j) for (const field of fields) copyFields(move, a + j, b + j, field);
    });
}

/** Copies a field of one element for each position. Places may be beyond 32-bit integers. A gap has the bits of a byte. */
function copyFields(
  { source, out, list, f, t, isWritten }: Listing,
  a: number,
  b: number,
  { unit, bytes, log, first, order }: Field,
): void {
  const width = 8 >> log;
  const mask = (1 << width) - 1;
  const last = (1 << log) - 1;
  const halves = unit === log ? 0 : 1;
  const units = 1 / (1 << unit);
  for (let k = 0, own = b; k < list.length; ++k, own += t) {
    const position = list[k];
    const listed = a + position * f;
    const from = isWritten ? own : listed;
    const to = isWritten ? listed : own;
    const byte =
      position < 0
        ? -1 - position
        : source[Math.floor(from * units) * bytes + first + ((from >> log) & halves)];
    const bits = (byte >> (width * ((from ^ order) & last))) & mask;
    const place = width * ((to ^ order) & last);
    const at = Math.floor(to * units) * bytes + first + ((to >> log) & halves);
    out[at] = (out[at] & ~(mask << place)) | (bits << place);
  }
}

/** Run by run: by `set`, or, if bits are shifted, by a loop or the core. */
function prepareRunByRun(move: Listing, bits: number): () => void {
  const { source, out, run } = move;
  const { copy, fill, elements } = packedCopier(bits);
  const isShort = run * bits < 8 * LONG_RUN;
  const words = recordOf(bits);
  words[HEADER + RUN] = run;
  const { instance } = getCore();
  return () =>
    eachRun(move, (from, to, position) => {
      if (position < 0) fill(-1 - position, out, to, run);
      else if (isShort || ((from - to) & (elements - 1)) === 0) copy(source, from, out, to, run);
      else {
        words[HEADER + OFFSET] = from;
        words[HEADER + PART_OFFSET] = to;
        instance.move(words, 0, source, [out], NEW_VIEWS, null, null);
      }
    });
}

/**
 * Many runs at once: all runs whose bits move by one distance are collected by `set`, the core shifts them together,
 * and `set` copies them from there.
 */
function prepareShifted(move: Listing, bits: number): () => void {
  const { source, out, sizes, run, list } = move;
  const { copy, fill, bytes, elements } = packedCopier(bits);
  const rest = elements - 1;
  const room = Math.ceil(run / elements) + 2; // units: a run touches one more than it fills, or two when it is shifted
  const most = Math.min(countOf(sizes) * list.length, Math.ceil(COLLECTED_BYTES / (room * bytes)));
  const [collected, shifted] = [0, 1].map(() => new Uint8Array(most * room * bytes));
  const [starts, ends] = [0, 1].map(() => new Float64Array(most));
  const words = recordOf(bits);
  const { instance } = getCore();
  let count = 0;
  let distance = 0;
  const Class = CLASSES[classNameOf(source)];
  const memory = bufferOf(source);
  const first = byteOffsetOf(source);
  const flush = () => {
    if (count === 0) return;
    words[HEADER + RUN] = (count * room - 1) * elements;
    words[HEADER + PART_OFFSET] = distance;
    instance.move(words, 0, collected, [shifted], NEW_VIEWS, null, null);
    for (let i = 0; i < count; ++i) {
      copy(shifted, starts[i] + distance, out, ends[i], run);
    }
    count = 0;
  };
  const collect = (from: number, to: number, position: number) => {
    if (position < 0) {
      if (distance === 0) fill(-1 - position, out, to, run);
    } else if (((to - from - distance) & rest) === 0) {
      if (distance === 0) copy(source, from, out, to, run);
      else {
        const start = from & rest;
        const begin = ((from - start) / elements) * bytes;
        const size = Math.ceil((start + run) / elements) * bytes;
        copyInto(collected, new Class(memory, first + begin, size), count * room * bytes);
        starts[count] = count * room * elements + start;
        ends[count] = to;
        if (++count === most) flush();
      }
    }
  };
  return () => {
    for (distance = 0; distance < elements; ++distance) {
      eachRun(move, collect);
      flush();
    }
  };
}

/** The record of a move of one run, whose length and offsets are still 0. */
function recordOf(bits: number): number[] {
  const words: number[] = new Array(HEADER + STREAM).fill(0);
  words[REPEATED] = words[LISTED] = -1;
  words[STRIDED_PART] = words[STREAMS] = 1;
  words[PACKED] = bits;
  return words;
}
