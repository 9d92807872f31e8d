// The words that come back from the core, and what they mean; src/wire.hpp is the other end. request.ts has the words
// of a request to plan, record.ts those of a move.
import type { Layout } from '../shape.ts';
import type { ElementTypeRow, Move, Stream } from '../types.ts';
import {
  AXIS,
  endOf,
  FIRST,
  HEADER,
  JOINS,
  LISTED,
  listOf,
  OFFSET,
  PACKED,
  PART_OFFSET,
  PART_STRIDE,
  RANK,
  type Records,
  RUN,
  SIZE,
  STREAM,
  STREAMS,
  STRIDE,
  STRIDED_PART,
  streamsAt,
  wayAt,
} from './record.ts';
import { copyWords, numbersAt } from './tensor_words.ts';

/**
 * What the core has decided, still as words. Arrays and objects are made only on demand, because making them would take
 * as long as most calls.
 */
export class Decision {
  /** The response, in which the records of the moves begin at `first`. */
  readonly words: Records;
  readonly first: number;
  /** Number of moves. Empty outputs have none. */
  readonly count: number;
  /** Entries of each output's array, and of all arrays. */
  readonly lengths: readonly number[];
  readonly total: number;
  /** Bits of an element. */
  readonly bits: number;
  /** What records count, unless elements are packed. */
  readonly unit: Move['unit'];
  #dims: readonly number[][] | null = null;
  /** Where the outputs are in the input, if a call has asked for that. */
  views: readonly OutputView[] | null = null;
  /** How many calls with `out` may keep their steps, as call/kept.ts counts. The first call must not. */
  credit = -64;

  /**
   * @param response the buffer of responses
   * @param length number of its words that belong to this response
   * @param row type of the outputs
   * @param converts the moves count elements, whose type changes
   */
  constructor(response: Float64Array, length: number, row: ElementTypeRow, converts: boolean) {
    const at = afterDims(response);
    const positions = response[at + 1];
    const end = length - positions;
    const words: Records = copyWords(response, end);
    if (positions > 0) words.positions = response.slice(end, length);
    const outputs = words[0];
    const lengths = new Array<number>(outputs);
    let total = 0;
    for (let i = 0; i < outputs; ++i) total += lengths[i] = lengthAt(words, i, row);
    this.words = words;
    this.first = at + 2;
    this.count = words[at];
    this.lengths = lengths;
    this.total = total;
    this.bits = row.bits;
    this.unit = converts ? 'element' : row.bits === 0 ? 'entry' : 'byte';
  }

  /** Sizes of each output. */
  get dims(): readonly number[][] {
    this.#dims ??= this.lengths.map((_, i) => dimsOf(this.words, i));
    return this.#dims;
  }
}

/** Where an output is in the data from which it is cut. */
export interface OutputView extends Layout {
  readonly dims: number[];
}

/** Sizes of output `i`, in a new array. The words: number of outputs, axis along which they differ, rank, sizes. */
export function dimsOf(words: ArrayLike<number>, i: number): number[] {
  const axis = words[1];
  const dims = numbersAt(words, 3, words[2]);
  if (axis >= 0) dims[axis] = words[3 + words[2] + i];
  return dims;
}

/** Entries of the array of output `i`. */
function lengthAt(words: Records, i: number, { group, entries }: ElementTypeRow): number {
  const axis = words[1];
  const rank = words[2];
  let elements = 1;
  for (let a = 0; a < rank; ++a) {
    const size = words[a === axis ? 3 + rank + i : 3 + a];
    if (size === 0) return 0; // the product of the others may be infinite
    elements *= size;
  }
  return Math.ceil(elements / group) * entries;
}

/** The place after the words that `dimsOf` reads. */
export const afterDims = (words: ArrayLike<number>) => 3 + words[2] + (words[1] >= 0 ? words[0] : 0);

/** The response to a request for views. */
export function readViews(words: Float64Array): OutputView[] {
  let at = afterDims(words);
  return Array.from({ length: words[0] }, (_, i) => {
    const dims = dimsOf(words, i);
    const offset = words[at++];
    return { dims, stride: dims.map(() => words[at++]), offset };
  });
}

/** The moves of a decision as callers see them. */
export function movesOf({ words, first, count, unit }: Decision): Move[] {
  const moves = new Array<Move>(count);
  for (let i = 0, at = first; i < count; ++i, at = endOf(words, at)) moves[i] = moveAt(words, at, unit);
  return moves;
}

function moveAt(words: Records, at: number, unit: Move['unit']): Move {
  const axes = Array.from({ length: words[at + RANK] }, (_, a) => at + HEADER + AXIS * a);
  const first = words[at + FIRST];
  const hasStridedParts = words[at + STRIDED_PART] !== 0;
  const way = wayAt(words, at, 0);
  const listed = words[at + LISTED];
  const isDirect = way === 'runs' || way === 'staged';
  return {
    ...(isDirect ? { way } : { way: 'scalar', loop: way }),
    unit: words[at + PACKED] === 0 ? unit : 'element',
    sizes: axes.map((axis) => words[axis + SIZE]),
    strides: axes.map((axis) => words[axis + STRIDE]),
    ...(hasStridedParts && { partStrides: axes.map((axis) => words[axis + PART_STRIDE]) }),
    ...(listed >= 0 && {
      positions: { axis: listed, list: Array.from(listOf(words, at)) },
    }),
    streams: Array.from({ length: words[at + STREAMS] }, (_, j): Stream => {
      const stream = streamsAt(words, at) + STREAM * j;
      return {
        ...(words[at + JOINS] !== 0 ? { input: first + j } : { output: first + j }),
        offset: words[stream + OFFSET],
        run: words[stream + RUN],
        ...(hasStridedParts && { partOffset: words[stream + PART_OFFSET] }),
      } as Stream;
    }),
  };
}
