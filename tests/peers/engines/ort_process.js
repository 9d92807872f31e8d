// The process in which ONNX Runtime runs, because some models end it. Its argument names the package. Is sent examples and answers
// each; ort.js asks.
import { load } from '../../../tools/common/packages.js';
import { fromResult, LENGTH, modelOf } from './ort_model.js';

/** @import { Answer } from '../answers.js' */
/** @import { Example } from '../../random/nodes/example.js' */

const ort = load('tests/peers', process.argv[2]);
ort.env.logLevel = 'fatal';
ort.env.wasm.numThreads = 1;

const OPTIONS = {
  logSeverityLevel: 4,
  graphOptimizationLevel: 'disabled',
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
};
/** How it says that it has no such kernel, type or sequence. */
const LACKING = new RegExp(
  [
    'Could not find an implementation for',
    'MLDataType for: .* is not currently registered',
    'InsertedPrecisionFreeCast', // a kernel for float32 in place of one for float16, but there is none either
    'of operator \\(Sequence',
    'ERROR_CODE: 9,', // onnxruntime-web: not implemented
  ].join('|'),
);

/** @param {Example} example @returns {Promise<Answer>} */
async function answer(example) {
  try {
    const outputs = await run(example);
    const [length] = outputs.splice(outputs.findIndex(({ name }) => name === LENGTH) >>> 0, 1);
    if (length === undefined) return { outputs };
    const members = Number(length.data[0]);
    return { outputs: members === 0 ? [] : (await run(example, members)).slice(0, members) };
  } catch (cause) {
    const error = cause instanceof Error ? cause.message : String(cause);
    const isComplex = example.node.type.startsWith('complex'); // of sequences of them, it says nothing at all
    return LACKING.test(error) || (isComplex && error === '') ? { lacks: error } : { error };
  }
}

/** @param {Example} example @param {number} [members] */
async function run(example, members) {
  const { bytes, feeds, fetches } = modelOf(example, members);
  const session = await ort.InferenceSession.create(bytes, OPTIONS);
  try {
    const tensors = Object.entries(feeds).map(([name, { type, dims, data }]) => [
      name,
      new ort.Tensor(type, data, dims),
    ]);
    const results = await session.run(Object.fromEntries(tensors));
    return fetches.map((name) => {
      const { dims, data } = results[name];
      return { name, dims, data: name === LENGTH ? data : fromResult(example.node.type, data) };
    });
  } finally {
    await session.release();
  }
}

process.on('message', async (/** @type {Example} */ example) => process.send?.(await answer(example)));
process.send?.('ready');
