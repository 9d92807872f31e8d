// What every project must have found, whatever bundled it: planes, part of a tensor, part of one in a file, names in a file, and a mistake's code and sentence.
import assert from 'node:assert/strict';
import { newest } from '../support/newest.js';

export const ANSWERS = {
  planes: ['0,4,8', '1,5,9', '2,6,10', '3,7,11'],
  part: '5,6,2,3',
  stored: '6,4',
  names: ['pixels'],
  code: 'sum_mismatch',
  message: `${newest('Split')}: split: entries sum to 7 but axis 2 has size 4`,
};

/** @param {unknown} given @param {string} where */
export function checkAnswers(given, where) {
  assert.deepEqual(given, ANSWERS, where);
}

/** Of a page of `microtome/slim` and its worker. @param {any} given @param {string} where */
export function checkSlim(given, where) {
  const [page, worker] = [given?.page, given?.worker];
  assert.ok(page?.files && worker?.files, `${where}: ${JSON.stringify(given)}`);
  assert.deepEqual(
    worker.files.sort(),
    page.files.sort(),
    `${where}: the files of the worker and of the page`,
  );
  for (const { answers, taken, isOne, streamed } of [page, worker]) {
    checkAnswers(answers, where);
    assert.deepEqual({ taken, isOne, streamed }, { taken: '1,3', isOne: true, streamed: true }, where);
  }
  assert.ok(worker.cached, `${where}: the worker has loaded ${worker.files} again`);
}
