// Compress: what no line of the corpus can say. Conditions in each of their forms, long ones, and where nothing is copied.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { compress, evaluate, gather, init, plan } from 'microtome';
import { countElements } from '../../../docs/rules/elements.js';
import { newest } from '../../support/newest.js';
import { refuses } from '../../support/refusals.js';

/** @typedef {any} Any */

const table = (/** @type {number[]} */ ...dims) => ({
  dims,
  data: Float32Array.from({ length: dims.reduce((n, size) => n * size, 1) }, (_, i) => i),
});
const bools = (/** @type {number[]} */ ...entries) => ({
  type: /** @type {const} */ ('bool'),
  dims: [entries.length],
  data: Uint8Array.from(entries),
});

describe('compress', () => {
  before(() => init());

  it('takes a condition in each of its forms', () => {
    const x = table(4, 2);
    const strided = { type: 'bool', shape: [4], stride: [-2], offset: 6, data: Uint8Array.of(1, 0, 1, 0, 0, 0, 1) };
    for (const condition of [bools(1, 0, 1, 1), [true, false, true, true], Uint8Array.of(1, 0, 1, 1), strided])
      assert.deepEqual([...compress(x, /** @type {Any} */ (condition), { axis: 0 }).data], [0, 1, 4, 5, 6, 7]);
    assert.deepEqual(compress(x, [], { axis: 1 }).dims, [4, 0]);
    assert.deepEqual([...compress(x, [false, true]).data], [1]);
    assert.deepEqual([...compress(x, [false, true], null).data], [1]);
  }); // biome-ignore format: short

  it('takes every byte but 0 as true', () => {
    const x = table(256);
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    for (const condition of [bytes, bools(...bytes)])
      assert.deepEqual([...compress(x, condition, { axis: 0 }).data], [...x.data.subarray(1)]);
  });

  it('refuses other conditions, and says which call takes them', () => {
    const x = table(3);
    const says = (/** @type {Any} */ condition, /** @type {RegExp} */ message, code = 'bad_type') =>
      assert.throws(() => compress(x, condition, { axis: 0 }), { code, param: 'condition', message });
    says([1, 0, 2], /entry 0 is 1; it must be true or false; of a mask of 0 and 1, give list.map\(Boolean\); for indices, call gather\(x, indices, \{ axis \}\)$/);
    says([true, undefined], /entry 1 is undefined; it must be true or false$/);
    says(Int32Array.of(1, 0), /expected a bool tensor, a list of booleans, or a Uint8Array, not an Int32Array/);
    says(true, /not true/);
    says({ type: 'uint8', dims: [2], data: Uint8Array.of(1, 0) }, /uint8 is not one of bool/);
    says({ type: 'bool', dims: [1, 2], data: Uint8Array.of(1, 0) }, /must be a 1-D tensor, not of rank 2/, 'bad_rank');
    says(undefined, /required input is missing/, 'missing');
    says({ axis: 1 }, /expected a tensor \{ type: 'bool', dims, data \}/, 'bad_input');
    for (const condition of [[true, false], Uint8Array.of(1, 0)])
      assert.throws(() => evaluate('Compress', [x, /** @type {Any} */ (condition)]), { code: 'bad_input', param: 'condition' });
  }); // biome-ignore format: short

  it('names the first wrong entry of a long condition, and writes nothing', () => {
    const x = table(1000);
    const condition = new Uint8Array(1e6);
    const out = new Float32Array(2).fill(5);
    condition[3] = condition[700000] = condition[800000] = 1;
    assert.throws(() => compress(x, condition, { axis: 0 }, { out }), {
      code: 'index_out_of_range',
      param: 'condition',
      message: /entry 700000 is true, but axis 0 has size 1000$/,
    });
    assert.deepEqual([...out], [5, 5]);
    condition[700000] = condition[800000] = 0;
    condition[999] = 1;
    assert.deepEqual([...compress(x, condition, { axis: 0 }, { out }).data], [3, 999]);
  });

  it('takes elements of tensors with any strides', () => {
    const data = Float32Array.from({ length: 24 }, (_, i) => i);
    for (const [shape, stride, offset] of /** @type {const} */ ([
      [[3, 4], [1, 3], 0],
      [[2, 3], [-12, 2], 13],
      [[2, 3, 2], [12, 1, 6], 0],
      [[2, 3], [0, 5], 1],
      [[1, 4], [7, -1], 9],
      [[2, 2], [0, 0], 4],
    ])) {
      const x = { type: 'float32', shape, stride, offset, data };
      const count = countElements(shape);
      const all = { dims: [count], data: compress(/** @type {Any} */ (x), Array(count).fill(true)).data };
      for (let bits = 0; bits < 64; bits += 5) {
        const keep = Array.from({ length: count }, (_, i) => ((bits >> i % 7) & 1) === 1);
        const wanted = gather(all, keep.flatMap((each, i) => (each ? [i] : []))).data;
        assert.deepEqual(compress(/** @type {Any} */ (x), keep).data, wanted, `${shape} ${keep}`);
      }
    }
  }); // biome-ignore format: short

  it('plans, binds and explains', () => {
    const x = table(6, 2);
    const planned = plan('Compress', [{ type: 'float32', dims: [6, 2] }, bools(1, 1, 0, 0, 1)], {
      attributes: { axis: 0 },
    });
    assert.deepEqual(planned.outputs, [{ type: 'float32', dims: [3, 2] }]);
    assert.deepEqual(planned.moves[0].positions, { axis: 0, list: [0, 1, 4] });
    const out = new Float32Array(6);
    const bound = planned.bind(x, { out });
    x.data.fill(9, 8);
    assert.deepEqual([...bound()[0].data], [0, 1, 2, 3, 9, 9]);
    assert.ok(
      planned.explain().startsWith(`${newest('Compress')} gathers float32 [6, 2] into [3, 2], 24 bytes.`),
    );
    refuses(() => planned.run(x, /** @type {Any} */ ({ view: true })), 'bad_argument view');
    assert.throws(() => compress(x, bools(1, 1, 1, 1, 1, 1), { axis: 0 }, { out: x.data }), {
      code: 'bad_out',
    });
    // a slice needs no list
    const even = plan('Compress', [x, bools(1, 0, 1, 0, 1, 0)], { attributes: { axis: 0 } });
    assert.equal(even.moves[0].positions, undefined);
  });
});
