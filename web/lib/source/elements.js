// Element types, as the library stores them. The one table of types is the core's; what is needed of it is asked through the
// public surface, because this entry shares the loaded module and nothing else with `microtome`.

import { MicrotomeError } from '../base/errors.js';
import { mistake } from '../base/mistake.js';
import { plan } from '../index.js';

/**
 * How elements of a type are stored. Packed elements are only found group by group: 8 elements of u3 are 3 bytes.
 * @typedef {object} ElementType
 * @property {string} name
 * @property {number} group elements that are stored together; 1 but for packed types
 * @property {number} bytes of a group
 * @property {number} swap bytes of what is turned around if the file is big-endian: half of a complex number
 * @property {any} Class of arrays
 */

/** @type {Map<unknown, ElementType>} */
const known = new Map();

/** So many elements of every type are whole bytes. */
const SAMPLE = 24;

/**
 * @param {unknown} name
 * @param {string} op to blame
 * @returns {ElementType}
 * @throws {MicrotomeError} `bad_type`: unknown, or strings; `not_initialized`
 */
export function elementType(name, op) {
  const found = known.get(name);
  if (found !== undefined) return found;
  const array = newArray(name, SAMPLE);
  if (Array.isArray(array)) throw mistake('bad_type', op, 'type', 'strings have no fixed size');
  const bytes = newArray(name, 1).byteLength;
  const group = (bytes * SAMPLE) / array.byteLength;
  const swap = Math.min(array.BYTES_PER_ELEMENT, bytes);
  const type = { name: String(name), group, bytes, swap, Class: array.constructor };
  known.set(name, type);
  return type;
}

/**
 * ONNX's document has the complex types, OpenVINO's the packed ones.
 * @param {unknown} type
 * @param {number} size
 * @returns {any}
 */
function newArray(type, size) {
  const tensor = /** @type {any} */ ({ type, dims: [size] });
  try {
    return plan('Slice', [tensor, '...']).allocate()[0];
  } catch (error) {
    if (!(error instanceof MicrotomeError) || error.code !== 'bad_type') throw error;
    return plan('Slice', [tensor, '...'], { domain: 'openvino' }).allocate()[0];
  }
}

/**
 * Bytes of so many elements.
 * @param {ElementType} type
 * @param {number} count
 */
export const bytesOf = ({ group, bytes }, count) => Math.ceil(count / group) * bytes;
