// The job of every host: all of the corpus, those of ONNX's own models that have a node of ours, random calls, and files.
import { readCases } from '../../web/conformance/corpus.js';
import { readTexts } from '../../web/conformance/corpus_files.js';
import { sampleNodes } from '../random/nodes/example.js';
import { foldersOf, readTest } from '../support/onnx.js';
import { isOurs } from '../support/onnx_judge.js';
import { toJson } from './json.js';

/** @import { Job } from './inside/run.js' */

const CALLS = 1000;
/** Of each operator. */
const NODES = 50;
const SEED = 20261121;

/**
 * @param {Job['files']} files
 * @returns {{ job: Job, expected: { cases: number, calls: number } }} and what a report must have
 */
export function makeJob(files) {
  const corpus = readTexts();
  const lines = corpus.flatMap(([file, text]) => readCases(file, text)).length;
  const models = readModels();
  return {
    job: {
      corpus,
      models: toJson(Object.fromEntries(models)),
      nodes: toJson(sampleNodes(SEED, NODES)),
      calls: CALLS,
      files,
    },
    expected: { cases: lines + models.length, calls: CALLS },
  };
}

function readModels() {
  return /** @type {const} */ (['bookworm', 'forky']).flatMap((release) =>
    /** @type {const} */ (['node', 'simple']).flatMap((kind) =>
      foldersOf(release, kind)
        .map(({ name, folder }) => /** @type {const} */ ([`${name} of ${release}`, readTest(folder)]))
        .filter(([, model]) => model.nodes.some(isOurs)),
    ),
  );
}
