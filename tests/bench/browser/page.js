// One row, or one job of the tournament, in a page of its own: what row_process.js and tournament/process.js are in Node.
import { init, plan } from '../../../web/dist/index.js';
import { CONTESTANTS, makeJob } from '../measure/contestants.js';
import { measureRow } from '../measure/measure.js';
import { chosen } from '../rows/workloads.js';
import { jobOf } from '../tournament/jobs.js';
import { measureJob } from '../tournament/measure.js';

/** @param {import('../measure/row_process.js').Request} request */
export const measure = ({ id, rounds, cold = false }) =>
  measureRow(makeJob(chosen([id])[0]), CONTESTANTS, { rounds, cold });

/** @param {number} seed @param {number} id */
export async function measureRandomJob(seed, id) {
  await init();
  return measureJob(plan, jobOf(seed, id));
}
