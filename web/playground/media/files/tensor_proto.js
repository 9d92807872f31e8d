// Reads and writes *.pb files that hold an ONNX TensorProto. An element type is a row of CODES in ../../../shared/onnx/model.js.
import { CODES, FIELDS, fromTensor } from '../../../shared/onnx/model.js';
import { decode } from '../../../shared/onnx/read.js';
import { encode } from '../../../shared/onnx/wire.js';
import { classOf, entriesOf, fromBytes } from './classes.js';

/** @import { Type } from '../../../lib/types.js' */
/** @import { FileTensor, Opened } from './npy.js' */

/** Names of ONNX types that the library does not have. @type {Record<number, string>} */
const OTHERS = { 18: 'float8e4m3fnuz', 20: 'float8e5m2fnuz', 25: 'uint2', 26: 'int2' };

const EXTERNAL = 1;

/**
 * @param {Uint8Array} bytes
 * @returns {Opened}
 * @throws {RangeError} with a sentence for people
 */
export function readTensorProto(bytes) {
  const proto = decodeTensor(bytes);
  const code = proto.data_type ?? 0;
  const found = Object.entries(CODES).find(([, each]) => each === code);
  if (found === undefined) {
    const named = OTHERS[code] ? ` (${OTHERS[code]})` : '';
    const why =
      code === 0 ? 'It has no data_type; it may be a whole model.' : `Its data_type is ${code}${named}.`;
    throw new RangeError(`This TensorProto cannot be cut. ${why}`);
  }
  if (proto.data_location === EXTERNAL)
    throw new RangeError(
      'Its data is in another file (data_location is EXTERNAL), so there is nothing to cut.',
    );
  const type = /** @type {Type} */ (found[0]);
  const dims = toDims(proto.dims);
  const count = dims.reduce((n, size) => n * size, 1);
  const { field, data } = readData(proto, type);
  const entries = entriesOf(type, count);
  if (data.length !== entries) {
    const [has, needs] = [data.length, entries].map((each) => each.toLocaleString('en'));
    throw new RangeError(
      `Its dims [${dims.join(', ')}] of ${type} need ${needs} entries, but ${field} has ${has}.`,
    );
  }
  return {
    tensor: { type, dims, data },
    facts: [
      ['format', 'ONNX TensorProto'],
      ['name', proto.name ?? ''],
      ['data_type', `${code} (${type})`],
      ['dims', `[${dims.join(', ')}]`],
      ['values in', field],
    ],
  };
}

/** @param {Uint8Array} bytes */
function decodeTensor(bytes) {
  try {
    return decode('TensorProto', bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new RangeError(`This is not a TensorProto, or it is incomplete: ${why}.`);
  }
}

/** @param {bigint[]} list */
function toDims(list) {
  const dims = list.map(Number);
  const product = dims.reduce((n, size) => n * size, 1);
  if (![...dims, product].every((size) => Number.isSafeInteger(size) && size >= 0))
    throw new RangeError(
      `The dims [${list.join(', ')}] are not valid: each size and their product must be below 2^53.`,
    );
  return dims;
}

/**
 * @param {Record<string, any>} proto
 * @param {Type} type
 * @returns {{ field: string, data: any }}
 */
function readData(proto, type) {
  if (type === 'string') {
    const decoder = new TextDecoder();
    return {
      field: 'string_data',
      data: proto.string_data.map((/** @type {Uint8Array} */ each) => decoder.decode(each)),
    };
  }
  const Class = classOf(type);
  if (proto.raw_data?.length > 0) {
    if (proto.raw_data.length % Class.BYTES_PER_ELEMENT > 0)
      throw new RangeError(
        `Its raw_data has ${proto.raw_data.length} bytes, which is not a whole number of ${type} elements.`,
      );
    return { field: 'raw_data', data: fromBytes(type, proto.raw_data) };
  }
  const field = FIELDS[type] ?? 'int32_data';
  const isBig = Class === BigInt64Array || Class === BigUint64Array;
  return {
    field,
    data: Class.from(proto[field], (/** @type {any} */ value) => (isBig ? value : Number(value))),
  };
}

/** @param {FileTensor & { name?: string }} tensor row-major */
export const writeTensorProto = (tensor) => encode('TensorProto', fromTensor(tensor.name ?? '', tensor));
