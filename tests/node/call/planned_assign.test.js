// A plan of `assign`: the same bytes as `assign` writes, once and bound, also where the updates are a part of the target.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assign, init, plan } from 'microtome';
import { Random } from '../../random/random.js';
import { refuses } from '../../support/refusals.js';

/** @typedef {any} Any */

before(() => init());

const tensor = (/** @type {number[]} */ dims, from = 0) => ({
  type: /** @type {const} */ ('float32'),
  dims,
  data: Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, (_, i) => i + from),
});

describe('a plan of assign', () => {
  it('writes what assign writes, by a string and by lists', () => {
    for (const spec of ['1:3, ::2', { starts: [1, 0], ends: [3, 6], steps: [1, 2] }]) {
      const [target, expected] = [tensor([4, 6]), tensor([4, 6])];
      const updates = tensor([2, 3], 100);
      assign(expected, /** @type {Any} */ (spec), updates);
      const planned = plan('Assign', [{ type: 'float32', dims: [4, 6] }, /** @type {Any} */ (spec), updates]);
      const [result] = planned.run([target, updates]);
      assert.equal(result.data, target.data);
      assert.deepEqual(result.dims, [4, 6]);
      assert.deepEqual(target.data, expected.data);
    }
  });

  it('copies updates first that share memory with the target, at every call', () => {
    const target = tensor([6]);
    const later = { ...tensor([5]), data: target.data.subarray(1) };
    const planned = plan('Assign', [tensor([6]), ':-1', tensor([5])]);
    const shift = planned.bind([target, later]);
    shift();
    assert.deepEqual([...target.data], [1, 2, 3, 4, 5, 5]);
    shift();
    assert.deepEqual([...target.data], [2, 3, 4, 5, 5, 5]);
    planned.run([target, later]);
    assert.deepEqual([...target.data], [3, 4, 5, 5, 5, 5]);
  });

  it('does as assign does, for random tensors with strides', () => {
    const random = new Random(7);
    for (let i = 0; i < 200; ++i) {
      const [rows, columns] = [random.between(1, 9), random.between(1, 9)];
      const gap = random.between(0, 3);
      const place = { shape: [rows, columns], stride: [columns + gap, 1], offset: random.between(0, 4) };
      const length = place.offset + rows * (columns + gap);
      const data = Int16Array.from({ length }, (_, k) => k);
      const [target, expected] = [data, data.slice()].map((each) => ({ ...place, data: each }));
      const begin = random.between(0, rows - 1);
      const updates = {
        dims: [rows - begin, columns],
        data: new Int16Array((rows - begin) * columns).fill(-1),
      };
      assign(/** @type {Any} */ (expected), `${begin}:`, updates);
      const planned = plan('Assign', /** @type {Any} */ ([target, `${begin}:`, updates]));
      if (random.chance(0.5)) planned.run(/** @type {Any} */ ([target, updates]));
      else planned.bind(/** @type {Any} */ ([target, updates]))();
      assert.deepEqual(target.data, expected.data);
    }
  });

  it('has one move, that of the updates', () => {
    const planned = plan('Assign', [tensor([4, 6]), '1:3, 2:4', tensor([2, 2])]);
    assert.deepEqual(
      planned.moves.map(({ streams }) => streams[0].input),
      [1],
    );
    assert.match(
      planned.explain(),
      /^assign writes float32 \[2, 2\] into \[4, 6\], 16 bytes\. Input 1, \[2, 2\], is /,
    );
  });

  it('refuses what it cannot do, and writes nothing then', () => {
    const target = tensor([4]);
    const updates = tensor([2], 9);
    const planned = /** @type {Any} */ (plan('Assign', [target, ':2', updates]));
    const twice = { type: 'float32', shape: [2, 2], stride: [1, 1], offset: 0, data: new Float32Array(4) };
    const overlapping = /** @type {Any} */ (plan('Assign', /** @type {Any} */ ([twice, '0', tensor([2])])));
    /** @type {[string, () => unknown][]} */
    const rows = [
      ['bad_argument options', () => planned.run([target, updates], { out: new Float32Array(4) })],
      ['bad_argument options', () => planned.bind([target, updates], { out: new Float32Array(4) })],
      ['bad_input updates', () => planned.run([target, tensor([3])])],
      ['missing updates', () => planned.run([target])],
      ['shape_mismatch updates', () => plan('Assign', [target, ':3', updates])],
      ['bad_argument inputs', () => plan('Assign', /** @type {Any} */ ([target, updates]))],
      ['unknown_operator domain', () => plan('Assign', [target, ':2', updates], { domain: 'ai.onnx' })],
      ['bad_out target', () => overlapping.run([twice, tensor([2])])],
    ];
    for (const [told, call] of rows) refuses(call, told);
    assert.deepEqual([...target.data], [0, 1, 2, 3]);
  });
});
