// A plan bound to its arrays: what the function moves in every way, and that it sees what the arrays hold when it is called. What it
// notices of their buffers: tests/node/input/changing_buffers.test.js. That it reads each property once: tests/node/input/reading.test.js.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { init, plan } from 'microtome';
import { ROOT } from '../../../tools/common/paths.js';
import { newest } from '../../support/newest.js';

/** @typedef {any} Any */

await init({ arena: 1 << 20 });

const type = /** @type {const} */ ('float32');
const iota = (/** @type {number} */ length, first = 0) => Float32Array.from({ length }, (_, k) => first + k);
const count = (/** @type {number[]} */ dims) => dims.reduce((n, size) => n * size);
const tensor = (/** @type {number[]} */ ...dims) => ({ type, dims, data: iota(count(dims)) });
const bytes = (/** @type {number[]} */ ...dims) => ({ dims, data: Uint8Array.from(iota(count(dims))) });
const packed = (/** @type {Any} */ type, /** @type {number} */ size, /** @type {number} */ length) => ({
  type,
  dims: [size],
  data: bytes(length).data,
});
const texts = (/** @type {number} */ length) => ({
  dims: [length],
  data: Array.from({ length }, (_, k) => `${k}`),
});
const concatOf = (/** @type {Any[]} */ list, axis = 0) => plan('Concat', list, { attributes: { axis } });
const scatterOf = (/** @type {Any[]} */ list, /** @type {Any} */ text) =>
  plan('SliceScatter', /** @type {Any} */ ([...list, text]));

/** Cuts and joins, each with what is moved, and the way of its first move. @type {Record<string, [string, () => Any, Any]>} */
const JOBS = {
  'a small cut': ['scalar', () => plan('Slice', [tensor(4, 4), '1:3, ::2']), tensor(4, 4)],
  'a cut of one run': ['runs', () => plan('Slice', [tensor(40, 100), '1:39']), tensor(40, 100)],
  'a cut of runs': ['runs', () => plan('Slice', [tensor(40, 4096), ':, :2000']), tensor(40, 4096)],
  'a cut of tiles': ['staged', () => plan('Slice', [tensor(100, 200), ':, ::2']), tensor(100, 200)],
  'a split of tiles': ['staged', () => plan('Split', [bytes(3000, 4)], { attributes: { axis: 1, num_outputs: 4 } }), bytes(3000, 4)],
  'a split with an empty output': ['scalar', () => plan('Split', [tensor(4), [1, 0, 3]]), tensor(4)],
  'a cut of strings': ['scalar', () => plan('Slice', [texts(9), '::-2']), texts(9)],
  'a cut of packed elements': ['scalar', () => plan('VariadicSplit', [packed('u3', 24, 9), 0, [3, 21]]), packed('u3', 24, 9)],
  'a cut of many packed elements': ['staged', () => plan('VariadicSplit', [packed('u3', 2400, 900), 0, [300, 2100]]), packed('u3', 2400, 900)],
  'a cut of strides': ['runs', () => plan('Slice', [tensor(4, 300), '1:']), { shape: [4, 300], stride: [-300, 1], offset: 900, data: iota(1200) }],
  'a cut of BigInts': ['scalar', () => plan('Slice', [{ type: 'int64', dims: [4] }, '::-1']), { dims: [4], data: BigInt64Array.of(1n, 2n, 3n, 4n) }],
  'a small join': ['scalar', () => concatOf([tensor(2, 2), tensor(2, 1)], 1), [tensor(2, 2), tensor(2, 1)]],
  'a join of runs': ['runs', () => concatOf([tensor(40, 2000), tensor(40, 2100)], 1), [tensor(40, 2000), tensor(40, 2100)]],
  'a join of tiles': ['staged', () => concatOf([bytes(3000, 1), bytes(3000, 1), bytes(3000, 1)], 1), [1, 2, 3].map(() => bytes(3000, 1))],
  'a join of strings': ['scalar', () => concatOf([texts(3), texts(2)]), [texts(3), texts(2)]],
  'a join of packed elements': ['scalar', () => plan('Concat', [packed('u4', 3, 2), packed('u4', 4, 2)], { domain: 'openvino', attributes: { axis: 0 } }), [packed('u4', 3, 2), packed('u4', 4, 2)]],
  'a join of strides': ['scalar', () => concatOf([tensor(2, 2), tensor(1, 2)]), [{ shape: [2, 2], stride: [1, 2], offset: 0, data: iota(4) }, tensor(1, 2)]],
  'a scatter': ['runs', () => scatterOf([tensor(60), tensor(2)], '1:4:2'), [tensor(60), tensor(2)]],
}; // biome-ignore format: a table

