// One row in a page of its own: what row_process.js is in Node.
import { PLACE_CONTESTANTS } from '../arena/places.js';
import { CONTESTANTS, MEMCPY, makeJob } from '../measure/contestants.js';
import { measureRow } from '../measure/measure.js';
import { chosen } from '../rows/workloads.js';

/**
 * @param {import('../measure/row_process.js').Request} request
 */
async function measure({ id, workload, only, rounds, cold = false }) {
  const wanted = workload ? { ...workload, target: 0, byHand: {} } : chosen([id])[0];
  const contestants = only
    ? [...CONTESTANTS, ...PLACE_CONTESTANTS].filter(({ name }) => name === MEMCPY || only.includes(name))
    : CONTESTANTS;
  const progress = (/** @type {string} */ detail) => console.info(detail);
  return measureRow(makeJob(wanted), contestants, { rounds, cold, progress });
}

Object.assign(globalThis, { measure });
