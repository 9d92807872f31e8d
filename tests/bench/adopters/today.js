// What users of other libraries do today, each a contestant that begins with their tensor and ends with a typed array.
import { join } from 'node:path';
import { homeOf, load } from '../../packages.js';
import { syncRunner } from '../measure/runner.js';
import { like } from '../rows/geometry.js';

const WASM_BACKEND = '@tensorflow/tfjs-backend-wasm';

/** @typedef {import('../measure/contestants.js').Contestant} Contestant */
/** @typedef {import('./cases.js').CaseJob} CaseJob */

/**
 * @param {string} name
 * @param {(job: CaseJob) => ReturnType<Contestant['start']>} start
 * @returns {Contestant}
 */
export const contestant = (name, start) => ({ name, start: (job) => start(/** @type {CaseJob} */ (job)) });

/** @param {CaseJob} job */
export const transformersTensor = ({ data, dims }) => {
  const { Tensor } = load('recipes', '@huggingface/transformers');
  return new Tensor('float32', data, dims);
};

const dataOf = (/** @type {any[]} */ tensors) => tensors.map(({ data }) => data);

export const transformersSlice = contestant('transformers.js', (job) => {
  const x = transformersTensor(job);
  return syncRunner(() => [x.slice(null, -1, null)], dataOf);
});

export const transformersPermute = contestant('transformers.js', (job) => {
  const x = transformersTensor(job);
  return syncRunner(() => [x.slice(null, [4, 84], null).permute(0, 2, 1)], dataOf);
});

/** TensorFlow.js in WebAssembly, its fastest backend without a GPU. */
async function startTfjs() {
  const tf = load('recipes', '@tensorflow/tfjs-core');
  const { setWasmPaths } = load('recipes', WASM_BACKEND);
  setWasmPaths(`${join(homeOf('recipes'), 'node_modules', WASM_BACKEND, 'dist')}/`);
  await tf.setBackend('wasm');
  return tf;
}

/**
 * From a typed array to typed arrays.
 * @param {string} name
 * @param {(tf: any, x: any) => any[]} cut
 */
const tfjs = (name, cut) =>
  contestant(name, async ({ data, dims }) => {
    const tf = await startTfjs();
    const run = () => {
      const x = tf.tensor(data, dims, 'float32');
      const outputs = tf.tidy(() => cut(tf, x));
      const arrays = outputs.map((/** @type {any} */ output) => output.dataSync());
      tf.dispose([x, outputs]);
      return arrays;
    };
    return syncRunner(run, (arrays) => arrays);
  });

export const tfjsSplit = tfjs('tfjs-wasm', (tf, x) => tf.split(x, [4, 80], 1));
export const tfjsScores = tfjs('tfjs-wasm', (tf, x) => [tf.transpose(tf.split(x, [4, 80], 1)[1], [0, 2, 1])]);

/** The loops of most post-processing on the web: by box, its coordinates and its scores, pushed or written by index. */
export const yoloLoops = contestant('index loops', ({ data, dims: [, rows, count] }) => {
  const run = () => {
    const boxes = new Float32Array(4 * count);
    const scores = new Float32Array((rows - 4) * count);
    for (let i = 0; i < count; ++i) {
      for (let c = 0; c < 4; ++c) boxes[c * count + i] = data[c * count + i];
      for (let c = 4; c < rows; ++c) scores[(c - 4) * count + i] = data[c * count + i];
    }
    return [boxes, scores];
  };
  return syncRunner(run, (outputs) => outputs);
});

/** A loop per axis. */
export const arrayLoops = contestant('index loops', ({ data, views: [{ shape, stride, offset }] }) => {
  const [rows, columns] = shape;
  const run = () => {
    const out = like(data, rows * columns);
    for (let i = 0, to = 0; i < rows; ++i)
      for (let j = 0; j < columns; ++j) out[to++] = data[offset + i * stride[0] + j * stride[1]];
    return [out];
  };
  return syncRunner(run, (outputs) => outputs);
});

export const ndarrayOps = contestant('ndarray-ops', ({ data, views: [{ shape, stride, offset }] }) => {
  const ndarray = load('recipes', 'ndarray');
  const ops = load('recipes', 'ndarray-ops');
  const view = ndarray(data, shape, stride, offset);
  const out = ndarray(like(data, view.size), shape);
  return syncRunner(
    () => ops.assign(out, view),
    () => [out.data],
  );
});

/** By itself, with an object of its words: all of @stdlib/ndarray makes code from strings while it is loaded. */
export const stdlibAssign = contestant('@stdlib', ({ data, views: [view] }) => {
  const assign = load('recipes', '@stdlib/ndarray/base/assign');
  const { shape, stride, offset } = view;
  const common = { dtype: 'float32', shape, order: 'row-major' };
  const out = { ...common, data: like(data, shape[0] * shape[1]), strides: [shape[1], 1], offset: 0 };
  const pair = [{ ...common, data, strides: stride, offset }, out];
  return syncRunner(
    () => assign(pair),
    () => [out.data],
  );
});
