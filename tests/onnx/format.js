// ONNX's format, as much of it as the tests read: messages into tensors of this library. What writes it is the playground's
// (web/shared/onnx). A field of a message is a line of onnx.proto.
import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import { classOf } from '../../docs/rules/elements.js';
import { inRoot } from '../../tools/common/paths.js';
import { CODES, FIELDS, INT, INTS, STRING } from './model.js';

/** @import { Tensor } from './model.js' */

const { root } = protobuf.parse(readFileSync(inRoot('tests/onnx/onnx.proto'), 'utf8'), { keepCase: true });

/** @param {string} message @param {Uint8Array} bytes @returns {any} */
export function decode(message, bytes) {
  const type = root.lookupType(`onnx.${message}`);
  return type.toObject(type.decode(bytes), { longs: String, arrays: true, defaults: true, objects: true });
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

/** An attribute's value, as JavaScript has it. @param {any} attribute */
export function toValue({ name, type, i, s, ints }) {
  if (type === INT) return BigInt(i);
  if (type === STRING) return new TextDecoder().decode(s);
  if (type === INTS) return ints.map(BigInt);
  throw new Error(`attribute ${name} is of type ${type}, which is not read`);
}
