// Tensors of strings. Reading or writing an entry of the caller's array may run code of the caller's, so everything is read
// before anything is written, and `out` may be any array.
import { mistake } from '../base/mistake.js';
import { describe, reading, reasonOf } from '../base/read.js';
import { carryOutStrings } from './scalar.js';

/** @import { Decision } from '../plan/decide.js' */
/** @import { Source } from '../input/tensor.js' */

/** With more, hosts keep arrays as dictionaries, or give up altogether. */
const MOST_STRINGS = 2 ** 25;

/**
 * @param {number} count in all outputs
 * @param {string} op to blame
 * @throws {MicrotomeError} `out_of_memory`
 */
export function checkStrings(count, op) {
  if (count <= MOST_STRINGS) return;
  throw mistake('out_of_memory', op, '', `${count} strings; at most ${MOST_STRINGS} are cut at once`);
}

/**
 * The strings of each output, in new arrays.
 * @param {Pick<Decision, 'lengths' | 'total' | 'moves'>} decision
 * @param {Source} source
 * @param {string} op to blame
 * @param {string} param to blame
 * @returns {string[][]}
 */
export function readStrings({ lengths, total, moves }, source, op, param) {
  checkStrings(total, op);
  const arrays = lengths.map((length) => new Array(length));
  const read = () => moves.forEach((move) => void carryOutStrings(move, source.data, arrays));
  reading(read, op, param);
  arrays.forEach((array, i) => {
    const k = array.findIndex((entry) => typeof entry !== 'string');
    if (k < 0) return;
    const what = `data is an Array, which holds strings, but entry ${k} of output ${i} is ${describe(array[k])}; give numbers as a typed array`;
    throw mistake('bad_input', op, param, what);
  });
  return arrays;
}

/**
 * @param {readonly string[][]} outs
 * @param {readonly string[][]} arrays
 * @param {string} op to blame
 * @throws {MicrotomeError} `bad_out`: an array that cannot be written. Nothing has been written then, unless a Proxy or a setter threw halfway.
 */
export function writeStrings(outs, arrays, op) {
  for (let i = 0; i < outs.length; ++i) write(outs[i], outs[i], i, op); // its own entries: what would break off, does now
  for (let i = 0; i < outs.length; ++i) write(outs[i], arrays[i], i, op);
}

/**
 * @param {string[]} out
 * @param {readonly string[]} from as long, or itself
 * @param {number} i which output
 * @param {string} op
 */
function write(out, from, i, op) {
  try {
    if (!Object.isExtensible(out)) throw new TypeError('it is sealed or frozen');
    for (let k = 0; k < from.length; ++k) if (k in from) out[k] = from[k];
  } catch (cause) {
    const what = `output ${i} cannot be written: ${reasonOf(cause)}`;
    throw mistake('bad_out', op, 'out', what, { cause });
  }
}
