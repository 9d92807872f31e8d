// onnxruntime-web and onnxruntime-node: a model of one node, whose parameters are constants.
import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import { inRoot } from '../../../tools/common/paths.js';
import { shapesOf } from '../measure/contestants.js';
import { asyncRunner } from '../measure/runner.js';

/** @typedef {import('../measure/contestants.js').Job} Job */

/** ONNX's codes of element types. @type {Partial<Record<Job['workload']['type'], number>>} */
const CODES = { float32: 1, uint8: 2, uint16: 4, float16: 10, float64: 11, uint32: 12, uint64: 13 };
const INT64 = 7;
const OPSET = 18;
const IR_VERSION = 8;

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

/**
 * @param {Job} job
 * @returns {Uint8Array}
 */
function makeModel(job) {
  const { type, dims, cut } = job.workload;
  const Model = protobuf
    .parse(readFileSync(inRoot('tests/bench/peers/onnx.proto'), 'utf8'), { keepCase: true })
    .root.lookupType('onnx.ModelProto');
  const shapes = shapesOf(job);
  const outputs = shapes.map((_, j) => `y${j}`);
  const { slice, split } = cut;
  const lists = slice
    ? { starts: slice.starts, ends: slice.ends, axes: dims.map((_, i) => i), steps: slice.steps }
    : { split: split?.sizes ?? [] };
  const node = {
    op_type: slice ? 'Slice' : 'Split',
    input: ['x', ...Object.keys(lists)],
    output: outputs,
    attribute: split ? [{ name: 'axis', i: split.axis, type: 2 }] : [],
  };
  const value = (/** @type {string} */ name, /** @type {number[]} */ sizes) => ({
    name,
    type: {
      tensor_type: { elem_type: CODES[type], shape: { dim: sizes.map((size) => ({ dim_value: size })) } },
    },
  });
  const graph = {
    node: [node],
    name: 'bench',
    initializer: Object.entries(lists).map(([name, values]) => ({
      name,
      data_type: INT64,
      dims: [values.length],
      int64_data: values,
    })),
    input: [value('x', dims)],
    output: outputs.map((name, j) => value(name, shapes[j])),
  };
  const model = { ir_version: IR_VERSION, graph, opset_import: [{ domain: '', version: OPSET }] };
  return Model.encode(Model.fromObject(model)).finish();
}
