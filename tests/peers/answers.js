// What an engine, or this library, says to an example; and whether two of them say the same.
import { isDeepStrictEqual } from 'node:util';
import { argumentsOf, inputsOf, withoutLastNulls } from '../../web/conformance/call.js';
import { evaluate, MicrotomeError } from '../../web/dist/index.js';
import { dataOf } from '../random/nodes/example.js';

/** @import { Example } from '../random/nodes/example.js' */

/**
 * Exactly one of these.
 * @typedef {object} Answer
 * @property {{ dims: readonly number[], data: any }[]} [outputs] members of a sequence too
 * @property {string} [error]
 * @property {string} [lacks] the engine has no such thing: it was not asked, or it said so
 * @property {string} [crash] how its process ended; of this library, what it threw and must not throw
 */

/**
 * @param {Example} example
 * @param {(data: any[]) => any[]} [change] other tensors than its own
 * @returns {Answer}
 */
export function ours(example, change = (data) => data) {
  const { node, blanks } = example;
  const { options } = argumentsOf(node);
  const inputs = /** @type {any} */ (inputsOf(node, change(dataOf(example))));
  try {
    return { outputs: evaluate(node.op_type, blanks ? inputs : withoutLastNulls(inputs), options) };
  } catch (error) {
    if (error instanceof MicrotomeError) return { error: error.message };
    return { crash: String(error) };
  }
}

/** The same outputs to the last bit, or an error each. @param {Answer} a @param {Answer} b */
export function isSame(a, b) {
  if (a.error !== undefined) return b.error !== undefined;
  if (a.outputs?.length !== b.outputs?.length) return false;
  return Boolean(a.outputs?.every((one, i) => isSameTensor(one, /** @type {any} */ (b.outputs)[i])));
}

/** @param {{ dims: readonly number[], data: any }} a @param {{ dims: readonly number[], data: any }} b */
function isSameTensor(a, b) {
  if (a.dims.length !== b.dims.length || a.dims.some((size, i) => size !== b.dims[i])) return false;
  if (Array.isArray(a.data) || Array.isArray(b.data)) return isDeepStrictEqual(a.data, b.data);
  return Buffer.compare(bytesOf(a.data), bytesOf(b.data)) === 0;
}

/** @param {ArrayBufferView} data */
export const bytesOf = (data) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

const MOST_SHOWN = 600;

/** @param {Answer} answer */
export function show({ outputs, error, lacks, crash }) {
  if (error !== undefined) return `error: ${error.slice(0, MOST_SHOWN)}`;
  if (lacks !== undefined) return `does not have it: ${lacks}`;
  if (crash !== undefined) return `ended with: ${crash}`;
  const texts = (outputs ?? []).map(({ dims, data }) => `[${dims}] ${Array.from(data).join(' ')}`.trimEnd());
  return texts.length === 0 ? 'none' : texts.join(' | ').slice(0, MOST_SHOWN);
}
