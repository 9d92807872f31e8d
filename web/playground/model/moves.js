// Reads a plan's moves: which elements of its input an output consists of. Moves count in units of the type that was planned, so
// plan for uint8 to count in elements.
import { indexOf, sizeOf, stridesOf } from './integers.js';

/** @import { Move, Stream } from '../../lib/types.js' */

/**
 * A part of an array as a strided tensor. Add `type` and `data`, and the library takes it as an input.
 * @typedef {object} View
 * @property {readonly number[]} shape
 * @property {readonly number[]} stride
 * @property {number} offset
 */

/** @typedef {{ outputs: readonly { dims: readonly number[] }[], moves: readonly Move[] }} Planned */

/**
 * An output as a view of the data that was planned.
 * @param {Planned} planned
 * @param {number} [output]
 * @returns {View} all zeros if the output is empty, because nothing moves then
 */
export function viewOf({ outputs, moves }, output = 0) {
  const shape = outputs[output].dims;
  const move = moves.find(({ streams }) => streams.some((each) => each.output === output));
  const stream = move?.streams.find((each) => each.output === output);
  if (!move || !stream) return { shape, stride: shape.map(() => 0), offset: 0 };
  const offset = placeAt(move, stream, 0);
  const next = stridesOf(shape); // where the output has the next index of each axis
  const stride = shape.map((size, axis) => (size > 1 ? placeAt(move, stream, next[axis]) - offset : 0));
  return { shape, stride, offset };
}

/** All outputs of a plan. @param {Planned} planned */
export const viewsOf = (planned) => planned.outputs.map((_, i) => viewOf(planned, i));

/**
 * Where a stream reads the element that it writes at a position of its output.
 * @param {Move} move
 * @param {Stream} stream
 * @param {number} position
 */
function placeAt({ sizes, strides }, { offset, run }, position) {
  const index = indexOf(Math.floor(position / run), sizes);
  return index.reduce((place, i, axis) => place + i * strides[axis], offset + (position % run));
}

/**
 * How much goes each way, in the unit of the moves.
 * @param {readonly Move[]} moves
 * @returns {Partial<Record<Move['way'], number>>}
 */
export function amountsOf(moves) {
  /** @type {Partial<Record<Move['way'], number>>} */
  const amounts = {};
  for (const { way, sizes, streams } of moves) {
    const each = streams.reduce((sum, { run }) => sum + run, 0);
    amounts[way] = (amounts[way] ?? 0) + each * sizeOf(sizes);
  }
  return amounts;
}
