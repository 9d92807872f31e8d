// `out`: the arrays that a caller wants written. They are read first, once each; then everything about them is checked
// before anything is written.
import { bufferOf, byteLengthOf, byteOffsetOf, className } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { describe, reading, readLength } from '../base/read.js';
import { getCore } from '../core/core.js';
import { typeNamed } from '../core/tables.js';

/** @import { Decision } from '../plan/decide.js' */
/** @import { Source } from './tensor.js' */
/** @import { Out } from '../types.js' */

const RULE = 'only the one output of a call that is one run of the input may';

/**
 * `out`, as it was read.
 * @typedef {object} Outs
 * @property {unknown} list
 * @property {any[]} arrays one per output
 * @property {unknown[]} named what their caller calls the types of the arrays, if at all
 * @property {boolean} overlaps the input
 */

/**
 * @param {readonly Out[] | Out} out
 * @param {number} count of outputs
 * @param {Source} source
 * @param {string} op to blame
 * @returns {Outs}
 */
export function readOuts(out, count, source, op) {
  const arrays = readList(out, count, source.holder === 'Array', op);
  const named = new Array(count);
  const read = () => {
    for (let i = 0; i < count; ++i) {
      const item = arrays[i];
      if (typeof item !== 'object' || item === null || className(item) !== '') continue;
      named[i] = item.type ?? item.dtype;
      arrays[i] = item.data;
    }
  };
  reading(read, op, 'out');
  return { list: out, arrays, named, overlaps: false };
}

/**
 * One output may stand for a list of one, also one of strings.
 * @param {any} out
 * @param {number} count
 * @param {boolean} areStrings
 * @param {string} op
 * @returns {any[]}
 */
function readList(out, count, areStrings, op) {
  const length = className(out) === 'Array' ? readLength(out, op, 'out') : -1;
  const first = length > 0 ? readEntry(out, 0, op) : undefined;
  const isOne = length < 0 || (areStrings && count === 1 && typeof first !== 'object');
  const given = isOne ? 1 : length;
  if (given !== count)
    throw mistake('bad_out', op, 'out', `needs one array per output: ${count}, not ${given}`);
  if (isOne) return [out];
  const items = new Array(length);
  for (let i = 0; i < length; ++i) items[i] = i === 0 ? first : readEntry(out, i, op);
  return items;
}

/**
 * @param {any[]} out
 * @param {number} i
 * @param {string} op
 */
const readEntry = (out, i, op) => reading(() => out[i], op, 'out');

/**
 * Whether `out` may be written; and whether it overlaps the input.
 * @param {Outs} outs
 * @param {Pick<Decision, 'outputs' | 'lengths'>} decision
 * @param {Source} source
 * @param {boolean} mayOverlap the input: its one output is one run of it
 * @param {string} op to blame
 */
export function checkOuts(outs, { outputs, lengths }, source, mayOverlap, op) {
  const { arrays, named } = outs;
  for (let i = 0; i < arrays.length; ++i) {
    checkType(named[i], i, source.type, outputs[i].type, op);
    checkArray(arrays[i], i, lengths[i], source.holder, op);
  }
  if (arrays.length === 0) return;
  if (arrays.length === 1 && memoryOf(arrays[0]) !== memoryOf(source.data)) return;
  outs.overlaps = checkOverlap([source.data, ...arrays], mayOverlap, op);
}

/**
 * @param {unknown} named
 * @param {number} i
 * @param {number} row of the type that it must be
 * @param {string} type
 * @param {string} op
 */
function checkType(named, i, row, type, op) {
  if (named === undefined || named === null || named === type) return;
  if (typeNamed(named) === row) return;
  throw mistake('bad_out', op, 'out', `output ${i} is ${type}, not ${describe(named)}`);
}

/**
 * @param {unknown} array
 * @param {number} i
 * @param {number} length
 * @param {string} holder
 * @param {string} op
 */
function checkArray(array, i, length, holder, op) {
  if (className(array) !== holder) {
    const what = `output ${i} must be of class ${holder}, as the input is, not ${describe(array)}`;
    throw mistake('bad_out', op, 'out', what);
  }
  if (holder !== 'Array' && getCore().arena?.isBeside(array)) {
    throw mistake('bad_out', op, 'out', `output ${i} lies in WebAssembly memory, but not in the arena`);
  }
  const given = readLength(array, op, 'out');
  if (given !== length) {
    throw mistake('bad_out', op, 'out', `output ${i} needs an array of length ${length}, not ${given}`);
  }
}

/**
 * Arrays that share memory with the input or with each other would be overwritten while they are read. Gives whether the
 * input is overlapped where it may be.
 * @param {unknown[]} arrays the input's first
 * @param {boolean} mayOverlap the input
 * @param {string} op
 */
function checkOverlap(arrays, mayOverlap, op) {
  /** @type {Map<unknown, { i: number, begin: number, end: number }[]>} */
  const byMemory = new Map();
  for (let i = 0; i < arrays.length; ++i) {
    const memory = memoryOf(arrays[i]);
    const begin = memory === arrays[i] ? 0 : byteOffsetOf(arrays[i]);
    const end = memory === arrays[i] ? 1 : begin + byteLengthOf(arrays[i]);
    const ranges = byMemory.get(memory) ?? [];
    ranges.push({ i, begin, end });
    byMemory.set(memory, ranges);
  }
  let overlaps = false;
  for (const ranges of byMemory.values()) {
    ranges.sort((a, b) => a.begin - b.begin || a.i - b.i);
    for (let k = 1; k < ranges.length; ++k) {
      if (ranges[k].begin >= ranges[k - 1].end) continue;
      overlaps = true;
      const [a, b] = [ranges[k - 1].i, ranges[k].i].sort((i, j) => i - j);
      if (a > 0) throw mistake('bad_out', op, 'out', `outputs ${a - 1} and ${b - 1} overlap`);
      if (!mayOverlap) throw mistake('bad_out', op, 'out', `output ${b - 1} overlaps the input; ${RULE}`);
    }
  }
  return overlaps;
}

/**
 * An array of strings is its own memory, and so is one without entries: given twice, it is refused like any other.
 * @param {unknown} array
 */
const memoryOf = (array) =>
  className(array) === 'Array' || byteLengthOf(array) === 0 ? array : bufferOf(array);
