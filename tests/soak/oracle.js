// What is right: every element of every output, looked up where the cut says it comes from.
import { BITS, bitsOf, decode, encode, entriesOf } from '../support/elements.js';
import { product } from './inputs.js';

/** @import { Place } from './inputs.js' */
/** @import { Cut, Range } from './cuts.js' */

/** @typedef {any} Any */

/** Numbers are compared by their bits, in lanes of at most 32. @type {Record<number, Any>} */
const LANES = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };

/** Dims of each output. @param {Cut} cut @param {readonly number[]} drops axes of single indices */
export const dimsOf = ({ pieces, split }, drops) =>
  pieces.map((ranges) => {
    const dropped = split?.drop ? [split.axis] : drops;
    return ranges.map(({ count }) => count).filter((_, axis) => !dropped.includes(axis));
  });

/** Lengths of the arrays that hold the outputs. @param {Cut} cut */
export const lengthsOf = ({ type, pieces }) => pieces.map((ranges) => entriesOf(type, elementsOf(ranges)));

/** @param {Range[]} ranges */
const elementsOf = (ranges) => product(ranges.map(({ count }) => count));

/**
 * What is wrong with the data of an output; empty when nothing is.
 * @param {Any} data
 * @param {Cut} cut
 * @param {Place} place
 * @param {Range[]} ranges
 */
export function differenceOf(data, { type }, place, ranges) {
  if (data.length !== entriesOf(type, elementsOf(ranges))) return `${data.length} entries`;
  const walk = walkOf(place, ranges);
  if (elementsOf(ranges) === 0) return '';
  if (bitsOf(type) % 8 !== 0) return differenceOfPacked(data, type, place, walk);
  const perElement = lanesPerElement(type, data);
  if (perElement > 1) {
    walk.from *= perElement;
    walk.axes = [
      ...walk.axes.map(({ size, jump }) => ({ size, jump: jump * perElement })),
      { size: perElement, jump: 1 },
    ];
  }
  const wrong = firstWrong(lanesOf(data), lanesOf(place.data), walk.from, walk.axes);
  return wrong < 0 ? '' : `wrong from entry ${wrong} on`;
}

/** Is an output one run of its input, as far as elements go? @param {Place} place @param {Range[]} ranges */
export function isOneRun(place, ranges) {
  let run = 1;
  return walkOf(place, ranges)
    .axes.reverse()
    .every(({ size, jump }) => {
      const follows = jump === run;
      run *= size;
      return follows;
    });
}

/** Where an output begins, and how it goes on along each of its axes that has more than one index. @param {Place} place @param {Range[]} ranges */
function walkOf({ offset, strides }, ranges) {
  const from = ranges.reduce((sum, { start }, axis) => sum + start * strides[axis], offset);
  const axes = ranges.map(({ count, step }, axis) => ({ size: count, jump: step * strides[axis] }));
  return { from, axes: axes.filter(({ size }) => size !== 1) };
}

/** @param {string} type @param {Any} data */
const lanesPerElement = (type, data) =>
  type === 'string' ? 1 : /** @type {number} */ (BITS.get(type)) / 8 / Math.min(4, data.BYTES_PER_ELEMENT);

/** @param {Any} data */
function lanesOf(data) {
  if (Array.isArray(data)) return data;
  const width = Math.min(4, data.BYTES_PER_ELEMENT);
  return new LANES[width](data.buffer, data.byteOffset, data.byteLength / width);
}

/** @typedef {{ size: number, jump: number }} Axis */

/**
 * @param {ArrayLike<unknown>} out
 * @param {ArrayLike<unknown>} source
 * @param {number} from
 * @param {Axis[]} axes
 */
function firstWrong(out, source, from, axes) {
  const { size, jump } = axes.at(-1) ?? { size: 1, jump: 0 };
  const outer = axes.slice(0, -1);
  const index = outer.map(() => 0);
  for (let to = 0; to < out.length; ) {
    for (let i = 0, at = from; i < size; ++i, ++to, at += jump) if (out[to] !== source[at]) return to;
    for (let axis = outer.length - 1; axis >= 0; --axis) {
      from += outer[axis].jump;
      if (++index[axis] < outer[axis].size) break;
      index[axis] = 0;
      from -= outer[axis].size * outer[axis].jump;
    }
  }
  return -1;
}

/** The last ones: outputs of one input are compared one after the other. @type {{ data: unknown, elements: number[] }} */
let decoded = { data: undefined, elements: [] };

/** @param {string} type @param {Uint8Array} data */
function elementsOfPacked(type, data) {
  if (decoded.data !== data)
    decoded = { data, elements: decode(type, data, Math.floor((data.length * 8) / bitsOf(type))) };
  return decoded.elements;
}

/**
 * Through whole elements, and back into bits: unused ones are 0.
 * @param {Uint8Array} data
 * @param {string} type
 * @param {Place} place
 * @param {{ from: number, axes: Axis[] }} walk
 */
function differenceOfPacked(data, type, place, { from, axes }) {
  const elements = elementsOfPacked(type, place.data);
  let places = [from];
  for (const { size, jump } of axes)
    places = places.flatMap((first) => Array.from({ length: size }, (_, i) => first + i * jump));
  const expected = encode(
    type,
    places.map((at) => elements[at]),
  );
  const wrong = expected.findIndex((/** @type {number} */ byte, /** @type {number} */ i) => byte !== data[i]);
  return wrong < 0 ? '' : `wrong from byte ${wrong} on`;
}
