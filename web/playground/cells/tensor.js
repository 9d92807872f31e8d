// What a drawing needs to know of one tensor: its shape, what its cells show, and which output each belongs to.
import { COLOURS, outputAt } from '../model/cut.js';
import { indexOf } from '../model/integers.js';
import { valueAt } from '../model/values.js';

/** @import { Result } from '../model/cut.js' */

/**
 * @typedef {object} Drawn
 * @property {number | null} output null: the input
 * @property {readonly number[]} dims
 * @property {(place: number) => string} shownAt
 * @property {(place: number) => number} ownerOf output that has the cell; -1: none
 * @property {Uint8Array | number} paint colour of each cell, or of all: 0 is that of none, 1 that of output 0
 * @property {(place: number) => string} labelOf in words
 * @property {number} mark characters of the longest output's number, which cells of the input have in their corner; 0: none
 */

/**
 * @param {Result} result with cells
 * @param {number | null} output
 * @returns {Drawn}
 */
export function toDrawn(result, output) {
  const cells = /** @type {NonNullable<Result['cells']>} */ (result.cells);
  const { data, type } = result.state;
  const show = (/** @type {number} */ place) => data?.[place] ?? valueAt(type, place);
  if (output === null) {
    return {
      output,
      dims: result.dims,
      shownAt: show,
      paint: cells.paint,
      ownerOf: (place) => (cells.twin[place] < 0 ? -1 : outputAt(cells, cells.twin[place]).output),
      labelOf: (place) => {
        const owner =
          cells.twin[place] < 0 ? 'not taken' : `output ${outputAt(cells, cells.twin[place]).output}`;
        return `${brackets(indexOf(place, result.dims))}: ${show(place)}, ${owner}`;
      },
      mark: String(cells.bases.length - 2).length,
    };
  }
  const dims = result.outputs[output];
  const base = cells.bases[output];
  return {
    output,
    dims,
    shownAt: (place) => show(cells.taken[base + place]),
    paint: 1 + (output % COLOURS),
    ownerOf: () => output,
    labelOf: (place) => `${brackets(indexOf(place, dims))}: ${show(cells.taken[base + place])}`,
    mark: 0,
  };
}

/** @param {readonly number[]} list */
export const brackets = (list) => `[${list.join(', ')}]`;

/**
 * How many characters the widest value has, as far as anyone will look.
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
