// From a state to what the library makes of it. Which cell goes where is learnt by cutting a tensor in which each cell holds
// its own place; nothing on the page is worked out a second time, except the words of walk.js.
import { operators, plan, slice } from '../../lib/index.js';
import { sizeOf, toIntegers, toSizes } from './integers.js';
import { toRanges } from './notation.js';
import { parametersOf, toValue } from './parameters.js';
import { splitLines } from './split_lines.js';
import { rowAt } from './state.js';
import { walkSlice, walkSplit } from './walk.js';
import { sayCut } from './words.js';

/** @import { Integer, OperatorRow, TensorLike } from '../../lib/types.js' */
/** @import { State } from './state.js' */
/** @import { AxisWalk } from './walk.js' */

/**
 * @typedef {object} Result
 * @property {State} state that led to it
 * @property {OperatorRow} row
 * @property {number[]} dims of the input
 * @property {number} count of outputs
 * @property {(readonly number[])[]} outputs dims of the first ones
 * @property {AxisWalk[]} walk the axes that are cut
 * @property {string} sentence
 * @property {string} explanation the library's
 * @property {Cells | null} cells null: too many
 */

/**
 * Outputs lie behind each other in `taken`.
 * @typedef {object} Cells
 * @property {Int32Array} taken per cell of the outputs: its place in the input
 * @property {number[]} bases where each output begins; one more at the end
 * @property {Int32Array} twin per cell of the input: where it lies in `taken`; -1: not taken
 * @property {Uint8Array} paint per cell of the input: its colour, 1 + its output modulo COLOURS; 0: not taken
 */

/** @typedef {(done: number) => void} Report of work done, from 0 to 1 */

/** Output i has the colour i modulo that many. */
export const COLOURS = 7;

/** Outputs that are drawn, cells that are drawn, and cells that take no worker. */
export const MOST_OUTPUTS = 64;
export const MOST_CELLS = 2 ** 23;
const LARGE = 2 ** 15;
const MANY = 2 ** 10;

/**
 * Whether a cut may take longer than a page may stand still.
 * @param {State} state
 */
export function isLarge({ op, dims, values }) {
  const sizes = toSizes(toIntegers(dims));
  if (sizes === null) return false;
  const size = sizeOf(sizes);
  if (size > LARGE && size <= MOST_CELLS) return true;
  const most = Math.max(0, ...sizes, ...toIntegers(values.num_outputs ?? '').map(Number));
  return op !== 'Slice' && most > MANY;
}

/**
 * @param {State} state
 * @param {Report} [report]
 * @returns {Result}
 * @throws {import('../../lib/index.js').MicrotomeError}
 */
export function cut(state, report = () => {}) {
  const { node, all, ...result } = outline(state);
  const cells = sizeOf(result.dims) > MOST_CELLS ? null : cutPlaces(node, result.dims, all, report);
  return { ...result, cells };
}

/**
 * All of a result but its cells, which is quick for any number of them.
 * @param {State} state
 */
export function outline(state) {
  const node = toNode(state);
  const { row, drops, inputs, options } = node;
  const dims = /** @type {number[]} */ (toIntegers(state.dims));
  if (state.notation !== null) checkNotation(row, dims, state.notation);
  const planned = plan(row.op_type, [{ type: state.type, dims }, ...inputs], options);
  const isSlice = row.op_type === 'Slice';
  const all = planned.outputs.map((output) => output.dims.filter((_, axis) => !drops.includes(axis)));
  const walk = isSlice ? walkSlice(dims, node.values, drops) : walkPieces(node, dims, planned.outputs);
  return {
    state,
    row,
    dims,
    count: all.length,
    outputs: all.slice(0, MOST_OUTPUTS),
    walk,
    sentence: sayCut(dims, walk, isSlice),
    explanation: planned.explain(),
    node,
    all,
  };
}

/**
 * The library's own words, where a notation is wrong. Only single indices depend on sizes, so all other axes may be short, and one
 * element, met again and again with strides of 0, stands for all.
 * @param {OperatorRow} row
 * @param {number[]} dims
 * @param {string} notation
 */
