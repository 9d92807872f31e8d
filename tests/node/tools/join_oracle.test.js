// The oracle of joins agrees with every line of the corpus that it can answer: nobody else checks it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answer, isAnswered } from '../../random/join_oracle.js';
import { rowOf } from '../../support/call.js';
import { readCorpus } from '../../support/corpus_files.js';
import { OPERATORS } from '../../support/operators.js';

const lines = [...readCorpus().values()].flat().filter((one) => isAnswered(rowOf(one)));

describe('the oracle of joins', () => {
  for (const one of lines) {
    it(`${one.where} ${one.text}`, () => {
      assert.deepEqual(answer(one), one.error ? { error: one.error } : { outputs: one.expected });
    });
  }

  it('answers ten versions', () => {
    assert.equal(OPERATORS.filter(isAnswered).length, 10);
    assert.ok(lines.length > 1000, `${lines.length}`);
  });
});
