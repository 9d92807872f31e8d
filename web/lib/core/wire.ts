// The words that pass between JavaScript and the core, and what they mean: src/wire.hpp is the other end.
// request.ts has those of a request to plan, record.ts those of a move.
import { arrayLength, type Layout } from '../shape.ts';
import type { ElementTypeRow, Move, Stream } from '../types.ts';
import {
  AXIS,
  endOf,
  FIRST,
  HEADER,
  JOINS,
  OFFSET,
  PACKED,
  PART_OFFSET,
  PART_STRIDE,
  RANK,
  type Records,
  RUN,
  SIZE,
  SPREAD,
  STREAM,
  STREAMS,
  STRIDE,
  streamsAt,
  wayAt,
} from './record.ts';
import { numbersAt } from './tensor_words.ts';

/** What the core has decided. */
export interface Decision {
  /** Sizes of each output. */
  readonly dims: readonly number[][];
  /** Entries of each output's array. */
  readonly lengths: readonly number[];
  /** Of the lengths. */
  readonly total: number;
  /** The records of the moves, and how many there are. What is empty does not move. */
  readonly words: Records;
  readonly count: number;
  /** Of an element. */
  readonly bits: number;
  /** What records count, where elements are not packed. */
  readonly unit: Move['unit'];
}

/** Where an output is in the data that is cut. */
export interface OutputView extends Layout {
  readonly dims: number[];
}

/**
 * The response to a request to plan.
 * @param words
 * @param length how many of them there are
 * @param row type of the outputs
 * @param converts the moves count elements, whose type changes
 */
export function readDecision(
  words: Float64Array,
  length: number,
  row: ElementTypeRow,
  converts: boolean,
): Decision {
  const { bits } = row;
  const dims = readDims(words);
  const lengths = new Array<number>(dims.length);
  let total = 0;
  for (let i = 0; i < dims.length; ++i) total += lengths[i] = arrayLength(row, dims[i]);
  const at = afterDims(words);
  const unit = converts ? 'element' : bits === 0 ? 'entry' : 'byte';
  return {
    dims,
    lengths,
    total,
    words: numbersAt(words, at + 1, length - at - 1),
    count: words[at],
    bits,
    unit,
  };
}

/** Sizes of each output. */
function readDims(words: Float64Array): number[][] {
  const count = words[0];
  const axis = words[1];
  const rank = words[2];
  let at = 3 + rank;
  const dims = new Array<number[]>(count);
  for (let i = 0; i < count; ++i) {
    const sizes = new Array<number>(rank);
    for (let a = 0; a < rank; ++a) sizes[a] = words[3 + a];
    if (axis >= 0) sizes[axis] = words[at++];
    dims[i] = sizes;
  }
  return dims;
}

/** Where the words end that `readDims` reads. */
const afterDims = (words: Float64Array) => 3 + words[2] + (words[1] >= 0 ? words[0] : 0);

/** The response to a request for views. */
export function readViews(words: Float64Array): OutputView[] {
  let at = afterDims(words);
  return readDims(words).map((dims) => {
    const offset = words[at++];
    return { dims, stride: dims.map(() => words[at++]), offset };
  });
}

/** The moves of a decision as callers see them. */
export function movesOf({ words, count, unit }: Decision): Move[] {
  const moves = new Array<Move>(count);
  for (let i = 0, at = 0; i < count; ++i, at = endOf(words, at)) moves[i] = moveAt(words, at, unit);
  return moves;
}

function moveAt(words: Records, at: number, unit: Move['unit']): Move {
  const axes = Array.from({ length: words[at + RANK] }, (_, a) => at + HEADER + AXIS * a);
  const first = words[at + FIRST];
  const isSpread = words[at + SPREAD] !== 0;
  const way = wayAt(words, at, 0);
  const isDirect = way === 'runs' || way === 'staged';
  return {
    ...(isDirect ? { way } : { way: 'scalar', loop: way }),
    unit: words[at + PACKED] === 0 ? unit : 'element',
    sizes: axes.map((axis) => words[axis + SIZE]),
    strides: axes.map((axis) => words[axis + STRIDE]),
    ...(isSpread && { partStrides: axes.map((axis) => words[axis + PART_STRIDE]) }),
    streams: Array.from({ length: words[at + STREAMS] }, (_, j): Stream => {
      const stream = streamsAt(words, at) + STREAM * j;
      return {
        ...(words[at + JOINS] !== 0 ? { input: first + j } : { output: first + j }),
        offset: words[stream + OFFSET],
        run: words[stream + RUN],
        ...(isSpread && { partOffset: words[stream + PART_OFFSET] }),
      } as Stream;
    }),
  };
}

/**
 * The response to a request to move, and to each tile, has lists of copies: their number, then of each so
 * many words. `BYTES` bytes from byte `AT` of the staging area are those from byte `BEGIN` of a tensor: the
 * part of stream `TENSOR`, or, if that is negative, the whole.
 */
export const COPY = 4;
export const TENSOR = 0;
export const AT = 1;
export const BEGIN = 2;
export const BYTES = 3;
