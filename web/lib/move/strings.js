// Tensors of strings. Reading or writing an entry of the caller's array may run code of the caller's, so everything is read
// before anything is written, and `out` may be any array.
import { mistake } from '../base/mistake.js';
import { describe, reading, reasonOf } from '../base/read.js';
import { placesOf } from '../input/integers.js';
import { carryOutStrings } from './scalar.js';

/** @import { Outs } from '../input/outs.js' */
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
 * @param {Pick<Decision, 'call' | 'lengths' | 'total' | 'moves'>} decision
 * @param {readonly Source[]} sources
 * @param {string} op to blame
 * @param {string} param to blame
 * @returns {string[][]}
 */
export function readStrings({ call, lengths, total, moves }, sources, op, param) {
  checkStrings(total, op);
  const arrays = lengths.map((length) => new Array(length));
  const given = sources.map(({ data }) => data);
  const read = () => {
    for (const move of moves)
      if (call.version.joins) carryOutStrings(move, arrays[0], given);
      else carryOutStrings(move, given[0], arrays);
  };
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
 * @param {Outs} outs
 * @param {Decision['outputs']} outputs
 * @param {readonly string[][]} arrays
 * @param {string} op to blame
 * @throws {MicrotomeError} `bad_out`: an array that cannot be written. Nothing has been written then, unless a Proxy or a setter threw halfway.
 */
export function writeStrings({ given, spreads }, outputs, arrays, op) {
  const places = outputs.map(({ dims }, i) => {
    const spread = spreads[i];
    return spread === null || dims.includes(0) ? null : placesOf(dims, spread.stride, spread.offset);
  });
  for (let i = 0; i < given.length; ++i) write(given[i], given[i], null, i, op); // its own entries: what would break off, does now
  for (let i = 0; i < given.length; ++i) write(given[i], arrays[i], places[i], i, op);
}

/**
 * @param {string[]} out
 * @param {readonly string[]} from
 * @param {readonly number[] | null} places of its entries in `out`; null: from the first one on
 * @param {number} i which output
 * @param {string} op
 */
function write(out, from, places, i, op) {
  try {
    if (!Object.isExtensible(out)) throw new TypeError('it is sealed or frozen');
    for (let k = 0; k < from.length; ++k) if (k in from) out[places === null ? k : places[k]] = from[k];
  } catch (cause) {
    const what = `output ${i} cannot be written: ${reasonOf(cause)}`;
    throw mistake('bad_out', op, 'out', what, { cause });
  }
}
