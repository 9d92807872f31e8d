// A cell and its twin: where the other one is, and the arithmetic between them, as `5 = 7 + 1 * (-2)`.
import { outputAt } from './cut.js';
import { indexOf } from './integers.js';
import { pieceOf } from './walk.js';

/** @import { Result } from './cut.js' */

/** @typedef {{ output: number | null, place: number }} Cell output null: of the input */

/**
 * @typedef {object} Twins
 * @property {number} place in the input
 * @property {number[]} index in the input
 * @property {{ output: number, position: number, index: number[] } | null} taken null: by no output
 * @property {{ axis: number, text: string }[]} arithmetic of the axes that are cut
 */

/**
 * @param {Result} result with cells
 * @param {Cell} cell
 * @returns {Twins | null}
 */
export function twinsOf({ cells, dims, outputs, walk }, { output, place }) {
  if (cells === null) return null;
  const at = output === null ? cells.twin[place] : cells.bases[output] + place;
  if (at === undefined) return null;
  const from = output === null ? place : cells.taken[at];
  const index = indexOf(from, dims);
  if (at < 0)
    return {
      place: from,
      index,
      taken: null,
      arithmetic: walk.flatMap((axis) => sayMissed(axis, index[axis.axis])),
    };
  const taken = outputAt(cells, at);
  const shape = outputs[taken.output];
  const arithmetic = walk.map(({ axis, pieces }) => {
    const { from: first, step } = pieces[taken.output];
    const i = (index[axis] - first) / step;
    const product = step === 1 ? `${i}` : `${i} * ${step < 0 ? `(${step})` : step}`;
    return { axis, text: `${index[axis]} = ${first} + ${product}` };
  });
  return {
    place: from,
    index,
    taken: { ...taken, index: shape ? indexOf(taken.position, shape) : [] },
    arithmetic,
  };
}

/**
 * @param {Result['walk'][number]} walk
 * @param {number} index
 */
function sayMissed(walk, index) {
  return pieceOf(walk, index) < 0 ? [{ axis: walk.axis, text: `${index} is not taken` }] : [];
}
