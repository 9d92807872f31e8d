// A cell and its twin: which cell of an output comes from which cell of the input, and the arithmetic between them, such as
// `5 = 7 + 1 * (-2)`. It follows from what each axis takes, so it costs the same for tensors of any size.
import { indexOf, sizeOf, stridesOf } from './integers.js';
import { valueAt } from './values.js';
import { pieceOf } from './walk.js';

/** @import { Result } from './cut.js' */

/**
 * A cell of a part; `output: null`: of the whole. A part is an output of a cut, or an input of a join; -1: the base of a join.
 * @typedef {{ output: number | null, place: number }} Cell
 */

/**
 * @typedef {object} Twins
 * @property {number} place in the whole
 * @property {number[]} index in the whole
 * @property {{ output: number, position: number, index: number[] } | null} taken null: no part has it
 * @property {{ axis: number, text: string }[]} arithmetic of the axes that are cut
 */

/** What decides which cells are twins. @typedef {Pick<Result, 'dims' | 'walk' | 'shift' | 'hasBase'>} Taken */

/**
 * For each cell of a part, its place in the whole.
 * @param {Taken} result
 * @param {number} output
 * @returns {(position: number) => number}
 */
export function placesOf({ dims, walk, shift }, output) {
  if (output < 0) return (position) => position;
  const taken = dims.map((count, axis) => {
    const piece = walk.find((each) => each.axis === axis)?.pieces[output];
    return piece ?? { from: 0, step: 1, count };
  });
  const sizes = taken.map(({ count }) => count); // an axis that is dropped has one index
  const strides = stridesOf(dims);
  return (position) => {
    const index = indexOf(position, sizes);
    return taken.reduce((place, { from, step }, axis) => {
      const i = from + index[axis] * step;
      return place + (shift?.axis === axis ? (i + shift.by[index[0]]) % dims[axis] : i) * strides[axis];
    }, 0);
  };
}

/**
 * Where an index is before its batch item is shifted.
 * @param {Taken} result
 * @param {number} item
 * @param {number} i along the axis of the shift
 */
const unshift = ({ dims, shift }, item, i) =>
  shift ? (i - shift.by[item] + dims[shift.axis]) % dims[shift.axis] : i;

/**
 * For each cell of the whole, the part that has it; -1: none, or the base.
 * @param {Taken} result
 * @param {readonly number[]} [along] axes that count, if the others are asked about separately
 * @returns {(place: number) => number}
 */
export function ownersOf(result, along) {
  const { dims, walk, shift } = result;
  const strides = stridesOf(dims);
  const axes = walk
    .filter(({ axis }) => along?.includes(axis) ?? true)
    .map(({ axis, size, pieces }) => ({ stride: strides[axis], size, pieces }));
  return (place) => {
    let output = 0; // one axis at most has several pieces
    for (const { stride, size, pieces } of axes) {
      const index = dims.length === 1 ? place : Math.floor(place / stride) % size;
      const piece = pieceOf(pieces, shift ? unshift(result, Math.floor(place / strides[0]), index) : index);
      if (piece < 0) return -1;
      output = Math.max(output, piece);
    }
    return output;
  };
}

/**
 * @param {Taken & Pick<Result, 'count'>} result
 * @param {Cell} cell
 * @returns {Twins | null} null: there is no such cell
 */
export function twinsOf(result, { output, place }) {
  const { dims, count, walk, hasBase, shift } = result;
  const from = output === null ? place : placesOf(result, output)(place);
  if (!(from >= 0 && from < sizeOf(dims)) || (count === 0 && !hasBase)) return null;
  const index = indexOf(from, dims);
  const owner = ownersOf(result)(from);
  const before = index.map((i, axis) => (shift?.axis === axis ? unshift(result, index[0], i) : i));
  if (owner < 0) {
    const missed = walk.filter(({ axis, pieces }) => pieceOf(pieces, before[axis]) < 0);
    const says = hasBase ? 'is not written' : 'is not taken';
    const arithmetic = missed.map(({ axis }) => ({ axis, text: `${index[axis]} ${says}` }));
    return { place: from, index, taken: hasBase ? { output: -1, position: from, index } : null, arithmetic };
  }
  if (output === -1) return { place: from, index, taken: null, arithmetic: [] };
  const inOutput = [...index];
  const shape = [...dims];
  const arithmetic = walk.map(({ axis, pieces }) => {
    const { from: first, step, count: size } = pieces[owner];
    const i = (before[axis] - first) / step + 0; // no -0
    [inOutput[axis], shape[axis]] = [i, size];
    const start = shift ? shift.by[index[0]] : first;
    const product = step === 1 ? `${i}` : `${i} * ${step < 0 ? `(${step})` : step}`;
    const around = start + i * step === index[axis] ? '' : ` - ${dims[axis]}`;
    return { axis, text: `${index[axis]} = ${start} + ${product}${around}` };
  });
  const strides = stridesOf(shape);
  const position = inOutput.reduce((sum, i, axis) => sum + i * strides[axis], 0);
  const kept = inOutput.filter((_, axis) => !walk.some((each) => each.axis === axis && each.drops));
  return { place: from, index, taken: { output: owner, position, index: kept }, arithmetic };
}

/**
 * What the cells of a tensor hold. The inputs are numbered through: the first cell of an input follows the last of the one before.
 * @param {Result} result
 * @param {number | null} output null: the whole
 * @returns {(place: number) => string}
 */
export function heldBy(result, output) {
  const { data, type } = result.state;
  const held = (/** @type {number} */ place) => data?.[place] ?? valueAt(type, place);
  if (!result.joins) return output === null ? held : chain(placesOf(result, output), held);
  if (output === null) return (place) => held(sourceOf(result, place));
  return chain((place) => startOf(result, output) + place, held);
}

/**
 * Where a cell of what is joined comes from, counted through all inputs.
 * @param {Result} result
 * @param {number} place
 */
export function sourceOf(result, place) {
  const { output = -1, position = place } = twinsOf(result, { output: null, place })?.taken ?? {};
  return startOf(result, output) + position;
}

/**
 * @param {(place: number) => number} first
 * @param {(place: number) => string} then
 */
const chain = (first, then) => (/** @type {number} */ place) => then(first(place));

/**
 * How many cells the inputs before a part have.
 * @param {Result} result of a join
 * @param {number} part
 */
export function startOf({ dims, walk, hasBase }, part) {
  if (part < 0) return 0;
  if (hasBase) return sizeOf(dims);
  const [{ axis, pieces }] = walk;
  const each = sizeOf(dims.filter((_, i) => i !== axis));
  return pieces[part].from * each;
}

/** How many cells the inputs have. @param {Result} result */
export const cellsOf = ({ dims, hasBase, parts }) => sizeOf(dims) + (hasBase ? sizeOf(parts[0]) : 0);
