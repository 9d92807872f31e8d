// A cell and its twin: which cell of an output comes from which cell of the input, and the arithmetic between them, such as
// `5 = 7 + 1 * (-2)`. It follows from what each axis takes, so it costs the same for tensors of any size.
import { indexOf, sizeOf, stridesOf } from './integers.js';
import { pieceOf } from './walk.js';

/** @import { Result } from './cut.js' */

/** @typedef {{ output: number | null, place: number }} Cell `output: null`: a cell of the input */

/**
 * @typedef {object} Twins
 * @property {number} place in the input
 * @property {number[]} index in the input
 * @property {{ output: number, position: number, index: number[] } | null} taken null: by no output
 * @property {{ axis: number, text: string }[]} arithmetic of the axes that are cut
 */

/**
 * For each cell of an output, the place in the input that it comes from.
 * @param {Pick<Result, 'dims' | 'walk'>} result
 * @param {number} output
 * @returns {(position: number) => number}
 */
export function placesOf({ dims, walk }, output) {
  const taken = dims.map((count, axis) => {
    const piece = walk.find((each) => each.axis === axis)?.pieces[output];
    return piece ?? { from: 0, step: 1, count };
  });
  const sizes = taken.map(({ count }) => count); // an axis that is dropped has one index
  const strides = stridesOf(dims);
  return (position) => {
    const index = indexOf(position, sizes);
    return taken.reduce(
      (place, { from, step }, axis) => place + (from + index[axis] * step) * strides[axis],
      0,
    );
  };
}

/**
 * For each cell of the input, the output that takes it; -1: none.
 * @param {Pick<Result, 'dims' | 'walk'>} result
 * @param {readonly number[]} [along] axes that count, if the others are asked about separately
 * @returns {(place: number) => number}
 */
export function ownersOf({ dims, walk }, along) {
  const strides = stridesOf(dims);
  const axes = walk
    .filter(({ axis }) => along?.includes(axis) ?? true)
    .map(({ axis, size, pieces }) => ({ stride: strides[axis], size, pieces }));
  return (place) => {
    let output = 0; // one axis at most has several pieces
    for (const { stride, size, pieces } of axes) {
      const piece = pieceOf(pieces, dims.length === 1 ? place : Math.floor(place / stride) % size);
      if (piece < 0) return -1;
      output = Math.max(output, piece);
    }
    return output;
  };
}

/**
 * @param {Result} result
 * @param {Cell} cell
 * @returns {Twins | null} null: there is no such cell
 */
export function twinsOf({ dims, count, walk }, { output, place }) {
  const from = output === null ? place : placesOf({ dims, walk }, output)(place);
  if (!(from >= 0 && from < sizeOf(dims)) || count === 0) return null;
  const index = indexOf(from, dims);
  const owner = ownersOf({ dims, walk })(from);
  if (owner < 0) {
    const missed = walk.filter(({ axis, pieces }) => pieceOf(pieces, index[axis]) < 0);
    const arithmetic = missed.map(({ axis }) => ({ axis, text: `${index[axis]} is not taken` }));
    return { place: from, index, taken: null, arithmetic };
  }
  const inOutput = [...index];
  const shape = [...dims];
  const arithmetic = walk.map(({ axis, pieces }) => {
    const { from: first, step, count: size } = pieces[owner];
    const i = (index[axis] - first) / step + 0; // no -0
    [inOutput[axis], shape[axis]] = [i, size];
    const product = step === 1 ? `${i}` : `${i} * ${step < 0 ? `(${step})` : step}`;
    return { axis, text: `${index[axis]} = ${first} + ${product}` };
  });
  const strides = stridesOf(shape);
  const position = inOutput.reduce((sum, i, axis) => sum + i * strides[axis], 0);
  const kept = inOutput.filter((_, axis) => !walk.some((each) => each.axis === axis && each.drops));
  return { place: from, index, taken: { output: owner, position, index: kept }, arithmetic };
}
