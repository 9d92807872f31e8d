// Writes NumPy's .npy files, version 1. To add a type, add a row.
import { bytesOf } from './classes.js';

/** @import { Type } from '../../../lib/types.js' */

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** The header is padded so that the data begins at a multiple of this. */
const ALIGNMENT = 64;

/** NumPy's `descr` of each type that .npy has; ml_dtypes reads the last ones. @type {Partial<Record<Type, string>>} */
const DESCRS = {
  bool: '|b1', int8: '|i1', uint8: '|u1', int16: '<i2', uint16: '<u2', int32: '<i4', uint32: '<u4', int64: '<i8',
  uint64: '<u8', float16: '<f2', float32: '<f4', float64: '<f8', complex64: '<c8', complex128: '<c16', bfloat16: '|V2',
  f8e4m3: '|V1', f8e5m2: '|V1', f8e8m0: '|V1',
}; // biome-ignore format: a table

/**
 * @param {{ type: Type, dims: readonly number[], data: any }} tensor whose data is row-major, or in Fortran order
 * @param {{ fortran_order?: boolean }} [options]
 * @returns {Uint8Array[]} parts of a file, version 1.0
 * @throws {RangeError} for a type that .npy does not have
 */
export function writeNpy({ type, dims, data }, { fortran_order = false } = {}) {
  const descr = DESCRS[type];
  if (descr === undefined) throw new RangeError(`.npy has no element type for ${type}.`);
  const shape = dims.length === 1 ? `${dims[0]},` : dims.join(', ');
  const dict = `{'descr': '${descr}', 'fortran_order': ${fortran_order ? 'True' : 'False'}, 'shape': (${shape}), }`;
  const length = Math.ceil((10 + dict.length + 1) / ALIGNMENT) * ALIGNMENT - 10;
  const head = new TextEncoder().encode(`${dict.padEnd(length - 1)}\n`);
  return [Uint8Array.of(...MAGIC, 1, 0, length & 0xff, length >> 8), head, bytesOf(data)];
}
