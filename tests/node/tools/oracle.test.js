// The oracle of random calls agrees with every line of the corpus: nobody else checks it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCorpus } from '../../../web/conformance/corpus_files.js';
import { answer } from '../../random/oracle.js';

describe('the oracle', () => {
  for (const [file, lines] of readCorpus())
    it(`agrees with ${file}`, () => {
      for (const one of lines) {
        const { error, expected } = one;
        const wanted = error ? { error: { code: error.code, param: error.param } } : { outputs: expected };
        assert.deepEqual(answer(one), wanted, `${one.where} ${one.text}`);
      }
    });
});
