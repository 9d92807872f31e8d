// The nodes that do the work of a row: what the library is called with, by contestants and peers.
import { like, viewsOf } from '../rows/geometry.js';

/** @import { Job } from './contestants.js' */
/** @typedef {import('../rows/geometry.js').Data} Data */

/**
 * The node, its inputs by position, and what its plan is run on.
 * @param {Job} job
 * @returns {{ op: string, inputs: any, options: any, given: any }}
 */
export function toNode(job) {
  const node = job.workload.cut.joins ? toJoin(job) : toCut(job);
  return { given: node.inputs[0], ...node };
}

/** @param {Job} job @returns {{ op: string, inputs: any, options: any, given?: any }} */
function toCut({ workload: { type, dims, cut }, data }) {
  if (cut.rearrange) {
    const { pattern, sizes, to, from = { dims } } = cut.rearrange;
    return {
      op: 'Rearrange',
      inputs: [{ type, ...from, data }],
      options: { attributes: { pattern, sizes, to } },
    };
  }
  if (cut.transpose) {
    const [{ offset, strides, sizes }] = viewsOf(dims, cut);
    return {
      op: 'Slice',
      inputs: [{ type, shape: sizes, stride: strides, offset, data }, [], []],
      options: {},
    };
  }
  const x = { type, dims, data };
  if (cut.pad) {
    const { pads, mode, value } = cut.pad;
    const list = [...pads.map(([begin]) => begin), ...pads.map(([, end]) => end)];
    return { op: 'Pad', inputs: [x, list, value], options: { attributes: { mode } } };
  }
  if (cut.gather) {
    const { axis, indices } = cut.gather;
    return { op: 'Gather', inputs: [x, indices], options: { attributes: { axis } } };
  }
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

/** The parts as tensors. @param {Job} job */
function tensorsOf({ workload: { type, dims, cut }, parts }) {
  const { axis = 0, drop = false } = cut.split ?? {};
  return viewsOf(dims, cut).map(({ sizes }, j) => ({
    type,
    dims: drop ? sizes.filter((_, i) => i !== axis) : sizes,
    data: parts[j],
  }));
}

/** @param {Job} job @returns {{ op: string, inputs: any, options: any, given: any }} */
function toJoin(job) {
  const { dims, cut, type } = job.workload;
  const given = tensorsOf(job);
  if (cut.slice) {
    const { starts, ends, steps } = cut.slice;
    const target = { type, dims, data: job.data };
    const options = { domain: 'openvino' };
    return {
      op: 'SliceScatter',
      inputs: [target, given[0], starts, ends, steps],
      options,
      given: [target, ...given],
    };
  }
  const { axis, drop } = /** @type {import('../rows/geometry.js').SplitCut} */ (cut.split);
  if (drop) {
    return {
      op: 'ConcatFromSequence',
      inputs: [given],
      options: { attributes: { axis, new_axis: 1 } },
      given,
    };
  }
  return { op: 'Concat', inputs: given, options: { attributes: { axis } }, given };
}

/** The target that is written in place, the slice of it, and the updates. @param {Job} job */
export function toAssignment(job) {
  const { type, dims, cut } = job.workload;
  const target = { type, dims, data: like(job.data, job.data.length) };
  return {
    target,
    spec: /** @type {import('../rows/geometry.js').SliceCut} */ (cut.slice),
    updates: cut.value ?? tensorsOf(job)[0],
  };
}
