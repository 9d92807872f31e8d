// What `npm run test:peers` (tests/peers) draws, and what its models hold.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from 'microtome';
import { decode, toTensor } from '../../onnx/format.js';
import { isSame, ours } from '../../peers/answers.js';
import { ENGINES } from '../../peers/engines/engines.js';
import { asSlice, asSplit } from '../../peers/engines/ort.js';
import { modelOf } from '../../peers/engines/ort_model.js';
import { dataOf, exampleOf } from '../../peers/examples/example.js';
import { MISTAKE_KINDS } from '../../peers/examples/mistakes.js';
import { NODES } from '../../peers/examples/nodes.js';
import { parseCase } from '../../support/corpus.js';
import { lineOf, nodeOf, tensorsOf } from '../../support/corpus_line.js';
import { versionsOf } from '../../support/operators.js';

/** @import { OpType } from '../../peers/examples/example.js' */

const OP_TYPES = /** @type {OpType[]} */ (Object.keys(NODES));
const [ENGINE] = ENGINES;
/** Where not every one is drawn. @type {Record<string, number[]>} */
const RANKS = {
  VariadicSplit: [1, 2, 3, 4, 5, 6],
  TensorScatter: [0, 2, 3, 4, 5, 6],
  SliceScatter: [1, 2, 3, 4, 5, 6],
};
const SEED = 1;
const CASES = 1500;

before(() => init());

/** @param {OpType} op_type */
const drawn = (op_type) =>
  fc.sample(exampleOf(op_type, ENGINE.types(op_type), ENGINE.mistakes(op_type)), {
    seed: SEED,
    numRuns: CASES,
  });

describe('the examples', () => {
  for (const op_type of OP_TYPES) {
    describe(op_type, () => {
      it('are right and wrong, of every opset and rank, and mostly have elements', () => {
        const examples = drawn(op_type);
        const answers = examples.map(ours);
        const wrong = answers.filter(({ error }) => error !== undefined).length;
        assert.ok(wrong > CASES / 20 && wrong < CASES / 2, `${wrong} errors`);
        const full = answers.filter(({ outputs }) => outputs?.some(({ data }) => data.length > 0)).length;
        assert.ok(full > CASES / 3, `${full} with elements`);
        const opsets = new Set(examples.map(({ node }) => node.opset));
        for (const opset of NODES[op_type].opsets) assert.ok(opsets.has(opset), `opset ${opset}`);
        const ranks = new Set(examples.map(({ node }) => node.dims.length));
        assert.deepEqual([...ranks].sort(), RANKS[op_type] ?? [0, 1, 2, 3, 4, 5, 6]);
        const sizes = examples.flatMap(({ node }) => tensorsOf(node).flatMap((tensor) => tensor?.dims ?? []));
        assert.ok(sizes.every((size) => size >= 0 && size <= 10));
      });

      it('are lines of the corpus', () => {
        for (const { node } of drawn(op_type)) {
          const whole = { ...node, domain: versionsOf(node.op_type)[0].domain, tensors: tensorsOf(node) };
          assert.deepEqual(nodeOf(parseCase(`${lineOf(node)} -> none`)), whole);
        }
      });

      it('are known by seed', () => {
        assert.deepEqual(drawn(op_type), drawn(op_type));
      });
    });
  }

  it('have every mistake in them', () => {
    for (const kind of MISTAKE_KINDS) {
      const examples = OP_TYPES.filter((op_type) => ENGINE.mistakes(op_type).includes(kind)).flatMap(
        (op_type) =>
          fc.sample(exampleOf(op_type, ENGINE.types(op_type), [kind]), { seed: SEED, numRuns: 400 }),
      );
      const errors = examples.filter((example) => ours(example).error !== undefined);
      assert.ok(errors.length > 4, `${kind}: ${errors.length} of ${examples.length}`);
    }
  });

  it('hold their node in a model', () => {
    for (const example of drawn('Slice').filter(({ node }) => node.type === 'float32')) {
      const { node, constant } = example;
      const { bytes, feeds, fetches } = modelOf(example);
      const { graph, opset_import } = decode('ModelProto', bytes);
      assert.equal(Number(opset_import[0].version), node.opset);
      assert.equal(graph.node[0].op_type, 'Slice');
      assert.deepEqual(fetches, ['y0']);
      const held = new Map(graph.initializer.map((/** @type {any} */ each) => [each.name, toTensor(each)]));
      assert.equal(held.size, constant ? node.inputs.size : 0);
      assert.deepEqual([feeds.x0], dataOf(example));
      for (const [name, { dims }] of node.inputs) {
        assert.ok(graph.node[0].input.includes(name));
        assert.deepEqual((constant ? held.get(name) : feeds[name]).dims, dims);
      }
    }
  });

  it("that stand for OpenVINO's say the same", () => {
    for (const [op_type, standIn] of Object.entries({ VariadicSplit: asSplit, SliceScatter: asSlice })) {
      let said = 0;
      for (const example of drawn(/** @type {OpType} */ (op_type))) {
        const other = standIn(example);
        if (other === undefined) continue;
        assert.ok(isSame(ours(example), ours(other)), lineOf(example.node));
        said += 1;
      }
      assert.ok(said > CASES / 2, `${op_type}: ${said}`);
    }
  });
});
