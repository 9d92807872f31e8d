// ONNX's own node tests for these operators, of two releases, so that opsets 11, 13, 18 and 24 are all there.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { evaluate, init } from '../../web/lib/index.js';
import { foldersOf, readTest } from './support/onnx.js';

/** @import { Node, Tensor } from './support/onnx.js' */
/** @typedef {Tensor | Tensor[]} Value */

const OURS = ['Slice', 'Split', 'SplitToSequence'];

/** Folders per release and kind, so that none is lost unseen. @type {['bookworm' | 'forky', 'node' | 'simple', RegExp, number][]} */
const EXPECTED = [
  ['bookworm', 'node', /^test_slice/, 8],
  ['bookworm', 'node', /^test_split/, 7],
  ['bookworm', 'simple', /^test_sequence_model/, 8],
  ['forky', 'node', /^test_slice/, 8],
  ['forky', 'node', /^test_split(?!_to_sequence)/, 16],
  ['forky', 'node', /^test_split_to_sequence/, 3],
  ['forky', 'simple', /^test_sequence_model/, 8],
];

/** Models of sequences in which no operator of ours occurs. */
const NOT_OURS = [1, 2, 3, 4, 5].map((i) => `test_sequence_model${i}`);

/** What stands behind SplitToSequence in these models. @type {Record<string, (inputs: any[]) => Value>} */
const OTHERS = {
  SequenceAt: ([sequence, { data }]) => sequence.at(Number(data[0])),
  SequenceLength: ([sequence]) => ({
    type: 'int64',
    dims: [],
    data: BigInt64Array.of(BigInt(sequence.length)),
  }),
};

/** Operator and opset of every node of ours that was evaluated. @type {Set<string>} */
const seen = new Set();

before(() => init());

for (const [release, kind, pattern, count] of EXPECTED) {
  describe(`ONNX's tests of ${release}: ${pattern.source}`, () => {
    const found = foldersOf(release, kind).filter(({ name }) => pattern.test(name));

    it(`are ${count}`, () => assert.equal(found.length, count, found.map(({ name }) => name).join()));

    for (const { name, folder } of found) {
      it(name, () => {
        const test = readTest(folder);
        const ours = test.nodes.filter(({ op_type }) => OURS.includes(op_type));
        if (NOT_OURS.includes(name)) {
          assert.deepEqual(ours, [], 'nothing here to evaluate');
          return;
        }
        assert.ok(ours.length > 0 && test.sets.length > 0);
        for (const set of test.sets) check(test.nodes, test.opset, set.values, set.expected);
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
      'Slice 13',
      'Split 13',
      'Split 18',
      'SplitToSequence 12',
      'SplitToSequence 24',
    ]);
  });
});

/**
 * @param {readonly Node[]} nodes in order
 * @param {number} opset
 * @param {Map<string, Value>} values
 * @param {ReadonlyMap<string, Value>} expected
 */
function check(nodes, opset, values, expected) {
  const before = structuredClone(values);
  for (const node of nodes) {
    const inputs = node.input.map((name) => (name === '' ? null : values.get(name)));
    assert.ok(!inputs.includes(undefined), `${node.op_type} lacks an input`);
    const outputs = OURS.includes(node.op_type) ? run(node, inputs, opset) : [OTHERS[node.op_type](inputs)];
    node.output.forEach((name, i) => {
      values.set(name, outputs[i]);
    });
  }
  for (const [name, value] of before) assert.deepEqual(values.get(name), value, `${name} was changed`);
  assert.ok(expected.size > 0);
  for (const [name, value] of expected) assert.deepEqual(values.get(name), value, name);
}

/**
 * The value of each of a node's outputs.
 * @param {Node} node
 * @param {any[]} inputs
 * @param {number} opset
 * @returns {Value[]}
 */
function run({ op_type, output, attributes }, inputs, opset) {
  seen.add(`${op_type} ${opset}`);
  const isSequence = op_type === 'SplitToSequence';
  const options = { opset, domain: '', attributes, ...(isSequence ? {} : { num_outputs: output.length }) };
  const outputs = /** @type {any[]} */ (evaluate(op_type, /** @type {any} */ (inputs), options));
  if (isSequence) return [outputs];
  assert.equal(outputs.length, output.length);
  return outputs;
}
