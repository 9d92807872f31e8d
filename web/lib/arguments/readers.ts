// How arguments that only some functions have are read. Those functions bring it (call/functions.ts), so that a page without
// them does not load it.
import type { Request } from '../core/request.ts';

export interface Readers {
  /** Adds a word, as its number in the list of legal ones (choices.ts). */
  choice: (request: Request, value: unknown, choices: readonly string[]) => void;
  /**
   * Adds integers of which all 64 bits matter (exact.ts).
   * @param isPlain they are no tensor
   */
  exact: (request: Request, list: ArrayLike<unknown>, count: number, isPlain: boolean) => void;
  /** The value of a float16 bit pattern (half.ts): Split-1 has its sizes in the type of the data. */
  half?: (bits: number) => number;
  /** Where an unknown option of `rearrange` belongs. */
  whereInRearrange: (name: string, value: unknown) => string;
}

/** Those that are here. */
export const readers = {} as Readers;
