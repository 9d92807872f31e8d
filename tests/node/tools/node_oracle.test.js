// The oracle of joins agrees with every line of the corpus that it can answer: nobody else checks it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATORS } from '../../../docs/rules/operators.js';
import { rowOf } from '../../../web/conformance/call.js';
import { readCorpus } from '../../../web/conformance/corpus_files.js';
import { answer, isAnswered } from '../../random/node_oracle.js';

const lines = [...readCorpus().values()].flat().filter((one) => isAnswered(rowOf(one)));

describe('the oracle of joins', () => {
  for (const one of lines) {
    it(`${one.where} ${one.text}`, () => {
      const { error, expected } = one;
      const wanted = error ? { error: { code: error.code, param: error.param } } : { outputs: expected };
      assert.deepEqual(answer(one), wanted);
    });
  }

  it('answers ten versions', () => {
    assert.equal(OPERATORS.filter(isAnswered).length, 10);
    assert.ok(lines.length > 1000, `${lines.length}`);
  });
});
