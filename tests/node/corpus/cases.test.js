// The corpus, tests/cases/*.txt, through the public API: tests/support/judge.js says how.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as library from 'microtome';
import { OPERATORS, versionOf } from '../../../docs/rules/operators.js';
import { versionOfNode } from '../../../web/conformance/call.js';
import { readCorpus } from '../../../web/conformance/corpus_files.js';
import { judge } from '../../support/judge.js';

const corpus = readCorpus();
const all = [...corpus.values()].flat();

before(() => library.init());

for (const [file, cases] of corpus) {
  describe(file, () => {
    for (const one of cases) {
      it(`${one.where} ${one.text}`, () => judge(library, one));
    }
  });
}

describe('the corpus', () => {
  it('executes every element type of every version', () => {
    const executed = new Set(
      all.filter(({ expected }) => expected).map((one) => `${versionOfNode(one)} ${one.type}`),
    );
    for (const row of OPERATORS) {
      for (const type of row.types) {
        const name = `${versionOf(row)} ${type}`;
        assert.ok(executed.has(name), name);
      }
    }
  });
});
