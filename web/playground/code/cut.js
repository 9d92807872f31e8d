// A result as the writers of code need it: names, parameters and values in one place. To add a language, add a file beside this one
// and a row in languages.js.

import { toNode } from '../model/cut.js';
import { sizeOf } from '../model/integers.js';
import { tensorsOf, versions } from '../model/rows.js';
import { rowAt } from '../model/state.js';
import { startOf } from '../model/twins.js';

/** @import { Integer, OperatorRow, Type } from '../../lib/types.js' */
/** @import { Result } from '../model/cut.js' */
/** @import { AxisWalk } from '../model/walk.js' */

/** @typedef {{ name: string, place: 'input' | 'attribute' | 'node', value: Integer | Integer[] | string | null }} Argument */

/**
 * An input. The values of all inputs are one list, in which its own begin at `start`.
 * @typedef {{ name: string, dims: readonly number[], start: number, size: number }} Tensor
 */

/**
 * @typedef {object} Cut
 * @property {OperatorRow} row
 * @property {boolean} isNewest version of its operator
 * @property {Type} type
 * @property {readonly number[]} dims
 * @property {boolean} joins
 * @property {Tensor[]} tensors the inputs
 * @property {readonly string[] | null} data values; null: each cell holds its own place
 * @property {Argument[]} args without those that are absent
 * @property {string | null} notation a slice string, if that was typed
 * @property {readonly AxisWalk[]} walk
 * @property {Result['shift']} shift
 * @property {(readonly number[])[]} outputs dims of the first ones
 * @property {number} count of parts
 */

/**
 * @param {Result} result
 * @returns {Cut}
 */
export function toCut(result) {
  const { state, row, dims, walk, parts, count, joins } = result;
  const { parameters } = toNode(state);
  return {
    row,
    isNewest: rowAt(versions(), row.op_type) === row,
    type: state.type,
    dims,
    joins,
    tensors: inputsOf(result),
    data: state.data,
    args: parameters.filter(({ value }) => value !== null),
    notation: state.notation,
    walk,
    shift: result.shift,
    outputs: joins ? [dims] : parts,
    count,
  };
}

/**
 * @param {Result} result
 * @returns {Tensor[]}
 */
function inputsOf(result) {
  const { row, joins, hasBase, dims, parts } = result;
  const names = tensorsOf(row).map(({ name }) => name);
  if (!joins) return [{ name: names[0], dims, start: 0, size: sizeOf(dims) }];
  const base = hasBase ? [dims] : [];
  return [...base, ...parts].map((each, i) => ({
    name: hasBase ? names[i] : `input${i}`,
    dims: each,
    start: startOf(result, i - base.length),
    size: sizeOf(each),
  }));
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
