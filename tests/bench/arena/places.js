// The workloads by where their arrays lie: in memory of the host's, or in the library's arena. Each place is a contestant, and
// all of them run a plan, so that they differ in nothing else.
import { allocate, init, plan } from '../../../web/dist/index.js';
import { toNode } from '../measure/nodes.js';
import { syncRunner } from '../measure/runner.js';
import { like } from '../rows/geometry.js';

/** @typedef {import('../measure/contestants.js').Contestant} Contestant */
/** @typedef {import('../rows/geometry.js').Data} Data */

/** Room for the largest row, whatever of it lies there. */
const ARENA = 1 << 30;

/**
 * An array like another, in the arena.
 * @param {Data} data
 * @returns {Data}
 */
function inArena(data) {
  const bytes = allocate('uint8', [data.byteLength]);
  return new /** @type {any} */ (data.constructor)(keep(bytes).buffer, bytes.byteOffset, data.length);
}

/** @type {unknown[]} arrays that views of them do not keep */
const kept = [];

/**
 * @template T
 * @param {T} array
 */
function keep(array) {
  kept.push(array);
  return array;
}

/**
 * A tensor, on a copy of its array in the arena if asked for.
 * @param {{ data: Data }} tensor
 * @param {boolean} isInArena
 */
function placed(tensor, isInArena) {
  if (!isInArena) return tensor;
  const data = inArena(tensor.data);
  data.set(/** @type {any} */ (tensor.data));
  return { ...tensor, data };
}

/**
 * @param {string} name
 * @param {boolean} isSource whether the source is in the arena
 * @param {boolean} isOut whether outputs do
 * @returns {Contestant}
 */
const place = (name, isSource, isOut) => ({
  name,
  async start(job) {
    await init({ arena: ARENA });
    const { op, inputs, options, given } = toNode(job);
    const input = Array.isArray(given)
      ? given.map((each) => placed(each, isSource))
      : placed(given, isSource);
    const planned = plan(op, inputs, options);
    const into = { out: job.expected.map((each) => (isOut ? inArena(each) : like(each, each.length))) };
    return syncRunner(
      () => planned.run(input, into),
      (outputs) => outputs.map(({ data }) => /** @type {Data} */ (data)),
    );
  },
});

export const PLACE_CONTESTANTS = [
  place('host', false, false),
  place('source', true, false),
  place('outputs', false, true),
  place('both', true, true),
];
