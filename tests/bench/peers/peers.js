// THE table of peers. To add one, add a row, and its packages to package.json here. Every peer starts from the typed array
// that all others start from and ends with typed arrays; what it can prepare once (a model, a plan) it prepares once.
import { load, versionOf } from '../../../tools/common/packages.js';
import { startNdarray } from './ndarray.js';
import { startOnnx } from './onnx.js';
import { startTfjs } from './tfjs.js';
import { startTransformers } from './transformers.js';

/** @typedef {import('../measure/contestants.js').Contestant} Contestant */

/**
 * @typedef {object} Peer
 * @property {string} name
 * @property {() => string | undefined} version undefined if it is not installed
 * @property {Contestant['start']} start
 */

const ORT_WEB = 'onnxruntime-web';
const ORT_NODE = 'onnxruntime-node';
const TRANSFORMERS = '@huggingface/transformers';

/** @type {Peer[]} */
export const PEERS = [
  { name: 'ort-web', version: () => versionOf('tests/bench/peers', ORT_WEB),
    start: (job) => startOnnx(load('tests/bench/peers', ORT_WEB), job) },
  { name: 'ort-node', version: () => versionOf('tests/bench/peers', ORT_NODE),
    start: (job) => startOnnx(load('tests/bench/peers', ORT_NODE), job) },
  { name: 'tfjs-wasm', version: () => versionOf('tests/bench/peers', '@tensorflow/tfjs-backend-wasm'), start: startTfjs },
  { name: 'ndarray', version: () => versionOf('tests/bench/peers', 'ndarray-ops'), start: startNdarray },
  { name: 'transformers', version: () => versionOf('tests/bench/peers', TRANSFORMERS),
    start: (job) => startTransformers(load('tests/bench/peers', TRANSFORMERS), job) },
]; // biome-ignore format: a table

/** @param {readonly string[]} names @returns {Contestant[]} */
export const peersNamed = (names) => PEERS.filter(({ name }) => names.includes(name));
