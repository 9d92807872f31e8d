// The corpus as the package has it, conformance.json, and its runner: nothing is lost, and each verdict is given where it is due.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, describe, it } from 'node:test';
import { init } from 'microtome';
import { runConformance, tally, Verdict } from 'microtome/conformance';
import { readCorpus } from '../../../web/conformance/corpus_files.js';
import { plainCorpus, readPlainRearranges } from '../../../web/conformance/plain.js';
import { runOurs } from '../../conformance/adapters.js';

/** @import { Corpus, Node, Output, Run } from '../../../web/conformance/conformance.d.ts' */

/** @type {Corpus} */
const corpus = createRequire(import.meta.url)('microtome/conformance.json');
/** @type {{ where: string, tags: string[], error?: any }[]} */
const lines = [...[...readCorpus().values()].flat(), ...readPlainRearranges()];

before(() => init());

describe('conformance.json', () => {
  it('is the corpus of this checkout', () =>
    assert.deepEqual(corpus, JSON.parse(JSON.stringify(plainCorpus()))));

  it('has every line, under its own number, and its rules', async () => {
    const results = await runConformance(corpus, () => []);
    assert.deepEqual(
      results.map(({ id, rules }) => [id, rules]),
      lines.map(({ where, tags }) => [where, tags]),
    );
  });

  it('keeps every digit', () => {
    const text = JSON.stringify(corpus);
    for (const value of ['9223372036854775807', '-9223372036854775808', 'nan', '-inf'])
      assert.ok(text.includes(`"${value}"`), value);
    assert.doesNotMatch(text, /[[,:]-?\d{17}/);
  });
});

describe('the runner', () => {
  it('finds nothing wrong with this library', async () => {
    const results = await runConformance(corpus, runOurs);
    const count = (/** @type {boolean} */ isError) => lines.filter(({ error }) => !error === !isError).length;
    assert.deepEqual(tally(results).at(-1), {
      ...{ version: 'all', passed: count(false), refused: count(true), wrong: 0, unsupported: 0 },
    });
    assert.deepEqual(
      results.filter(({ verdict }) => verdict === 'wrong'),
      [],
    );
  });

  /** What is planted, and the verdict where outputs are expected, and where an error is. @type {[string, Run, string, string][]} */
  const planted = [
    ['an error', () => assert.fail('everything'), 'wrong', 'refused'],
    ['no outputs', () => [], 'wrong', 'wrong'],
    ['no such operator', () => refuse('unsupported'), 'unsupported', 'unsupported'],
    ['a crash', () => refuse('wrong'), 'wrong', 'wrong'],
    ['other dims', changed((one) => ({ ...one, dims: [...one.dims, 1] })), 'wrong', 'refused'],
    ['another bit', changed((one) => ({ ...one, data: flipped(one.data) })), 'wrong', 'refused'],
    ['one output more', (node) => [...ours(node), { dims: [0], data: new Uint8Array() }], 'wrong', 'refused'],
  ];
  const { groups } = corpus;
  const some = {
    ...corpus,
    groups: [
      ...groups.filter(({ file }) => file === 'types.txt').slice(0, 3),
      ...groups.filter(({ rules }) => ['name', 'targets'].some((rule) => rules.includes(rule))),
    ],
  };

  for (const [what, run, given, error] of planted) {
    it(`sees ${what}`, async () => {
      const results = await runConformance(some, run);
      const isError = results.map(({ id }) => lines.find(({ where }) => where === id)?.error !== undefined);
      assert.ok(isError.includes(true) && isError.includes(false));
      assert.deepEqual(
        results.map(({ verdict }) => verdict),
        isError.map((is) => (is ? error : given)),
      );
    });
  }

  it('tells each result at once', async () => {
    /** @type {string[]} */
    const told = [];
    const results = await runConformance(some, runOurs, ({ id }) => told.push(id));
    assert.deepEqual(
      told,
      results.map(({ id }) => id),
    );
  });
});

/** @param {Node} node */
const ours = (node) => /** @type {readonly Output[]} */ (runOurs(node));

/** @param {'wrong' | 'unsupported'} verdict @returns {never} */
function refuse(verdict) {
  throw new Verdict(verdict, 'planted');
}

/** This library, whose first output is changed. @param {(output: Output) => Output} change @returns {Run} */
function changed(change) {
  return (node) => ours(node).map((output, i) => (i === 0 ? change(output) : output));
}

/** @param {any} data */
function flipped(data) {
  if (Array.isArray(data)) return [`${data[0]}!`, ...data.slice(1)];
  const copy = data.slice();
  new Uint8Array(copy.buffer)[0] ^= 1;
  return copy;
}
