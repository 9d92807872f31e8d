// What a drawing needs to know about one tensor: its shape, what its cells show, and which output each belongs to.
import { COLOURS } from '../model/cut.js';
import { indexOf } from '../model/integers.js';
import { tensorsOf } from '../model/rows.js';
import { cellsOf, heldBy, ownersOf, placesOf, startOf } from '../model/twins.js';

/** @import { Result } from '../model/cut.js' */

/**
 * @typedef {object} Drawn
 * @property {number | null} output the part's number, -1 for the base of a join; null: the whole
 * @property {readonly number[]} dims
 * @property {(place: number) => string} shownAt
 * @property {(place: number) => number} ownerOf part that has the cell; -1: none, or the base
 * @property {number | ((along?: readonly number[]) => (place: number) => number)} colour of all cells, or of each by the axes that
 *   count: 0 is that of no part, 1 that of part 0
 * @property {((place: number) => number) | null} sourceOf place of its value among those of all inputs, which is that of its row and
 *   of its column together; null: that is not so
 * @property {number} held how many values all inputs have
 * @property {Result['state']} state
 * @property {boolean} isApart whether a colour follows from those by columns and by rows
 * @property {(place: number) => string} labelOf in words
 * @property {string} way arrows for the rows and columns that are taken backwards
 * @property {number} mark characters of the longest part's number, which cells of the whole show in their corner; 0: none
 */

/**
 * @param {Result} result
 * @param {number | null} output
 * @returns {Drawn}
 */
export function toDrawn(result, output) {
  const { joins, hasBase } = result;
  const shownAt = heldBy(result, output);
  if (output !== null && output >= 0) {
    const dims = result.parts[output];
    return {
      output,
      dims,
      shownAt,
      colour: 1 + (output % COLOURS),
      ownerOf: () => output,
      isApart: true,
      ...sourcesOf(result, output),
      labelOf: (position) => `${brackets(indexOf(position, dims))}: ${shownAt(position)}`,
      way: '',
      mark: 0,
    };
  }
  const ownerOf = ownersOf(result);
  const names = tensorsOf(result.row).map(({ name }) => name);
  const ownerNames = hasBase
    ? output === null
      ? [`from ${names[0]}`, `from ${names[1]}`]
      : ['kept', 'overwritten']
    : ['not taken', joins ? 'from input' : 'output'];
  return {
    output,
    dims: result.dims,
    shownAt,
    ownerOf,
    colour: (along) => {
      const owner = ownersOf(result, along);
      return (place) => 1 + (owner(place) % COLOURS); // -1 % COLOURS is -1
    },
    isApart: result.shift === null,
    ...sourcesOf(result, output),
    labelOf: (place) => {
      const owner = ownerOf(place);
      const number = owner < 0 || hasBase ? '' : ` ${owner}`;
      return `${brackets(indexOf(place, result.dims))}: ${shownAt(place)}, ${ownerNames[owner < 0 ? 0 : 1]}${number}`;
    },
    way: output === null ? wayOf(result) : '',
    mark: hasBase ? 0 : String(Math.max(0, result.count - 1)).length,
  };
}

/**
 * @param {Result} result
 * @param {number | null} output
 */
function sourcesOf(result, output) {
  const { joins, state } = result;
  const start = joins && output !== null ? startOf(result, output) : 0;
  const sourceOf = joins
    ? output === null
      ? null
      : (/** @type {number} */ place) => start + place
    : output === null
      ? (/** @type {number} */ place) => place
      : placesOf(result, output);
  return { sourceOf, held: cellsOf(result), state };
}

/** @param {Result} result */
const wayOf = ({ walk, dims }) =>
  ['↑', '←']
    .filter((_, i) =>
      walk.some(({ axis, pieces: [piece] }) => axis === dims.length - 2 + i && piece?.step < 0),
    )
    .join('');

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
