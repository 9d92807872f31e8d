// `out`: the arrays that a caller wants written. Everything about them is checked before anything is written.
import { getCore } from './core.js';
import { mistake } from './errors.js';
import { className, describe } from './tensor.js';

/** @import { Data, Out } from './types.js' */

/**
 * One array per output; empty places where there is no `out`.
 * @param {readonly Out[] | Out | undefined} out
 * @param {readonly { type: string }[]} outputs
 * @param {readonly number[]} lengths
 * @param {Data} source
 * @param {string} op to blame
 * @returns {any[]}
 */
export function toOuts(out, outputs, lengths, source, op) {
  if (out === undefined || out === null) return new Array(outputs.length);
  const given = toList(out, source);
  if (given.length !== outputs.length) {
    throw mistake('bad_out', op, 'out', `${given.length} arrays for ${outputs.length} outputs`);
  }
  const arrays = new Array(given.length);
  for (let i = 0; i < given.length; ++i) {
    arrays[i] = toArray(given[i], i, outputs[i].type, op);
    checkArray(arrays[i], i, lengths[i], source, op);
  }
  if (arrays.length === 0) return arrays;
  if (arrays.length > 1 || bufferOf(arrays[0]) === bufferOf(source)) checkOverlap([source, ...arrays], op);
  return arrays;
}

/**
 * One output may stand for a list of one.
 * @param {any} out
 * @param {Data} source
 * @returns {any[]}
 */
function toList(out, source) {
  const isStrings =
    Array.isArray(source) && out.every?.((/** @type {unknown} */ item) => typeof item !== 'object');
  return Array.isArray(out) && !isStrings ? out : [out];
}

/**
 * @param {any} out
 * @param {number} i
 * @param {string} type
 * @param {string} op
 */
function toArray(out, i, type, op) {
  if (className(out) !== '' || typeof out !== 'object' || out === null) return out;
  const named = out.type ?? out.dtype ?? type;
  if (named !== type && `${named}`.replace(/^u?int4$/, (name) => (name === 'int4' ? 'i4' : 'u4')) !== type) {
    throw mistake('bad_out', op, 'out', `output ${i} is ${type}, not ${describe(named)}`);
  }
  return out.data;
}

/**
 * @param {any} array
 * @param {number} i
 * @param {number} length
 * @param {Data} source
 * @param {string} op
 */
function checkArray(array, i, length, source, op) {
  const wanted = className(source);
  if (className(array) !== wanted) {
    throw mistake(
      'bad_out',
      op,
      'out',
      `output ${i} must be ${wanted}, the class of the input, not ${describe(array)}`,
    );
  }
  if (getCore().arena?.isBeside(array)) {
    throw mistake('bad_out', op, 'out', `output ${i} lies in WebAssembly memory, but not in the arena`);
  }
  if (array.length !== length) {
    throw mistake(
      'bad_out',
      op,
      'out',
      `output ${i} needs an array of length ${length}, not ${array.length}`,
    );
  }
}

/**
 * Arrays that share bytes with the input or with each other would be overwritten while they are read.
 * @param {any[]} arrays
 * @param {string} op
 */
function checkOverlap(arrays, op) {
  /** @type {Map<unknown, { begin: number, end: number }[]>} */
  const byBuffer = new Map();
  for (const array of arrays) {
    if (array.length === 0) continue;
    const buffer = bufferOf(array);
    const begin = array.byteOffset ?? 0;
    const ranges = byBuffer.get(buffer) ?? [];
    ranges.push({ begin, end: begin + (array.byteLength ?? 1) });
    byBuffer.set(buffer, ranges);
  }
  for (const ranges of byBuffer.values()) {
    ranges.sort((a, b) => a.begin - b.begin);
    if (ranges.some(({ begin }, i) => i > 0 && begin < ranges[i - 1].end)) {
      throw mistake('bad_out', op, 'out', 'the arrays must not overlap the input or each other');
    }
  }
}

/**
 * An array of strings is its own.
 * @param {any} array
 */
const bufferOf = (array) => array.buffer ?? array;
