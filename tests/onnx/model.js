// Writes ONNX models: for the playground's downloads, the bench's peers and the tests. An element type is a row of CODES; a field
// of a message is a row in wire.js.
import { encode } from './wire.js';

/** @typedef {{ type: string, dims: readonly number[], data: any }} Tensor */
/** @typedef {number | bigint} Integer */
/** @typedef {Integer | Integer[] | string | { float: number }} Attribute */
/** @typedef {{ op_type: string, input: string[], output: string[], attributes?: Record<string, Attribute> }} Node */

export const FLOAT = 1;
export const INT = 2;
export const STRING = 3;
export const INTS = 7;
const IR_VERSION = 8;

/** TensorProto.DataType of each element type that ONNX has. @type {Readonly<Record<string, number>>} */
export const CODES = {
  float32: 1, uint8: 2, int8: 3, uint16: 4, int16: 5, int32: 6, int64: 7, string: 8, bool: 9, float16: 10, float64: 11,
  uint32: 12, uint64: 13, complex64: 14, complex128: 15, bfloat16: 16, f8e4m3: 17, f8e5m2: 19, u4: 21, i4: 22,
  f4e2m1: 23, f8e8m0: 24,
}; // biome-ignore format: a table

/** Fields of values that are not raw; int32_data for all others. @type {Readonly<Record<string, string>>} */
export const FIELDS = {
  float32: 'float_data', complex64: 'float_data', float64: 'double_data', complex128: 'double_data',
  int64: 'int64_data', uint32: 'uint64_data', uint64: 'uint64_data',
}; // biome-ignore format: a table

/**
 * @param {string} name
 * @param {Tensor} tensor
 */
export function fromTensor(name, { type, dims, data }) {
  const values =
    type === 'string'
      ? { string_data: data.map((/** @type {string} */ each) => new TextEncoder().encode(each)) }
      : { raw_data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
  return { name, data_type: CODES[type], dims, ...values };
}

/** @param {[string, Attribute]} attribute */
function fromValue([name, value]) {
  if (typeof value === 'string') return { name, type: STRING, s: new TextEncoder().encode(value) };
  if (Array.isArray(value)) return { name, type: INTS, ints: value };
  if (typeof value === 'object') return { name, type: FLOAT, f: value.float };
  return { name, type: INT, i: value };
}

/**
 * A named value of the graph; its rank and sizes are left open without dims.
 * @param {string} name
 * @param {string} type
 * @param {readonly number[]} [dims]
 */
export function valueInfo(name, type, dims) {
  return { name, type: { tensor_type: tensorType(type, dims) } };
}

/**
 * A named sequence of tensors.
 * @param {string} name
 * @param {string} type of their elements
 */
export function sequenceInfo(name, type) {
  return { name, type: { sequence_type: { elem_type: { tensor_type: tensorType(type) } } } };
}

/**
 * @param {string} type
 * @param {readonly number[]} [dims]
 */
function tensorType(type, dims) {
  const shape = dims && { dim: dims.map((size) => ({ dim_value: size })) };
  return { elem_type: CODES[type], ...(shape && { shape }) };
}

/**
 * @param {object} model
 * @param {number} model.opset
 * @param {Node[]} model.nodes
 * @param {Record<string, Tensor>} [model.constants]
 * @param {(ReturnType<typeof valueInfo> | ReturnType<typeof sequenceInfo>)[]} model.inputs
 * @param {(ReturnType<typeof valueInfo> | ReturnType<typeof sequenceInfo>)[]} model.outputs
 * @returns {Uint8Array}
 */
export function encodeModel({ opset, nodes, constants = {}, inputs, outputs }) {
  return encode('ModelProto', {
    ir_version: IR_VERSION,
    producer_name: 'microtome',
    opset_import: [{ domain: '', version: opset }],
    graph: {
      name: 'microtome',
      node: nodes.map(({ attributes = {}, ...node }) => ({
        ...node,
        attribute: Object.entries(attributes).map(fromValue),
      })),
      initializer: Object.entries(constants).map(([name, tensor]) => fromTensor(name, tensor)),
      input: inputs,
      output: outputs,
    },
  });
}
