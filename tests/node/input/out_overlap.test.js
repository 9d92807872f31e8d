// `out` in the memory of the input, or twice in the same: allowed where the result is the same as elsewhere, an
// error that writes nothing anywhere else.
import assert from 'node:assert/strict';
import { before, describe, it, mock } from 'node:test';
import * as library from 'microtome';
import { judgePool } from '../../random/pools.js';
import { Random } from '../../random/random.js';

const { assign, concat, evaluate, init, plan, rearrange, slice, split, variadicSplit } = library;

/** @typedef {any} Any */

before(() => init());

const RULE = /output \d overlaps the input; give it memory of its own$/;
const iota = (/** @type {number} */ length) => Float32Array.from({ length }, (_, k) => k);

/** @param {() => unknown} call @param {RegExp} message @param {Any} data */
function refuses(call, message, data) {
  const kept = data.slice();
  assert.throws(call, (/** @type {Any} */ error) => {
    assert.deepEqual([error.name, error.code, error.param], ['MicrotomeError', 'bad_out', 'out']);
    assert.match(error.message, message);
    return true;
  });
  assert.deepEqual(data, kept);
}

describe('out in the memory of the input', () => {
  it('is an error for steps, columns, reversal, packed elements and several outputs', () => {
    const data = iota(12);
    const input = { data, dims: [3, 4] };
    for (const spec of ['::2', '::-1', ':, 1:3', ':, ::-1', ':, 0']) {
      const { length } = slice(input, spec).data;
      refuses(() => slice(input, spec, { out: data.subarray(0, length) }), RULE, data);
      refuses(() => slice(input, spec, { out: data.subarray(12 - length) }), RULE, data);
    }
    const out = [data.subarray(0, 4), data.subarray(4)];
    refuses(() => split(input, { split: [1, 2] }, { out }), RULE, data);
    const bytes = Uint8Array.of(1, 2, 3, 4);
    const packed = [{ type: 'u4', dims: [8], data: bytes }, 0, [3, -1]];
    const halves = [bytes.subarray(0, 2), new Uint8Array(3)];
    refuses(() => evaluate('VariadicSplit', /** @type {Any} */ (packed), { out: halves }), RULE, bytes);
  });

  it('is an error for other strides, several outputs, and parts of bytes', () => {
    const data = iota(24);
    const input = { data, dims: [4, 6] };
    const at = (/** @type {number[]} */ shape, /** @type {number[]} */ stride, offset = 0) => ({ data, shape, stride, offset }); // biome-ignore format: one line
    refuses(() => slice(input, ':3', { out: at([3, 6], [7, 1]) }), RULE, data);
    refuses(() => slice(input, '1:, :3', { out: at([3, 3], [6, 2]) }), RULE, data);
    refuses(() => slice(input, '::-1', { out: at([4, 6], [6, 1]) }), RULE, data);
    refuses(() => slice(input, ':, ::2', { out: at([4, 3], [6, 1]) }), RULE, data);
    const planned = plan('Slice', [input, [1], [4]]);
    refuses(() => planned.run(input, { out: at([3, 6], [1, 3]) }), RULE, data);
    refuses(() => planned.bind(input, { out: at([3, 6], [1, 3]) }), RULE, data);
    const halves = [at([2, 6], [6, 1], 6), { data: new Float32Array(12) }];
    refuses(() => split(input, { num_outputs: 2 }, { out: halves }), RULE, data);
    refuses(() => rearrange(input, 'a b -> a b', { out: data }), RULE, data);
    const bytes = Uint8Array.of(1, 2, 3, 4);
    const packed = { type: /** @type {const} */ ('u4'), dims: [2, 4], data: bytes };
    const cut = (/** @type {number} */ start, /** @type {number} */ offset) => () =>
      evaluate('Slice', [packed, [start], [start + 2], [1], [1]], {
        domain: 'openvino',
        out: { data: bytes, shape: [2, 2], stride: [4, 1], offset },
      });
    refuses(cut(1, 0), RULE, bytes);
    refuses(cut(0, 1), RULE, bytes);
    refuses(cut(1, 1), RULE, bytes);
    cut(2, 0)();
    assert.deepEqual([...bytes], [2, 2, 4, 4]);
  });

  it('of strings follows the same rule', () => {
    const data = ['a', 'b', 'c'];
    slice({ data, dims: [3] }, '...', { out: [data] });
    refuses(() => slice({ data, dims: [3] }, '::-1', { out: [data] }), RULE, data);
    assert.deepEqual(data, ['a', 'b', 'c']);
  });

  it('may be empty anywhere', () => {
    const data = iota(4);
    split({ data, dims: [4] }, { split: [0, 4] }, { out: [data.subarray(2, 2), new Float32Array(4)] });
    assert.deepEqual(data, iota(4));
    for (const none of [new Float32Array(0), /** @type {string[]} */ ([])]) {
      const input = { dims: [0], data: none };
      assert.equal(slice(input, ':', { out: none }).data, none);
      assert.equal(concat([input, input], 0, { out: none }).data, none);
      const out = [none, none, { data: none, stride: [1], offset: 0 }];
      assert.equal(split(input, { split: [0, 0, 0] }, { out })[2].data, none);
    }
  });
});

