// onnxruntime-web and onnxruntime-node: a model of one node, whose parameters are constants.
import { encodeModel, valueInfo } from '../../onnx/model.js';
import { shapesOf } from '../measure/contestants.js';
import { asyncRunner, Blank } from '../measure/runner.js';
import { viewsOf } from '../rows/geometry.js';

/** @typedef {import('../measure/contestants.js').Job} Job */

const OPSET = 18;

/** @param {any} ort @param {Job} job */
export async function startOnnx(ort, job) {
  const { type } = job.workload;
  const sources = sourcesOf(job);
  const session = await ort.InferenceSession.create(makeModel(job), { logSeverityLevel: 3 });
  const feeds = Object.fromEntries(
    sources.map(({ name, dims, data }) => [name, new ort.Tensor(type, data, dims)]),
  );
  return asyncRunner(
    () => session.run(feeds),
    (outputs) => session.outputNames.map((/** @type {string} */ name) => outputs[name].data),
    () => session.release(),
  );
}

/** The model's inputs. @param {Job} job */
function sourcesOf({ workload: { dims, cut }, data, parts }) {
  if (cut.pad || cut.gather) throw new Blank('is not asked to pad or to gather');
  if (!cut.joins) return [{ name: 'x', dims, data }];
  if (cut.slice || cut.split?.drop) throw new Blank('no one node does it');
  return viewsOf(dims, cut).map(({ sizes }, j) => ({ name: `x${j}`, dims: sizes, data: parts[j] }));
}

/**
 * The node's operator, attributes, and lists of integers that are inputs.
 * @param {Job} job
 * @returns {{ op_type: string, attributes?: Record<string, number | number[]>, lists?: Record<string, number[]> }}
 */
function nodeOf({ workload: { dims, cut } }) {
  const { slice, split, transpose, joins, rearrange } = cut;
  if (rearrange) throw new Blank('takes several nodes');
  if (transpose && slice) throw new Blank('takes two nodes');
  if (transpose) return { op_type: 'Transpose', attributes: { perm: transpose } };
  if (slice) {
    const { starts, ends, steps } = slice;
    return { op_type: 'Slice', lists: { starts, ends, axes: dims.map((_, i) => i), steps } };
  }
  const { axis, sizes } = /** @type {import('../rows/geometry.js').SplitCut} */ (split);
  return joins
    ? { op_type: 'Concat', attributes: { axis } }
    : { op_type: 'Split', attributes: { axis }, lists: { split: sizes } };
}

/** @param {Job} job */
function makeModel(job) {
  const { type } = job.workload;
  const shapes = shapesOf(job);
  const sources = sourcesOf(job);
  const { op_type, attributes, lists = {} } = nodeOf(job);
  const constants = Object.entries(lists).map(([name, values]) => [
    name,
    { type: 'int64', dims: [values.length], data: BigInt64Array.from(values, BigInt) },
  ]);
  const node = {
    op_type,
    input: [...sources.map(({ name }) => name), ...Object.keys(lists)],
    output: shapes.map((_, j) => `y${j}`),
    attributes,
  };
  return encodeModel({
    opset: OPSET,
    nodes: [node],
    constants: Object.fromEntries(constants),
    inputs: sources.map(({ name, dims }) => valueInfo(name, type, dims)),
    outputs: shapes.map((shape, j) => valueInfo(`y${j}`, type, shape)),
  });
}
