// The model of a result, loaded and run by ONNX Runtime.
import { isDeepStrictEqual } from 'node:util';
import { toCut } from '../../../web/playground/code/cut.ts';
import { toOnnxModel, whyNoModel } from '../../../web/playground/code/onnx_model.ts';
import { sizeOf } from '../../../web/playground/model/integers.ts';
import { KINDS } from '../../../web/playground/model/values.ts';
import { takenBy } from '../../node/page/taken.js';
import { load } from '../../packages.js';

/** @import { Result } from '../../../web/playground/model/cut.ts' */

/** Kinds of which JavaScript can hand tensors that count to ONNX Runtime. */
const CARRIED = ['float', 'integer'];

/** Examples that are there because ONNX Runtime does otherwise: the ruling, and what it does instead. @type {Record<string, RegExp>} */
const OTHERWISE = {
  'Backwards, with INT_MAX': /^output holds 4,3,2,1,0/, // D2
  'More outputs than indices': /exceeds the remaining size/, // D16
  'a scalar': /Cannot slice scalars/, // D8
};

/** How it says that it has no such kernel. */
const LACKING = /Could not find an implementation for|MLDataType for: .* is not currently registered/;
/** Of a sequence, which JavaScript cannot be given. */
const NO_TENSOR = /non.tensor/i;

/**
 * @param {Result} result
 * @param {string} title
 * @returns {Promise<{ lacks?: string, wrong?: string }>}
 */
export async function askOrt(result, title) {
  const cut = toCut(result);
  const why = whyNoModel(cut);
  if (why !== '') return { lacks: why };
  if (!CARRIED.includes(KINDS[cut.type].is)) return { lacks: `${cut.type} in JavaScript` };
  const ort = load('peers', 'onnxruntime-node');
  ort.env.logLevel = 'fatal';
  const wrong = await run(ort, result, toOnnxModel(cut)).catch((error) => String(error.message));
  if (LACKING.test(wrong)) return { lacks: wrong };
  const otherwise = OTHERWISE[title];
  if (otherwise) return otherwise.test(wrong) ? {} : { wrong: `it does as we do now: ${wrong}` };
  return wrong === '' ? {} : { wrong };
}

/**
 * @param {any} ort
 * @param {Result} result
 * @param {Uint8Array} bytes
 * @returns {Promise<string>} what is wrong
 */
async function run(ort, result, bytes) {
  const { row, state, dims } = result;
  const session = await ort.InferenceSession.create(bytes, { logSeverityLevel: 4 });
  try {
    const places = Array.from({ length: sizeOf(dims) }, (_, place) => place % 128);
    const Class = /** @type {any} */ (globalThis)[KINDS[state.type].array];
    const data = Class.from(places, Class.name.startsWith('Big') ? BigInt : Number);
    const feeds = { [row.inputs[0].name]: new ort.Tensor(state.type, data, dims) };
    const outputs = await session.run(feeds).catch((/** @type {Error} */ error) => {
      if (row.op_type === 'SplitToSequence' && NO_TENSOR.test(error.message)) return null; // it has run
      throw error;
    });
    if (outputs === null) return '';
    const made = session.outputNames.flatMap((/** @type {string} */ name) =>
      Array.from(outputs[name].data, Number),
    );
    const expected = takenBy(result).flatMap(({ places }) => places.map((place) => place % 128));
    return isDeepStrictEqual(made, expected) ? '' : `output holds ${made.slice(0, 8)}`;
  } finally {
    await session.release();
  }
}