describe('outs in the memory of each other', () => {
  const data = iota(12);
  const input = { data, dims: [3, 4] };
  const memory = new Float32Array(24).fill(-1);
  const [a, b] = [memory.subarray(0, 4), memory.subarray(3, 7)];

  it('are an error that names the two', () => {
    const cut = (/** @type {Any} */ out) => () => split(input, { num_outputs: 3 }, { out });
    refuses(cut([a, new Float32Array(4), b]), /outputs 0 and 2 overlap$/, memory);
    refuses(cut([new Float32Array(4), b, a]), /outputs 1 and 2 overlap$/, memory);
    refuses(cut([new Float32Array(4), a, a]), /outputs 1 and 2 overlap$/, memory);
    refuses(cut([a, { data: a }, new Float32Array(4)]), /outputs 0 and 1 overlap$/, memory);
  });
});

describe('tensors in one array', () => {
  it('are right or refused, and refused if an element is in two', () => {
    /** @type {Record<string, number>} */
    const counts = { right: 0, refused: 0, alternating: 0 };
    for (let seed = 0; seed < 2500; ++seed) ++counts[judgePool(library, new Random(seed))];
    assert.ok(Math.min(counts.right, counts.refused, 5 * counts.alternating) > 200, JSON.stringify(counts));
  });

  it('may be the target and the updates of assign, which are read first', () => {
    const random = new Random(5);
    for (let turn = 0; turn < 500; ++turn) {
      const pool = iota(64);
      const view = (/** @type {Float32Array} */ memory, /** @type {number[]} */ [offset, step, from]) => ({
        data: memory.subarray(from),
        shape: [3, 4],
        stride: [4 * step, step],
        offset,
      });
      const [to, from] = [0, 1].map(() => [random.below(10), random.between(1, 2), random.below(30)]);
      const expected = pool.slice();
      assign(view(expected, to), '::-1', view(pool.slice(), from));
      assign(view(pool, to), '::-1', view(pool, from));
      assert.deepEqual(pool, expected, `${to}; ${from}`);
    }
  });

  it('may be an input with strides and an output elsewhere, also of another type', () => {
    const pool = iota(100);
    const columns = { data: pool, shape: [4, 2], stride: [2, 1], offset: 10 };
    const out = { data: pool, shape: [2, 4], stride: [10, 1], offset: 50 };
    rearrange(columns, 'a b -> b a', { out });
    assert.deepEqual([...pool.subarray(50, 54), ...pool.subarray(60, 64)], [10, 12, 14, 16, 11, 13, 15, 17]);
    const bytes = new Uint8Array(pool.buffer, 80, 8); // elements 20 and 21, which are not in the tensor
    rearrange(columns, 'a b -> a b', { to: 'uint8', out: bytes });
    assert.deepEqual([...bytes], [10, 11, 12, 13, 14, 15, 16, 17]);
    const taken = new Uint8Array(pool.buffer, 69, 8);
    refuses(() => rearrange(columns, 'a b -> a b', { to: 'uint8', out: taken }), RULE, pool);
  });

  it('may share bytes if they are packed and alike, but an array without strides has all of its bytes', () => {
    const input = { type: /** @type {const} */ ('u4'), dims: [6], data: Uint8Array.of(0x21, 0x43, 0x65) };
    const data = new Uint8Array(4).fill(0xff);
    const at = (/** @type {number} */ size, /** @type {number} */ offset) => ({ data, shape: [size], stride: [1], offset }); // biome-ignore format: one line
    variadicSplit(input, 0, [2, 2, 2], { out: [at(2, 1), at(2, 3), at(2, 5)] });
    assert.deepEqual([...data], [0x1f, 0x32, 0x54, 0xf6]);
    variadicSplit(input, 0, [1, 5], { out: [at(1, 0), at(5, 3)] });
    assert.deepEqual([...data], [0x11, 0x22, 0x43, 0x65]);
    const out = [data.subarray(0, 2), at(3, 3)];
    refuses(() => variadicSplit(input, 0, [3, 3], { out }), /outputs 0 and 1 overlap$/, data);
    // three bytes hold 8 elements of u3, so groups that begin elsewhere have nothing in common
    const three = { type: /** @type {const} */ ('u3'), dims: [2], data: Uint8Array.of(1, 0, 0) };
    const memory = new Uint8Array(7);
    const groups = [0, 1].map((begin) => ({ data: memory.subarray(begin, begin + 6), shape: [1], stride: [1], offset: 3 * begin })); // biome-ignore format: one line
    refuses(() => variadicSplit(three, 0, [1, 1], { out: groups }), /outputs 0 and 1 overlap$/, memory);
  });

  it('may be thousands that alternate: they are not compared pair by pair', () => {
    const count = 1024;
    const input = { data: iota(3 * count), dims: [3, count] };
    const data = new Float32Array(3 * count);
    const out = Array.from({ length: count }, (_, i) => {
      const offset = (i * 7) % count; // in any order
      return { data, shape: [3, 1], stride: [count, 1], offset };
    });
    const sizes = new Array(count).fill(1);
    const watched = [mock.method(Math, 'abs'), mock.method(Math, 'max'), mock.method(Math, 'min')];
    split(input, { axis: 1, split: sizes }, { out });
    const calls = watched.reduce((sum, { mock }) => sum + mock.callCount(), 0);
    for (const each of watched) each.mock.restore();
    assert.ok(calls < 100 * count, `${calls}`);
    for (let k = 0; k < data.length; ++k)
      assert.equal(data[count * Math.floor(k / count) + (((k % count) * 7) % count)], k);
    out[900] = { ...out[900], offset: out[11].offset };
    refuses(() => split(input, { axis: 1, split: sizes }, { out }), /outputs 11 and 900 overlap$/, data);
  });
});
