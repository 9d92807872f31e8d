// Writing at listed positions, and where a condition is true: by `assign`, its plans, and `scatterUpdate`. Elements of every storage,
// from updates and into targets that are anywhere in their arrays, are compared with a walk over single elements.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assign, evaluate, init, plan, scatterUpdate } from 'microtome';
import { countElements, encode, PACKED, TYPES } from '../../../docs/rules/elements.js';
import { randomTensor, writtenInto } from '../../random/placed.js';
import { Random } from '../../random/random.js';
import { isSame } from '../../support/equal.js';
import { refuses } from '../../support/refusals.js';

/** @typedef {any} Any */

before(() => init());

/** @param {readonly number[]} dims @param {number} k */
function indexOf(dims, k) {
  const index = dims.map(() => 0);
  for (let a = dims.length, left = k; a-- > 0; left = Math.floor(left / dims[a])) index[a] = left % dims[a];
  return index;
}
/** @param {readonly number[]} dims @param {readonly number[]} index */
const placeOf = (dims, index) => index.reduce((place, i, a) => place * dims[a] + i, 0);

/** Where each element of the updates goes, in row-major order, and their dims. @param {readonly number[]} dims @param {number} axis @param {readonly number[]} indices @param {readonly number[]} sizes */
function placesOf(dims, axis, indices, sizes) {
  const of = [...dims.slice(0, axis), ...sizes, ...dims.slice(axis + 1)];
  const places = Array.from({ length: countElements(of) }, (_, k) => {
    const index = indexOf(of, k);
    const at = indices[placeOf(sizes, index.slice(axis, axis + sizes.length))];
    return placeOf(dims, [...index.slice(0, axis), at, ...index.slice(axis + sizes.length)]);
  });
  return { of, places };
}

/** A spec, and where it writes. @param {Random} random @param {readonly number[]} dims */
function drawSpec(random, dims) {
  const axis = random.below(dims.length);
  const shown = random.chance(0.5) ? axis : axis - dims.length;
  const size = dims[axis];
  const keeps = (/** @type {number} */ count) => Array.from({ length: count }, () => random.chance(0.5));
  const positions = (/** @type {boolean[]} */ keep) => keep.flatMap((each, i) => (each ? [i] : []));
  if (random.chance(0.25)) {
    const condition = keeps(countElements(dims));
    const places = positions(condition);
    return { spec: { condition }, of: [places.length], places };
  }
  if (random.chance(0.3)) {
    const condition = keeps(size);
    const list = positions(condition);
    return { spec: { condition, axis: shown }, ...placesOf(dims, axis, list, [list.length]) };
  }
  const sizes = Array.from({ length: random.below(3) }, () => random.below(5));
  const step = random.below(4) - 1;
  const first = random.below(size);
  const list = Array.from({ length: countElements(sizes) }, (_, i) =>
    random.chance(0.6) || step < -1 ? random.below(size) : (((first + i * step) % size) + size) % size,
  );
  const given = list.map((each) => (random.chance(0.3) ? each - size : each));
  const indices = { type: 'int64', dims: sizes, data: BigInt64Array.from(given, BigInt) };
  return { spec: { indices, axis: shown }, ...placesOf(dims, axis, list, sizes) };
}

