// Writes a cut into a stream, as it is or as an .npy file.
import { mistake } from '../base/mistake.js';
import { describe, reasonOf } from '../base/read.js';
import { MAGIC, TYPES } from './formats/npy.js';
import { attempt, failed } from './stores/store.js';

/** NumPy's names of types, without those that stand in for a type that it does not have. */
const DESCR = new Map(
  [...TYPES].filter(([name]) => /^[a-z]/.test(name) && name !== 'm8').map(([name, type]) => [type, name]),
);

/** Data of an .npy file begins at a multiple of this. */
const ALIGNMENT = 64;

/**
 * What is written in front of the data.
 * @param {unknown} format
 * @param {string} type
 * @param {readonly number[]} dims
 * @returns {Uint8Array}
 */
export function headerOf(format, type, dims) {
  if (format === 'raw') return new Uint8Array(0);
  if (format !== 'npy')
    throw mistake('bad_argument', 'save', 'format', `must be 'npy' or 'raw', not ${describe(format)}`);
  const descr = DESCR.get(/** @type {any} */ (type));
  if (descr === undefined)
    throw mistake('bad_type', 'save', 'format', `NumPy has no ${type}; save it as 'raw'`);
  const order = descr.endsWith('1') ? '|' : '<';
  const shape = dims.length === 1 ? `${dims[0]},` : dims.join(', ');
  const text = `{'descr': '${order}${descr}', 'fortran_order': False, 'shape': (${shape}), }`;
  const begin = MAGIC.length + 4;
  const length = Math.ceil((begin + text.length + 1) / ALIGNMENT) * ALIGNMENT - begin;
  const padded = new TextEncoder().encode(`${text.padEnd(length - 1)}\n`);
  return Uint8Array.of(...MAGIC, 1, 0, length & 255, length >> 8, ...padded);
}

/**
 * Writes what comes, as `pipeTo` would.
 * @param {AsyncIterable<Uint8Array> | Iterable<Uint8Array>} chunks
 * @param {WritableStream<Uint8Array>} writable
 * @param {boolean} [preventClose]
 * @param {boolean} [preventAbort]
 */
export async function writeAll(chunks, writable, preventClose, preventAbort) {
  const writer = await attempt('the stream cannot be written', () => writable.getWriter());
  let isWriting = false;
  try {
    for await (const chunk of chunks) {
      isWriting = true;
      await writer.ready;
      await writer.write(chunk);
      isWriting = false;
    }
    isWriting = true;
    if (!preventClose) await writer.close();
  } catch (cause) {
    if (!isWriting && !preventAbort) await writer.abort(cause).catch(() => {});
    throw isWriting ? failed(`the stream cannot be written: ${reasonOf(cause)}`, { cause }) : cause;
  } finally {
    writer.releaseLock();
  }
}
