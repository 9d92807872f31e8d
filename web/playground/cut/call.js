// From what the form says to what the library makes of it. Which cell goes where is learnt by cutting a tensor in which the
// value of each cell is its own place.
import { plan, slice } from '../../lib/index.js';
import { parametersOf, toIntegers, toValue } from './parameters.js';

/** @import { OperatorRow, Type } from '../../lib/types.js' */

/**
 * @typedef {object} Request
 * @property {OperatorRow} row
 * @property {Type} type
 * @property {string} dims
 * @property {Record<string, string>} values by parameter
 * @property {string} notation NumPy's, in place of the values; '' for none
 */

/**
 * @typedef {object} Result
 * @property {Type} type
 * @property {readonly number[]} dims of the input
 * @property {readonly (readonly number[])[]} outputs dims of each
 * @property {Cells | null} cells null: too many to show
 * @property {string} explanation
 */

/**
 * @typedef {object} Cells
 * @property {Int32Array} owners per cell of the input: the output that takes it, -1 for none
 * @property {ArrayLike<number>[]} taken per output: the input's cells in it, in its order
 */

/** More cells than that are not drawn. */
export const MOST_CELLS = 2000;

/** Notation is carried out and not only planned; it stops where that would take long. */
const MOST_FOR_NOTATION = 2 ** 24;

const NO_PLAN =
  "slice(input, '…') plans and runs in one call. Give the parameters instead, and the plan explains here what moves, and how.";

/** @param {readonly number[]} dims */
export const sizeOf = (dims) => dims.reduce((n, size) => n * size, 1);

/**
 * @param {Request} request
 * @returns {Result}
 * @throws {import('../../lib/index.js').MicrotomeError}
 */
export function cut(request) {
  const { row, type } = request;
  const dims = toIntegers(request.dims);
  if (request.notation !== '') return cutByNotation(row, type, dims, request.notation);
  const { inputs, options } = toNode(row, request.values);
  const planned = plan(row.op_type, [{ type, dims }, ...inputs], options);
  const outputs = planned.outputs.map((output) => output.dims);
  const explanation = planned.explain();
  if (sizeOf(dims) > MOST_CELLS) return { type, dims, outputs, cells: null, explanation };
  const places = toPlaces(row, dims);
  const tensors = plan(row.op_type, [places, ...inputs], options).run(places);
  return { type, dims, outputs, cells: toCells(sizeOf(dims), tensors), explanation };
}

/**
 * @param {OperatorRow} row
 * @param {Type} type
 * @param {number[]} dims
 * @param {string} notation
 * @returns {Result}
 */
function cutByNotation({ since_version: opset, types }, type, dims, notation) {
  const size = sizeOf(dims);
  if (size > MOST_FOR_NOTATION)
    throw new RangeError('For a tensor of this size, give the parameters instead.');
  const isShown = size <= MOST_CELLS;
  // One element, met again and again with strides of 0, stands for all that nobody will see.
  const unseen = { type, dims, data: new Uint8Array(1), stride: dims.map(() => 0) };
  const places = isShown ? toPlaces({ types }, dims) : { ...unseen, type: /** @type {const} */ ('uint8') };
  const tensor = slice(places, notation, { opset });
  const cells = isShown ? toCells(size, [tensor]) : null;
  return { type, dims, outputs: [tensor.dims], cells, explanation: NO_PLAN };
}

/**
 * A node as a model holds it.
 * @param {OperatorRow} row
 * @param {Record<string, string>} values
 */
function toNode(row, values) {
  const parameters = parametersOf(row).map(({ name, form, place }) => {
    return { name, place, value: toValue(values[name] ?? '', form) };
  });
  const at = (/** @type {string} */ place) => parameters.filter((parameter) => parameter.place === place);
  const count = at('node')[0]?.value;
  return {
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
 * A tensor that holds the place of each cell, of a type that the version takes.
 * @param {Pick<OperatorRow, 'types'>} row
 * @param {number[]} dims
 * @returns {import('../../lib/types.js').TensorLike}
 */
function toPlaces({ types }, dims) {
  const data = Int32Array.from({ length: sizeOf(dims) || 0 }, (_, place) => place);
  if (types.includes('int32')) return { type: 'int32', dims, data };
  return { type: 'float32', dims, data: Float32Array.from(data) };
}

/**
 * @param {number} size
 * @param {readonly { data: unknown }[]} tensors
 * @returns {Cells}
 */
function toCells(size, tensors) {
  const taken = tensors.map(({ data }) => /** @type {ArrayLike<number>} */ (data));
  const owners = new Int32Array(size).fill(-1);
  taken.forEach((places, output) => {
    for (let i = 0; i < places.length; ++i) owners[places[i]] = output;
  });
  return { owners, taken };
}
