// Requests to plan, as words: src/wire.hpp says what they mean. Everything here has been read from the caller already, so
// that no code of the caller's runs while the words are written.
/** @import { Argument } from '../input/integers.js' */
/** @import { Source } from '../input/tensor.js' */

const ABSENT = -2;

/**
 * @param {number} row of the operator table
 * @param {Source} source
 * @param {readonly (Argument | null)[]} args one per parameter of the row
 * @param {number | undefined} num_outputs of the node
 * @param {readonly number[]} drops axes to drop
 */
export function makeRequest(row, { type, dims, stride, offset, length }, args, num_outputs, drops) {
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
