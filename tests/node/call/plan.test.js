// Plans: shape inference without data, the same plan on many inputs, inputs that it is not for, and what it says of itself.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { evaluate, init, plan } from 'microtome';
import { newest } from '../../support/newest.js';

/** @typedef {any} Any */

before(() => init());

const type = /** @type {const} */ ('float32');
const filled = (/** @type {number} */ length, /** @type {number} */ first) =>
  Float32Array.from({ length }, (_, k) => first + k);

describe('a plan', () => {
  it('infers types and shapes without data, also of tensors that no memory could hold', () => {
    const split = plan('Split', [{ type: 'uint8', dims: [1080, 1920, 4] }], {
      attributes: { axis: -1, num_outputs: 3 },
    });
    assert.deepEqual(
      split.outputs,
      [2, 2, 0].map((size) => ({ type: 'uint8', dims: [1080, 1920, size] })),
    );
    const huge = plan('Slice', [{ type: 'float64', dims: [2 ** 26, 2 ** 26] }, [5], [-5], [1], [2 ** 20]]);
    assert.deepEqual(huge.outputs, [{ type: 'float64', dims: [2 ** 26, 64] }]);
    const sequence = plan('SplitToSequence', [{ type: 'string', dims: [3, 2] }], {
      attributes: { keepdims: 0 },
    });
    assert.deepEqual(sequence.outputs, new Array(3).fill({ type: 'string', dims: [2] }));
    assert.deepEqual(plan('SplitToSequence', [{ type, dims: [0] }]).outputs, []);
    assert.deepEqual(plan('Slice', [{ type, dims: [] }, [], []]).outputs, [{ type, dims: [] }]);
  });

  it('does not need data, and needs it to run', () => {
    const planned = plan('Slice', [{ type, dims: [4] }, [1], [3]]);
    const missing = {
      code: 'bad_input',
      op: newest('Slice'),
      param: 'data',
      message: `${newest('Slice')}: data: has no data`,
    };
    assert.throws(() => planned.run(/** @type {Any} */ ({ type, dims: [4] })), missing);
    assert.throws(() => evaluate('Slice', [/** @type {Any} */ ({ type, dims: [4] }), [1], [3]]), missing);
  });

  it('infers its type from data, and needs to be told it without', () => {
    assert.equal(plan('Slice', [{ data: new Int8Array(4), dims: [4] }, [1], [3]]).outputs[0].type, 'int8');
    assert.throws(() => plan('Slice', [{ dims: [4] }, [1], [3]]), { code: 'bad_type', param: 'data' });
  });

  it('does not see what becomes of the lists that it was made of', () => {
    const dims = [4, 2];
    const starts = [1];
    const planned = plan('Slice', [{ type, dims }, starts, [3]]);
    dims[0] = 9;
    starts[0] = 0;
    assert.deepEqual([...planned.run({ data: filled(8, 0), dims: [4, 2] })[0].data], [2, 3, 4, 5]);
    assert.deepEqual(planned.run({ data: filled(8, 0), shape: [4, 2], stride: [2, 1] })[0].dims, [2, 2]);
    const strided = planned.run({ data: filled(8, 0), shape: [4, 2], stride: [1, 4] });
    assert.deepEqual([...strided[0].data], [1, 5, 2, 6], 'planned again, with the lists as they were');
  });

  it('does not know arrays: parts in one are planned as parts of their own', () => {
    const data = filled(6, 0);
    const parts = [0, 1].map((offset) => ({ shape: [3], stride: [2], offset, data }));
    const joined = plan('Concat', parts, { attributes: { axis: 0 } });
    assert.equal(joined.moves.length, 2);
    assert.deepEqual([...joined.run(parts)[0].data], [0, 2, 4, 1, 3, 5]);
    const apart = parts.map((each, i) => ({ ...each, data: data.map((x) => x + 10 * i) }));
    assert.deepEqual([...joined.run(apart)[0].data], [0, 2, 4, 11, 13, 15]);
  });

  /** @type {Record<string, Any>} */
  const others = {
    'another size': { type, dims: [5, 2], data: new Float32Array(10) },
    'the same elements in another shape': { type, dims: [2, 4], data: new Float32Array(8) },
    'another rank': { type, dims: [8], data: new Float32Array(8) },
    'another type': { dims: [4, 2], data: new Int32Array(8) },
    'another type of the same class': { type: 'complex64', dims: [4, 2], data: new Float32Array(16) },
    'data that does not fit its shape': { type, dims: [4, 2], data: new Float32Array(7) },
    'no tensor': 5,
    nothing: undefined,
  };
  for (const [what, input] of Object.entries(others)) {
    it(`refuses ${what}, and writes nothing`, () => {
      const planned = plan('Slice', [{ type, dims: [4, 2] }, [1], [3]]);
      const out = filled(4, 50);
      assert.throws(
        () => planned.run(input, { out: [out] }),
        (/** @type {Any} */ error) => {
          assert.deepEqual(
            [error.name, error.code, error.op, error.param],
            ['MicrotomeError', 'bad_input', newest('Slice'), 'data'],
          );
          assert.match(error.message, new RegExp(`^${newest('Slice')}: data: `));
          return true;
        },
      );
      assert.deepEqual(out, filled(4, 50));
    });
  }
});

