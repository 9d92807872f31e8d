// From a state to its result: the library plans the cut, and everything that the page shows follows from the plan. No data moves.
import { plan } from '../../lib/index.js';
import { toIntegers, toSizes } from './integers.js';
import { amountsOf } from './moves.js';
import { parametersOf, toValue } from './parameters.js';
import { cuts } from './rows.js';
import { rangesBy, rangesOf, toItem, toParameters } from './slice.js';
import { splitLines } from './split_lines.js';
import { rowAt } from './state.js';
import { toBounds, walkSlice, walkSplit } from './walk.js';
import { sayCut } from './words.js';

/** @import { Move, OperatorRow } from '../../lib/types.js' */
/** @import { Range } from './slice.js' */
/** @import { State } from './state.js' */
/** @import { AxisWalk } from './walk.js' */

/**
 * Plain data, so that a worker can send it.
 * @typedef {object} Result
 * @property {State} state that led to it
 * @property {OperatorRow} row
 * @property {number[]} dims of the input
 * @property {number} count of outputs
 * @property {(readonly number[])[]} outputs dims of the first ones
 * @property {AxisWalk[]} walk the axes that are cut
 * @property {string} sentence
 * @property {string} explanation the library's
 * @property {Carried} carried
 */

/**
 * How much goes each way, in which unit, and whether every output is one run of the input.
 * @typedef {{ amounts: ReturnType<typeof amountsOf>, unit: Move['unit'], isView: boolean }} Carried
 */

/** Output i has colour i modulo this. */
export const COLOURS = 7;

/** The most outputs that are drawn. */
export const MOST_OUTPUTS = 64;
/** Planning more outputs can keep the page waiting, so a worker does it. */
const MANY = 2 ** 10;

/**
 * Whether planning may take longer than a page may stand still.
 * @param {State} state
 */
export function isLarge({ op, dims, values }) {
  const sizes = toSizes(toIntegers(dims)) ?? [];
  const most = Math.max(0, ...sizes, ...toIntegers(values.num_outputs ?? '').map(Number));
  return op !== 'Slice' && most > MANY;
}

/**
 * @param {State} state
 * @returns {Result}
 * @throws {import('../../lib/index.js').MicrotomeError}
 */
export function cut(state) {
  const row = rowOf(state);
  const isSlice = row.op_type === 'Slice';
  const dims = /** @type {number[]} */ (toIntegers(state.dims));
  const planned = planOf(state);
  const { outputs, moves } = planned;
  const { values } = toNode(state);
  const walk = isSlice
    ? walkSlice(dims, toBounds(values, dims.length), toRanges(state).ranges)
    : walkPieces(row, values, dims, outputs);
  return {
    state,
    row,
    dims,
    count: outputs.length,
    outputs: outputs.slice(0, MOST_OUTPUTS).map((output) => output.dims),
    walk,
    sentence: sayCut(dims, walk, isSlice),
    explanation: planned.explain(),
    carried: {
      amounts: amountsOf(moves),
      unit: moves[0]?.unit ?? 'byte',
      isView: moves.length > 0 && moves.every(({ unit, sizes }) => unit === 'byte' && sizes.length === 0),
    },
  };
}

/** @param {State} state */
const rowOf = ({ op, opset }) => /** @type {OperatorRow} */ (rowAt(cuts(), op, opset));

/** @param {State} state */
function planOf(state) {
  const { op_type, since_version: opset } = rowOf(state);
  const input = { type: state.type, dims: toIntegers(state.dims) };
  if (state.notation !== null) return plan('Slice', [input, state.notation], { opset });
  const { inputs, options } = toNode(state);
  return plan(op_type, [input, ...inputs], options);
}

/**
 * What a slice takes of each axis, whichever way it is written.
 * @param {State} state
 * @throws {import('../../lib/index.js').MicrotomeError} the library's, if it is wrong
 */
export function toRanges(state) {
  planOf(state);
  const dims = toIntegers(state.dims).map(Number);
  const ranges =
    state.notation === null
      ? rangesBy(toBounds(toNode(state).values, dims.length), dims)
      : rangesOf(state.notation, dims);
  return { dims, ranges };
}

/**
 * ONNX's parameters of a slice, as the form's fields have them.
 * @param {readonly Range[]} ranges
 * @param {readonly number[]} dims
 * @returns {Record<string, string>}
 */
function toTexts(ranges, dims) {
  const { axes, ...parameters } = toParameters(ranges);
  const cut = axes.filter((axis) => toItem(ranges[axis], dims[axis]) !== ':');
  const list = (/** @type {readonly number[]} */ numbers) =>
    cut.map((axis) => numbers[axis]).join(', ') || '[]';
  return {
    starts: list(parameters.starts),
    ends: list(parameters.ends),
    axes: cut.every((axis, i) => axis === i) ? '' : cut.join(', '),
    steps: cut.every((axis) => parameters.steps[axis] === 1) ? '' : list(parameters.steps),
  };
}

/**
 * A node as a model holds it.
 * @param {State} state
 */
export function toNode(state) {
  const row = rowOf(state);
  const dims = toIntegers(state.dims).map(Number);
  const all = state.notation === null ? state.values : toTexts(rangesOf(state.notation, dims), dims);
  const own = parametersOf(row);
  const values = Object.fromEntries(own.map(({ name }) => [name, all[name] ?? ''])); // other versions may have more
  const parameters = own.map(({ name, form, place }) => ({
    name,
    place,
    value: toValue(values[name], form),
  }));
  const at = (/** @type {string} */ where) => parameters.filter(({ place }) => place === where);
  const count = at('node')[0]?.value;
  return {
    values,
    parameters,
    inputs: at('input').map(({ value }) => value),
    options: {
      domain: row.domain,
      opset: row.since_version,
      attributes: Object.fromEntries(at('attribute').map(({ name, value }) => [name, value])),
      // A list is not a count: NaN makes the library say so.
      num_outputs: Array.isArray(count) ? Number.NaN : (count ?? undefined),
    },
  };
}

/**
 * @param {OperatorRow} row
 * @param {Record<string, string>} values
 * @param {readonly number[]} dims
 * @param {readonly { dims: readonly number[] }[]} outputs
 */
function walkPieces({ op_type: op, since_version: opset }, values, dims, outputs) {
  const given = Number(toIntegers(values.axis ?? '')[0] ?? 0);
  const axis = given < 0 ? given + dims.length : given;
  const drops = outputs.length > 0 && outputs[0].dims.length < dims.length;
  const sizes = outputs.map((output) => (drops ? 1 : output.dims[axis]));
  const lines = splitLines({ op, opset, values, size: dims[axis], sizes });
  return walkSplit({ dims, axis: given, sizes, drops, lines });
}