const listOf = (/** @type {Any} */ given) => [given].flat();
const valuesOf = (/** @type {Any[]} */ tensors) => tensors.map(({ dims, data }) => [dims, [...data]]);

/** Other values in the same arrays. @param {Any} given */
function change(given) {
  for (const { data } of listOf(given)) {
    const next = data.slice().reverse();
    for (let k = 0; k < data.length; ++k) data[k] = next[k];
  }
}

for (const [name, [way, make, given]] of Object.entries(JOBS)) {
  describe(`a bound plan: ${name}`, () => {
    const planned = make();

    it(`goes the way ${way}`, () => assert.equal(planned.moves[0].way, way));

    it('gives what run gives, of the values at each call, always in the same tensors', () => {
      for (const out of [undefined, planned.allocate(listOf(given)[0].data)]) {
        const bound = planned.bind(given, { out });
        const tensors = bound();
        for (let turn = 0; turn < 3; ++turn) {
          const expected = planned.run(given);
          for (const { data } of tensors) data.fill(expected[0].data[0]);
          assert.equal(bound(), tensors);
          assert.deepEqual(tensors, expected);
          change(given);
        }
        if (out !== undefined) assert.ok(out.every((/** @type {Any} */ array, /** @type {number} */ i) => array === tensors[i].data)); // biome-ignore format: one line
      }
    });
  });
}

describe('a bound plan', () => {
  it('has new arrays without out, which are its own', () => {
    const planned = plan('Split', [tensor(4), [1, 3]]);
    const [first, second] = [planned.bind(tensor(4)), planned.bind(tensor(4))].map((bound) => bound());
    first[1].data.fill(9);
    assert.deepEqual(valuesOf(second), [[[1], [0]], [[3], [1, 2, 3]]]); // biome-ignore format: one line
    assert.deepEqual(valuesOf(planned.run(tensor(4))), valuesOf(second));
  });

  it('has layouts of its own: what it gives to a caller may be changed', () => {
    const texts = { dims: [2, 2], data: ['a', 'b', 'c', 'd'] };
    const halves = () => ({ stride: [4, 1], offset: 1 });
    /** @type {[Any, Any, Any][]} */
    const cases = [
      [plan('Slice', [tensor(2, 2), '::-1']), tensor(2, 2), { data: new Float32Array(8), ...halves() }],
      [plan('Slice', [texts, '::-1']), texts, { data: new Array(8).fill(''), ...halves() }],
      [plan('Rearrange', [tensor(2, 2)], { attributes: { pattern: 'a b -> a b', to: { type: 'int32', scale: 1 } } }), tensor(2, 2), { data: new Int32Array(8), ...halves() }],
      [concatOf([tensor(1, 2), tensor(1, 2)]), [tensor(1, 2), tensor(1, 2)], { data: new Float32Array(8), ...halves() }],
    ]; // biome-ignore format: a table
    for (const [planned, given, out] of cases) {
      const bound = planned.bind(given, { out });
      const [tensor] = bound();
      const expected = [...out.data];
      const blank = typeof expected[0] === 'string' ? '' : 0;
      out.stride.fill(0);
      out.data.fill(blank);
      tensor.stride.fill(-1);
      tensor.dims.fill(7);
      tensor.offset = -5;
      assert.equal(bound()[0], tensor);
      assert.deepEqual([...out.data], expected);
      assert.deepEqual(Object.keys(out.data), Object.keys(expected));
      assert.deepEqual([...planned.outputs[0].dims], [2, 2]);
      const fresh = planned.run(given, { out: { data: out.data, ...halves() } });
      assert.deepEqual([fresh[0].stride, fresh[0].offset, fresh[0].dims], [[4, 1], 1, [2, 2]]);
    }
  });

  it('works in place: only the update is written, and a cut may overlap its input', () => {
    const cache = { dims: [2, 4], data: iota(8) };
    const update = { dims: [2, 1], data: Float32Array.of(-1, -2) };
    const attributes = { axis: 1 };
    const planned = plan('TensorScatter', [cache, update, BigInt64Array.of(1n, 3n)], { attributes });
    const bound = planned.bind([cache, update], { out: cache.data });
    for (const first of [-1, -5]) {
      update.data.set([first, -2]);
      cache.data[0] = first;
      assert.equal(bound()[0].data, cache.data);
      assert.deepEqual([...cache.data], [first, first, 2, 3, 4, 5, 6, -2]);
    }
    const data = iota(6);
    const shift = plan('Slice', [{ dims: [6], data }, '1:']).bind({ dims: [6], data }, { out: data.subarray(0, 5) }); // biome-ignore format: one line
    shift();
    shift();
    assert.deepEqual([...data], [2, 3, 4, 5, 5, 5]);
  });
});