describe('explain', () => {
  const explain = (/** @type {Parameters<typeof plan>} */ ...call) => plan(...call).explain();

  it('says what is cut, and how much moves', () => {
    const text = explain('Slice', [{ type: 'float32', dims: [1024, 1024] }, [0], [1024], [0], [2]]);
    assert.match(
      text,
      new RegExp(
        String.raw`${newest('Slice')} cuts float32 \[1024, 1024\] into 1 output, 2097152 bytes in all\.`,
      ),
    );
    assert.match(
      explain('Split', [{ type, dims: [5] }, [2, 3]]),
      new RegExp(`${newest('Split')} .* into 2 outputs, 20 bytes in all`),
    );
    assert.match(explain('Slice', [{ type: 'string', dims: [5] }, [2], [3]]), /1 output, 1 string in all/);
    assert.match(
      explain('VariadicSplit', [{ type: 'u3', dims: [9] }, 0, [9]]),
      new RegExp(`${newest('VariadicSplit')} cuts u3 \\[9\\]`),
    );
  });

  it('names the way, and why', () => {
    const large = { type, dims: [1024, 1024] };
    assert.match(explain('Slice', [large, [0], [512]]), /one run .*\(runs; with view: true, not at all\)/);
    assert.match(explain('Slice', [large, [1], [1000], [1]]), /long enough .*\(runs\)/);
    assert.match(explain('Slice', [large, [0], [1024], [1], [2]]), /kernel in WebAssembly.*\(staged\)/);
    const planes = explain('Split', [{ type: 'uint8', dims: [1080, 1920, 4] }], {
      attributes: { axis: -1, num_outputs: 4 },
    });
    assert.match(planes, /Outputs 0 to 3 are interleaved .*\(staged\)/);
    assert.match(explain('Slice', [{ type, dims: [4, 4] }, [0], [4], [1], [2]]), /plain loop.*\(scalar\)/);
    assert.match(
      explain('Slice', [{ type: 'string', dims: [4] }, [0], [4]]),
      /strings are not stored in WebAssembly.*\(scalar\)/,
    );
    const rows = { type, dims: [9, 8192], stride: [0, 2] };
    const repeated = explain('Slice', [rows, [0], [9]]);
    assert.match(
      repeated,
      /kernel in WebAssembly, tile by tile, once; the JavaScript engine copies it 8 times more \(staged\)/,
    );
    assert.match(explain('Slice', [large, [5], [5]]), /is empty/);
  });

  it('counts packed elements where they are not whole bytes', () => {
    const cut = (/** @type {number[]} */ ...sizes) =>
      explain('VariadicSplit', [{ type: 'u4', dims: [1024, 2048] }, 1, sizes]);
    assert.match(cut(13, 2035), /Output 0, .* gathered from 1024 runs of 13 packed elements by a kernel/);
    assert.match(cut(3, 2045), /Output 1, .* gathered from 1024 runs of 2045 packed elements by a kernel/);
    assert.match(
      explain('VariadicSplit', [{ type: 'u4', dims: [1024, 3] }, 1, [2, 1]]),
      /Output 1, .* gathered from 1024 packed elements by a kernel/,
    );
    assert.match(cut(1, 2047), /Output 0, .* copied by a plain loop/); // they are far apart
    assert.match(cut(2, 2046), /Outputs 0 to 1 are interleaved in the input/);
    assert.match(
      explain('VariadicSplit', [{ type: 'u3', dims: [200] }, 0, [3, 197]]),
      /gathered from 1 run of 197 packed elements .*\(staged\)/,
    );
  });

  it('is a few plain sentences, however many outputs there are', () => {
    for (const count of [0, 1, 2, 10, 1000]) {
      const text = explain('SplitToSequence', [{ type, dims: [count, 2, 3000] }], {
        attributes: { axis: 0 },
      });
      assert.ok(text.length < 900, text);
      assert.match(text, /^[A-Z].*\.$/);
      assert.doesNotMatch(text, /undefined|NaN|\bnull\b|object/);
    }
  });
});

describe('what a plan gives away', () => {
  it('cannot change it: outputs are frozen', () => {
    const planned = plan('Slice', [{ type, dims: [4] }, [1], [3]]);
    const [output] = /** @type {Any} */ (planned.outputs);
    assert.throws(() => output.dims.push(1), TypeError);
    assert.throws(() => Object.assign(output, { dims: [9] }), TypeError);
    assert.throws(() => /** @type {Any} */ (planned.outputs).pop(), TypeError);
    assert.equal(planned.outputs, planned.outputs);
  });

  it('may be changed: tensors, their list and their dims, which another run does not show', () => {
    const input = { type, dims: [4], data: filled(4, 0) };
    const planned = plan('Split', [input, [1, 3]]);
    const out = [new Float32Array(1), new Float32Array(3)];
    /** @type {((tensors: Any) => void)[]} */
    const changes = [
      (tensors) => tensors.pop(),
      (tensors) => tensors.reverse(),
      (tensors) => tensors[1].dims.unshift(1),
      (tensors) => Object.assign(tensors[0], { data: filled(1, 0) }),
    ];
    for (const change of changes) {
      const first = planned.run(input, { out });
      change(first);
      const tensors = planned.run(input, { out });
      assert.deepEqual(tensors.map(({ dims, data }) => [dims, data]), [[[1], out[0]], [[3], out[1]]]);
    } // biome-ignore format: short enough
  });
});