describe('listed positions', () => {
  for (const type of TYPES)
    it(`are written in ${type}, wherever the tensors are`, () => {
      const random = new Random(TYPES.indexOf(type) + 1);
      for (let turn = 0; turn < 60; ++turn) {
        const most = random.pick([4, 4, 9, 40]);
        const dims = Array.from({ length: 1 + random.below(3) }, () => 1 + random.below(most));
        const { spec, of, places } = drawSpec(random, dims);
        const target = randomTensor(random, type, dims, { isWritable: true });
        const updates = randomTensor(random, type, of);
        const wanted = target.elements.slice();
        for (const [k, place] of places.entries()) wanted[place] = updates.elements[k];
        const old = target.tensor.data.slice();
        const expected = writtenInto(type, old, target.layout, wanted);
        const fresh = () => ({ ...target.tensor, data: old.slice() });
        const ways = {
          assign: (/** @type {Any} */ x) => assign(x, /** @type {Any} */ (spec), updates.tensor),
          run: (/** @type {Any} */ x) => plan('Assign', [x, /** @type {Any} */ (spec), updates.tensor]).run([x, updates.tensor]),
          bind: (/** @type {Any} */ x) => plan('Assign', [x, /** @type {Any} */ (spec), updates.tensor]).bind([x, updates.tensor])(),
        };
        for (const [name, write] of Object.entries(ways)) {
          const x = fresh();
          write(x);
          assert.ok(isSame(x.data, expected), `${name}, ${type} [${dims}], turn ${turn}: ${JSON.stringify(spec, (_, v) => (typeof v === 'bigint' ? Number(v) : v))}`);
        }
      }
    }); // biome-ignore format: long names

  it('are filled with a value, in every storage', () => {
    const random = new Random(7);
    for (const type of ['float32', 'float64', 'uint8', 'int64', 'int16', 'string', ...PACKED])
      for (let turn = 0; turn < 40; ++turn) {
        const dims = Array.from({ length: 1 + random.below(3) }, () => 1 + random.below(9));
        const { spec, places } = drawSpec(random, dims);
        const target = randomTensor(random, type, dims, { isWritable: true });
        const value = /** @type {Any} */ (type === 'string' ? '1' : type === 'int64' ? 1n : 1);
        const one = type === 'nf4' ? 15 : type === 'f4e2m1' ? 2 : type === 'float32' ? undefined : 1;
        const x = { ...target.tensor, data: target.tensor.data.slice() };
        const y = { ...target.tensor, data: target.tensor.data.slice() };
        assign(x, /** @type {Any} */ (spec), value);
        plan('Assign', [y, /** @type {Any} */ (spec), value]).bind([y])();
        assert.ok(isSame(x.data, y.data));
        if (one === undefined || ['float64', 'string', 'int64'].includes(type)) {
          const numbers = encode(type, [1]);
          const updates = { type, shape: drawShape(spec, dims, places), stride: drawShape(spec, dims, places).map(() => 0), offset: 0, data: type === 'string' ? ['1'] : type === 'float32' ? Float32Array.of(1) : type === 'float64' ? Float64Array.of(1) : type === 'int64' ? BigInt64Array.of(1n) : numbers };
          const z = { ...target.tensor, data: target.tensor.data.slice() };
          assign(z, /** @type {Any} */ (spec), /** @type {Any} */ (updates));
          assert.ok(isSame(x.data, z.data), `${type} [${dims}]`);
          continue;
        }
        const wanted = target.elements.slice();
        for (const place of places) wanted[place] = one;
        assert.ok(isSame(x.data, writtenInto(type, target.tensor.data, target.layout, wanted)), `${type} [${dims}], turn ${turn}`);
      }
  }); // biome-ignore format: long names

  it('take updates from the target as if they had been copied first', () => {
    const data = Int32Array.from({ length: 12 }, (_, i) => i);
    const target = { dims: [6, 2], data };
    assign(target, { indices: [5, 0, 1] }, { dims: [3, 2], data: data.subarray(0, 6) });
    assert.deepEqual([...data], [2, 3, 4, 5, 4, 5, 6, 7, 8, 9, 0, 1]);
    const strings = ['a', 'b', 'c', 'd'];
    assign({ dims: [4], data: strings }, { indices: [3, 0, 1] }, { dims: [3], data: strings.slice(0, 3) });
    assert.deepEqual(strings, ['b', 'c', 'c', 'a']);
    const planned = plan('Assign', [target, { indices: [1, 2, 4] }, { type: 'int32', dims: [3, 2] }]);
    const move = planned.bind([target, { dims: [3, 2], data: data.subarray(0, 6) }]);
    const before = [...data];
    move();
    const after = [before[0], before[1], ...before.slice(0, 4), ...before.slice(6, 8), ...before.slice(4, 6), ...before.slice(10)];
    assert.deepEqual([...data], after);
    move();
    assert.deepEqual([...data], [after[0], after[1], ...after.slice(0, 4), ...after.slice(6, 8), ...after.slice(4, 6), ...after.slice(10)]);
  }); // biome-ignore format: long lists

  it('keep the last update of an index that occurs twice, in any order of the axes', () => {
    const rows = { dims: [2, 2, 3], data: Int32Array.from({ length: 12 }, (_, i) => 10 + i) };
    const indices = { dims: [2, 2], data: Int32Array.of(1, 0, 1, 1) };
    const turned = { shape: [2, 2, 3], stride: [3, 6, 1], offset: 0, data: rows.data };
    for (const [updates, last] of /** @type {const} */ ([[rows, 19], [turned, 19]])) {
      const target = { dims: [2, 3], data: new Int32Array(6) };
      assign(target, { indices }, /** @type {Any} */ (updates));
      assert.equal(target.data[3], last);
    }
    const column = { dims: [400, 3], data: new Float32Array(1200) };
    assign(column, { indices: [2, 0, 2], axis: 1 }, { dims: [400, 3], data: Float32Array.from({ length: 1200 }, (_, i) => i) });
    assert.deepEqual([...column.data.subarray(0, 3), ...column.data.subarray(1197)], [1, 0, 2, 1198, 0, 1199]);
  }); // biome-ignore format: short

  it('counts negative indices from the end, but not in a node', () => {
    const x = { type: /** @type {const} */ ('uint8'), dims: [3], data: Uint8Array.of(1, 2, 3) };
    const y = { type: /** @type {const} */ ('uint8'), dims: [1], data: Uint8Array.of(9) };
    assert.deepEqual([...scatterUpdate(x, [-1], y).data], [1, 2, 9]);
    assert.deepEqual([...scatterUpdate(x, -3, { ...y, dims: [] }).data], [9, 2, 3]);
    refuses(() => scatterUpdate(x, [-4], y), 'index_out_of_range indices');
    for (const index of [-1, -3])
      for (const call of [evaluate, plan])
        refuses(
          () => /** @type {Any} */ (call)('ScatterUpdate', [x, [index], y, 0]),
          'index_out_of_range indices',
        );
  });

  it('name the first wrong index of a long list, and write nothing', () => {
    const x = { dims: [10], data: new Float32Array(10) };
    const indices = new Int32Array(1e6).fill(3);
    indices[700000] = 10;
    indices[800000] = -11;
    const rows = { dims: [1e6], data: new Float32Array(1e6).fill(5) };
    const wrong = { code: 'index_out_of_range', param: 'indices', message: /entry 700000 is 10; it must be in \[-10, 9\]/ };
    assert.throws(() => assign(x, { indices }, rows), wrong);
    assert.throws(() => assign(x, { indices }, 1), wrong);
    assert.throws(() => scatterUpdate(x, indices, rows, {}, { out: x.data }), wrong);
    assert.deepEqual([...x.data], new Array(10).fill(0));
  }); // biome-ignore format: short

  it('are checked, also if there are none', () => {
    const x = { dims: [3, 2], data: new Float32Array(6) };
    const rows = (/** @type {number[]} */ ...dims) => ({ dims, data: new Float32Array(countElements(dims)) });
    assign(x, { indices: [] }, rows(0, 2));
    assign(x, { condition: [] }, rows(0));
    refuses(() => assign(x, { indices: [] }, rows(0, 3)), 'shape_mismatch updates');
    refuses(() => assign(x, { indices: [1] }, rows(2)), 'shape_mismatch updates');
    refuses(() => assign(x, { condition: [true, true], axis: 0 }, rows(1, 2)), 'shape_mismatch updates');
    refuses(() => assign(x, { condition: [true, true] }, rows(2, 2)), 'shape_mismatch updates');
    refuses(() => assign({ dims: [], data: new Float32Array(1) }, { indices: [0] }, 1), 'bad_rank target');
    refuses(() => assign(x, { indices: [0], axis: 2 }, rows(1, 2)), 'bad_axis axis');
    refuses(() => assign(x, { indices: [0.5] }, 1), 'not_integer indices');
    refuses(() => assign(x, /** @type {Any} */ ({ indices: [0], condition: [true] }), 1), 'conflict spec');
    refuses(() => assign(x, /** @type {Any} */ ({ indices: [0], starts: [0] }), 1), 'conflict spec');
    refuses(() => assign(x, /** @type {Any} */ ({ condition: [true], steps: [0] }), 1), 'conflict spec');
    refuses(() => assign(x, /** @type {Any} */ ({ indices: [0], batch_dims: 1 }), 1), 'bad_argument spec');
    refuses(
      () => assign(x, /** @type {Any} */ ({ axis: 1, starts: [0], ends: [1] }), 1),
      'unknown_attribute axis',
    );
    assign(x, /** @type {Any} */ ({ indices: null, starts: [0], ends: [1] }), 1);
    refuses(() => assign(x, { indices: { dims: [1], data: Uint8Array.of(1) } }, 1), 'bad_type indices');
  });

  it('are in the moves, read in the other direction', () => {
    const planned = plan('Assign', [{ type: 'float32', dims: [9, 2] }, { indices: [4, 0, 7] }, { type: 'float32', dims: [3, 2] }]);
    assert.equal(planned.moves.length, 1);
    const [{ positions, streams, strides }] = planned.moves;
    assert.deepEqual(positions, { axis: 0, list: [4, 0, 7] });
    assert.deepEqual([streams[0], strides], [{ input: 1, offset: 0, run: 8 }, [8]]);
    assert.match(planned.explain(), /^assign writes float32 \[3, 2\] into \[9, 2\], 24 bytes\. Input 1, \[3, 2\], is 3 runs of 8 bytes at 3 listed positions/);
    const even = plan('Assign', [{ type: 'float32', dims: [9, 2] }, { indices: [1, 3, 5] }, { type: 'float32', dims: [3, 2] }]);
    assert.equal(even.moves[0].positions, undefined);
    const node = plan('ScatterUpdate', [{ type: 'float32', dims: [9, 2] }, [4, 0, 7], { type: 'float32', dims: [3, 2] }, 0]);
    assert.deepEqual(node.moves.map(({ streams: [{ input }] }) => input), [0, 1]);
  }); // biome-ignore format: long names
});

/** The dims of what a spec replaces. @param {Any} spec @param {readonly number[]} dims @param {readonly number[]} places */
function drawShape({ indices, condition, axis }, dims, places) {
  if (condition && axis === undefined) return [places.length];
  const at = axis < 0 ? axis + dims.length : axis;
  const sizes = indices ? indices.dims : [condition.filter(Boolean).length];
  return [...dims.slice(0, at), ...sizes, ...dims.slice(at + 1)];
}
