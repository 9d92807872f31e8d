// Requests to plan, as words: src/wire.hpp says what they mean. Everything here has been read from the caller already, so
// that no code of the caller's runs while the words are written.
/** @import { Argument } from './integers.js' */
/** @import { Source } from './tensor.js' */

const ABSENT = -2;

/**
 * Room that a request needs, in words.
 * @param {Source} source
 * @param {readonly (Argument | null)[]} args
 * @param {readonly number[]} drops
 */
export function requestLength({ dims }, args, drops) {
  let length = 9 + 2 * dims.length + drops.length;
  for (let i = 0; i < args.length; ++i) length += 3 + (args[i]?.values.length ?? 0);
  return length;
}

/**
 * Writes a request; gives its length in words.
 * @param {Float64Array} words
 * @param {number} row of the operator table
 * @param {Source} source
 * @param {readonly (Argument | null)[]} args one per parameter of the row
 * @param {number | undefined} num_outputs of the node
 * @param {readonly number[]} drops axes to drop
 */
export function writeRequest(words, row, source, args, num_outputs, drops) {
  const { type, dims, stride, offset, length } = source;
  const rank = dims.length;
  let at = 0;
  words[at++] = row;
  words[at++] = type;
  words[at++] = num_outputs === undefined ? 0 : 1;
  words[at++] = num_outputs ?? 0;
  words[at++] = length;
  words[at++] = rank;
  for (let i = 0; i < rank; ++i) words[at++] = dims[i];
  words[at++] = stride === null ? 0 : 1;
  if (stride !== null) {
    words[at++] = offset;
    for (let i = 0; i < rank; ++i) words[at++] = stride[i];
  }
  words[at++] = drops.length;
  for (let i = 0; i < drops.length; ++i) words[at++] = drops[i];
  for (let i = 0; i < args.length; ++i) at = writeArgument(words, at, args[i]);
  return at;
}

/**
 * @param {Float64Array} words
 * @param {number} at
 * @param {Argument | null} arg
 */
function writeArgument(words, at, arg) {
  if (arg === null) {
    words[at] = ABSENT;
    return at + 1;
  }
  const { type, rank, values } = arg;
  words[at++] = type;
  words[at++] = rank;
  words[at++] = values.length;
  for (let i = 0; i < values.length; ++i) words[at++] = values[i];
  return at;
}
