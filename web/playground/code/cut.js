// A result as the writers of code need it: names, parameters and values in one place. To add a language, add a file beside this one
// and a row in languages.js.

import { toNode } from '../model/cut.js';
import { sizeOf } from '../model/integers.js';
import { cuts } from '../model/rows.js';
import { rowAt } from '../model/state.js';

/** @import { Integer, OperatorRow, Type } from '../../lib/types.js' */
/** @import { Result } from '../model/cut.js' */
/** @import { AxisWalk } from '../model/walk.js' */

/** @typedef {{ name: string, place: 'input' | 'attribute' | 'node', value: Integer | Integer[] | null }} Argument */

/**
 * @typedef {object} Cut
 * @property {OperatorRow} row
 * @property {boolean} isNewest version of its operator
 * @property {Type} type
 * @property {readonly number[]} dims
 * @property {number} size cells
 * @property {readonly string[] | null} data values; null: each cell holds its own place
 * @property {Argument[]} args without those that are absent
 * @property {string | null} notation a slice string, if that was typed
 * @property {readonly AxisWalk[]} walk
 * @property {(readonly number[])[]} outputs dims of the first ones
 * @property {number} count of outputs
 */

/**
 * @param {Result} result
 * @returns {Cut}
 */
export function toCut({ state, row, dims, walk, outputs, count }) {
  const { parameters } = toNode(state);
  return {
    row,
    isNewest: rowAt(cuts(), row.op_type) === row,
    type: state.type,
    dims,
    size: sizeOf(dims),
    data: state.data,
    args: parameters.filter(({ value }) => value !== null),
    notation: state.notation,
    walk,
    outputs,
    count,
  };
}

/** The most values that are written out. */
const MOST_VALUES = 2000;

/** Whether the values are written out, rather than counted or left to the reader. @param {Cut} cut */
export const isWritten = ({ data }) => data !== null && data.length <= MOST_VALUES;

/**
 * The sizes of the pieces along an axis, whether they are all the same, and where the second and later pieces begin.
 * @param {AxisWalk} walk
 */
export function sizesOf({ pieces }) {
  const sizes = pieces.map(({ count }) => count);
  const even = sizes.every((size) => size === sizes[0]) && sizes.length > 0;
  return { sizes, even, begins: pieces.slice(1).map(({ from }) => from) };
}
