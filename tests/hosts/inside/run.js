// What runs in every place of every host: `init`, then the whole corpus and ONNX's own models. Nothing here may need more than
// the language and WebAssembly.
import * as library from '../../../web/lib/index.js';
import { readCases } from '../../node/support/corpus.js';
import { judge } from '../../node/support/judge.js';
import { judgeModel } from '../../node/support/onnx_judge.js';
import { fromJson } from '../json.js';

/** @typedef {{ corpus: [string, string][], models: string }} Job files of the corpus; models by name, as json.js writes them */

/**
 * @typedef {object} Report
 * @property {number} [cases] how many were executed
 * @property {string[]} [wrong] a sentence for each that went wrong
 * @property {{ code: string, message: string }} [refused] `init` failed with this
 * @property {string} [broken] nothing could be executed
 * @property {Signs} [signs]
 */

/** By what a place shows that a policy is in force. @typedef {{ eval: boolean, isolated?: boolean }} Signs */

/**
 * @param {Job} job
 * @param {Parameters<typeof library.init>[0]} [options] of `init`
 * @returns {Promise<Report>} never rejects
 */
export async function run(job, options) {
  const signs = { eval: mayEvaluate() };
  try {
    await library.init(options);
  } catch (error) {
    const { code, message } = /** @type {import('../../../web/lib/errors.js').MicrotomeError} */ (error);
    if (error instanceof library.MicrotomeError) return { signs, refused: { code, message } };
    return { signs, broken: `init has thrown ${error}` };
  }
  try {
    return { signs, ...execute(job) };
  } catch (error) {
    return { signs, broken: String(error) };
  }
}

/** @param {Job} job */
function execute({ corpus, models }) {
  /** @type {string[]} */
  const wrong = [];
  let cases = 0;
  const attempt = (/** @type {string} */ name, /** @type {() => void} */ f) => {
    ++cases;
    try {
      f();
    } catch (error) {
      wrong.push(`${name}: ${error}`);
    }
  };
  for (const [file, text] of corpus) {
    for (const one of readCases(file, text)) attempt(`${one.where} ${one.text}`, () => judge(library, one));
  }
  for (const [name, model] of Object.entries(fromJson(models)))
    attempt(name, () => judgeModel(library, model));
  return { cases, wrong };
}

function mayEvaluate() {
  try {
    return new Function('return true')();
  } catch {
    return false;
  }
}
