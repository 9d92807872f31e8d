// The contestants that run wherever JavaScript does: the limit, ours, by hand. Peers stand in ../peers/.
import { init, plan, slice, splitToSequence, variadicSplit } from '../../../web/lib/index.js';
import { encode } from '../../support/elements.js';
import { boxesOf, bytesOf, CLASSES, fill, like, product, reference } from '../rows/geometry.js';
import { isPacked } from '../rows/packed.js';
import { Blank, syncRunner } from './runner.js';

/** @typedef {import('../rows/geometry.js').Data} Data */
/** @typedef {import('../rows/workloads.js').Workload} Workload */
/** @typedef {import('./runner.js').Runner} Runner */

/**
 * @typedef {object} Job a workload with its data
 * @property {Workload} workload
 * @property {Data} data
 * @property {Data[]} expected
 * @property {number} bytes of all outputs
 */

/**
 * @typedef {object} Contestant
 * @property {string} name
 * @property {(job: Job) => Runner | Promise<Runner>} start throws a Blank where it cannot do the work
 */

export const MEMCPY = 'memcpy';
/** A blank that needs no words. */
export const NOT_A_WAY = 'not a way to do this';

/**
 * @param {Workload} workload
 * @returns {Job}
 */
export function makeJob(workload) {
  const { type, dims, cut } = workload;
  const elements = fill(new (isPacked(type) ? Uint8Array : CLASSES[type])(product(dims)));
  const pack = (/** @type {Data} */ list) =>
    isPacked(type) ? encode(type, /** @type {Uint8Array} */ (list)) : list;
  const data = pack(elements);
  const expected = reference(elements, dims, cut).map(pack);
  return { workload, data, expected, bytes: expected.reduce((sum, { byteLength }) => sum + byteLength, 0) };
}

/**
 * Parts of `whole` as large as the outputs, behind each other.
 * @param {readonly ArrayBufferView[]} expected
 * @param {Uint8Array} whole
 */
export function behind(expected, whole) {
  let end = 0;
  return expected.map(({ byteLength }) => {
    end += byteLength;
    return whole.subarray(end - byteLength, end);
  });
}

/** @param {Job} job */
const freshOuts = ({ expected }) => expected.map((each) => like(each, each.length));

/**
 * The limit: `set` of the output's bytes, all outputs behind each other, into a warm buffer.
 * @type {Contestant}
 */
const memcpy = {
  name: MEMCPY,
  start({ expected, bytes }) {
    const from = new Uint8Array(bytes);
    const to = new Uint8Array(bytes).fill(1);
    const pieces = behind(expected, to);
    behind(expected, from).forEach((place, j) => {
      place.set(bytesOf(expected[j]));
    });
    return syncRunner(
      () => to.set(from),
      () => pieces,
    );
  },
};

/**
 * The node's inputs, by position.
 * @param {Job} job
 * @returns {{ op: string, inputs: any, options: any }}
 */
export function toNode({ workload: { type, dims, cut }, data }) {
  if (isPacked(type)) return toStrided(type, dims, cut, data);
  const x = { type, dims, data };
  if (cut.slice) {
    const { starts, ends, steps } = cut.slice;
    const axes = dims.map((_, i) => i);
    return { op: 'Slice', inputs: [x, starts, ends, axes, steps], options: {} };
  }
  if (!cut.split) throw new Error('a cut is a slice or a split');
  const { axis, sizes, drop } = cut.split;
  if (drop) return { op: 'SplitToSequence', inputs: [x], options: { attributes: { axis, keepdims: 0 } } };
  return { op: 'Split', inputs: [x, sizes], options: { attributes: { axis } } };
}

/**
 * One operator alone takes packed elements, and all of a strided tensor is the same cut as a slice of a dense one.
 * @param {string} type
 * @param {readonly number[]} dims
 * @param {import('../rows/geometry.js').Cut} cut
 * @param {Data} data
 */
function toStrided(type, dims, cut, data) {
  const [{ starts, steps, sizes }] = boxesOf(dims, cut);
  const strides = dims.map((_, i) => product(dims.slice(i + 1)));
  const offset = starts.reduce((sum, start, i) => sum + start * strides[i], 0);
  const x = { type, shape: sizes, stride: strides.map((stride, i) => stride * steps[i]), offset, data };
  return { op: 'VariadicSplit', inputs: [x, 0, [sizes[0]]], options: {} };
}

/** @type {Contestant} */
const oursInto = {
  name: 'ours',
  async start(job) {
    await init();
    const { op, inputs, options } = toNode(job);
    const planned = plan(op, inputs, options);
    const into = { out: freshOuts(job) };
    return syncRunner(
      () => planned.run(inputs[0], into),
      (outputs) => outputs.map(({ data }) => /** @type {Data} */ (data)),
      planned.explain(),
    );
  },
};

/**
 * Small calls on two inputs and outputs in turn: what a plan remembers of its last call is of no use to it.
 * @type {Contestant}
 */
const oursInTurn = {
  name: 'ours in turn',
  async start(job) {
    if (!job.workload.small) throw new Blank(NOT_A_WAY);
    await init();
    const { op, inputs, options } = toNode(job);
    const planned = plan(op, inputs, options);
    const pairs = [0, 1].map(() => ({ x: { ...inputs[0] }, into: { out: freshOuts(job) } }));
    let turn = 0;
    return syncRunner(
      () => {
        turn = 1 - turn;
        const { x, into } = pairs[turn];
        return planned.run(x, into);
      },
      (outputs) => outputs.map(({ data }) => /** @type {Data} */ (data)),
    );
  },
};

/** @type {Contestant} */
const oursFresh = {
  name: 'ours fresh',
  async start(job) {
    await init();
    const { type, dims, cut } = job.workload;
    const x = /** @type {any} */ ({ type, dims, data: job.data });
    const { inputs } = toNode(job);
    const run = () => {
      if (isPacked(type)) return variadicSplit(inputs[0], inputs[1], inputs[2]);
      if (cut.slice) return [slice(x, cut.slice)];
      const { axis, sizes, drop } = /** @type {import('../rows/geometry.js').SplitCut} */ (cut.split);
      return splitToSequence(x, drop ? { axis, keepdims: 0 } : { axis, split: sizes });
    };
    return syncRunner(run, (outputs) => outputs.map((output) => output.data));
  },
};

/**
 * @param {'set' | 'loops' | 'words'} way
 * @returns {Contestant}
 */
const byHand = (way) => ({
  name: way,
  start(job) {
    const write = job.workload.byHand[way];
    if (!write) throw new Blank(NOT_A_WAY);
    const outs = freshOuts(job);
    return syncRunner(
      () => write(job.data, outs),
      () => outs,
    );
  },
});

export const BY_HAND = ['set', 'loops', 'words'];

/** In the order of the table's columns. */
export const CONTESTANTS = [
  memcpy,
  oursInto,
  oursInTurn,
  oursFresh,
  byHand('set'),
  byHand('loops'),
  byHand('words'),
];

/** @param {Job} job */
export const shapesOf = ({ workload: { dims, cut } }) => boxesOf(dims, cut).map(({ sizes }) => sizes);
