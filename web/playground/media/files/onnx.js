// ONNX's messages, as much of them as the page reads and writes, with ONNX's own field numbers.

/** @import { Message } from './protobuf.js' */

/** @type {Message} */
const StringStringEntryProto = { key: [1, 'string'], value: [2, 'string'] };

/** @type {Message} */
export const TensorProto = {
  dims: [1, 'int64', 'repeated'],
  data_type: [2, 'int32'],
  float_data: [4, 'float', 'repeated'],
  int32_data: [5, 'int32', 'repeated'],
  string_data: [6, 'bytes', 'repeated'],
  int64_data: [7, 'int64', 'repeated'],
  name: [8, 'string'],
  raw_data: [9, 'bytes'],
  double_data: [10, 'double', 'repeated'],
  uint64_data: [11, 'uint64', 'repeated'],
  doc_string: [12, 'string'],
  external_data: [13, StringStringEntryProto, 'repeated'],
  data_location: [14, 'int32'],
};

/** @type {Message} */
const AttributeProto = {
  name: [1, 'string'],
  i: [3, 'int64'],
  type: [20, 'int32'],
};

/** @type {Message} */
const NodeProto = {
  input: [1, 'string', 'repeated'],
  output: [2, 'string', 'repeated'],
  op_type: [4, 'string'],
  attribute: [5, AttributeProto, 'repeated'],
};

/** @type {Message} */
const ValueInfoProto = {
  name: [1, 'string'],
  type: [2, { tensor_type: [1, { elem_type: [1, 'int32'] }] }],
};

/** @type {Message} */
export const ModelProto = {
  ir_version: [1, 'int64'],
  graph: [
    7,
    {
      node: [1, NodeProto, 'repeated'],
      name: [2, 'string'],
      initializer: [5, TensorProto, 'repeated'],
      input: [11, ValueInfoProto, 'repeated'],
      output: [12, ValueInfoProto, 'repeated'],
    },
  ],
  opset_import: [8, { domain: [1, 'string'], version: [2, 'int64'] }, 'repeated'],
};
