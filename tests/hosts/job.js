// The job of every host: all of the corpus, and those of ONNX's own models that have a node of ours.
import { readCases } from '../node/support/corpus.js';
import { readTexts } from '../node/support/corpus_files.js';
import { foldersOf, readTest } from '../node/support/onnx.js';
import { isOurs } from '../node/support/onnx_judge.js';
import { toJson } from './json.js';

/** @import { Job } from './inside/run.js' */

/** @returns {{ job: Job, cases: number }} and how many cases a report must have */
export function makeJob() {
  const corpus = readTexts();
  const lines = corpus.flatMap(([file, text]) => readCases(file, text)).length;
  const models = readModels();
  return { job: { corpus, models: toJson(Object.fromEntries(models)) }, cases: lines + models.length };
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
