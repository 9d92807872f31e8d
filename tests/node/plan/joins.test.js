// Random joins: what the oracle says, from inputs and into outputs that are anywhere in their arrays; and that joining undoes
// cutting. A failure prints its seed, and the line of the corpus where there is one.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as library from 'microtome';
import { TYPES } from '../../../docs/rules/elements.js';
import { isCut, rowAt } from '../../../docs/rules/operators.js';
import {
  argumentsOf,
  inputsOf,
  opOf,
  rowOf,
  shapesOf,
  withoutLastNulls,
} from '../../../web/conformance/call.js';
import { lineOf, tensorsOf } from '../../../web/conformance/corpus_line.js';
import { cutsOf, dimsOf, randomCut, randomDims, randomRange } from '../../random/cuts.js';
import { dense } from '../../random/layouts.js';
import { answer, isAnswered } from '../../random/node_oracle.js';
import { sampleNodes } from '../../random/nodes/example.js';
import { differenceOfNew, randomOut, randomTensor } from '../../random/placed.js';
import { Random } from '../../random/random.js';
import { spellRanges, spellString } from '../../random/spell.js';

/** @import { Node } from '../../../web/conformance/corpus_line.js' */

/** @typedef {any} Any */

const { assign, concat, evaluate, MicrotomeError, plan, slice, sliceScatter, split, variadicSplit } =
  /** @type {Any} */ (library);

const RUNS = 1500;
const NODES = 400;

before(() => library.init());