describe('buffers of a bound plan', () => {
  it('are arrays of strings too, which are checked when they move', () => {
    const given = texts(3);
    const out = ['', '', ''];
    const bound = plan('Slice', [given, '::-1']).bind(given, { out: [out] });
    given.data[1] = /** @type {Any} */ (5);
    assert.throws(bound, { code: 'bad_input', param: 'data', message: /entry 1 of output 0 would be 5, / });
    assert.deepEqual(out, ['', '', '']);
    given.data[1] = 'b';
    bound();
    Object.freeze(out);
    assert.throws(bound, { code: 'bad_out', param: 'out', message: /output 0 cannot be written: / });
    assert.deepEqual(out, ['2', 'b', '0']);
  });
});

describe('bind', () => {
  const planned = plan('Slice', [tensor(4), '1:3']);

  it('refuses what run refuses, and options that it does not have', () => {
    const refuse = (/** @type {Any} */ input, /** @type {Any} */ options, /** @type {string} */ code, what = /./) =>
      assert.throws(() => planned.bind(input, options), { code, op: newest('Slice'), message: what });
    refuse(tensor(5), {}, 'bad_input', /data: is float32 \[5\] but the plan is for float32 \[4\]$/);
    refuse({ type, dims: [4] }, {}, 'bad_input', /data: has no data$/);
    refuse(tensor(4), { out: new Float32Array(3) }, 'bad_out', /out: output 0 needs an array of length 2, not 3$/);
    const overlapping = tensor(4);
    const spread = { data: overlapping.data, stride: [2], offset: 0 };
    refuse(overlapping, { out: spread }, 'bad_out', /overlaps the input/);
    refuse(tensor(4), { view: true }, 'bad_argument', /options: view is not an option; the options here are out$/);
    refuse(tensor(4), 5, 'bad_argument', /options: expected an object, not 5$/);
  }); // biome-ignore format: a table

  it('moves a few entries from beyond 2 GiB', () => {
    const begin = 2 ** 31 + 10;
    const data = new Uint8Array(begin + 20); // of which only what is written takes memory
    data.set([1, 2, 3, 4, 5, 6, 7, 8, 9], begin);
    const far = { dims: [data.length], data };
    const [{ data: cut }] = plan('Slice', [far, `${begin}:${begin + 9}:3`]).bind(far)();
    assert.deepEqual(Array.from(cut), [1, 4, 7]);
  });

  it('refuses new arrays for which there is no memory', () => {
    const repeated = { data: new Float64Array(1), shape: [2 ** 36, 2], stride: [0, 0] };
    assert.throws(() => plan('Slice', [repeated, '...']).bind(repeated), { code: 'out_of_memory' });
  });
});

