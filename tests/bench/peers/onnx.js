// onnxruntime-web and onnxruntime-node: a model of one node, whose parameters are constants.
import { encodeModel, valueInfo } from '../../../web/shared/onnx/model.js';
import { shapesOf } from '../measure/contestants.js';
import { asyncRunner } from '../measure/runner.js';

/** @typedef {import('../measure/contestants.js').Job} Job */

const OPSET = 18;

/**
 * @param {any} ort
 * @param {Job} job
 */
export async function startOnnx(ort, job) {
  const { type, dims } = job.workload;
  const session = await ort.InferenceSession.create(makeModel(job), { logSeverityLevel: 3 });
  const feeds = { x: new ort.Tensor(type, job.data, dims) };
  return asyncRunner(
    () => session.run(feeds),
    (outputs) => session.outputNames.map((/** @type {string} */ name) => outputs[name].data),
    () => session.release(),
  );
}

/** @param {Job} job */
function makeModel(job) {
  const { type, dims, cut } = job.workload;
  const { slice, split } = cut;
  const shapes = shapesOf(job);
  const lists = slice
    ? { starts: slice.starts, ends: slice.ends, axes: dims.map((_, i) => i), steps: slice.steps }
    : { split: split?.sizes ?? [] };
  const constants = Object.entries(lists).map(([name, values]) => [
    name,
    { type: 'int64', dims: [values.length], data: BigInt64Array.from(values, BigInt) },
  ]);
  const node = {
    op_type: slice ? 'Slice' : 'Split',
    input: ['x', ...Object.keys(lists)],
    output: shapes.map((_, j) => `y${j}`),
    ...(split && { attributes: { axis: split.axis } }),
  };
  return encodeModel({
    opset: OPSET,
    nodes: [node],
    constants: Object.fromEntries(constants),
    inputs: [valueInfo('x', type, dims)],
    outputs: shapes.map((shape, j) => valueInfo(`y${j}`, type, shape)),
  });
}
