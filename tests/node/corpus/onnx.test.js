// ONNX's own node tests for these operators, of two releases, so that opsets 11 to 24 are all there.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as library from 'microtome';
import { foldersOf, readTest } from '../../support/onnx.js';
import { isOurs, judgeModel } from '../../support/onnx_judge.js';

/** Folders per release and kind, so that none is lost unseen. @type {['bookworm' | 'forky', 'node' | 'simple', RegExp, number][]} */
const EXPECTED = [
  ['bookworm', 'node', /^test_concat/, 12],
  ['bookworm', 'node', /^test_slice/, 8],
  ['bookworm', 'node', /^test_split/, 7],
  ['bookworm', 'simple', /^test_sequence_model/, 8],
  ['forky', 'node', /^test_concat/, 12],
  ['forky', 'node', /^test_slice/, 8],
  ['forky', 'node', /^test_split(?!_to_sequence)/, 16],
  ['forky', 'node', /^test_split_to_sequence/, 3],
  ['forky', 'node', /^test_tensorscatter/, 3],
  ['forky', 'simple', /^test_sequence_model/, 8],
];

/** Models of sequences in which no operator of ours occurs. */
const NOT_OURS = [1, 2, 3].map((i) => `test_sequence_model${i}`);

/** Operator and opset of every node of ours that was evaluated. @type {Set<string>} */
const seen = new Set();

before(() => library.init());

for (const [release, kind, pattern, count] of EXPECTED) {
  describe(`ONNX's tests of ${release}: ${pattern.source}`, () => {
    const found = foldersOf(release, kind).filter(({ name }) => pattern.test(name));

    it(`are ${count}`, () => assert.equal(found.length, count, found.map(({ name }) => name).join()));

    for (const { name, folder } of found) {
      it(name, () => {
        const test = readTest(folder);
        const ours = test.nodes.filter(isOurs);
        if (NOT_OURS.includes(name)) {
          assert.deepEqual(ours, [], 'nothing here to evaluate');
          return;
        }
        assert.ok(ours.length > 0 && test.sets.length > 0);
        for (const { op_type } of ours) seen.add(`${op_type} ${test.opset}`);
        judgeModel(library, test);
      });
    }
  });
}

describe('all of them', () => {
  it('have no folder that nothing looked at', () => {
    for (const release of /** @type {const} */ (['bookworm', 'forky'])) {
      for (const kind of /** @type {const} */ (['node', 'simple'])) {
        const known = EXPECTED.filter((row) => row[0] === release && row[1] === kind);
        const lost = foldersOf(release, kind).filter(
          ({ name }) => !known.some(([, , pattern]) => pattern.test(name)),
        );
        assert.deepEqual(lost, []);
      }
    }
  });

  it('have evaluated every opset that they have', () => {
    assert.deepEqual([...seen].sort(), [
      'Concat 13',
      'ConcatFromSequence 12',
      'Slice 13',
      'Split 13',
      'Split 18',
      'SplitToSequence 12',
      'SplitToSequence 24',
      'TensorScatter 24',
    ]);
  });
});