describe('a bound plan allocates nothing', () => {
  const ways = /** @type {const} */ ([
    ['scalar', "plan('Slice', [x(4, 4), '1:3, 1:3']).bind(x(4, 4))", 2e5],
    ['runs', "plan('Slice', [x(8, 4096), ':, :2000']).bind(x(8, 4096))", 1e5],
    ['staged', "plan('Slice', [x(128, 128), ':, ::2']).bind(x(128, 128))", 1e5],
    ['a join, staged', "plan('Concat', [x(3000, 1), x(3000, 1)], { attributes: { axis: 1 } }).bind([x(3000, 1), x(3000, 1)])", 1e5],
    ['few, converted', "plan('Rearrange', [x(4, 4)], { attributes: { pattern: 'a b -> b a', to: 'float64' } }).bind(x(4, 4))", 1e5],
    ['staged, converted', "plan('Rearrange', [x(40, 40)], { attributes: { pattern: 'a b -> b a', to: 'float64' } }).bind(x(40, 40))", 1e5],
    ['converted, into rows with gaps', "plan('Rearrange', [x(40, 40)], { attributes: { pattern: 'a b -> b a', to: 'float64' } }).bind(x(40, 40), { out: { data: new Float64Array(2000), stride: [50, 1], offset: 7 } })", 1e5],
    ['converted, into every second element', "plan('Rearrange', [x(40, 40)], { attributes: { pattern: 'a b -> b a', to: { type: 'float64', scale: 2 } } }).bind(x(40, 40), { out: { data: new Float64Array(3200), stride: [80, 2], offset: 1 } })", 1e5],
    ['converted, from a column with gaps', "plan('Rearrange', [spaced], { attributes: { pattern: 'a b -> b a', to: 'float64' } }).bind(spaced)", 1e5],
    ['packed, transposed', "plan('Rearrange', [packed], { attributes: { pattern: 'a b -> b a' } }).bind(packed)", 1e5],
    ['a loop', "plan('Slice', [x(30, 30), '::3, ::2']).bind(x(30, 30))", 1e5],
    ['listed', "plan('Gather', [x(8, 40), at(5, 3)]).bind(x(8, 40))", 1e5],
    ['listed, along rows', "plan('Gather', [x(40, 8), at(5, 3, 5)], { attributes: { axis: 1 } }).bind(x(40, 8))", 1e5],
    ['padded', "plan('Pad', [x(8, 40), at(1, 1, 1, 1)], { attributes: { mode: 'edge' } }).bind(x(8, 40))", 1e5],
    ['reversed lines', "plan('Slice', [x(8, 2000), ':, ::-1']).bind(x(8, 2000))", 1e5],
  ]); // biome-ignore format: a table
  for (const [way, bind, calls] of ways)
    it(`in so many calls that the collector would wake: ${way}`, () => {
      const script = `
        import { init, plan } from './web/dist/index.js';
        await init();
        const x = (...dims) => ({ type: 'float32', dims, data: new Float32Array(dims[0] * dims[1]) });
        const at = (...list) => ({ dims: [list.length], data: BigInt64Array.from(list, BigInt) });
        const spaced = { type: 'float32', dims: [40, 40], stride: [1600, 40], offset: 1, data: new Float32Array(64000) };
        const packed = { type: 'u4', dims: [40, 41], data: new Uint8Array(820) };
        const bound = ${bind};
        const call = (n) => { for (let i = 0; i < n; ++i) bound(); };
        call(1e5);
        for (let batch = 0; batch < 5; ++batch) {
          console.log('BATCH');
          call(${calls});
        }
        console.log('END');`;
      const small = ['--min-semi-space-size=1', '--max-semi-space-size=1']; // 1 MB: it wakes soon
      const flags = ['--trace-gc', ...small, '--input-type=module', '--eval', script];
      const printed = execFileSync(process.execPath, flags, { cwd: ROOT, encoding: 'utf8' });
      const batches = printed.slice(0, printed.indexOf('END')).split('BATCH').slice(1);
      assert.equal(batches.length, 5);
      // V8's own compiler may wake the collector at any time; a call that allocates would wake it in every batch
      assert.ok(batches.some((lines) => !/Scavenge|Mark/.test(lines)), printed); // biome-ignore format: one line
    });
});
