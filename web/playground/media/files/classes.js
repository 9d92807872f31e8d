// Arrays for the library's types, as they are made from files.

/** @import { Data, Type } from '../../../lib/types.js' */

/** Classes other than Uint8Array. @type {Partial<Record<Type, any>>} */
const CLASSES = {
  float32: Float32Array, float64: Float64Array, complex64: Float32Array, complex128: Float64Array, int8: Int8Array,
  int16: Int16Array, int32: Int32Array, int64: BigInt64Array, uint16: Uint16Array, uint32: Uint32Array,
  uint64: BigUint64Array, float16: Uint16Array, bfloat16: Uint16Array,
}; // biome-ignore format: a table

/** @param {Type} type */
const classOf = (type) => CLASSES[type] ?? Uint8Array;

/**
 * Bytes as elements: the same memory, or a copy if the bytes are not aligned.
 * @param {Type} type no string
 * @param {Uint8Array} bytes
 * @returns {any}
 */
export function fromBytes(type, bytes) {
  const Class = classOf(type);
  const whole = bytes.byteOffset % Class.BYTES_PER_ELEMENT === 0 ? bytes : new Uint8Array(bytes);
  return new Class(whole.buffer, whole.byteOffset, whole.byteLength / Class.BYTES_PER_ELEMENT);
}

/** @param {ArrayBufferView} data @returns {Uint8Array} */
export const bytesOf = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength);
