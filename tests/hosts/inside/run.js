// The tests that every place of every host runs: `init`, the whole corpus, ONNX's own models, cuts of files, and random calls, with
// arrays in the arena too. This file may use only the language and WebAssembly. What else a place has is tested by files.js.

import { readCases } from '../../../web/conformance/corpus.js';
import * as inlined from '../../../web/dist/index.js';
import { live } from '../../soak/soak.js';
import { judge } from '../../support/judge.js';
import { judgeModel } from '../../support/onnx_judge.js';
import { fromJson } from '../json.js';
import { cutFiles } from './files.js';

/** @typedef {typeof inlined} Library */

/**
 * @typedef {object} Job
 * @property {[string, string][]} corpus name and text of its files
 * @property {string} models by name, as ../json.js writes them
 * @property {number} calls that are random
 * @property {string} nodes of random calls, as ../json.js writes them
 * @property {import('./files.js').Files} files
 */

/**
 * @typedef {object} Report
 * @property {number} [cases] how many lines and models were executed
 * @property {number} [calls] random ones
 * @property {string[]} [files] kinds of files that were cut, and what else was done with files
 * @property {string[]} [wrong] a sentence for each that went wrong
 * @property {{ code: string, message: string }} [refused] `init` failed with this
 * @property {string} [broken] nothing could be executed
 * @property {Signs} [signs]
 */

/** By what a place shows that a policy is in force. @typedef {{ eval: boolean, isolated?: boolean }} Signs */

const SEED = 20261121;
const ARENA = 1 << 20;

/**
 * @param {Job} job
 * @param {{ module?: WebAssembly.Module }} [options] of `init`
 * @param {Library} [library]
 * @returns {Promise<Report>} never rejects
 */
export async function run(job, options, library = inlined) {
  const signs = { eval: mayEvaluate() };
  try {
    await library.init({ ...options, arena: ARENA });
  } catch (error) {
    const { code, message } = /** @type {import('../../../web/lib/base/errors.ts').MicrotomeError} */ (error);
    if (error instanceof library.MicrotomeError) return { signs, refused: { code, message } };
    return { signs, broken: `init has thrown ${error}` };
  }
  try {
    return { signs, ...(await execute(job, library)) };
  } catch (error) {
    return { signs, broken: String(error) };
  }
}

/** @param {Job} job @param {Library} library */
async function execute({ corpus, models, calls, nodes, files }, library) {
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
  let made = 0;
  try {
    const supply = { nodes: fromJson(nodes), arena: ARENA, forget: 0 };
    made = live(library, SEED, calls, supply).calls;
  } catch (error) {
    wrong.push(String(error));
  }
  /** @type {string[]} */
  const done = [];
  await cutFiles(files, async (name, f) => {
    try {
      if (await f()) done.push(name);
    } catch (error) {
      wrong.push(`${name}: ${error}`);
    }
  });
  return { cases, calls: made, files: done, wrong };
}

function mayEvaluate() {
  try {
    return new Function('return true')();
  } catch {
    return false;
  }
}
