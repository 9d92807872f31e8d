// The names of the benchmark's contestants in results and tables. Any other name is a peer's.

export const MEMCPY = 'memcpy';
/** A plan that reads its tensors and `out` in every call. */
export const OURS = 'ours';
export const BOUND = 'ours bound';
/** One call, into new arrays. */
export const FRESH = 'ours fresh';

/** Ways of code by hand. */
export const BY_HAND = /** @type {const} */ (['set', 'loops', 'words', 'tables', 'rows']);

/** @param {string} name */
export const isPeer = (name) => ![MEMCPY, OURS, BOUND, FRESH, ...BY_HAND].some((each) => each === name);
