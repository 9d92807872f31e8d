// The words that pass between JavaScript and the core, and what they mean: src/wire.hpp is the other end. No other file knows
// the order of the words. Everything written here has been read from the caller before, so none of the caller's code runs
// while words are written.
/** @import { Argument } from '../input/integers.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { Spread } from '../input/outs.js' */
/** @import { Move, Stream } from '../types.js' */

/** In place of the type of a parameter that is not given. */
const ABSENT = -2;

/** In the order of the core's `Way`. @type {readonly Move['way'][]} */
const WAYS = ['runs', 'staged', 'scalar'];

/**
 * What the core has decided.
 * @typedef {object} Decided
 * @property {number[][]} dims of each output
 * @property {Move[]} moves frozen only once a caller asks for them
 * @property {number[]} places of each move: its way for each place that its arrays may be in, as `wayAt` reads it
 */

/**
 * A request to plan.
 * @param {number} row of the operator table
 * @param {readonly Source[]} sources
 * @param {readonly (Argument | null)[]} args one per parameter of the row
 * @param {number | undefined} num_outputs of the node
 * @param {readonly number[]} drops axes to drop
 * @param {readonly (Spread | null)[]} spreads where the outputs' elements are to be; empty: all in row-major order
 */
export function planRequest(row, sources, args, num_outputs, drops, spreads) {
  const words = [row, num_outputs === undefined ? 0 : 1, num_outputs ?? 0, sources.length];
  const add = (/** @type {readonly number[]} */ list) => {
    for (let i = 0; i < list.length; ++i) words.push(list[i]);
  };
  for (let i = 0; i < sources.length; ++i) {
    const { type, dims, stride, offset, length } = sources[i];
    words.push(type, length, dims.length);
    add(dims);
    words.push(stride === null ? 0 : 1);
    if (stride === null) continue;
    words.push(offset);
    add(stride);
  }
  words.push(drops.length);
  add(drops);
  for (let i = 0; i < args.length; ++i) {
    const arg = args[i];
    if (arg === null) {
      words.push(ABSENT);
      continue;
    }
    words.push(arg.type, arg.rank, arg.exact ? arg.values.length / 2 : arg.values.length);
    add(arg.values);
  }
  words.push(spreads.length);
  for (const spread of spreads) {
    const { length, offset, stride } = spread ?? NOWHERE;
    words.push(length, stride.length, offset);
    add(stride);
  }
  return words;
}

/** @type {Spread} */
const NOWHERE = { length: -1, offset: 0, stride: [] };

/**
 * The response to it.
 * @param {ArrayLike<number>} words
 * @param {boolean} areStrings
 * @param {boolean} joins several tensors become one
 * @returns {Decided}
 */
export function readDecided(words, areStrings, joins) {
  const count = words[1];
  const axis = words[2];
  const rank = words[3];
  let at = 4 + rank;
  const dims = new Array(count);
  for (let i = 0; i < count; ++i) {
    const sizes = new Array(rank);
    for (let a = 0; a < rank; ++a) sizes[a] = words[4 + a];
    if (axis >= 0) sizes[axis] = words[at++];
    dims[i] = sizes;
  }
  /** @type {Move[]} */ const moves = [];
  /** @type {number[]} */ const places = [];
  for (let left = words[at++]; left > 0; --left) {
    const streams = words[at + 2];
    const step = words[at + 4] + 2;
    const firstStream = at + 6 + step * words[at + 5];
    if (words[firstStream + 1] > 0) {
      const move = readMove(words, at, firstStream, areStrings, joins);
      moves.push(move);
      places.push(words[at]);
    } // else it is that of an empty part
    at = firstStream + step * streams;
  }
  return { dims, moves, places };
}

/**
 * @param {ArrayLike<number>} words
 * @param {number} at
 * @param {number} firstStream
 * @param {boolean} areStrings
 * @param {boolean} joins
 * @returns {Move}
 */
function readMove(words, at, firstStream, areStrings, joins) {
  const count = words[at + 2];
  const part = words[at + 3];
  const isSpread = words[at + 4];
  const rank = words[at + 5];
  const step = isSpread + 2;
  const sizes = new Array(rank);
  const strides = new Array(rank);
  for (let a = 0; a < rank; ++a) {
    sizes[a] = words[at + 6 + step * a];
    strides[a] = words[at + 7 + step * a];
  }
  const streams = new Array(count);
  for (let j = 0; j < count; ++j) {
    const stream = firstStream + step * j;
    const offset = words[stream];
    const run = words[stream + 1];
    streams[j] = joins ? { input: part + j, offset, run } : { output: part + j, offset, run };
  }
  const unit = areStrings ? 'entry' : words[at + 1] === 0 ? 'byte' : 'element';
  const way = wayAt(words[at], 0);
  if (isSpread === 0) return { way, unit, sizes, strides, streams };
  streams[0].partOffset = words[firstStream + 2];
  const partStrides = sizes.map((_, a) => words[at + 8 + step * a]);
  return { way, unit, sizes, strides, partStrides, streams };
}

/**
 * @param {number} ways of a move
 * @param {number} place bit 0: the whole is in the arena; bit 1: the parts are
 */
export const wayAt = (ways, place) => WAYS[(ways >> (2 * place)) & 3];

/** Most words of a request to move. @param {Move} move */
export const moveLength = ({ sizes, streams }) => 9 + 3 * sizes.length + 3 * streams.length;

/**
 * Writes a request to move.
 * @param {Float64Array} words
 * @param {Move} move
 * @param {number} bits of an element
 * @param {number} bytes of the whole
 * @param {number} partBytes of the first stream's part
 * @param {readonly number[]} places in the arena of each stream's part, then of the whole; -1: elsewhere
 */
export function writeMove(
  words,
  { unit, sizes, strides, partStrides, streams },
  bits,
  bytes,
  partBytes,
  places,
) {
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
  words[at++] = places[streams.length];
  for (let j = 0; j < streams.length; ++j) words[at++] = places[j];
  return at;
}

/**
 * Number of a stream's part: the output of a cut, the input of a join.
 * @param {Stream} stream
 */
export const partOf = ({ output, input }) => /** @type {number} */ (output ?? input);

/**
 * The response to a request to move, and to each tile, has lists of copies: their number, then of each so many words. `SIZE`
 * bytes from byte `AT` of the staging area are those from byte `BEGIN` of a tensor: the part of stream `TENSOR`, or, if that is
 * negative, the whole.
 */
export const COPY = 4;
export const TENSOR = 0;
export const AT = 1;
export const BEGIN = 2;
export const SIZE = 3;
