// The words that pass between JavaScript and the core, and what they mean: src/wire.hpp is the other end.
// request.ts has those of a request to plan.
import { arrayLength, type Layout } from '../shape.ts';
import type { ElementTypeRow, Move, Stream } from '../types.ts';

/** In the order of the core's `Way`. */
const WAYS: readonly Move['way'][] = ['runs', 'staged', 'scalar'];

/** What the core has decided. */
export interface Decision {
  /** Sizes of each output. */
  readonly dims: readonly number[][];
  /** Entries of each output's array. */
  readonly lengths: readonly number[];
  /** Of the lengths. */
  readonly total: number;
  /** `Plan.moves` freezes them. */
  readonly moves: readonly Move[];
  /** Of each move: its way for each choice of arrays that are in the arena, as `wayAt` reads it. */
  readonly ways: readonly number[];
  /** Of an element. */
  readonly bits: number;
  /** Axis of the moves along which a conversion differs; -1: none. */
  readonly along: number;
}

/** Where an output is in the data that is cut. */
export interface OutputView extends Layout {
  readonly dims: number[];
}

/**
 * The response to a request to plan.
 * @param words
 * @param row type of the outputs
 * @param joins several tensors become one
 * @param converts the moves count elements, whose type changes
 */
export function readDecision(
  words: Float64Array,
  row: ElementTypeRow,
  joins: boolean,
  converts: boolean,
): Decision {
  const { bits } = row;
  const dims = readDims(words);
  const lengths = new Array<number>(dims.length);
  let total = 0;
  for (let i = 0; i < dims.length; ++i) total += lengths[i] = arrayLength(row, dims[i]);
  let at = afterDims(words);
  const unit = converts ? 'element' : bits === 0 ? 'entry' : 'byte';
  const most = words[at++];
  const moves = new Array<Move>(most);
  const ways = new Array<number>(most);
  let count = 0;
  for (let i = 0; i < most; ++i) {
    const streams = words[at + 2];
    const step = words[at + 4] + 2;
    const firstStream = at + 6 + step * words[at + 5];
    if (words[firstStream + 1] > 0) {
      moves[count] = readMove(words, at, firstStream, unit, joins);
      ways[count++] = words[at];
    } // else its part is empty, and nothing moves
    at = firstStream + step * streams;
  }
  if (count < most) moves.length = ways.length = count;
  return { dims, lengths, total, moves, ways, bits, along: converts ? words[at] : -1 };
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

function readMove(
  words: Float64Array,
  at: number,
  firstStream: number,
  unit: Move['unit'],
  joins: boolean,
): Move {
  const count = words[at + 2];
  const part = words[at + 3];
  const isSpread = words[at + 4];
  const rank = words[at + 5];
  const step = isSpread + 2;
  const sizes = new Array<number>(rank);
  const strides = new Array<number>(rank);
  for (let a = 0; a < rank; ++a) {
    sizes[a] = words[at + 6 + step * a];
    strides[a] = words[at + 7 + step * a];
  }
  const streams = new Array<any>(count);
  for (let j = 0; j < count; ++j) {
    const offset = words[firstStream + step * j];
    const run = words[firstStream + step * j + 1];
    streams[j] = joins ? { input: part + j, offset, run } : { output: part + j, offset, run };
  }
  if (words[at + 1] !== 0) unit = 'element';
  const way = wayAt(words[at], 0);
  if (isSpread === 0) return { way, unit, sizes, strides, streams };
  streams[0].partOffset = words[firstStream + 2];
  const partStrides = sizes.map((_, a) => words[at + 8 + step * a]);
  return { way, unit, sizes, strides, partStrides, streams };
}

/**
 * @param ways of a move
 * @param arenaBits bit 0: the whole is in the arena; bit 1: the parts are
 */
export const wayAt = (ways: number, arenaBits: number) => WAYS[(ways >> (2 * arenaBits)) & 3];

/** Most words of a request to move. */
export const moveLength = ({ sizes, streams }: Move) => 9 + 3 * sizes.length + 3 * streams.length;

/**
 * Writes a request to move.
 * @param words
 * @param move
 * @param bits of an element
 * @param bytes of the whole
 * @param partBytes of the first stream's part
 * @param offsets in the arena of each stream's part, then of the whole; -1: elsewhere
 * @returns its length
 */
export function writeMove(
  words: Float64Array,
  { unit, sizes, strides, partStrides, streams }: Move,
  bits: number,
  bytes: number,
  partBytes: number,
  offsets: readonly number[],
): number {
  words[0] = streams[0].input === undefined ? 0 : 1;
  words[1] = unit === 'element' ? bits : 0;
  words[2] = streams.length;
  words[3] = partStrides === undefined ? 0 : 1;
  words[4] = sizes.length;
  let at = 5;
  for (let a = 0; a < sizes.length; ++a) {
    words[at++] = sizes[a];
    words[at++] = strides[a];
    if (partStrides !== undefined) words[at++] = partStrides[a];
  }
  for (let j = 0; j < streams.length; ++j) {
    words[at++] = streams[j].offset;
    words[at++] = streams[j].run;
  }
  if (partStrides !== undefined) words[at++] = streams[0].partOffset ?? 0;
  words[at++] = bytes;
  if (partStrides !== undefined) words[at++] = partBytes;
  words[at++] = offsets[streams.length];
  for (let j = 0; j < streams.length; ++j) words[at++] = offsets[j];
  return at;
}

/** Number of a stream's part: the output of a cut, the input of a join. */
export const partOf = ({ output, input }: Stream) => (output ?? input) as number;

/** Is each output of this move one run of the source? Then it can be a view of it. */
export const isOneRun = ({ sizes, unit, partStrides }: Move) =>
  sizes.length === 0 && unit !== 'element' && partStrides === undefined;

/**
 * The response to a request to move, and to each tile, has lists of copies: their number, then of each so
 * many words. `SIZE` bytes from byte `AT` of the staging area are those from byte `BEGIN` of a tensor: the
 * part of stream `TENSOR`, or, if that is negative, the whole.
 */
export const COPY = 4;
export const TENSOR = 0;
export const AT = 1;
export const BEGIN = 2;
export const SIZE = 3;
