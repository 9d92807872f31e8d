// ONNX's format, as much of it as the tests read and write: tensors of this library into messages and back, and whole
// models. A type is a row of CODES; a field of a message is a line of onnx.proto.
import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import { inRoot } from '../../tools/common/paths.js';
import { classOf } from '../node/support/elements.js';

/** @typedef {{ type: string, dims: readonly number[], data: any }} Tensor */
/** @typedef {number | bigint} Integer */
/** @typedef {{ op_type: string, input: string[], output: string[], attributes?: Record<string, Integer | Integer[]> }} Node */

const { root } = protobuf.parse(readFileSync(inRoot('tests/onnx/onnx.proto'), 'utf8'), { keepCase: true });

const INT = 2;
const INTS = 7;
const IR_VERSION = 8;

/** TensorProto.DataType of each element type that ONNX has. @type {Readonly<Record<string, number>>} */
export const CODES = {
  float32: 1, uint8: 2, int8: 3, uint16: 4, int16: 5, int32: 6, int64: 7, string: 8, bool: 9, float16: 10, float64: 11,
  uint32: 12, uint64: 13, complex64: 14, complex128: 15, bfloat16: 16, f8e4m3: 17, f8e5m2: 19, u4: 21, i4: 22,
  f4e2m1: 23, f8e8m0: 24,
}; // biome-ignore format: a table

/** Fields of values that are not raw; int32_data for all others. @type {Readonly<Record<string, string>>} */
const FIELDS = {
  float32: 'float_data', float64: 'double_data', int64: 'int64_data', uint32: 'uint64_data', uint64: 'uint64_data',
}; // biome-ignore format: a table

/**
 * @param {string} message
 * @param {Uint8Array} bytes
 * @returns {any}
 */
export function decode(message, bytes) {
  const type = root.lookupType(`onnx.${message}`);
  return type.toObject(type.decode(bytes), { longs: String, arrays: true, defaults: true, objects: true });
}

/**
 * @param {string} message
 * @param {object} content
 * @returns {Uint8Array}
 */
function encode(message, content) {
  const type = root.lookupType(`onnx.${message}`);
  return type.encode(type.fromObject(content)).finish();
}

/** @param {any} proto @returns {{ type: string, dims: number[], data: any }} */
export function toTensor(proto) {
  const type = Object.keys(CODES).find((name) => CODES[name] === proto.data_type);
  if (type === undefined || type === 'string') throw new Error(`data type ${proto.data_type} is not read`);
  const dims = proto.dims.map(Number);
  const { raw_data } = proto;
  const Class = classOf(type);
  const isBig = Class === BigInt64Array || Class === BigUint64Array;
  const data =
    raw_data.length > 0
      ? new Class(Uint8Array.from(raw_data).buffer)
      : Class.from(proto[FIELDS[type] ?? 'int32_data'], (/** @type {any} */ value) =>
          isBig ? BigInt(value) : Number(value),
        );
  return { type, dims, data };
}

/**
 * @param {string} name
 * @param {Tensor} tensor
 */
function fromTensor(name, { type, dims, data }) {
  const values =
    type === 'string'
      ? { string_data: data.map((/** @type {string} */ each) => new TextEncoder().encode(each)) }
      : { raw_data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
  return { name, data_type: CODES[type], dims, ...values };
}

/** An attribute's value, as JavaScript has it. @param {any} attribute */
export function toValue({ name, type, i, ints }) {
  if (type === INT) return BigInt(i);
  if (type === INTS) return ints.map(BigInt);
  throw new Error(`attribute ${name} is of type ${type}, which is not read`);
}

/** @param {[string, Integer | Integer[]]} attribute */
function fromValue([name, value]) {
  if (Array.isArray(value)) return { name, type: INTS, ints: value.map(String) };
  return { name, type: INT, i: String(value) };
}

/**
 * A named value of the graph; its rank and sizes are left open without dims.
 * @param {string} name
 * @param {string} type
 * @param {readonly number[]} [dims]
 */
export function valueInfo(name, type, dims) {
  const shape = dims && { dim: dims.map((size) => ({ dim_value: size })) };
  return { name, type: { tensor_type: { elem_type: CODES[type], ...(shape && { shape }) } } };
}

/**
 * @param {object} model
 * @param {number} model.opset
 * @param {Node[]} model.nodes
 * @param {Record<string, Tensor>} [model.constants]
 * @param {ReturnType<typeof valueInfo>[]} model.inputs
 * @param {ReturnType<typeof valueInfo>[]} model.outputs
 */
export function encodeModel({ opset, nodes, constants = {}, inputs, outputs }) {
  return encode('ModelProto', {
    ir_version: IR_VERSION,
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
