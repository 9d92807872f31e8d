// Joins, where only a call can say it: what the corpus has no words for. Results and errors of nodes are lines of tests/cases.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as library from 'microtome';
import { newest } from '../../support/newest.js';
import { refuses } from '../../support/refusals.js';

/** @typedef {any} Any */

const { concat, concatFromSequence, evaluate, MicrotomeError, plan, tensorScatter } = /** @type {Any} */ (
  library
);

before(() => library.init());

const x = { dims: [2], data: Float32Array.of(1, 2) };
const y = { dims: [1], data: Float32Array.of(3) };
const grid = { dims: [2, 3], data: Float32Array.of(0, 1, 2, 3, 4, 5) };

/** @param {string} told code, operator and parameter @param {() => unknown} call */
const fails = (told, call) => refuses(call, told);

describe('a name that both domains have', () => {
  it("is ai.onnx's without a domain", () => {
    assert.deepEqual([...evaluate('Slice', [x, [1], [2]])[0].data], [2]);
    fails('bad_opset Slice opset', () =>
      evaluate('Slice', [x, [1], [2], [1], [0]], { domain: 'openvino', opset: 7 }),
    );
    assert.equal(evaluate('Split', [x], { attributes: { num_outputs: 2 } }).length, 2);
    fails(`unknown_attribute ${newest('Split')} num_splits`, () =>
      evaluate('Split', [x, 0], { attributes: { num_splits: 2 } }),
    );
    const strings = { dims: [1], data: ['a'] };
    assert.deepEqual(evaluate('Concat', [strings, strings], { attributes: { axis: 0 } })[0].data, ['a', 'a']);
    fails('bad_type Concat-1 inputs', () =>
      evaluate('Concat', [strings], { attributes: { axis: 0 }, domain: 'openvino' }),
    );
  });
});

describe('the list of Concat', () => {
  it('misses what is absent in the list: null, undefined, and a gap', () => {
    const gap = [x, y, x];
    delete gap[1];
    for (const inputs of [[x, null, y], [x, undefined, y], gap, [null, x]]) {
      fails(`missing ${newest('Concat')} inputs`, () => concat(inputs, 0));
      fails(`missing ${newest('Concat')} inputs`, () =>
        evaluate('Concat', inputs, { attributes: { axis: 0 } }),
      );
      fails(`missing ${newest('Concat')} inputs`, () => plan('Concat', inputs, { attributes: { axis: 0 } }));
    }
  });

  it('must be a list with something in it', () => {
    for (const inputs of [null, undefined, 5, 'x', x]) assert.throws(() => concat(inputs, 0), MicrotomeError);
    fails(`missing ${newest('Concat')} inputs`, () => concat([], 0));
  });
});

describe('a sequence', () => {
  it('is a list of tensors, which is one input', () => {
    const attributes = { axis: 0 };
    assert.deepEqual([...evaluate('ConcatFromSequence', [[x, y]], { attributes })[0].data], [1, 2, 3]);
    const stacked = concatFromSequence([x, x], { axis: 1, new_axis: 1 });
    assert.deepEqual(
      [stacked.dims, [...stacked.data]],
      [
        [2, 2],
        [1, 1, 2, 2],
      ],
    );
  });

  it('that is absent or empty is missed', () => {
    const attributes = { axis: 0 };
    for (const inputs of [[], [null], [undefined], [[]]])
      fails(`missing ${newest('ConcatFromSequence')} input_sequence`, () =>
        evaluate('ConcatFromSequence', inputs, { attributes }),
      );
  });

  it('that is no list is refused', () => {
    for (const sequence of [5, 'x', x])
      assert.throws(
        () => evaluate('ConcatFromSequence', [sequence], { attributes: { axis: 0 } }),
        MicrotomeError,
      );
  });

  it('must be alone', () => {
    fails(`too_many_inputs ${newest('ConcatFromSequence')}`, () =>
      evaluate('ConcatFromSequence', [[x], [y]], { attributes: { axis: 0 } }),
    );
  });
});

describe('types', () => {
  it('differ whatever they are called', () => {
    const u4 = { type: 'u4', dims: [1], data: Uint8Array.of(1) };
    const i4 = { type: 'int4', dims: [1], data: Uint8Array.of(1) };
    fails('bad_type Concat-1 inputs', () =>
      evaluate('Concat', [u4, i4], { domain: 'openvino', attributes: { axis: 0 } }),
    );
  });
});

describe('a mode', () => {
  it('must be a string that the operator has', () => {
    for (const mode of [1, true, ['linear'], 'LINEAR', '', ' linear'])
      fails(`bad_argument ${newest('TensorScatter')} mode`, () =>
        tensorScatter(grid, grid, { axis: 1, mode }),
      );
  });
});
