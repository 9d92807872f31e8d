// The state of the page: everything that a link restores. It is plain data that never changes in place; hash.js reads and writes it.
import { parametersOf } from './parameters.js';
import { isJoin } from './rows.js';

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
 * @property {Kept} [kept]
 */

/** What was last at an operator. @typedef {Pick<State, 'opset' | 'values' | 'notation' | 'versus' | 'dims' | 'data'>} Own */

/**
 * What does not apply now, but may again. An address does not have it.
 * @typedef {object} Kept
 * @property {Record<string, Own>} [owns] of other operators, by name, the last one last
 * @property {Pick<State, 'type' | 'data'>} [typed] before an operator that lacks the type
 * @property {string} [dims] before the values brought their own
 */

const DIMS = '4, 6';

/**
 * What an operator can begin with: the first is shown first, the last suits every tensor but a scalar. A new operator works
 * without a row.
 * @type {Record<string, (Pick<Own, 'values'> & Partial<Own>)[]>}
 */
const BEGINNINGS = {
  Slice: [
    { notation: '::-1, 1:5', values: {} },
    { notation: '::-1', values: {} },
    { values: { starts: '1', ends: '3' } }, // Slice-1 has no steps
  ],
  Split: [{ values: { axis: '1', num_outputs: '3' } }, { values: { axis: '0', num_outputs: '1' } }],
  SplitToSequence: [{ values: { axis: '0', keepdims: '0' } }],
  VariadicSplit: [
    { values: { axis: '1', split_lengths: '2, -1, 1' } },
    { values: { axis: '0', split_lengths: '-1' } },
  ],
  Concat: [{ dims: '3, 2; 3, 4; 3, 1', values: { axis: '1' } }],
  ConcatFromSequence: [{ dims: '2, 3; 2, 3', values: { axis: '0', new_axis: '1' } }],
  SliceScatter: [{ values: { start: '1, 0', stop: '3, 6', step: '1, 2', axes: '0, 1' } }],
  TensorScatter: [{ dims: '2, 6, 3; 2, 2, 3', values: { write_indices: '1, 4', axis: '1' } }],
};

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
  const hasSteps = parametersOf(row).some(({ name }) => name === 'steps');
  const own = beginningsOf(row)[op === 'Slice' && !hasSteps ? 2 : 0];
  return { op: row.op_type, type: standardOf(row), ...own };
}

/** @param {OperatorRow} row @returns {Own[]} */
const beginningsOf = ({ op_type, since_version: opset }) =>
  (BEGINNINGS[op_type] ?? [{ values: {} }]).map((own) => ({
    opset,
    dims: DIMS,
    data: null,
    notation: null,
    versus: null,
    ...own,
  }));

/** @param {OperatorRow} row */
const standardOf = ({ types }) => types.find((type) => type === 'float32') ?? types[0];

/**
 * The same state at another version. What was typed stays, except for a type that the version does not have.
 * @param {readonly OperatorRow[]} rows
 * @param {State} state
 * @param {number} opset
 */
export const atVersion = (rows, state, opset) =>
  atRow(/** @type {OperatorRow} */ (rowAt(rows, state.op, opset)), state);

/**
 * At another operator, with what was last typed there. A cut has the tensor of the last cut; a join has its own tensors.
 * @param {readonly OperatorRow[]} rows
 * @param {State} state
 * @param {string} op
 * @param {(state: State) => boolean} isRight
 */
export function atOperator(rows, { kept, ...state }, op, isRight) {
  const { opset, values, notation, versus, dims, data } = state;
  const { [state.op]: _, ...others } = kept?.owns ?? {};
  const owns = { ...others, [state.op]: { opset, values, notation, versus, dims, data } };
  const isCut = (/** @type {string} */ name) => !isJoin(/** @type {OperatorRow} */ (rowAt(rows, name)));
  const tensor = isCut(op) ? owns[Object.keys(owns).findLast(isCut) ?? ''] : undefined;
  const last = owns[op];
  const row = /** @type {OperatorRow} */ (rowAt(rows, op, last?.opset));
  const states = (last ? [last] : beginningsOf(row)).map((own) =>
    atRow(row, {
      ...state,
      op,
      ...own,
      ...(tensor && { dims: tensor.dims, data: tensor.data }),
      kept: { ...kept, owns },
    }),
  );
  return states.find(isRight) ?? states[0];
}

/**
 * @param {OperatorRow} row
 * @param {State} state
 * @returns {State}
 */
function atRow(row, { kept: { typed, ...kept } = {}, ...state }) {
  const { type, data } = typed ?? state;
  const common = { ...state, opset: row.since_version };
  if (row.types.includes(type)) return { ...common, type, data, kept };
  return { ...common, type: standardOf(row), data: null, kept: { ...kept, typed: { type, data } } };
}
