// One row, or one job of the tournament, in a page of its own: what row_process.js and tournament/process.js are in Node.
import * as library from '../../../web/dist/index.js';
import { CONTESTANTS, makeJob } from '../measure/contestants.js';
import { measureRow } from '../measure/measure.js';
import { chosen } from '../rows/workloads.js';
import { DRAWS } from '../tournament/draws.js';
import { measureJob } from '../tournament/measure.js';

/** @param {import('../measure/row_process.js').Request} request */
export const measure = ({ id, rounds }) => measureRow(makeJob(chosen([id])[0]), CONTESTANTS, rounds);

/** @param {import('../tournament/draws.js').Which} which */
export async function measureRandomJob({ draw, seed, id }) {
  await library.init();
  return measureJob(library, DRAWS[draw](seed, id));
}
