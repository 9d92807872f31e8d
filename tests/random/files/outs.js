// Arrays for `out`, each in the middle of a larger buffer, which is filled with one byte. When a call has ended, its buffer is filled
// with another byte and watched for some calls more: nothing may be written after the end.
import { widthOf } from './contents.js';

/** @typedef {any} Any */
/** @typedef {'none' | 'plain' | 'strided'} Kind */
/** @typedef {{ given: Any, buffer: ArrayBuffer, type: string, dims: readonly number[], stride: number[], at: number }} Out */

/** @type {Record<string, Any>} */
const CLASSES = { int8: Int8Array, int16: Int16Array, float32: Float32Array, float64: Float64Array };
const [BEFORE, AFTER] = [0x5a, 0xa5];
/** Bytes before and after the outputs. */
const GUARD = 64;
/** Elements between the rows of a strided output. */
const BETWEEN = 3;
/** Calls for which a buffer is watched. */
const LONG = 12;

/** @param {Kind} kind @param {string} type @param {readonly number[]} dims @returns {Out | undefined} */
export function makeOut(kind, type, dims) {
  if (kind === 'none' || !(type in CLASSES)) return undefined;
  const isStrided = kind === 'strided' && dims.length > 1;
  const rows = dims.slice(0, -1).reduce((a, b) => a * b, 1);
  const row = (dims.at(-1) ?? 1) + (isStrided ? BETWEEN : 0);
  const sizes = dims.map((size, axis) => (axis === dims.length - 1 ? row : size));
  const stride = dims.map((_, axis) => sizes.slice(axis + 1).reduce((a, b) => a * b, 1));
  const buffer = new ArrayBuffer(rows * row * widthOf(type) + 2 * GUARD);
  new Uint8Array(buffer).fill(BEFORE);
  const at = GUARD / widthOf(type);
  const data = isStrided ? new CLASSES[type](buffer) : new CLASSES[type](buffer, GUARD, rows * row);
  const given = isStrided ? { data, shape: [...dims], stride, offset: at } : data;
  return { given, buffer, type, dims, stride, at };
}

/** Takes the elements out of a buffer, and says whether it has changed elsewhere. @param {Out} out @param {ArrayBuffer} [buffer] where it is now */
export function takeOut({ type, dims, stride, at }, buffer) {
  const bytes = new Uint8Array(/** @type {ArrayBuffer} */ (buffer));
  const width = widthOf(type);
  const row = (dims.at(-1) ?? 1) * width;
  const rows = dims.slice(0, -1).reduce((a, b) => a * b, 1);
  const step = (dims.length > 1 ? stride[dims.length - 2] : 0) * width;
  const taken = new Uint8Array(rows * row);
  for (let i = 0; i < rows; ++i) {
    const from = bytes.subarray(at * width + i * step, at * width + i * step + row);
    taken.set(from, i * row);
    from.fill(BEFORE);
  }
  return { bytes: taken, damaged: bytes.some((byte) => byte !== BEFORE) };
}

/** Buffers of calls that have ended. */
export class Watched {
  /** @type {{ bytes: Uint8Array, what: string, left: number }[]} */ #all = [];

  /** @param {ArrayBuffer} buffer @param {string} what */
  add(buffer, what) {
    const bytes = new Uint8Array(buffer); // of no bytes, if it was transferred
    bytes.fill(AFTER);
    this.#all.push({ bytes, what, left: LONG });
  }

  /** What has been written since. @returns {string[]} */
  inspect() {
    const found = this.#all.filter(({ bytes }) => bytes.some((byte) => byte !== AFTER));
    for (const each of this.#all) each.left -= 1;
    this.#all = this.#all.filter((each) => each.left > 0 && !found.includes(each));
    return found.map(({ bytes, what }) => {
      const count = bytes.reduce((sum, byte) => sum + (byte === AFTER ? 0 : 1), 0);
      return `written after the end: ${count} bytes of the out of ${what}`;
    });
  }
}
