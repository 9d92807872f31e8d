// The record of a move: words, which the core writes into a plan and reads again when the move begins. The table in
// src/wire/record.hpp explains each word; here they have the same names. Only the core decides how to move, so code
// that carries out a move reads its record.
import { NUMBERS, RECORD, type Way } from './tables.ts';

const { header, axis, stream, copy } = RECORD;

export const {
  ways: WAYS,
  joins: JOINS,
  packed: PACKED,
  stridedPart: STRIDED_PART,
  repeated: REPEATED,
  item: ITEM,
  inner: INNER,
  depth: DEPTH,
  block: BLOCK,
  along: ALONG,
  listed: LISTED,
  list: LIST,
  gaps: GAPS,
  first: FIRST,
  streams: STREAMS,
  rank: RANK,
} = header;
export const { size: SIZE, stride: STRIDE, partStride: PART_STRIDE } = axis;
export const { offset: OFFSET, run: RUN, partOffset: PART_OFFSET } = stream;

/**
 * A copy: `BYTES` bytes from byte `AT` of the staging area are those from byte `BEGIN` of a tensor: of the part of
 * stream `TENSOR`, or, if that is negative, of the whole. If `SPACING` is not 0, the array's entries are that many bytes
 * apart.
 */
export const { tensor: TENSOR, at: AT, begin: BEGIN, bytes: BYTES, spacing: SPACING } = copy;

/** Words of the header, of an axis, of a stream, and of a copy. */
export const HEADER = Object.keys(header).length;
export const AXIS = Object.keys(axis).length;
export const STREAM = Object.keys(stream).length;
export const COPY = Object.keys(copy).length;

/** The words of records, one after another, and the positions that their lists use. */
export interface Records extends ArrayLike<number> {
  positions?: Float64Array;
}

/** Where the streams of the record at `at` begin. */
export const streamsAt = (words: Records, at: number) => at + HEADER + AXIS * words[at + RANK];

/** Where the next record begins. */
export const endOf = (words: Records, at: number) => streamsAt(words, at) + STREAM * words[at + STREAMS];

/** The list of the listed axis of the record at `at`. */
export function listOf(words: Records, at: number): Float64Array {
  const begin = words[at + LIST];
  const size = words[at + HEADER + AXIS * words[at + LISTED] + SIZE];
  const positions = words.positions as Float64Array;
  return size === positions.length ? positions : positions.subarray(begin, begin + size);
}

export const { wholeInArena: WHOLE_IN_ARENA, partsInArena: PARTS_IN_ARENA } = NUMBERS;
const { wayBits: WAY_BITS } = NUMBERS;
const WAY_MASK = 2 ** WAY_BITS - 1;

/**
 * The way of a move.
 * @param words
 * @param at
 * @param arenaBits `WHOLE_IN_ARENA`, `PARTS_IN_ARENA`, or their sum; 0: neither
 */
export const wayAt = (words: Records, at: number, arenaBits: number): Way =>
  RECORD.ways[(words[at + WAYS] >> (WAY_BITS * arenaBits)) & WAY_MASK];

/** Is each part one run of the whole? Then an output can be a view of the input. */
export const isOneRun = (words: Records, at: number) =>
  words[at + RANK] === 0 && words[at + PACKED] === 0 && words[at + STRIDED_PART] === 0;

/** Do all elements of a move with one part move by one distance? The part then has the strides of the whole. */
export function isShift(words: Records, at: number): boolean {
  const end = streamsAt(words, at);
  const unit = words[at + STRIDED_PART] !== 0 ? 1 : words[end + RUN];
  for (let axis = at + HEADER; axis < end; axis += AXIS)
    if (words[axis + STRIDE] !== words[axis + PART_STRIDE] * unit) return false;
  return words[at + PACKED] === 0;
}

/** Both sides of a stream: the arrays, the place of the first run in each, and a stride per axis. */
export interface Sides {
  readonly sizes: readonly number[];
  readonly source: any;
  readonly from: number;
  readonly fromStrides: readonly number[];
  readonly out: any;
  readonly to: number;
  readonly toStrides: readonly number[];
  readonly run: number;
}

/** Both sides of stream `j`, in the record's unit, without the repeated axis. */
export function sidesOf(words: Records, at: number, j: number, whole: any, parts: readonly any[]): Sides {
  const rank = words[at + RANK];
  const repeated = words[at + REPEATED];
  const stream = streamsAt(words, at) + STREAM * j;
  const run = words[stream + RUN];
  const unit = words[at + STRIDED_PART] !== 0 ? 1 : run;
  const axes = repeated < 0 ? rank : rank - 1;
  const sizes = new Array<number>(axes);
  const strides = new Array<number>(axes);
  const partStrides = new Array<number>(axes);
  for (let a = 0, i = 0; a < rank; ++a) {
    if (a === repeated) continue;
    const axis = at + HEADER + AXIS * a;
    const times = a < repeated ? words[at + HEADER + AXIS * repeated + SIZE] : 1;
    sizes[i] = words[axis + SIZE];
    strides[i] = words[axis + STRIDE];
    partStrides[i++] = (words[axis + PART_STRIDE] * unit) / times;
  }
  const part = parts[words[at + FIRST] + j];
  const offset = words[stream + OFFSET];
  const partOffset = words[stream + PART_OFFSET];
  const isJoin = words[at + JOINS] !== 0;
  return {
    sizes,
    source: isJoin ? part : whole,
    from: isJoin ? partOffset : offset,
    fromStrides: isJoin ? partStrides : strides,
    out: isJoin ? whole : part,
    to: isJoin ? offset : partOffset,
    toStrides: isJoin ? strides : partStrides,
    run,
  };
}

/** Calls `f` with both places of each index of the first `axes` axes, in the unit of the strides. */
export function eachPlace(
  axes: number,
  sizes: readonly number[],
  fromStrides: readonly number[],
  toStrides: readonly number[],
  from: number,
  to: number,
  f: (from: number, to: number) => void,
  axis = 0,
): void {
  if (axis === axes) {
    f(from, to);
    return;
  }
  for (let i = sizes[axis]; i > 0; --i, from += fromStrides[axis], to += toStrides[axis])
    if (axis + 1 === axes) f(from, to);
    else eachPlace(axes, sizes, fromStrides, toStrides, from, to, f, axis + 1);
}
