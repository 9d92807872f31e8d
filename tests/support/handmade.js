// Files that tests write byte by byte, as the documents of their formats say. Those of .npy and .npz: npz_files.js.
import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import { inRoot } from '../../tools/common/paths.js';

export const u32 = (/** @type {number[]} */ ...values) => Buffer.from(Uint32Array.from(values).buffer);
export const u64 = (/** @type {(number | bigint)[]} */ ...values) =>
  Buffer.from(BigUint64Array.from(values, BigInt).buffer);

/** @param {number | Uint8Array} data its bytes, or how many zeros */
const dataOf = (data) => (typeof data === 'number' ? Buffer.alloc(data) : data);

/**
 * A safetensors file.
 * @param {string | object} header
 * @param {number | Uint8Array} [data] bytes, or how many zeros
 * @param {bigint} [claimed] length of the header
 */
export function safetensorsOf(header, data = 0, claimed) {
  const text = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header));
  return Buffer.concat([u64(claimed ?? text.length), text, dataOf(data)]);
}

/** A text of GGUF, after its length. @param {string} text */
export const ggufText = (text) => Buffer.concat([u64(Buffer.byteLength(text)), Buffer.from(text)]);

/** @typedef {{ name?: string, dims?: (number | bigint)[], rank?: number, type?: number, offset?: number | bigint }} GgufTensor */

/**
 * A GGUF file.
 * @param {object} content
 * @param {number} [content.version]
 * @param {[key: string, type: number, value: Uint8Array][]} [content.metadata]
 * @param {GgufTensor[]} [content.tensors]
 * @param {number | bigint} [content.count] of tensors, as claimed
 * @param {number | bigint} [content.keys] as claimed
 * @param {number | Uint8Array} [content.data] its bytes, or how many zeros
 */
export function ggufOf({
  version = 3,
  metadata = [],
  tensors = [],
  count = tensors.length,
  keys = metadata.length,
  data = 0,
}) {
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(version),
    u64(count, keys),
    ...metadata.flatMap(([key, type, value]) => [ggufText(key), u32(type), value]),
    ...tensors.flatMap(({ name = 'a', dims = [4], rank = dims.length, type = 0, offset = 0 }) => [
      ggufText(name),
      u32(rank),
      u64(...dims),
      u32(type),
      u64(offset),
    ]),
  ]);
  return Buffer.concat([head, Buffer.alloc(-head.length & 31), dataOf(data)]);
}

const { root } = protobuf.parse(readFileSync(inRoot('tests/onnx/onnx.proto'), 'utf8'), { keepCase: true });

/** A message of ONNX. @param {string} type @param {object} content */
export function onnxOf(type, content) {
  const message = root.lookupType(`onnx.${type}`);
  return Buffer.from(message.encode(message.fromObject(content)).finish());
}

/** A model with these initializers. @param {object[]} initializer */
export const modelOf = (...initializer) =>
  onnxOf('ModelProto', { ir_version: 8, graph: { name: 'g', initializer }, opset_import: [{ version: 18 }] });

/** A tensor whose data is in another file. @param {object} tensor @param {Record<string, string>} external */
export const outside = (tensor, external) => ({
  ...tensor,
  data_location: 1,
  external_data: Object.entries(external).map(([key, value]) => ({ key, value })),
});

/** @param {number} value @returns {number[]} */
export const varint = (value) =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];

/** A field of any number and wire type. @param {number} number @param {number} wire @param {number[] | Uint8Array} bytes */
export const field = (number, wire, bytes) =>
  Buffer.concat([
    Buffer.from([...varint(8 * number + wire), ...(wire === 2 ? varint(bytes.length) : [])]),
    Buffer.from(bytes),
  ]);
