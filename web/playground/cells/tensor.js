// What a drawing needs to know about one tensor: its shape, what its cells show, and which output each belongs to.
import { COLOURS } from '../model/cut.js';
import { indexOf } from '../model/integers.js';
import { ownersOf, placesOf } from '../model/twins.js';
import { valueAt } from '../model/values.js';

/** @import { Result } from '../model/cut.js' */

/**
 * @typedef {object} Drawn
 * @property {number | null} output null: the input
 * @property {readonly number[]} dims
 * @property {(place: number) => string} shownAt
 * @property {(place: number) => number} ownerOf output that has the cell; -1: none
 * @property {number | ((along?: readonly number[]) => (place: number) => number)} colour of all cells, or of each by the axes that
 *   count: 0 is that of no output, 1 that of output 0
 * @property {(place: number) => string} labelOf in words
 * @property {number} mark characters of the longest output number, which cells of the input show in their corner; 0: none
 */

/**
 * @param {Result} result
 * @param {number | null} output
 * @returns {Drawn}
 */
export function toDrawn(result, output) {
  const { data, type } = result.state;
  const show = (/** @type {number} */ place) => data?.[place] ?? valueAt(type, place);
  if (output === null) {
    const ownerOf = ownersOf(result);
    return {
      output,
      dims: result.dims,
      shownAt: show,
      colour: (along) => {
        const owner = ownersOf(result, along);
        return (place) => 1 + (owner(place) % COLOURS); // -1 % COLOURS is -1
      },
      ownerOf,
      labelOf: (place) => {
        const owner = ownerOf(place);
        const taken = owner < 0 ? 'not taken' : `output ${owner}`;
        return `${brackets(indexOf(place, result.dims))}: ${show(place)}, ${taken}`;
      },
      mark: String(Math.max(0, result.count - 1)).length,
    };
  }
  const dims = result.outputs[output];
  const placeOf = placesOf(result, output);
  const shownAt = (/** @type {number} */ position) => show(placeOf(position));
  return {
    output,
    dims,
    shownAt,
    colour: 1 + (output % COLOURS),
    ownerOf: () => output,
    labelOf: (position) => `${brackets(indexOf(position, dims))}: ${shownAt(position)}`,
    mark: 0,
  };
}

/** @param {readonly number[]} list */
export const brackets = (list) => `[${list.join(', ')}]`;

/**
 * How many characters the widest of a sample of values has.
 * @param {Drawn} drawn
 * @param {number} size
 */
export function widestOf({ shownAt }, size) {
  let widest = 1;
  for (let place = 0; place < size; place += Math.max(1, Math.floor(size / 600))) {
    widest = Math.max(widest, shownAt(place).length);
  }
  return Math.max(widest, size > 0 ? shownAt(size - 1).length : 1);
}
