// Arrays in the arena: handed out and taken back.
import { CLASSES } from './base/arrays.js';
import { mistake } from './base/mistake.js';
import { describe, readLength, readNumbers, SIZES, wrongEntry } from './base/read.js';
import { getCore } from './core/core.js';
import { arrayLength, DTYPES } from './core/tables.js';
import { checkRank, toType } from './input/tensor.js';

/** @import { ArrayOf, Integer, TypeName } from './types.js' */
/** @import { Entries } from './base/read.js' */

/** @type {Entries} */
const SIZES_ASKED = { ...SIZES, code: 'bad_argument' };

/**
 * An ordinary typed array of zeros, of the class that holds the type, in the arena that `init({ arena: bytes })` has made. A
 * cut that finds its input there, or arrays of `out`, need not copy them into WebAssembly and out again.
 *
 * Its memory is free again when the array has been collected, or released. The array itself is what must be kept: other views
 * of its bytes (`subarray`, `new Uint8ClampedArray(array.buffer, ...)`) are as fast, but do not keep it.
 *
 * All arrays of the arena share one `buffer`. It cannot be transferred to a worker, and writing outside of an array corrupts others.
 * @template {Exclude<TypeName, 'string'>} T
 * @param {T} type
 * @param {ArrayLike<Integer>} dims size of each axis
 * @returns {ArrayOf<T>} row-major, for all elements
 * @throws {MicrotomeError} `no_arena`, `arena_full`, `bad_type`, `bad_rank`, `bad_argument`, `not_initialized`
 * @example
 * await init({ arena: 1 << 20 }); // as the first call of init
 * const data = allocate('float32', [2, 3]);
 * console.log(slice({ dims: [2, 3], data }, '0', { out: allocate('float32', [3]) }).data.length); // 3
 */
export function allocate(type, dims) {
  const arena = getArena();
  const row = DTYPES[toType(type, '', '', 'type')];
  if (row.name === 'string')
    throw mistake('bad_type', '', 'type', 'strings do not enter WebAssembly; an ordinary Array holds them');
  const Class = row.classes.map((name) => CLASSES[name]).find((each) => each);
  const length = arrayLength(row, toSizes(dims));
  const array = arena.allocate(Class, length);
  if (array === null) throw arena.full(length * Class.BYTES_PER_ELEMENT);
  return /** @type {any} */ (array);
}

/** @param {ArrayLike<Integer>} dims */
function toSizes(dims) {
  const rank = readLength(dims, '', 'dims');
  if (rank < 0) throw mistake('bad_argument', '', 'dims', `expected a list of sizes, not ${describe(dims)}`);
  checkRank(rank, '', 'dims');
  const sizes = readNumbers(dims, rank, SIZES_ASKED, '', 'dims');
  const wrong = sizes.findIndex((size) => !Number.isSafeInteger(size) || size < 0);
  if (wrong >= 0) throw wrongEntry(SIZES_ASKED, wrong, sizes[wrong], '', 'dims');
  return sizes;
}

/**
 * Frees the memory of an array at once. The next `allocate` may hand it out again, so forget the array, and its views: it
 * cannot be detached, and does not know.
 * @param {ArrayBufferView} array that `allocate` has returned
 * @throws {MicrotomeError} `no_arena`; `bad_argument`: not from `allocate`, or released already; `not_initialized`
 * @example
 * await init({ arena: 16 << 20 }); // as the first call of init
 * const pixels = allocate('uint8', [1080, 1920, 4]);
 * release(pixels);
 * console.log(allocate('uint8', [1920, 1080, 4]).length); // 8294400
 */
export function release(array) {
  if (!getArena().release(array)) {
    throw mistake(
      'bad_argument',
      '',
      'array',
      'expected an array that allocate has returned, and that has not been released yet',
    );
  }
}

function getArena() {
  const { arena } = getCore();
  if (arena === null)
    throw mistake(
      'no_arena',
      '',
      '',
      'the first call of init must ask for it: `await init({ arena: bytes })`',
    );
  return arena;
}