function checkNotation({ since_version: opset }, dims, notation) {
  const drops = toRanges(notation, dims.length)?.drops ?? [];
  const short = dims.map((size, axis) => (drops.includes(axis) ? size : Math.min(size, 1)));
  slice({ dims: short, data: new Uint8Array(1), stride: dims.map(() => 0) }, notation, { opset });
}

/**
 * A node as a model holds it.
 * @param {State} state
 */
export function toNode(state) {
  const row = /** @type {OperatorRow} */ (rowAt(operators(), state.op, state.opset));
  const rank = toIntegers(state.dims).length;
  const ranges = state.notation === null ? null : toRanges(state.notation, rank);
  const { drops = [], ...typed } = ranges ?? {};
  const all = /** @type {Record<string, string>} */ (ranges ? typed : state.values);
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
    row,
    values,
    drops,
    parameters,
    inputs: at('input').map(({ value }) => value),
    options: {
      domain: row.domain,
      opset: row.since_version,
      attributes: Object.fromEntries(at('attribute').map(({ name, value }) => [name, value])),
      // A list is no count: the library says so.
      num_outputs: Array.isArray(count) ? Number.NaN : (count ?? undefined),
    },
  };
}

/**
 * @param {ReturnType<typeof toNode>} node
 * @param {readonly number[]} dims
 * @param {readonly { dims: readonly number[] }[]} outputs
 */
function walkPieces({ row, values }, dims, outputs) {
  const given = Number(toIntegers(values.axis ?? '')[0] ?? 0);
  const axis = given < 0 ? given + dims.length : given;
  const drops = outputs.length > 0 && outputs[0].dims.length < dims.length;
  const sizes = outputs.map((output) => (drops ? 1 : output.dims[axis]));
  const lines = splitLines({ op: row.op_type, opset: row.since_version, values, size: dims[axis], sizes });
  return walkSplit({ dims, axis: given, sizes, drops, lines });
}

/**
 * @param {ReturnType<typeof toNode>} node
 * @param {number[]} dims
 * @param {readonly (readonly number[])[]} outputs
 * @param {Report} report
 * @returns {Cells}
 */
function cutPlaces({ row, inputs, options }, dims, outputs, report) {
  const size = sizeOf(dims);
  const isInteger = row.types.includes('int32'); // if not, floats hold the places exactly, as far as cells are drawn
  const Class = isInteger ? Int32Array : Float32Array;
  const data = new Class(size);
  for (let place = 0; place < size; ++place) data[place] = place;
  report(0.2);
  const bases = [0];
  for (const each of outputs) bases.push(bases[bases.length - 1] + sizeOf(each));
  const taken = new Class(bases[outputs.length]);
  const out = outputs.map((_, i) => taken.subarray(bases[i], bases[i + 1]));
  /** @type {TensorLike & { data: Int32Array | Float32Array }} */
  const places = { type: isInteger ? 'int32' : 'float32', dims, data };
  plan(row.op_type, [places, ...inputs], options).run(places, { out });
  report(0.6);
  const twin = new Int32Array(size).fill(-1);
  const paint = new Uint8Array(size);
  for (let output = 0; output < outputs.length; ++output) {
    const colour = 1 + (output % COLOURS);
    for (let i = bases[output]; i < bases[output + 1]; ++i) {
      twin[taken[i]] = i;
      paint[taken[i]] = colour;
    }
  }
  report(1);
  return { taken: taken instanceof Int32Array ? taken : Int32Array.from(taken), bases, twin, paint };
}

/** @typedef {{ output: number, position: number }} Place of a cell in an output */

/**
 * Which output has a cell of `taken`.
 * @param {Cells} cells
 * @param {number} at
 * @returns {Place}
 */
export function outputAt({ bases }, at) {
  let [low, high] = [0, bases.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (bases[middle] <= at) low = middle;
    else high = middle;
  }
  return { output: low, position: at - bases[low] };
}
