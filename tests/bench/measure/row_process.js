// One row in a process of its own, so that no code has seen other rows' types and no contestant survives its row.
// Started by fork.js with `--expose-gc`; talks in messages.
import { PASS_CONTESTANTS } from '../passes/passes.js';
import { peersNamed } from '../peers/peers.js';
import { chosen } from '../rows/workloads.js';
import { CONTESTANTS, MEMCPY, makeJob } from './contestants.js';
import { measureRow } from './measure.js';
import { wasmBytes } from './wasm_memory.js';

/**
 * @typedef {object} Request
 * @property {string} id of a row
 * @property {string[]} [only] these contestants besides memcpy
 * @property {string[]} [peers]
 * @property {number} rounds
 * @property {boolean} [cold]
 */

/** @typedef {{ progress?: string, row?: import('./measure.js').RowResult }} Message */

const tell = (/** @type {Message} */ message) => process.send?.(message);

process.once('message', async (/** @type {Request} */ request) => {
  const { rounds, cold } = request;
  const { job, contestants } = rowOf(request);
  const progress = (/** @type {string} */ detail) => tell({ progress: detail });
  const row = await measureRow(job, contestants, { rounds, cold, progress });
  row.wasmBytes = wasmBytes();
  process.send?.({ row }, () => process.exit());
});

/** @param {Request} request */
function rowOf({ id, only, peers = [] }) {
  const [wanted] = chosen([id]);
  tell({ progress: `${id}: making data and reference` });
  const contestants = only
    ? [...CONTESTANTS, ...PASS_CONTESTANTS].filter(({ name }) => name === MEMCPY || only.includes(name))
    : [...CONTESTANTS, ...peersNamed(peers)];
  return { job: makeJob(wanted), contestants };
}
