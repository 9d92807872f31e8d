// Measures a row of `npm run bench -- shapes` in a process of its own, and prints JSON.

import { CALLS } from './calls.js';
import { JOBS } from './jobs.js';
import { measureCall, measureJob } from './measure.js';
import { ARENA_BYTES, STORAGES } from './storages.js';

/** @typedef {{ module?: string, job?: string, call?: string, storage?: string }} Request `module` is what to import */

/** @type {Request} */
const { module = 'microtome', job, call, storage } = JSON.parse(process.argv[2]);
const library = await import(module);
await library.init({ arena: ARENA_BYTES });
/** @template {{ id: string }} T @param {readonly T[]} table @param {string | undefined} id */
const rowOf = (table, id) => /** @type {T} */ (table.find((row) => row.id === id));
console.log(
  JSON.stringify(
    await (job
      ? measureJob(library, rowOf(JOBS, job))
      : measureCall(library, rowOf(CALLS, call), rowOf(STORAGES, storage))),
  ),
);
