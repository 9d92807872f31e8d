// THE table of adopters' cases: a cut that users of another library make, the way they make it today, and ours. To add one,
// add a row, its contestants to today.js, and its packages to tests/recipes/package.json: they are the recipes' packages.
import { CLASSES, fill, like, product } from '../rows/geometry.js';
import { oursFor } from './ours.js';
import {
  arrayLoops,
  ndarrayOps,
  stdlibAssign,
  tfjsScores,
  tfjsSplit,
  transformersPermute,
  transformersSlice,
  yoloLoops,
} from './today.js';

/** @typedef {import('../measure/contestants.js').Contestant} Contestant */
/** @typedef {import('../measure/contestants.js').Job} Job */

/** @typedef {{ shape: number[], stride: number[], offset: number }} View one output, as a part of the source */

/**
 * @typedef {object} Case
 * @property {string} id
 * @property {string} title
 * @property {number[]} dims of the source, float32
 * @property {View[]} views
 * @property {string[]} [flags] of V8
 * @property {Contestant[]} contestants
 */

/** @typedef {Job & { data: Float32Array, views: View[], dims: number[] }} CaseJob */

const STRICT = '--disallow-code-generation-from-strings';

/**
 * transformers.js: the logits of the last token.
 * @param {string} id
 * @param {string} title
 * @param {[number, number, number]} dims
 * @returns {Case}
 */
const logits = (id, title, [batch, length, words]) => ({
  id: `logits-${id}`,
  title: `logits [${batch}, ${length}, ${words}] at [:, -1, :], ${title}`,
  dims: [batch, length, words],
  views: [{ shape: [batch, words], stride: [length * words, 1], offset: (length - 1) * words }],
  contestants: [transformersSlice, ...oursFor('logits', batch === 1)],
});

const BOXES = 8400;
const ROWS = [4, 80];

/**
 * scijs: a copy of a strided view.
 * @param {string} id
 * @param {string} title
 * @param {number[]} dims
 * @param {View} view
 * @returns {Case[]} and again under a strict policy
 */
const strided = (id, title, dims, view) =>
  [[], [STRICT]].map((flags) => ({
    id: flags.length > 0 ? `ndarray-${id}-strict` : `ndarray-${id}`,
    title: `copy of ndarray ${title}${flags.length > 0 ? ', no code from strings' : ''}`,
    dims,
    views: [view],
    flags,
    contestants: [ndarrayOps, stdlibAssign, arrayLoops, ...oursFor('strided')],
  }));

/** @type {Case[]} */
export const CASES = [
  logits('decode', 'decoding', [1, 1, 151936]),
  logits('prefill', 'prefill', [1, 128, 32000]),
  logits('prefill-long', 'long prefill', [1, 512, 50257]),
  logits('batch', 'batch', [4, 64, 32000]),
  {
    id: 'yolo-split',
    title: 'YOLO [1, 84, 8400] to boxes and scores',
    dims: [1, 84, BOXES],
    views: ROWS.map((rows, i) => ({
      shape: [1, rows, BOXES],
      stride: [84 * BOXES, BOXES, 1],
      offset: i * 4 * BOXES,
    })),
    contestants: [yoloLoops, tfjsSplit, ...oursFor('yolo')],
  },
  {
    id: 'yolo-scores',
    title: 'YOLO [1, 84, 8400] to scores per box',
    dims: [1, 84, BOXES],
    views: [{ shape: [BOXES, 80], stride: [1, BOXES], offset: 4 * BOXES }],
    contestants: [arrayLoops, tfjsScores, transformersPermute, ...oursFor('strided')],
  },
  ...strided('transposed', '[1024, 1024], transposed', [1024, 1024], {
    shape: [1024, 1024],
    stride: [1, 1024],
    offset: 0,
  }),
  ...strided('pick', '[256, 256, 64], one of the last axis', [256, 256, 64], {
    shape: [256, 256],
    stride: [256 * 64, 64],
    offset: 10,
  }),
];

/** @param {string} id */
export function caseNamed(id) {
  const found = CASES.find((each) => each.id === id);
  if (!found) throw new Error(`no case ${id}`);
  return found;
}

/**
 * @param {Case} found
 * @returns {CaseJob}
 */
export function caseJob({ id, title, dims, views }) {
  const data = fill(new CLASSES.float32(product(dims)));
  const expected = views.map((view) => gather(data, view));
  const bytes = expected.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const workload = /** @type {Job['workload']} */ ({
    id,
    title,
    type: 'float32',
    dims,
    cut: {},
    target: 0,
    byHand: {},
  });
  return { workload, data, parts: expected, expected, bytes, views, dims };
}

/**
 * A part of the source, element by element.
 * @param {Float32Array} data
 * @param {View} view
 */
function gather(data, { shape, stride, offset }) {
  const out = like(data, product(shape));
  const index = shape.map(() => 0);
  for (let to = 0; to < out.length; ++to) {
    out[to] = data[index.reduce((at, i, axis) => at + i * stride[axis], offset)];
    for (let axis = shape.length - 1; axis >= 0 && ++index[axis] === shape[axis]; --axis) index[axis] = 0;
  }
  return out;
}
