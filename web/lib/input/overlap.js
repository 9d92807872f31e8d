// Where outputs may be: apart from each other, and from the inputs. Arrays that share memory with an input or with each other would be
// overwritten while they are read.
import { bufferOf, byteLengthOf, byteOffsetOf, CLASSES, className } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { hullOf } from './tensor.js';

/** @import { DType } from '../core/tables.js' */
/** @import { Spread } from './outs.js' */

/**
 * @param {string} op
 * @param {string} what
 */
export const badOut = (op, what) => mistake('bad_out', op, 'out', what);

/**
 * Do all elements have places of their own? Each stride must be larger than all that the smaller ones span.
 * @param {readonly number[]} dims
 * @param {readonly number[]} stride
 */
function areApart(dims, stride) {
  if (dims.includes(0)) return true;
  const axes = dims
    .map((size, a) => ({ size, step: Math.abs(stride[a]) }))
    .filter(({ size }) => size > 1)
    .sort((a, b) => a.step - b.step);
  let span = 0;
  for (const { size, step } of axes) {
    if (step <= span) return false;
    span += (size - 1) * step;
  }
  return true;
}

/**
 * Refuses strides with which elements share a place.
 * @param {readonly number[]} dims
 * @param {readonly number[]} stride
 * @param {string} op to blame
 * @param {string} param to blame
 * @param {string} [which] output
 */
export function checkApart(dims, stride, op, param, which = '') {
  if (areApart(dims, stride)) return;
  throw mistake('bad_out', op, param, `${which}with strides [${stride}] its elements overlap`);
}

/**
 * The bytes that a tensor reaches, in its memory.
 * @typedef {object} Range
 * @property {unknown} memory
 * @property {number} i number of the input or output
 * @property {number} begin
 * @property {number} end
 * @property {unknown} array
 * @property {Spread | null} spread
 * @property {readonly number[]} dims
 */

/**
 * @param {any} array
 * @param {number} i
 * @param {Spread | null} spread
 * @param {readonly number[]} dims
 * @param {DType} row
 * @returns {Range}
 */
export function rangeOf(array, i, spread, dims, { group, entries }) {
  const range = { memory: memoryOf(array), i, begin: 0, end: 1, array, spread, dims };
  if (range.memory === array) return range;
  range.begin = range.end = byteOffsetOf(array);
  if (spread === null) range.end += byteLengthOf(array);
  else if (!dims.includes(0)) {
    const { first, last } = hullOf(dims, spread.stride, spread.offset);
    const bytes = entries * CLASSES[className(array)].BYTES_PER_ELEMENT; // of a group
    range.begin += Math.floor(first / group) * bytes;
    range.end += (Math.floor(last / group) + 1) * bytes;
  }
  return range;
}

/**
 * Refuses outputs that overlap. Gives whether the input is overlapped where it may be.
 * @param {readonly Range[]} inputs
 * @param {readonly Range[]} outputs
 * @param {boolean} mayOverlap the input
 * @param {string} op
 */
export function checkOverlap(inputs, outputs, mayOverlap, op) {
  /** @type {Map<unknown, Range[]>} those of outputs by their memory, in order */
  const byMemory = new Map();
  for (const range of outputs) {
    const ranges = byMemory.get(range.memory) ?? [];
    ranges.push(range);
    byMemory.set(range.memory, ranges);
  }
  for (const ranges of byMemory.values()) {
    ranges.sort((a, b) => a.begin - b.begin || a.i - b.i);
    for (let k = 1, first = 0; k < ranges.length; ++k) {
      while (first < k && ranges[first].end <= ranges[k].begin) ++first;
      for (let other = first; other < k; ++other) {
        if (ranges[other].end <= ranges[k].begin || areInterleaved(ranges[other], ranges[k])) continue;
        const [a, b] = [ranges[other].i, ranges[k].i].sort((i, j) => i - j);
        throw badOut(op, `outputs ${a} and ${b} overlap`);
      }
    }
  }
  let overlaps = false;
  for (const { memory, begin, end } of inputs) {
    for (const range of byMemory.get(memory) ?? []) {
      if (range.begin >= end || range.end <= begin) continue;
      overlaps = true;
      if (!mayOverlap || range.spread !== null)
        throw badOut(
          op,
          `output ${range.i} overlaps ${inputs.length > 1 ? 'an' : 'the'} input; give it memory of its own`,
        );
    }
  }
  return overlaps;
}

/**
 * Are these two outputs like channels of one image: of equal sizes and strides in one array, and with one more axis, from one
 * to the other, still apart?
 * @param {Range} range
 * @param {Range} other
 */
function areInterleaved({ array, spread, dims }, other) {
  if (spread === null || other.spread === null || dims.length !== other.dims.length) return false;
  if (byteOffsetOf(array) !== byteOffsetOf(other.array)) return false;
  for (let i = 0; i < dims.length; ++i)
    if (dims[i] !== other.dims[i] || spread.stride[i] !== other.spread.stride[i]) return false;
  return areApart([...dims, 2], [...spread.stride, other.spread.offset - spread.offset]);
}

/**
 * An array of strings is its own memory, and so is one without entries: given twice, it is refused like any other.
 * @param {unknown} array
 */
export const memoryOf = (array) =>
  className(array) === 'Array' || byteLengthOf(array) === 0 ? array : bufferOf(array);
