// The model of a result, loaded and run by ONNX Runtime.
import { isDeepStrictEqual } from 'node:util';
import { load } from '../../../tools/common/packages.js';
import { toCut } from '../../../web/playground/code/cut.ts';
import { toOnnxModel, whyNoModel } from '../../../web/playground/code/onnx_model.ts';
import { KINDS } from '../../../web/playground/model/values.ts';
import { takenBy } from '../../node/page/taken.js';

/** @import { Cut } from '../../../web/playground/code/cut.ts' */
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
  const wrong = await run(ort, result, cut).catch((error) => String(error.message));
  if (LACKING.test(wrong)) return { lacks: wrong };
  const otherwise = OTHERWISE[title];
  if (otherwise) return otherwise.test(wrong) ? {} : { wrong: `it does as we do now: ${wrong}` };
  return wrong === '' ? {} : { wrong };
}

/**
 * @param {any} ort
 * @param {Result} result
 * @param {Cut} cut its
 * @returns {Promise<string>} what is wrong
 */
async function run(ort, result, cut) {
  const { row, type, tensors } = cut;
  const session = await ort.InferenceSession.create(toOnnxModel(cut), { logSeverityLevel: 4 });
  try {
    const Class = /** @type {any} */ (globalThis)[KINDS[type].array];
    const toData = (/** @type {number} */ start, /** @type {number} */ size) =>
      Class.from({ length: size }, (/** @type {unknown} */ _, /** @type {number} */ i) =>
        (Class.name.startsWith('Big') ? BigInt : Number)((start + i) % 128),
      );
    const feeds = Object.fromEntries(
      tensors.map(({ name, dims, start, size }) => [name, new ort.Tensor(type, toData(start, size), dims)]),
    );
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
