// THE table of recipes that need packages: what must come out, by the other library's own account. To add one, write it in
// docs/recipes.md, and add a row here and its packages to package.json.
import assert from 'node:assert/strict';
import { encodeModel, valueInfo } from '../onnx/model.js';

/** @typedef {any} Any */
/** @typedef {(name: string) => Promise<Any>} Import */

/**
 * @typedef {object} Recipe
 * @property {string} heading on the page
 * @property {string[]} packages the page names the first one; the recipe runs with each of them in its place
 * @property {string[]} names of the values to check; if it runs in another Node, expressions
 * @property {boolean} [newer] needs a newer Node
 * @property {Record<string, () => Uint8Array>} [files] that it opens
 * @property {(made: Record<string, Any>, load: Import, name: string) => void | Promise<void>} check
 */

const upTo = (/** @type {number} */ n) => Float32Array.from({ length: n }, (_, k) => k + 0.5);

/** Flat, as numbers. @param {Any} nested */
const flat = (nested) => /** @type {Any[]} */ ([nested]).flat(9).map(Number);

/** A model of one node, from x to logits, of any shape. */
const identity = () =>
  encodeModel({
    opset: 18,
    nodes: [{ op_type: 'Identity', input: ['x'], output: ['logits'] }],
    inputs: [valueInfo('x', 'float32')],
    outputs: [valueInfo('logits', 'float32')],
  });

/** @type {Recipe[]} */
export const RECIPES = [
  { heading: 'ONNX Runtime', packages: ['onnxruntime-web', 'onnxruntime-node'], names: ['last', 'again', 'session'],
    files: { 'model.onnx': identity },
    async check({ last, again, session }, load, name) {
      const input = upTo(24);
      const { Tensor } = await load(name);
      assert.ok(again instanceof Tensor);
      assert.deepEqual([again.type, again.dims], ['float32', [2, 1, 4]]);
      assert.deepEqual([...again.data], [...input.subarray(8, 12), ...input.subarray(20)]);
      assert.deepEqual([...last.data], [...again.data]);
      await session.release();
    } },
  { heading: 'transformers.js', packages: ['@huggingface/transformers'], names: ['logits', 'hidden', 'last', 'scores', 'q', 'k', 'v'],
    async check({ logits, hidden, last, scores, q, k, v }, load, name) {
      const { Tensor } = await load(name);
      assert.deepEqual([last.dims, [...last.data]], [[2, 4], flat(logits.slice(null, -1, null).tolist())]);
      assert.deepEqual(scores.tolist(), logits.slice(null, -1, null).sigmoid().tolist());
      [q, k, v].forEach((part, i) => {
        assert.ok(part instanceof Tensor);
        assert.deepEqual(part.tolist(), hidden.slice(null, null, [4 * i, 4 * i + 4]).tolist());
      });
    } },
  { heading: 'TensorFlow.js', packages: ['@tensorflow/tfjs-core'], names: ['x', 'boxes', 'scores', 'y'],
    async check({ x, boxes, scores, y }, load, name) {
      const tf = await load(name);
      const [theirBoxes, theirScores] = tf.split(x, [4, 80], 1);
      assert.deepEqual([boxes.dims, boxes.data], [theirBoxes.shape, theirBoxes.dataSync()]);
      assert.deepEqual([scores.dims, scores.data], [theirScores.shape, theirScores.dataSync()]);
      assert.deepEqual([y.dtype, y.arraySync()], ['float32', theirScores.arraySync()]);
    } },
  { heading: 'ndarray', packages: ['ndarray'], names: ['view', 'dense', 'copy'],
    check({ view, dense, copy }) {
      assert.deepEqual([view.shape, view.stride, view.offset], [[3, 4], [2, -6], 19]);
      const theirs = [0, 1, 2].flatMap((i) => [0, 1, 2, 3].map((j) => view.get(i, j)));
      assert.deepEqual([dense.type, dense.dims, [...dense.data]], ['float32', [3, 4], theirs]);
      assert.deepEqual([copy.dtype, copy.shape, copy.get(2, 1)], ['float32', [3, 4], view.get(2, 1)]);
    } },
  { heading: '@stdlib/ndarray', packages: ['@stdlib/ndarray'], names: ['matrix', 'view', 'dense', 'copy'],
    async check({ matrix, view, dense, copy }, load, name) {
      const { default: stdlib } = await load(name);
      assert.deepEqual([matrix.strides, view.strides, view.offset], [[1, 4], [1, -4], 20]);
      assert.deepEqual([dense.dims, [...dense.data]], [[4, 6], flat(stdlib.ndarray2array(view))]);
      assert.deepEqual(stdlib.ndarray2array(copy), stdlib.ndarray2array(view));
      assert.equal(dense.data.constructor, Float32Array);
    } },
  { heading: 'numpy-ts', packages: ['numpy-ts'],
    names: ['view.tolist()', '[...dense.data]', 'dense.dims', 'dense.type', 'copy.tolist()'], newer: true,
    check({
      'view.tolist()': theirs,
      '[...dense.data]': data,
      'dense.dims': dims,
      'dense.type': type,
      'copy.tolist()': copy,
    }) {
      assert.deepEqual(
        [theirs, dims, type],
        [
          [
            [7, 5],
            [19, 17],
          ],
          [2, 2],
          'float64',
        ],
      );
      assert.deepEqual([data, copy], [flat(theirs), theirs]);
    } },
  { heading: 'Apache Arrow', packages: ['apache-arrow'], names: ['embedding', 'time', 'head', 'tail', 'every', 'vector'],
    check({ embedding, time, head, tail, every, vector }) {
      const rows = [...embedding].map((row) => [...row]);
      assert.deepEqual(
        [head.type, head.dims, [...head.data]],
        ['float32', [3, 1], rows.flatMap((row) => row.slice(0, 1))],
      );
      assert.deepEqual([tail.dims, [...tail.data]], [[3, 1], rows.flatMap((row) => row.slice(1))]);
      const part = time.slice(2, 9);
      assert.deepEqual(
        [...every.data],
        [0, 2, 4, 6].map((i) => part.get(i)),
      );
      assert.deepEqual([...vector], [...every.data]);
    } },
]; // biome-ignore format: a table