/** @param {(random: Random, seed: number) => void} f */
function forSeeds(f) {
  for (let seed = 0; seed < RUNS; ++seed) {
    try {
      f(new Random(seed), seed);
    } catch (cause) {
      throw new Error(`seed ${seed}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }
}

/** @param {Random} random @param {Node} node */
function tensorsFor(random, node) {
  const placed = tensorsOf(node).map((each) => each && randomTensor(random, each.type, each.dims));
  return {
    tensors: placed.map((each) => each?.tensor ?? null),
    elements: placed.flatMap((each) => each?.elements ?? []),
  };
}

/** @param {Random} random @param {Node} node */
function judge(random, node) {
  const { tensors, elements } = tensorsFor(random, node);
  const { options } = argumentsOf(node);
  const inputs = withoutLastNulls(inputsOf(node, tensors));
  const expected = answer(node);
  if ('error' in expected) return judgeError(random, node, inputs, options, expected.error);
  const outputs = expected.outputs.map((each) => ({
    dims: each.dims,
    wanted: each.elements.map((k) => elements[k]),
  }));
  const mustBe = (/** @type {Any[]} */ results) => {
    assert.equal(results.length, outputs.length);
    outputs.forEach(({ dims, wanted }, i) => {
      assert.equal(differenceOfNew(results[i], node.type, dims, wanted), '');
    });
  };
  mustBe(evaluate(node.op_type, inputs, options));
  const outs = outputs.map(({ dims }) => randomOut(random, node.type, dims));
  const intoOuts = (/** @type {Any[]} */ results) =>
    outs.forEach((each, i) => {
      assert.equal(each.differenceOf(results[i], outputs[i].wanted), '');
    });
  const out = outs.map((each) => each.out);
  const planned = plan(node.op_type, inputsOf(node, shapesOf(tensorsOf(node))), options);
  const given = isCut(rowOf(node)) ? tensors[0] : tensors;
  if (random.chance(0.5)) intoOuts(evaluate(node.op_type, inputs, { ...options, out }));
  else intoOuts(random.chance(0.5) ? planned.run(given, { out }) : planned.bind(given, { out })());
  mustBe(planned.run(given));
  mustBe(planned.run(given, { view: true }));
}

/** @param {Random} random @param {Node} node @param {Any[]} inputs @param {Any} options @param {{ code: string, param: string }} expected */
function judgeError(random, node, inputs, options, { code, param }) {
  const { out, isUntouched } = randomOut(random, node.type, [3]);
  for (const more of [{}, { out }]) {
    assert.throws(
      () => evaluate(node.op_type, inputs, { ...options, ...more }),
      (/** @type {Any} */ error) => {
        assert.ok(error instanceof MicrotomeError, String(error));
        assert.deepEqual([error.code, error.op, error.param], [code, opOf(node), param]);
        return true;
      },
    );
  }
  assert.ok(isUntouched(), 'a failed call has written');
}

describe('random joins', () => {
  it('give what the oracle says, and fail as it says', () => {
    sampleNodes(1, NODES, isAnswered).forEach((node, i) => {
      try {
        judge(new Random(i), node);
      } catch (cause) {
        throw new Error(`${lineOf(node)}: ${cause instanceof Error ? cause.message : cause}`, { cause });
      }
    });
  });
});

describe('joining undoes cutting', () => {
  const limits = { bytes: 4096, pieces: 40, arena: 0, forget: 0 };

  it('a split that is joined again is what it was', () => {
    const rows = cutsOf(library);
    forSeeds((random) => {
      const cut = randomCut(random, limits, rows);
      if (cut.split === undefined || cut.split.sizes.length === 0 || cut.split.drop) return;
      const { type, dims } = cut;
      const { axis, sizes } = cut.split;
      const isOnnx = rowAt('Concat', 13)?.types.includes(type);
      const { tensor, elements } = randomTensor(random, type, dims);
      const outs = dimsOf(cut, []).map((shape) => randomOut(random, type, shape).out);
      const into = random.chance(0.5) ? { out: outs } : {}; // what is handed on then has strides
      const pieces = isOnnx
        ? split(tensor, { axis, split: sizes }, into)
        : variadicSplit(tensor, axis, sizes, into);
      const domain = isOnnx ? 'ai.onnx' : 'openvino';
      const joined = (/** @type {Any} */ options) =>
        isOnnx && random.chance(0.5)
          ? concat(pieces, axis, options)
          : evaluate('Concat', pieces, { domain, attributes: { axis }, ...options })[0];
      assert.deepEqual(
        pieces.map((/** @type {Any} */ piece) => piece.dims),
        dimsOf(cut, []),
      );
      assert.equal(differenceOfNew(joined({}), type, dims, elements), '');
      const { out, differenceOf } = randomOut(random, type, dims);
      assert.equal(differenceOf(joined({ out }), elements), '');
    });
  });

  /** @param {Random} random @param {readonly string[]} types @param {string[]} names what the four lists are called */
  function slicing(random, types, names) {
    const type = random.pick(types);
    const dims = randomDims(random, 400, 1);
    const ranges = dims.map((size) => randomRange(random, size, true));
    const { starts, ends, steps, axes, named } = spellRanges(random, ranges, dims);
    const lists = Object.fromEntries([starts, ends, steps, axes].map((list, i) => [names[i], list]));
    if (!named && random.chance(0.5)) delete lists[names[3]];
    const text = spellString(random, ranges, dims).text;
    return { type, dims, text, lists };
  }

  const SCATTERED = rowAt('SliceScatter', 15)?.types ?? [];
  const SLICED = rowAt('Slice', 13)?.types ?? [];

  /** @param {Any} tensor @param {Any} lists */
  const sliceInputs = (tensor, { start, stop, step, axes }) => [tensor, start, stop, step, axes ?? null];

  it('a slice that is scattered to where it was changes nothing', () => {
    forSeeds((random) => {
      const { type, dims, text, lists } = slicing(random, SCATTERED, ['start', 'stop', 'step', 'axes']);
      const { tensor, elements } = randomTensor(random, type, dims);
      const isText = SLICED.includes(type) && random.chance(0.5);
      const take = (/** @type {Any} */ options) =>
        isText
          ? slice(tensor, text, options)
          : evaluate('Slice', sliceInputs(tensor, lists), { domain: 'openvino', ...options })[0];
      const fresh = take({});
      const piece = random.chance(0.5) ? fresh : take({ out: randomOut(random, type, fresh.dims).out });
      const scatter = (/** @type {Any} */ options) =>
        sliceScatter(tensor, piece, isText ? text : lists, options);
      assert.equal(differenceOfNew(scatter({}), type, dims, elements), '');
      const { out, differenceOf } = randomOut(random, type, dims);
      assert.equal(differenceOf(scatter({ out }), elements), '');
      const inPlace = randomTensor(random, type, dims, dense(dims));
      const same = evaluate('Slice', sliceInputs(inPlace.tensor, lists), { domain: 'openvino' })[0];
      const result = sliceScatter(inPlace.tensor, same, lists, { out: inPlace.tensor.data });
      assert.equal(result.data, inPlace.tensor.data);
      assert.equal(differenceOfNew({ ...result, type }, type, dims, inPlace.elements), '');
    });
  });

  it('assigning a slice to where it was changes nothing, and assigning another writes that and no more', () => {
    forSeeds((random) => {
      const { type, dims, lists } = slicing(random, TYPES, ['starts', 'ends', 'steps', 'axes']);
      const target = randomOut(random, type, dims, true);
      const { tensor, elements } = randomTensor(random, type, dims);
      const into = target.out.data === undefined ? { type, dims, data: target.out } : target.out;
      assert.equal(assign(into, '...', tensor), into);
      assert.equal(target.differenceOf({ ...into, dims }, elements), '');
      const { starts, ends, steps, axes } = lists;
      const names = { start: starts, stop: ends, step: steps, axes };
      const take = (/** @type {Any} */ options) =>
        SLICED.includes(type)
          ? slice(into, lists, options)
          : evaluate('Slice', sliceInputs(into, names), { domain: 'openvino', ...options })[0];
      const fresh = take({});
      const piece = random.chance(0.5) ? fresh : take({ out: randomOut(random, type, fresh.dims).out });
      assert.equal(assign(into, lists, piece), into);
      assert.equal(target.differenceOf({ ...into, dims }, elements), '');
    });
  });

  it('assigning takes every element type', () => {
    for (const type of TYPES) {
      const random = new Random(1);
      const { tensor } = randomTensor(random, type, [9], dense([9]));
      const { tensor: updates } = randomTensor(random, type, [4], dense([4]));
      const into = { type, dims: [9], data: tensor.data };
      assert.equal(assign(into, '1::2', updates), into, type);
    }
  });

  it('assigning what overlaps is as if it had been copied before', () => {
    const data = Float32Array.of(0, 1, 2, 3, 4, 5);
    const into = { dims: [6], data };
    assign(into, '1:', { dims: [5], data: data.subarray(0, 5) });
    assert.deepEqual([...data], [0, 0, 1, 2, 3, 4]);
    assign(into, '::-1', into);
    assert.deepEqual([...data], [4, 3, 2, 1, 0, 0]);
  });
});
