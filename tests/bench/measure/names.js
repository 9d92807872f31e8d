// The names of contestants in results and tables. Any other name is a peer's.

export const MEMCPY = 'memcpy';
/** A plan that reads its tensors and `out` in every call. */
export const OURS = 'ours';
export const BOUND = 'ours bound';
/** One call, into new arrays. */
export const FRESH = 'ours fresh';

/** @type {(keyof import('../rows/workloads.js').Workload['byHand'])[]} */
export const BY_HAND = ['set', 'loops', 'words', 'tables', 'rows'];

/** @param {string} name */
export const isPeer = (name) => ![MEMCPY, OURS, BOUND, FRESH, ...BY_HAND].includes(name);
