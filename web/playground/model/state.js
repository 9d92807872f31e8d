// The state of the page: everything that a link restores. It is plain data that never changes in place; hash.js reads and writes it.
import { parametersOf } from './parameters.js';

/** @import { OperatorRow, Type } from '../../lib/types.js' */

/**
 * @typedef {object} State
 * @property {string} op
 * @property {number} opset version of the operator
 * @property {Type} type
 * @property {string} dims as typed
 * @property {Record<string, string>} values what was typed, by parameter, including parameters that only other versions have
 * @property {string | null} notation a slice string, if that was typed; null: the values were
 * @property {readonly string[] | null} data values of the cells; null: each holds its own place
 * @property {number | null} versus another version to compare with
 */

/** What each operator begins with, suitable for all of its versions. A new operator works without a row. */
/** @type {Record<string, { dims: string, values: Record<string, string> }>} */
const BEGINNINGS = {
  Slice: { dims: '4, 6', values: { starts: '-1, 1', ends: '-2147483648, 5', axes: '0, 1', steps: '-1, 1' } },
  Split: { dims: '4, 6', values: { axis: '1', num_outputs: '3' } },
  SplitToSequence: { dims: '4, 3', values: { axis: '0', keepdims: '0' } },
  VariadicSplit: { dims: '3, 8', values: { axis: '1', split_lengths: '2, -1, 1' } },
};

/** Slice-1 has no steps. */
const WITHOUT_STEPS = { starts: '1, 1', ends: '3, 5' };

/** The operator that is shown first. */
export const FIRST = 'Slice';

/**
 * The version of an operator that is in effect at an opset; without an opset, the newest.
 * @param {readonly OperatorRow[]} rows
 * @param {string} op
 * @param {number} [opset]
 * @returns {OperatorRow | undefined}
 */
export const rowAt = (rows, op, opset = Number.POSITIVE_INFINITY) =>
  rows.findLast((row) => row.op_type === op && row.since_version <= opset);

/**
 * @param {readonly OperatorRow[]} rows
 * @param {string} op one of the rows'
 * @param {number} [opset]
 * @returns {State}
 */
export function beginWith(rows, op, opset) {
  const row = rowAt(rows, op, opset) ?? rows[0];
  const { dims, values } = BEGINNINGS[op] ?? { dims: '4, 6', values: {} };
  const lacksSteps = !parametersOf(row).some(({ name }) => name === 'steps');
  return {
    op: row.op_type,
    opset: row.since_version,
    type: row.types.includes('float32') ? 'float32' : row.types[0],
    dims,
    values: op === 'Slice' && lacksSteps ? WITHOUT_STEPS : values,
    notation: null,
    data: null,
    versus: null,
  };
}

/**
 * The same state at another version. What was typed stays, except for a type that the version does not have.
 * @param {readonly OperatorRow[]} rows
 * @param {State} state
 * @param {number} opset
 * @returns {State}
 */
export function atVersion(rows, state, opset) {
  const row = rowAt(rows, state.op, opset) ?? rows[0];
  const type = row.types.includes(state.type) ? state.type : row.types[0];
  return { ...state, opset: row.since_version, type };
}
