// THE table of recipes that need packages: what each takes for granted, and what must come out, by the other side's own
// account. To add one, write it in docs/recipes.md, add a row, and its packages to package.json here.
import assert from 'node:assert/strict';
import { encodeModel, valueInfo } from '../../web/shared/onnx/model.js';

/** @typedef {any} Any */
/** @typedef {(name: string) => Promise<Any>} Import */

/**
 * @typedef {object} Recipe
 * @property {string} heading on the page
 * @property {string[]} packages the first is what the page says; it is executed with each of them in its place
 * @property {string[]} names that it makes; where it runs in another Node: expressions
 * @property {boolean} [newer] needs a newer Node, and takes nothing for granted
 * @property {(load: Import, name: string) => Promise<Record<string, Any>>} given
 * @property {(made: Record<string, Any>, given: Record<string, Any>, load: Import, name: string) => void | Promise<void>} check
 */

const upTo = (/** @type {number} */ n) => Float32Array.from({ length: n }, (_, k) => k + 0.5);

/** Flat, as numbers. @param {Any} nested */
const flat = (nested) => /** @type {Any[]} */ ([nested]).flat(9).map(Number);

/** A model of one node, from x to logits of any shape. */
const identity = () =>
  encodeModel({
    opset: 18,
    nodes: [{ op_type: 'Identity', input: ['x'], output: ['logits'] }],
    inputs: [valueInfo('x', 'float32')],
    outputs: [valueInfo('logits', 'float32')],
  });

/** @type {Recipe[]} */
export const RECIPES = [
  {
    heading: 'ONNX Runtime',
    packages: ['onnxruntime-web', 'onnxruntime-node'],
    names: ['last', 'again'],
    async given(load, name) {
      const { InferenceSession } = await load(name);
      const session = await InferenceSession.create(identity(), { logSeverityLevel: 3 });
      return { session, input: upTo(24) };
    },
    async check({ last, again }, { input, session }, load, name) {
      const { Tensor } = await load(name);
      assert.ok(again instanceof Tensor);
      assert.deepEqual([again.type, again.dims], ['float32', [2, 1, 4]]);
      assert.deepEqual([...again.data], [...input.subarray(8, 12), ...input.subarray(20)]);
      assert.deepEqual([...last.data], [...again.data]);
      await session.release();
    },
  },
  {
    heading: 'transformers.js',
    packages: ['@huggingface/transformers'],
    names: ['last', 'scores', 'q', 'k', 'v'],
    async given(load, name) {
      const { Tensor } = await load(name);
      return {
        logits: new Tensor('float32', upTo(24), [2, 3, 4]),
        hidden: new Tensor('float32', upTo(36), [1, 3, 12]),
      };
    },
    async check({ last, scores, q, k, v }, { logits, hidden }, load, name) {
      const { Tensor } = await load(name);
      assert.deepEqual([last.dims, [...last.data]], [[2, 4], flat(logits.slice(null, -1, null).tolist())]);
      assert.deepEqual(scores.tolist(), logits.slice(null, -1, null).sigmoid().tolist());
      [q, k, v].forEach((part, i) => {
        assert.ok(part instanceof Tensor);
        assert.deepEqual(part.tolist(), hidden.slice(null, null, [4 * i, 4 * i + 4]).tolist());
      });
    },
  },
  {
    heading: 'TensorFlow.js',
    packages: ['@tensorflow/tfjs-core'],
    names: ['boxes', 'scores', 'y'],
    async given(load, name) {
      await load('@tensorflow/tfjs-backend-cpu');
      const tf = await load(name);
      return { x: tf.tensor(upTo(2 * 84 * 5), [2, 84, 5]) };
    },
    async check({ boxes, scores, y }, { x }, load, name) {
      const tf = await load(name);
      const [theirBoxes, theirScores] = tf.split(x, [4, 80], 1);
      assert.deepEqual([boxes.dims, boxes.data], [theirBoxes.shape, theirBoxes.dataSync()]);
      assert.deepEqual([scores.dims, scores.data], [theirScores.shape, theirScores.dataSync()]);
      assert.deepEqual([y.dtype, y.arraySync()], ['float32', theirScores.arraySync()]);
    },
  },
  {
    heading: 'ndarray',
    packages: ['ndarray'],
    names: ['view', 'dense', 'copy'],
    given: async () => ({ data: upTo(24) }),
    check({ view, dense, copy }) {
      assert.deepEqual([view.shape, view.stride, view.offset], [[3, 4], [2, -6], 19]);
      const theirs = [0, 1, 2].flatMap((i) => [0, 1, 2, 3].map((j) => view.get(i, j)));
      assert.deepEqual([dense.type, dense.dims, [...dense.data]], ['float32', [3, 4], theirs]);
      assert.deepEqual([copy.dtype, copy.shape, copy.get(2, 1)], ['float32', [3, 4], view.get(2, 1)]);
    },
  },
  {
    heading: '@stdlib/ndarray',
    packages: ['@stdlib/ndarray'],
    names: ['view', 'dense', 'copy'],
    async given(load, name) {
      const { default: stdlib } = await load(name);
      return { matrix: stdlib.array(upTo(24), { shape: [4, 6], order: 'column-major' }) };
    },
    async check({ view, dense, copy }, { matrix }, load, name) {
      const { default: stdlib } = await load(name);
      assert.deepEqual([matrix.strides, view.strides, view.offset], [[1, 4], [1, -4], 20]);
      assert.deepEqual([dense.dims, [...dense.data]], [[4, 6], flat(stdlib.ndarray2array(view))]);
      assert.deepEqual(stdlib.ndarray2array(copy), stdlib.ndarray2array(view));
      assert.equal(dense.data.constructor, Float32Array);
    },
  },
  {
    heading: 'numpy-ts',
    packages: ['numpy-ts'],
    names: ['view.tolist()', '[...dense.data]', 'dense.dims', 'dense.type', 'copy.tolist()'],
    newer: true,
    given: async () => ({}),
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
    },
  },
  {
    heading: 'Apache Arrow',
    packages: ['apache-arrow'],
    names: ['head', 'tail', 'every', 'vector'],
    async given(load, name) {
      const { FixedSizeList, Field, Float32, Table, vectorFromArray } = await load(name);
      const list = new FixedSizeList(4, new Field('item', new Float32()));
      const rows = Array.from({ length: 6 }, (_, i) => [...upTo(24).subarray(4 * i, 4 * i + 4)]);
      const half = (/** @type {Any} */ vector) =>
        new Table({ embedding: vector, time: vectorFromArray(upTo(6)) });
      return { rows, table: half(vectorFromArray(rows, list)).concat(half(vectorFromArray(rows, list))) };
    },
    check({ head, tail, every, vector }, { table, rows }) {
      assert.ok(table.getChild('embedding').data.length > 1);
      const all = [...rows, ...rows];
      assert.deepEqual(
        [head.type, head.dims, [...head.data]],
        ['float32', [12, 2], all.flatMap((row) => row.slice(0, 2))],
      );
      assert.deepEqual([tail.dims, [...tail.data]], [[12, 2], all.flatMap((row) => row.slice(2))]);
      const time = table.getChild('time').slice(2, 9);
      assert.deepEqual(
        [...every.data],
        [0, 2, 4, 6].map((i) => time.get(i)),
      );
      assert.deepEqual([...vector], [...every.data]);
    },
  },
];
