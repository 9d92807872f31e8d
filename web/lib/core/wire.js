// The words that pass between JavaScript and the core, and what they mean: src/wire.hpp is the other end. No other file knows
// the order of the words. Everything written here has been read from the caller before, so none of the caller's code runs
// while words are written.
/** @import { Argument } from '../input/integers.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { Move } from '../types.js' */

/** In place of the type of a parameter that is not given. */
const ABSENT = -2;

/** In the order of the core's `Way`. @type {readonly Move['way'][]} */
const WAYS = ['runs', 'staged', 'scalar'];

/**
 * What the core has decided.
 * @typedef {object} Decided
 * @property {number} entries that the array of row-major data has
 * @property {number[][]} dims of each output
 * @property {Move[]} moves frozen only once a caller asks for them
 * @property {number[]} places of each move: its way for each place that its arrays may be in, as `wayAt` reads it
 */

/**
 * A request to plan.
 * @param {number} row of the operator table
 * @param {Source} source
 * @param {readonly (Argument | null)[]} args one per parameter of the row
 * @param {number | undefined} num_outputs of the node
 * @param {readonly number[]} drops axes to drop
 */
export function planRequest(row, { type, dims, stride, offset, length }, args, num_outputs, drops) {
  const words = [row, type, num_outputs === undefined ? 0 : 1, num_outputs ?? 0, length, dims.length];
  const add = (/** @type {readonly number[]} */ list) => {
    for (let i = 0; i < list.length; ++i) words.push(list[i]);
  };
  add(dims);
  words.push(stride === null ? 0 : 1);
  if (stride !== null) {
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
    words.push(arg.type, arg.rank, arg.values.length);
    add(arg.values);
  }
  return words;
}

/**
 * The response to it.
 * @param {ArrayLike<number>} words
 * @param {boolean} areStrings
 * @returns {Decided}
 */
export function readDecided(words, areStrings) {
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
  let left = words[at++];
  for (let output = 0; left > 0; --left) {
    const streams = words[at + 2];
    const firstStream = at + 4 + 2 * words[at + 3];
    if (words[firstStream + 1] > 0) {
      moves.push(readMove(words, at, firstStream, output, areStrings));
      places.push(words[at]);
    } // else it is that of an empty output
    output += streams;
    at = firstStream + 2 * streams;
  }
  return { entries: words[0], dims, moves, places };
}

/**
 * @param {ArrayLike<number>} words
 * @param {number} at
 * @param {number} firstStream
 * @param {number} output of the first stream; the others follow it
 * @param {boolean} areStrings
 * @returns {Move}
 */
function readMove(words, at, firstStream, output, areStrings) {
  const count = words[at + 2];
  const rank = words[at + 3];
  const sizes = new Array(rank);
  const strides = new Array(rank);
  for (let a = 0; a < rank; ++a) {
    sizes[a] = words[at + 4 + 2 * a];
    strides[a] = words[at + 5 + 2 * a];
  }
  const streams = new Array(count);
  for (let j = 0; j < count; ++j) {
    const stream = firstStream + 2 * j;
    streams[j] = { output: output + j, offset: words[stream], run: words[stream + 1] };
  }
  const unit = areStrings ? 'entry' : words[at + 1] === 0 ? 'byte' : 'element';
  return { way: wayAt(words[at], 0), unit, sizes, strides, streams };
}

/**
 * @param {number} ways of a move
 * @param {number} place bit 0: the source is in the arena; bit 1: the outputs are
 */
export const wayAt = (ways, place) => WAYS[(ways >> (2 * place)) & 3];

/** Words of a request to move. @param {Move} move */
export const moveLength = ({ sizes, streams }) =>
  4 + 2 * sizes.length + 2 * streams.length + 2 + streams.length;

/**
 * Writes a request to move.
 * @param {Float64Array} words
 * @param {Move} move
 * @param {number} bits of an element
 * @param {number} bytes of the source
 * @param {readonly number[]} places in the arena of each stream's output, then of the source; -1: elsewhere
 */
export function writeMove(words, { unit, sizes, strides, streams }, bits, bytes, places) {
  words[0] = 0; // the way, which the core does not ask for again
  words[1] = unit === 'element' ? bits : 0;
  words[2] = streams.length;
  words[3] = sizes.length;
  let at = 4;
  for (let a = 0; a < sizes.length; ++a) {
    words[at++] = sizes[a];
    words[at++] = strides[a];
  }
  for (let j = 0; j < streams.length; ++j) {
    words[at++] = streams[j].offset;
    words[at++] = streams[j].run;
  }
  words[at++] = bytes;
  words[at++] = places[streams.length];
  for (let j = 0; j < streams.length; ++j) words[at++] = places[j];
}

/**
 * The response to a request to move, and to each tile: copies of so many words each, first the one into the staging area for
 * the next tile, then one out of it for each stream. A copy is `SIZE` bytes, from byte `AT` of the staging area to byte
 * `BEGIN` of the source or output, or back.
 */
export const COPY = 3;
export const AT = 0;
export const BEGIN = 1;
export const SIZE = 2;
