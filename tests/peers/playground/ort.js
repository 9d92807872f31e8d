// The node of a result as a model, loaded and run by ONNX Runtime.

import { isDeepStrictEqual } from 'node:util';
import { load } from '../../../tools/common/packages.js';
import { toNode, whyNoNode } from '../../../web/playground/code/onnx.ts';
import { sizeOf } from '../../../web/playground/model/integers.ts';
import { kindOf } from '../../../web/playground/model/values.ts';
import { CODES, encodeModel, sequenceInfo, valueInfo } from '../../onnx/model.js';
import { takenBy } from './numpy.js';

/** @import { Result } from '../../../web/playground/model/result.ts' */

/** Kinds of which JavaScript can hand tensors that count to ONNX Runtime. */
const CARRIED = ['float', 'integer'];

/** Calls of which ONNX Runtime gives something else: the ruling, and what it does instead. @type {Record<string, RegExp>} */
const OTHERWISE = {
  'op=Split&dims=5&axis=0&num_outputs=4': /exceeds the remaining size/, // D16
  'op=Slice&dims=&s=...': /Cannot slice scalars/, // D8
};

/** How it says that it has no such kernel. */
const LACKING = /Could not find an implementation for|MLDataType for: .* is not currently registered/;
/** Of a sequence, which JavaScript cannot be given. */
const NO_TENSOR = /non.tensor/i;

/** @param {Result} result @param {string} title @returns {Promise<{ lacks?: string, wrong?: string }>} */
export async function askOrt(result, title) {
  const { type } = result.state;
  const why = whyNoNode(result) || (type in CODES ? '' : `ONNX has no type ${type}.`);
  if (why !== '') return { lacks: why };
  if (!CARRIED.includes(kindOf(type).is)) return { lacks: `${type} in JavaScript` };
  const ort = load('tests/peers', 'onnxruntime-node');
  ort.env.logLevel = 'fatal';
  const wrong = await run(ort, result).catch((error) => String(error.message));
  if (LACKING.test(wrong)) return { lacks: wrong };
  const otherwise = OTHERWISE[title];
  if (otherwise) return otherwise.test(wrong) ? {} : { wrong: `it does as we do now: ${wrong}` };
  return wrong === '' ? {} : { wrong };
}

/** @param {Result['state']['type']} type @param {(number | bigint)[]} numbers */
function arrayOf(type, numbers) {
  const Class = /** @type {any} */ (globalThis)[kindOf(type).array];
  return Class.from(numbers, Class.name.startsWith('Big') ? BigInt : Number);
}

/** @param {Result} result */
function modelOf(result) {
  const { opset, op_type, input, output, attributes, dims, isSequence, takesSequence, constants } =
    toNode(result);
  const { state, tensors } = result;
  const node = { op_type, input: takesSequence ? ['sequence'] : input, output, attributes };
  const values = constants.map(({ name, type, dims, data }) => [
    name,
    { type, dims, data: arrayOf(type, data) },
  ]);
  return encodeModel({
    opset,
    nodes: takesSequence
      ? [{ op_type: 'SequenceConstruct', input, output: ['sequence'], attributes: {} }, node]
      : [node],
    constants: Object.fromEntries(values),
    inputs: tensors.map((each) => valueInfo(each.name, state.type, each.dims)),
    outputs: isSequence
      ? [sequenceInfo(output[0], state.type)]
      : output.map((name, i) => valueInfo(name, state.type, dims[i])),
  });
}

/** @param {any} ort @param {Result} result @returns {Promise<string>} what is wrong */
async function run(ort, result) {
  const { row, state, tensors } = result;
  const session = await ort.InferenceSession.create(modelOf(result), { logSeverityLevel: 4 });
  try {
    let start = 0;
    const feeds = Object.fromEntries(
      tensors.map(({ name, dims }) => {
        const first = start;
        const size = sizeOf(dims);
        start += size;
        const numbers = Array.from({ length: size }, (_, i) => (first + i) % 128);
        return [name, new ort.Tensor(state.type, arrayOf(state.type, numbers), dims)];
      }),
    );
    const outputs = await session.run(feeds).catch((/** @type {Error} */ error) => {
      if (row.op_type === 'SplitToSequence' && NO_TENSOR.test(error.message)) return null; // it has run
      throw error;
    });
    if (outputs === null) return '';
    const made = session.outputNames.flatMap((/** @type {string} */ name) =>
      Array.from(outputs[name].data, Number),
    );
    const fill = Number(state.values.value ?? 0);
    const expected = takenBy(result).flatMap(({ places }) =>
      places.map((place) => (place < 0 ? fill : place % 128)),
    );
    return isDeepStrictEqual(made, expected) ? '' : `the result holds ${made.slice(0, 8)}`;
  } finally {
    await session.release();
  }
}
