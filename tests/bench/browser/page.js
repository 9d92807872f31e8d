// One row, or one job of the tournament, in a page of its own: what row_process.js and tournament/process.js are in Node.
import { init, plan } from '../../../web/dist/index.js';
import { PLACE_CONTESTANTS } from '../arena/places.js';
import { CONTESTANTS, MEMCPY, makeJob } from '../measure/contestants.js';
import { measureRow } from '../measure/measure.js';
import { chosen } from '../rows/workloads.js';
import { jobOf } from '../tournament/jobs.js';
import { measureJob } from '../tournament/measure.js';

/**
 * @param {import('../measure/row_process.js').Request} request
 */
async function measure({ id, only, rounds, cold = false }) {
  const [wanted] = chosen([id]);
  const contestants = only
    ? [...CONTESTANTS, ...PLACE_CONTESTANTS].filter(({ name }) => name === MEMCPY || only.includes(name))
    : CONTESTANTS;
  const progress = (/** @type {string} */ detail) => console.info(detail);
  return measureRow(makeJob(wanted), contestants, { rounds, cold, progress });
}

/** @param {number} seed @param {number} id */
export async function measureRandomJob(seed, id) {
  await init();
  return measureJob(plan, jobOf(seed, id));
}

Object.assign(globalThis, { measure });
