// Encodes ONNX's messages. MESSAGES has a row for each field of ../../../tests/onnx/onnx.proto that we write.
// We use only the writer of protobufjs: its generated encoders are code from strings, which the page's policy forbids.
import protobuf from 'protobufjs/minimal.js';

/** A field: its number, its type or message, and whether it repeats. @typedef {[number, string, boolean?]} Field */

const REPEATED = true;
/** Wire type of length-delimited values. */
const LENGTH = 2;

/** @type {Readonly<Record<string, Record<string, Field>>>} */
const MESSAGES = {
  OperatorSetIdProto: { domain: [1, 'string'], version: [2, 'int64'] },
  TensorProto: {
    dims: [1, 'int64', REPEATED],
    data_type: [2, 'int32'],
    float_data: [4, 'float', REPEATED],
    int32_data: [5, 'int32', REPEATED],
    string_data: [6, 'bytes', REPEATED],
    int64_data: [7, 'int64', REPEATED],
    name: [8, 'string'],
    raw_data: [9, 'bytes'],
    double_data: [10, 'double', REPEATED],
    uint64_data: [11, 'uint64', REPEATED],
  },
  AttributeProto: {
    name: [1, 'string'],
    f: [2, 'float'],
    i: [3, 'int64'],
    s: [4, 'bytes'],
    ints: [8, 'int64', REPEATED],
    type: [20, 'int32'],
  },
  NodeProto: {
    input: [1, 'string', REPEATED],
    output: [2, 'string', REPEATED],
    op_type: [4, 'string'],
    attribute: [5, 'AttributeProto', REPEATED],
  },
  Dimension: { dim_value: [1, 'int64'] },
  TensorShapeProto: { dim: [1, 'Dimension', REPEATED] },
  Tensor: { elem_type: [1, 'int32'], shape: [2, 'TensorShapeProto'] },
  Sequence: { elem_type: [1, 'TypeProto'] },
  TypeProto: { tensor_type: [1, 'Tensor'], sequence_type: [4, 'Sequence'] },
  ValueInfoProto: { name: [1, 'string'], type: [2, 'TypeProto'] },
  GraphProto: {
    node: [1, 'NodeProto', REPEATED],
    name: [2, 'string'],
    initializer: [5, 'TensorProto', REPEATED],
    input: [11, 'ValueInfoProto', REPEATED],
    output: [12, 'ValueInfoProto', REPEATED],
  },
  ModelProto: {
    ir_version: [1, 'int64'],
    producer_name: [2, 'string'],
    graph: [7, 'GraphProto'],
    opset_import: [8, 'OperatorSetIdProto', REPEATED],
  },
};

/** Wire types of scalars. @type {Record<string, { wire: number, write: (writer: any, value: any) => void }>} */
const SCALARS = {
  int32: { wire: 0, write: (writer, value) => writer.int32(value) },
  int64: { wire: 0, write: (writer, value) => writer.int64(String(value)) },
  uint64: { wire: 0, write: (writer, value) => writer.uint64(String(value)) },
  double: { wire: 1, write: (writer, value) => writer.double(value) },
  float: { wire: 5, write: (writer, value) => writer.float(value) },
  string: { wire: 2, write: (writer, value) => writer.string(value) },
  bytes: { wire: 2, write: (writer, value) => writer.bytes(value) },
};

/** Wire type of a field; messages are length-delimited. @param {string} type */
const wireOf = (type) => SCALARS[type]?.wire ?? LENGTH;

/**
 * @param {string} message
 * @param {Record<string, any>} content
 * @returns {Uint8Array}
 */
export function encode(message, content) {
  const writer = protobuf.Writer.create();
  write(writer, message, content);
  return writer.finish();
}

/**
 * @param {any} writer
 * @param {string} message
 * @param {Record<string, any>} content
 */
function write(writer, message, content) {
  for (const [name, value] of Object.entries(content)) {
    const field = MESSAGES[message][name];
    if (field === undefined) throw new Error(`${message} has no field ${name} that is written`);
    const [number, type, repeats] = field;
    if (value === undefined) continue;
    for (const each of repeats ? value : [value]) {
      const scalar = SCALARS[type];
      writer.uint32((number << 3) | wireOf(type));
      if (scalar) scalar.write(writer, each);
      else {
        writer.fork();
        write(writer, type, each);
        writer.ldelim();
      }
    }
  }
}
