// Reads and describes the tensors of files that `microtome/source` has opened.
import { cost, open, slice } from '../../../lib/source.js';
import { sayBytes } from '../../say.ts';
import { bytesOf, fromBytes } from './classes.js';

/** @import { Stored } from '../../../lib/source.js' */
/** @import { Type } from '../../../lib/types.js' */
/** @import { Tell } from '../../background/helper.ts' */

/** The content of a file. `stride` counts elements; without it, the data is row-major. */
/** @typedef {{ type: Type, dims: readonly number[], data: any, stride?: readonly number[] }} FileTensor */

/**
 * @param {Stored} stored
 * @param {string} spec
 * @param {Tell} tell how much of it is read
 * @returns {Promise<FileTensor>}
 */
export async function fetchSlice(stored, spec, tell) {
  const { dims, data } = await slice(stored, spec, {
    onprogress: ({ bytes, total }) =>
      tell(bytes / (total || 1), `${sayBytes(bytes)} of ${sayBytes(total)} read`),
  });
  const type = /** @type {Type} */ (stored.type);
  return { type, dims, data: fromBytes(type, bytesOf(/** @type {any} */ (data))) };
}

/**
 * All of a tensor.
 * @param {Blob} file
 * @param {Tell} tell how much of it is read
 * @param {Stored} [stored] in this file; default: the only one
 * @returns {Promise<{ tensor: FileTensor, facts: [string, string][] }>} `facts` for people
 * @throws {import('../../../lib/index.js').MicrotomeError}
 */
export async function readTensor(file, tell, stored) {
  stored ??= (await open(file)).tensor();
  const { type, dims, at, stride, endian } = stored;
  const isStrided = stride !== undefined && cost(stored, '...').requests > 0; // unless it had to be decompressed
  if (!isStrided) return { tensor: await fetchSlice(stored, '...', tell), facts: factsOf(stored) };
  // Fortran order is row-major order of the axes turned around. So the data is taken as it is, as a strided input.
  const layout = { type, dims: [...dims].reverse(), at, endian };
  const turned = await fetchSlice((await open(file, { layout })).tensor(), '...', tell);
  return { tensor: { ...turned, dims, stride }, facts: factsOf(stored, ': a strided input, not copied') };
}

/**
 * @param {Stored} stored
 * @param {string} [onOrder] how Fortran order is read
 * @returns {[string, string][]} for people
 */
export function factsOf({ name, dims, stride, endian }, onOrder = '') {
  /** @type {[string, string][]} */
  const facts = [['dims', `[${dims.join(', ')}]`]];
  if (name !== '') facts.unshift(['name', name]);
  if (endian === 'big') facts.push(['byte order', 'big-endian, swapped when it is read']);
  if (stride !== undefined) facts.push(['order', `Fortran${onOrder}`]);
  return facts;
}
