// Whatever a caller hands over, in whatever place: it works, or it is a MicrotomeError that says what is wrong.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  evaluate,
  init,
  MicrotomeError,
  plan,
  slice,
  split,
  splitToSequence,
  variadicSplit,
} from '../../web/lib/index.js';
import { getMemory, watchMemory } from './support/memory.js';

/** @typedef {any} Any */

before(async () => {
  watchMemory();
  await init();
});

const x = { type: /** @type {const} */ ('float32'), dims: [4, 6], data: new Float32Array(24) };

const odd = fc.oneof(
  fc.anything({
    withBigInt: true,
    withTypedArray: true,
    withSparseArray: true,
    withNullPrototype: true,
    maxDepth: 1,
  }),
  fc.constantFrom(
    /** @type {Any} */ (Symbol('s')),
    () => 1,
    new DataView(new ArrayBuffer(8)),
    new ArrayBuffer(8),
    new Map(),
  ),
  fc.double(),
  fc.array(fc.oneof(fc.double(), fc.bigInt(), fc.string(), fc.integer({ min: -5, max: 9 })), {
    maxLength: 4,
  }),
  fc.record({ type: fc.anything(), dims: fc.anything(), data: fc.anything() }, { requiredKeys: [] }),
  fc.record({ dims: fc.array(fc.oneof(fc.nat(5), fc.double(), fc.bigInt())), data: fc.int32Array() }),
  fc.record({
    shape: fc.array(fc.nat(3)),
    stride: fc.array(fc.integer()),
    offset: fc.integer(),
    data: fc.uint8Array(),
  }),
  fc.string(),
);

/** Every place for a value. @type {Record<string, (value: Any) => unknown>} */
const PLACES = {
  'input of slice': (value) => slice(value, '0'),
  'spec of slice': (value) => slice(x, value),
  'options of slice': (value) => slice(x, '0', value),
  'starts of slice': (value) => slice(x, { starts: value, ends: [1] }),
  'input of split': (value) => split(value, { num_outputs: 2 }),
  'spec of split': (value) => split(x, value),
  'sizes of split': (value) => split(x, { split: value }),
  'num_outputs of split 13': (value) => split(x, { num_outputs: value }, { opset: 13 }),
  'spec of splitToSequence': (value) => splitToSequence(x, value),
  'keepdims of splitToSequence': (value) => splitToSequence(x, { keepdims: value }),
  'axis of variadicSplit': (value) => variadicSplit(x, value, [4]),
  'lengths of variadicSplit': (value) => variadicSplit(x, 0, value),
  'operator of evaluate': (value) => evaluate(value, [x, [0], [1]]),
  'inputs of evaluate': (value) => evaluate('Slice', value),
  'an input of evaluate': (value) => evaluate('Slice', [x, [0], [1], value]),
  'attributes of evaluate': (value) => evaluate('Split', [x], { attributes: value }),
  'opset of evaluate': (value) => evaluate('Slice', [x, [0], [1]], { opset: value }),
  'domain of evaluate': (value) => evaluate('Slice', [x, [0], [1]], { domain: value }),
  'num_outputs of evaluate': (value) => evaluate('Split', [x, [4]], { num_outputs: value }),
  'out of evaluate': (value) => evaluate('Slice', [x, [0], [1]], { out: value }),
  'one of out': (value) => evaluate('Slice', [x, [0], [1]], { out: [value] }),
  'type of plan': (value) => plan('Slice', [{ type: value, dims: [4] }, [0], [1]]).explain(),
  'dims of plan': (value) => plan('Slice', [{ type: 'int8', dims: value }, [0], [1]]).explain(),
  'stride of plan': (value) =>
    plan('Slice', [{ type: 'int8', dims: [4], stride: value }, [0], [1]]).explain(),
  'input of run': (value) => plan('Slice', [x, [0], [1]]).run(value),
  'options of run': (value) => plan('Slice', [x, [0], [1]]).run(x, value),
};

describe('hostile values', () => {
  for (const [place, call] of Object.entries(PLACES)) {
    it(`as ${place}`, () => {
      fc.assert(
        fc.property(odd, (value) => {
          try {
            call(value);
          } catch (error) {
            assert.ok(error instanceof MicrotomeError, error instanceof Error ? error.stack : 'no error');
            assert.match(error.code, /^[a-z_]+$/);
            assert.equal(typeof error.op, 'string');
            assert.equal(typeof error.param, 'string');
          }
        }),
        { numRuns: 400 },
      );
    });
  }

  it('have not changed the input, nor what is right', () => {
    assert.ok(x.data.every((value) => value === 0));
    assert.deepEqual(slice(x, '1:3, 4').dims, [2]);
  });
});

describe('lack of memory', () => {
  const ones = (/** @type {number} */ count) => ({ data: new Uint8Array(count), dims: [count] });
  const cut = (/** @type {number} */ count, extra = 0) =>
    split(ones(count), { split: new Uint8Array(count + extra).fill(1) });
  const failure = { code: 'out_of_memory', op: 'Split-18', param: '', message: /^Split-18: .*memory/ };

  it('is a mistake like others, for the lists that go in and for the plan that comes out', () => {
    cut(10);
    assert.throws(() => cut(200_000, 1), { code: 'sum_mismatch' }); // there is room for the lists, then
    const { grow } = WebAssembly.Memory.prototype;
    WebAssembly.Memory.prototype.grow = () => {
      throw new RangeError('no memory');
    };
    try {
      assert.throws(() => cut(200_000), failure, 'the plan');
      assert.throws(() => cut(2_000_000, 1), failure, 'the lists');
      assert.equal(cut(10).length, 10);
      assert.deepEqual(
        [...slice({ data: Uint16Array.from({ length: 9 }, (_, k) => k), dims: [9] }, '::4').data],
        [0, 4, 8],
      );
    } finally {
      WebAssembly.Memory.prototype.grow = grow;
    }
    assert.equal(cut(200_000).length, 200_000);
    assert.ok(getMemory().buffer.byteLength > 0);
  });
});
