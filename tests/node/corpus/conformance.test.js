// The corpus executes every rule and ruling in every version, and what keeps it from doing so is found: docs/conformance.md
// rests on that. tools/generate/ties.js is what is tested here, on the corpus itself and on parts of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATORS, versionOf } from '../../../docs/rules/operators.js';
import { RULES } from '../../../docs/rules/rules.js';
import { RULINGS } from '../../../docs/rules/rulings.js';
import { conformance } from '../../../tools/generate/conformance.js';
import { findProblems } from '../../../tools/generate/ties.js';
import { readCases } from '../../../web/conformance/corpus.js';
import { readCorpus } from '../../../web/conformance/corpus_files.js';

const ROWS = [...RULES, ...RULINGS];
const corpus = [...readCorpus().values()].flat();

/** @param {string} letter @param {number} count */
const numbered = (letter, count) => Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);

/** Rulings of what came later: those that lines execute. */
const LATER = [
  ...numbered('G', 13),
  ...'G14 G14b G15 G16 G17 G17b G18 G19 G21 G22 G23 G24 G29 G30 G31'.split(' '),
  ...'N21 N22 N23 N24 N27 N28 N30'.split(' '),
];

describe('the corpus', () => {
  it('executes every rule and every ruling in every version that it is about', () => {
    assert.deepEqual(findProblems(corpus, ROWS), []);
  });

  it('has the rulings D1 to D50, J1 to J22 and the later ones that lines execute, tags that occur once, and rules for every version', () => {
    assert.deepEqual(
      RULINGS.map(({ tag }) => tag),
      [...numbered('D', 50), ...numbered('J', 22), ...LATER],
    );
    assert.equal(new Set(ROWS.map(({ tag }) => tag)).size, ROWS.length);
    const named = new Set(RULES.flatMap(({ on }) => on));
    assert.deepEqual([...named].sort(), OPERATORS.map(versionOf).sort());
  });

  it('fails the generator without the cases of a ruling', () => {
    const others = corpus.filter(({ tags }) => !tags.includes('D16'));
    assert.throws(() => conformance(others), {
      message:
        /Split-18 has no case that gives outputs for `D16` \(.*\): add a line to tests\/cases\/split\.txt/,
    });
  });
});

describe('a group', () => {
  /** @type {import('../../../docs/rules/rule.js').Rule[]} */
  const rules = [
    { tag: 'zero-step', text: 'x', on: ['Slice-10'], gives: ['zero_step'], shows: /steps=\[0\]/ },
    { tag: 'D7', text: 'x', on: ['Slice-10'], gives: ['zero_step'] },
  ];
  const good = 'Slice-10 float32 [5] starts=[0] ends=[5] steps=[0] -> error zero_step steps';
  const problemsOf = (/** @type {string} */ text) => findProblems(readCases('slice.txt', text), rules);

  it('has the tags of the comment above it, up to the next blank line', () => {
    const text = `# zero-step, D7: both\n# more words\n${good}\n\n${good}`;
    assert.deepEqual(
      readCases('slice.txt', text).map(({ tags }) => tags),
      [['zero-step', 'D7'], []],
    );
    assert.deepEqual(problemsOf(`# zero-step, D7: both\n${good}`), []);
  });

  /** @type {Record<string, [string, RegExp]>} what stands under a comment, and what is said of it */
  const wrong = {
    'without a tag': [`# some words\n${good}`, /^slice\.txt:2 executes no rule: begin the comment/],
    'with a tag that is none': [`# zerostep: x\n${good}`, /`zerostep`, which is neither a rule nor a ruling/],
    'with a line of another version': [`# zero-step, D7: x\n${good.replace('10', '13')}`, /`zero-step`, which is not about Slice-13/],
    'with a line that expects something else': ['# zero-step, D7: x\nSlice-10 float32 [5] starts=[0] ends=[5] steps=[0] -> [0]', /`zero-step`, which gives zero_step, but the line expects outputs/],
    'with a line that does not show it': [`# zero-step, D7: x\n${good.replace('[0] ->', '[00] ->')}`, /`zero-step`, which needs a line that matches/],
    'with a line that stands elsewhere': [`# zero-step, D7: x\n${good}\n${good.replace(' ->', '  ->')}`, /^slice\.txt:3 repeats slice\.txt:2:/],
    'without lines': ['# zero-step, D7: x', /^Slice-10 has no case that gives zero_step for `zero-step`/],
  }; // biome-ignore format: a table
  for (const [what, [text, sentence]] of Object.entries(wrong)) {
    it(`${what} is a problem`, () => assert.match(problemsOf(text)[0] ?? 'none', sentence));
  }
});
