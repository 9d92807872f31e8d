// The contestants that run wherever JavaScript does: the limit, ours, by hand. Peers are in ../peers/.

import { BOUND, BY_HAND, FRESH, MEMCPY, OURS } from '../../../tools/common/contestants.js';
import {
  concat,
  concatFromSequence,
  gather,
  init,
  pad,
  plan,
  rearrange,
  slice,
  splitToSequence,
} from '../../../web/dist/index.js';
import {
  bytesOf,
  convertedPart,
  gatheredSizes,
  like,
  paddedSizes,
  partsOf,
  roughDifference,
  unpacked,
  viewsOf,
  wholeOf,
  wholeTensor,
} from '../rows/geometry.js';
import { toAssignment, toNode } from './nodes.js';
import { Blank, syncRunner } from './runner.js';

/** @typedef {import('../rows/geometry.js').Data} Data */
/** @typedef {import('../rows/workloads.js').Workload} Workload */
/** @typedef {import('./runner.js').Runner} Runner */

/**
 * @typedef {object} Job a workload with its data
 * @property {Workload} workload
 * @property {Data} data the whole
 * @property {Data[]} parts what is cut out of it, or joined into it
 * @property {Data[]} expected outputs: the parts of a cut, the whole of a join
 * @property {number} bytes of all parts: what has to be copied at least. Where types change, of the larger side
 */

/**
 * @typedef {object} Contestant
 * @property {string} name
 * @property {(job: Job) => Runner | Promise<Runner>} start throws a Blank where it cannot do the work
 */

/** A blank that needs no words. */
export const NOT_A_WAY = 'not a way to do this';

/** @param {Workload} workload @returns {Job} */
export function makeJob(workload) {
  const { type, dims, cut } = workload;
  const moved = cut.rearrange;
  const data = wholeTensor(type, dims, moved?.to !== undefined);
  const cuts = partsOf(unpacked(data, type, dims), dims, cut);
  if (cut.value !== undefined) cuts[0].fill(cut.value);
  const parts = moved ? cuts.map((part) => convertedPart(part, type, moved)) : cuts;
  const expected = cut.joins ? [wholeOf(parts, dims, cut)] : parts;
  return { workload, data, parts, expected, bytes: Math.max(bytesIn(cuts), bytesIn(parts)) };
}

/** @param {readonly Data[]} parts */
const bytesIn = (parts) => parts.reduce((sum, { byteLength }) => sum + byteLength, 0);

/**
 * Parts of `whole` as large as the outputs, one after another.
 * @param {readonly ArrayBufferView[]} expected
 * @param {Uint8Array} whole
 */
function behind(expected, whole) {
  let end = 0;
  return expected.map(({ byteLength }) => {
    end += byteLength;
    return whole.subarray(end - byteLength, end);
  });
}

/** @param {Job} job */
const freshOuts = ({ expected }) => expected.map((each) => like(each, each.length));

/** The limit: `set` of the bytes of all parts, one after the other, into a warm buffer. @type {Contestant} */
const memcpy = {
  name: MEMCPY,
  start({ parts, bytes }) {
    const from = new Uint8Array(bytes);
    const to = new Uint8Array(bytes).fill(1);
    const pieces = behind(parts, to);
    behind(parts, from).forEach((place, j) => {
      place.set(bytesOf(parts[j]));
    });
    const runner = syncRunner(
      () => to.set(from),
      () => pieces,
    );
    return { ...runner, expected: parts };
  },
};

/** A plan, and what it runs on. @param {Job} job */
function planned(job) {
  const { joins, slice: isSlice } = job.workload.cut;
  if (joins && isSlice) {
    const { target, spec, updates } = toAssignment(job);
    const given = typeof updates === 'number' ? [target] : [target, updates];
    return { planned: plan('Assign', /** @type {any} */ ([target, spec, updates])), given, into: {} };
  }
  const { op, inputs, options, given } = toNode(job);
  return { planned: plan(op, inputs, options), given, into: { out: freshOuts(job) } };
}

/** @param {readonly { data: unknown }[]} outputs */
const dataOf = (outputs) => outputs.map(({ data }) => /** @type {Data} */ (data));

/** @type {Contestant} */
const oursInto = {
  name: OURS,
  async start(job) {
    await init();
    const { planned: each, given, into } = planned(job);
    return syncRunner(() => /** @type {any} */ (each).run(given, into), dataOf, each.explain());
  },
};

/** Like code by hand, it knows its arrays before the clock runs. @type {Contestant} */
const oursBound = {
  name: BOUND,
  async start(job) {
    await init();
    const { planned: each, given, into } = planned(job);
    return syncRunner(each.bind(given, into), dataOf);
  },
};

/** @type {Contestant} */
const oursFresh = {
  name: FRESH,
  async start(job) {
    await init();
    const { type, dims, cut } = job.workload;
    const x = /** @type {any} */ ({ type, dims, data: job.data });
    const { given } = toNode(job);
    if (cut.joins && cut.slice) throw new Blank(NOT_A_WAY);
    const run = () => {
      if (cut.rearrange) {
        const { pattern, sizes, to } = cut.rearrange;
        return [rearrange(given, pattern, /** @type {any} */ ({ sizes, to }))];
      }
      if (cut.pad) {
        const { pads, mode, value } = cut.pad;
        return [pad(x, pads, { mode, value })];
      }
      if (cut.gather) return [gather(x, cut.gather.indices, { axis: cut.gather.axis })];
      if (cut.transpose) return [slice(given, '...')];
      if (cut.slice) return [slice(x, cut.slice)];
      if (cut.joins) {
        const { axis, drop } = /** @type {import('../rows/geometry.js').SplitCut} */ (cut.split);
        return [drop ? concatFromSequence(given, { axis, new_axis: 1 }) : concat(given, axis)];
      }
      const { axis, sizes, drop } = /** @type {import('../rows/geometry.js').SplitCut} */ (cut.split);
      return splitToSequence(x, drop ? { axis, keepdims: 0 } : { axis, split: sizes });
    };
    return syncRunner(run, dataOf);
  },
};

/** @param {keyof import('../rows/workloads.js').Workload['byHand']} way @returns {Contestant} */
const byHand = (way) => ({
  name: way,
  start(job) {
    const write = job.workload.byHand[way];
    if (!write) throw new Blank(NOT_A_WAY);
    const outs = freshOuts(job);
    const from = job.workload.cut.joins ? job.parts : job.data;
    const runner = syncRunner(
      () => write(from, outs),
      () => outs,
    );
    const { scale, divisor } = job.workload.cut.rearrange?.to ?? {};
    return (scale ?? divisor) ? { ...runner, difference: roughDifference } : runner;
  },
});

/** In the order of the table's columns. */
export const CONTESTANTS = [memcpy, oursInto, oursBound, oursFresh, ...BY_HAND.map(byHand)];

/** @param {Job} job */
export const shapesOf = ({ workload: { dims, cut } }) =>
  cut.joins
    ? [dims]
    : cut.pad
      ? [paddedSizes(dims, cut.pad)]
      : cut.gather
        ? [gatheredSizes(dims, cut.gather)]
        : viewsOf(dims, cut).map(({ sizes }) => sizes);
