// Joins, where only a call can say it: what the corpus has no words for. Results and errors of nodes are lines of tests/cases.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as library from 'microtome';

/** @typedef {any} Any */

const {
  assign,
  concat,
  concatFromSequence,
  evaluate,
  MicrotomeError,
  plan,
  slice,
  sliceScatter,
  split,
  tensorScatter,
} = /** @type {Any} */ (library);

before(() => library.init());

const x = { dims: [2], data: Float32Array.of(1, 2) };
const y = { dims: [1], data: Float32Array.of(3) };
const grid = { dims: [2, 3], data: Float32Array.of(0, 1, 2, 3, 4, 5) };

/** @param {() => unknown} call @param {string} code @param {string} op @param {string} param */
function fails(call, code, op, param) {
  assert.throws(call, (/** @type {Any} */ error) => {
    assert.ok(error instanceof MicrotomeError, String(error));
    assert.deepEqual([error.code, error.op, error.param], [code, op, param]);
    return true;
  });
}

describe('a name that both domains have', () => {
  it("is ai.onnx's without a domain", () => {
    assert.deepEqual([...evaluate('Slice', [x, [1], [2]])[0].data], [2]);
    fails(
      () => evaluate('Slice', [x, [1], [2], [1], [0]], { domain: 'openvino', opset: 7 }),
      'bad_opset',
      'Slice',
      '',
    );
    assert.equal(evaluate('Split', [x], { attributes: { num_outputs: 2 } }).length, 2);
    fails(
      () => evaluate('Split', [x, 0], { attributes: { num_splits: 2 } }),
      'unknown_attribute',
      'Split-18',
      'num_splits',
    );
    const strings = { dims: [1], data: ['a'] };
    assert.deepEqual(evaluate('Concat', [strings, strings], { attributes: { axis: 0 } })[0].data, ['a', 'a']);
    fails(
      () => evaluate('Concat', [strings], { attributes: { axis: 0 }, domain: 'openvino' }),
      'bad_type',
      'Concat-1',
      'inputs',
    );
    fails(() => evaluate('Concat', [x], { attributes: {} }), 'missing', 'Concat-13', 'axis');
  });

  it("is OpenVINO's with its domain", () => {
    const options = { domain: 'openvino' };
    assert.deepEqual([...evaluate('Slice', [x, [1], [2], [1]], options)[0].data], [2]);
    const pieces = evaluate('Split', [grid, 0], { ...options, attributes: { num_splits: 2 } });
    assert.deepEqual(
      pieces.map((/** @type {Any} */ piece) => [...piece.data]),
      [
        [0, 1, 2],
        [3, 4, 5],
      ],
    );
    const packed = { type: 'u4', dims: [1], data: Uint8Array.of(5) };
    const joined = evaluate('Concat', [packed, packed], { ...options, attributes: { axis: 0 } })[0];
    assert.deepEqual([...joined.data], [0x55]);
    fails(
      () => evaluate('SliceScatter', [x, y, [0], [1], [1]], { domain: 'ai.onnx' }),
      'unknown_operator',
      'SliceScatter',
      '',
    );
  });
});

