// One row in a page of its own: what row_process.js is in Node.
import { CONTESTANTS, makeJob } from '../measure/contestants.js';
import { measureRow } from '../measure/measure.js';
import { chosen } from '../rows/workloads.js';

/**
 * @param {{ id: string, rounds: number, cold: boolean }} request
 */
async function measure({ id, rounds, cold }) {
  const [workload] = chosen([id]);
  const progress = (/** @type {string} */ detail) => console.info(detail);
  return measureRow(makeJob(workload), CONTESTANTS, { rounds, cold, progress });
}

Object.assign(globalThis, { measure });
