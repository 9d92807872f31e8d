// Hands out arrays of the arena, and takes them back.

import { readLength, readNumbers, SIZES, wrongEntry } from './arguments/numbers.ts';
import { checkRank, toType } from './arguments/tensors.ts';
import { CLASSES } from './base/arrays.ts';
import { describe } from './base/describe.ts';
import { Mistake, toPublicError } from './base/mistake.ts';
import { Arena } from './core/arena.ts';
import { getCore, needArena } from './core/core.ts';
import { classNameFor, DTYPES } from './core/tables.ts';
import { arrayLength } from './shape.ts';
import type { ArrayOf, Integer, TypeName } from './types.ts';

const SIZES_ASKED = { ...SIZES, code: 'bad_argument', legal: 'an integer of 0 to 2^53 - 1' } as const;

/**
 * Makes an array of zeros in the arena, which `init({ arena: bytes })` sets aside.
 *
 * It is an ordinary typed array, of the class that holds the type. Inputs and outputs in the arena are not
 * copied into WebAssembly and out again.
 *
 * The memory becomes free after `release`, or when the array itself has been collected. Keep the array: other
 * views of its bytes (`subarray`, `new Uint8ClampedArray(array.buffer, ...)`) are as fast, but do not keep the
 * memory allocated.
 *
 * All arrays of the arena share one `buffer`. It cannot be transferred to a worker, and writing outside of an
 * array corrupts others.
 * @param type element type
 * @param dims size of each axis
 * @returns an array with room for all elements
 * @throws {MicrotomeError} `no_arena`, `arena_full`, `bad_type`, `bad_rank`, `bad_argument`,
 *   `not_initialized`
 * @example
 * await init({ arena: 1 << 20 }); // as the first call of init
 * const data = allocate('float32', [2, 3]);
 * console.log(slice({ dims: [2, 3], data }, '0', { out: allocate('float32', [3]) }).data.length); // 3
 */
export function allocate<T extends Exclude<TypeName, 'string'>>(
  type: T,
  dims: ArrayLike<Integer>,
): ArrayOf<T> {
  let param = '';
  try {
    const arena = getArena();
    param = 'type';
    const row = DTYPES[toType(type, '')];
    if (row.name === 'string')
      throw new Mistake('bad_type', 'strings are not stored in WebAssembly; use an ordinary Array');
    const Class = CLASSES[classNameFor(row)];
    param = 'dims';
    const length = arrayLength(row, toSizes(dims));
    const array = arena.allocate(Class, length);
    if (array === null) throw arena.full(length * Class.BYTES_PER_ELEMENT);
    return array;
  } catch (thrown) {
    throw toPublicError(thrown, '', param);
  }
}

function toSizes(dims: ArrayLike<Integer>): number[] {
  const rank = readLength(dims);
  if (rank < 0) throw new Mistake('bad_argument', `expected a list of sizes, not ${describe(dims)}`);
  checkRank(rank);
  const sizes = readNumbers(dims, rank, SIZES_ASKED);
  const wrong = sizes.findIndex((size) => !Number.isSafeInteger(size) || size < 0);
  if (wrong >= 0) throw wrongEntry(SIZES_ASKED, wrong, sizes[wrong]);
  return sizes;
}

/**
 * Frees the memory of an array of the arena immediately.
 *
 * Do not use the array or its views afterwards: they will show other data.
 * @param array an array that `allocate` has returned
 * @throws {MicrotomeError} `no_arena`; `bad_argument`: not from `allocate`, or released already;
 *   `not_initialized`
 * @example
 * await init({ arena: 16 << 20 }); // as the first call of init
 * const pixels = allocate('uint8', [1080, 1920, 4]);
 * release(pixels);
 * console.log(allocate('uint8', [1920, 1080, 4]).length); // 8294400
 */
export function release(array: ArrayBufferView): void {
  try {
    if (getArena().release(array)) return;
    throw new Mistake(
      'bad_argument',
      'expected an array that allocate has returned, and that has not been released yet',
    );
  } catch (thrown) {
    throw toPublicError(thrown, '', 'array');
  }
}

const NEEDS = [/* @__PURE__ */ needArena(Arena)];

function getArena(): Arena {
  const { arena } = getCore(NEEDS);
  if (arena !== null) return arena;
  throw new Mistake(
    'no_arena',
    'there is no arena; ask for it in the first call of init: `await init({ arena: bytes })`',
    '',
  );
}