describe('the list of Concat', () => {
  it('misses what is absent in the list: null, undefined, and a gap', () => {
    const gap = [x, y, x];
    delete gap[1];
    for (const inputs of [[x, null, y], [x, undefined, y], gap, [null, x]]) {
      fails(() => concat(inputs, 0), 'missing', 'Concat-13', 'inputs');
      fails(() => evaluate('Concat', inputs, { attributes: { axis: 0 } }), 'missing', 'Concat-13', 'inputs');
      fails(() => plan('Concat', inputs, { attributes: { axis: 0 } }), 'missing', 'Concat-13', 'inputs');
    }
  });

  it('must be a list with something in it', () => {
    for (const inputs of [null, undefined, 5, 'x', x]) assert.throws(() => concat(inputs, 0), MicrotomeError);
    fails(() => concat([], 0), 'missing', 'Concat-13', 'inputs');
  });

  it('may have one tensor more than once', () => {
    assert.deepEqual([...concat([x, x, y, x], 0).data], [1, 2, 1, 2, 3, 1, 2]);
  });

  it('may be longer than any list of parameters', () => {
    const many = new Array(5000).fill(y);
    const { dims, data } = concat(many, 0);
    assert.deepEqual([dims, data.every((/** @type {number} */ each) => each === 3)], [[5000], true]);
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
      fails(
        () => evaluate('ConcatFromSequence', inputs, { attributes }),
        'missing',
        'ConcatFromSequence-11',
        'input_sequence',
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
    fails(
      () => evaluate('ConcatFromSequence', [[x], [y]], { attributes: { axis: 0 } }),
      'too_many_inputs',
      'ConcatFromSequence-11',
      '',
    );
  });
});

describe('types', () => {
  const NAMES = {
    float8e4m3fn: 'f8e4m3',
    float8e5m2: 'f8e5m2',
    float8e8m0: 'f8e8m0',
    uint4: 'u4',
    int4: 'i4',
    float4e2m1: 'f4e2m1',
  };
  for (const [onnx, ours] of Object.entries(NAMES)) {
    it(`${onnx} is ${ours}`, () => {
      const data4 = Uint8Array.of(0x21); // two elements in a byte
      const cache = {
        type: onnx,
        dims: [1, 2],
        data: ours.includes('8') ? Uint8Array.of(0x21, 0x43) : data4,
      };
      const update = { type: ours, dims: [1, 1], data: Uint8Array.of(5) };
      const { data } = tensorScatter(cache, update, { axis: 1 });
      assert.equal(data[0] & 15, 5);
    });
  }

  it('fnuz has no name here', () => {
    for (const type of ['float8e4m3fnuz', 'float8e5m2fnuz']) {
      const cache = { type, dims: [1, 2], data: Uint8Array.of(1, 2) };
      fails(() => tensorScatter(cache, cache, { axis: 1 }), 'bad_type', 'TensorScatter-24', 'past_cache');
    }
  });

  it('differ whatever they are called', () => {
    const u4 = { type: 'u4', dims: [1], data: Uint8Array.of(1) };
    const i4 = { type: 'int4', dims: [1], data: Uint8Array.of(1) };
    fails(
      () => evaluate('Concat', [u4, i4], { domain: 'openvino', attributes: { axis: 0 } }),
      'bad_type',
      'Concat-1',
      'inputs',
    );
  });
});

describe('a mode', () => {
  it('must be a string that the operator has', () => {
    for (const mode of [1, true, ['linear'], 'LINEAR', '', ' linear'])
      fails(() => tensorScatter(grid, grid, { axis: 1, mode }), 'bad_argument', 'TensorScatter-24', 'mode');
  });

  it('may be left out', () => {
    for (const mode of [undefined, null, 'linear', 'circular'])
      assert.deepEqual([...tensorScatter(grid, grid, { axis: 1, mode }).data], [0, 1, 2, 3, 4, 5]);
  });
});

describe('shapes that do not fit', () => {
  it('are named with the input, the axis and both sizes', () => {
    const wide = { dims: [2, 4], data: new Float32Array(8) };
    assert.throws(
      () => concat([grid, grid, wide], 0),
      (/** @type {Any} */ { code, message }) => {
        assert.equal(code, 'shape_mismatch');
        for (const word of [/\b2\b/, /\b1\b/, /\b3\b/, /\b4\b/]) assert.match(message, word);
        return true;
      },
    );
  });
});

describe('a mistake', () => {
  it('leaves the cache as it was, also in place', () => {
    const cache = { dims: [2, 3], data: grid.data.slice() };
    const update = { dims: [2, 2], data: Float32Array.of(7, 7, 7, 7) };
    const late = { axis: 1, write_indices: [0, 2] };
    fails(
      () => tensorScatter(cache, update, late, { out: cache.data }),
      'index_out_of_range',
      'TensorScatter-24',
      'write_indices',
    );
    assert.deepEqual(cache.data, grid.data);
  });
});

describe('what was cut is joined again', () => {
  it('by the functions of the same names', () => {
    assert.deepEqual(concat(split(grid, { axis: 1, split: [1, 2] }), 1).data, grid.data);
    const spec = { start: [0], stop: [3], step: [2], axes: [1] };
    const ends = sliceScatter(grid, slice(grid, ':, ::2'), spec);
    assert.deepEqual(ends.data, grid.data);
    const copy = { dims: [2, 3], data: grid.data.slice() };
    assert.equal(assign(copy, '0', { dims: [3], data: Float32Array.of(7, 8, 9) }), copy);
    assert.deepEqual([...copy.data], [7, 8, 9, 3, 4, 5]);
  });
});
