// How a call reads what is the caller's: each thing once, so that a getter cannot show the check one value and the cut another;
// what it throws is the cause of a MicrotomeError; and other calls, made by it, stand in nobody's way.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  evaluate,
  init,
  MicrotomeError,
  plan,
  slice,
  split,
  splitToSequence,
  variadicSplit,
} from 'microtome';

/** @typedef {any} Any */

before(() => init());

const iota = (/** @type {number} */ length) => Float32Array.from({ length }, (_, k) => k);
const type = /** @type {const} */ ('float32');

/**
 * An object that counts how often each of its properties is read, deeply.
 * @param {Any} object
 * @param {Map<string, number>} counts
 * @param {string} [path]
 * @returns {Any}
 */
function counting(object, counts, path = '') {
  return new Proxy(object, {
    get(target, key) {
      const place = `${path}${String(key)}`;
      counts.set(place, (counts.get(place) ?? 0) + 1);
      const value = target[key];
      const isOpen = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
      return isOpen ? counting(value, counts, `${place}.`) : value;
    },
  });
}

/** Every call, with what it is given in one object. @type {Record<string, [Any, (given: Any) => unknown]>} */
const CALLS = {
  slice: [
    { x: { type, dims: [4, 3], data: iota(12) }, spec: { starts: [1], ends: [3], axes: [0], steps: [2] }, options: { opset: 13, view: true } },
    ({ x, spec, options }) => slice(x, spec, options),
  ],
  'slice, strided': [
    { x: { dtype: type, shape: [4, 3], stride: [3, 1], offset: 0, data: iota(12) }, options: { out: [iota(6)] } },
    ({ x, options }) => slice(x, '::2', options),
  ],
  split: [
    { x: { dims: [4, 3], data: iota(12) }, spec: { axis: 1, split: [1, 2] }, options: { out: [iota(4), { type, data: iota(8) }] } },
    ({ x, spec, options }) => split(x, spec, options),
  ],
  'split 13': [
    { x: { dims: [4], data: iota(4) }, spec: { axis: 0, num_outputs: 2 } },
    ({ x, spec }) => split(x, spec, { opset: 13 }),
  ],
  splitToSequence: [
    { x: { dims: [4], data: iota(4) }, spec: { axis: 0, keepdims: 0 } },
    ({ x, spec }) => splitToSequence(x, spec),
  ],
  variadicSplit: [
    { x: { dims: [4], data: iota(4) }, axis: { dims: [1], shape: [1], data: Int32Array.of(0) }, lengths: [1, -1] },
    ({ x, axis, lengths }) => variadicSplit(x, axis, lengths),
  ],
  evaluate: [
    { inputs: [{ dims: [4], data: iota(4) }, [1, 3]], options: { opset: 18, domain: '', attributes: { axis: 0 }, num_outputs: 2, out: [iota(1), iota(3)] } },
    ({ inputs, options }) => evaluate('Split', inputs, options),
  ],
  plan: [
    { inputs: [{ type, shape: [4] }, [1], [3]], options: { domain: 'ai.onnx', attributes: {} } },
    ({ inputs, options }) => plan('Slice', inputs, options),
  ],
  run: [
    { x: { type, dims: [4], data: iota(4) }, options: { out: [{ type, data: iota(2) }] } },
    ({ x, options }) => plan('Slice', [{ type, dims: [4] }, [1], [3]]).run(x, options),
  ],
  'strings': [
    { x: { dims: [2, 2], data: ['a', 'b', 'c', 'd'] } },
    ({ x }) => slice(x, ':, ::-1'),
  ],
}; // biome-ignore format: a table

describe('every property', () => {
  for (const [name, [given, call]] of Object.entries(CALLS)) {
    it(`is read at most once by ${name}`, () => {
      const counts = new Map();
      const parts = Object.fromEntries(
        Object.entries(given).map(([key, value]) => [key, counting(value, counts, `${key}.`)]),
      );
      call(parts);
      assert.ok(counts.size > 3, 'this test sees what is read');
      const often = [...counts].filter(([, count]) => count > 1);
      assert.deepEqual(often, []);
    });
  }

  it('is read once more by a run that begins like the last one and is another', () => {
    const counts = new Map();
    const x = { type, dims: [4], data: iota(4) };
    const counted = counting(x, counts);
    const options = { out: [iota(2)] };
    const planned = plan('Slice', [{ type, dims: [4] }, [1], [3]]);
    planned.run(counted, options);
    x.data = iota(4).reverse();
    counts.clear();
    assert.deepEqual([...planned.run(counted, options)[0].data], [2, 1]);
    assert.equal(counts.get('data'), 2);
  });
});

describe('what the caller throws', () => {
  const x = { dims: [4], data: iota(4) };
  const texts = (/** @type {PropertyDescriptor} */ third) =>
    Object.defineProperty(['a', 'b', 'c', 'd'], 2, third);
  const planned = () => plan('Slice', [{ type, dims: [4] }, [1], [3]]);
  /** Places that throw. @type {Record<string, (get: () => never) => unknown>} */
  const places = {
    data: (get) => slice({ dims: [4], get data() { return get(); } }, '1'),
    dims: (get) => slice({ data: x.data, get dims() { return get(); } }, '1'),
    'one of dims': (get) => slice({ data: x.data, dims: Object.defineProperty([4], 0, { get }) }, '1'),
    'the length of dims': (get) => slice({ data: x.data, dims: { get length() { return get(); } } }, '1'),
    stride: (get) => slice({ ...x, get stride() { return get(); } }, '1'),
    type: (get) => slice({ ...x, get type() { return /** @type {string} */ (get()); } }, '1'),
    starts: (get) => slice(x, { ends: [1], get starts() { return get(); } }),
    'one of starts': (get) => slice(x, { ends: [1], starts: Object.defineProperty([0], 0, { get }) }),
    'data of starts': (get) => slice(x, { ends: [1], starts: { dims: [1], get data() { return get(); } } }),
    opset: (get) => slice(x, '1', { get opset() { return get(); } }),
    out: (get) => slice(x, '1', { get out() { return get(); } }),
    'one of out': (get) => slice(x, '1', { out: Object.defineProperty([iota(1)], 0, { get }) }),
    'data of out': (get) => slice(x, '1', { out: { get data() { return get(); } } }),
    num_outputs: (get) => split(x, { get num_outputs() { return get(); } }, { opset: 13 }),
    inputs: (get) => evaluate('Slice', /** @type {Any} */ (Object.defineProperty([x], 1, { get }))),
    attributes: (get) => evaluate('Split', [x], { attributes: { get axis() { return get(); } } }),
    'out of a run': (get) => planned().run(x, { get out() { return get(); } }),
    'data of a run': (get) => planned().run({ dims: [4], get data() { return get(); } }),
    'a string': (get) => slice({ dims: [4], data: texts({ get }) }, '::-1'),
    'keys of a Proxy': (get) => slice(x, new Proxy(/** @type {Any} */ ({}), { ownKeys: get })),
    'a revoked Proxy': () => { const { proxy, revoke } = Proxy.revocable([], {}); revoke(); slice({ data: x.data, dims: proxy }, '1'); },
  }; // biome-ignore format: a table
  for (const [place, call] of Object.entries(places)) {
    it(`is the cause of a mistake: ${place}`, () => {
      for (const thrown of [new Error('mine'), Symbol('s'), Object.create(null), undefined]) {
        assert.throws(
          () => call(() => { throw thrown; }), // biome-ignore format: a row
          (/** @type {Any} */ error) => {
            assert.ok(error instanceof MicrotomeError);
            if (place === 'a revoked Proxy')
              return error.code === 'bad_input' || error.code === 'bad_argument';
            assert.deepEqual([error.code, error.cause], ['bad_argument', thrown]);
            assert.match(error.message, /cannot be read: /);
            if (thrown instanceof Error) assert.match(error.message, /: mine$/);
            return true;
          },
        );
      }
    });
  }

  it('when a run begins like the last one, is no other', () => {
    const cut = planned();
    const out = [iota(2)];
    const input = { type, dims: [4], data: iota(4) };
    for (let i = 0; i < 2; ++i) cut.run(input, { out });
    const mine = new Error('mine');
    Object.defineProperty(input, 'dims', { get: () => { throw mine; } }); // biome-ignore format: a row
    assert.throws(() => cut.run(input, { out }), { code: 'bad_argument', cause: mine });
  });
});

describe('calls from within a getter', () => {
  const wide = { dims: [100, 300], data: Uint16Array.from({ length: 30_000 }, (_, k) => k) };
  const staged = () => slice(wide, ':, ::2').data[151];

  it('leave the call right that was being read, and are right themselves', () => {
    let calls = 0;
    const doing = (/** @type {Any} */ value) => {
      calls += 1;
      assert.equal(staged(), 302);
      assert.deepEqual(
        [...slice({ data: iota(4), dims: [4] }, { starts: [3], ends: [0], steps: [-1] }).data],
        [3, 2, 1],
      );
      assert.throws(() => split(wide, { split: [1] }), { code: 'sum_mismatch' });
      plan('Split', [wide, new Array(100).fill(1)]);
      return value;
    };
    const list = (/** @type {Any[]} */ values) =>
      new Proxy(values, { get: (target, key) => doing(Reflect.get(target, key)) });
    const lazy = (/** @type {Record<string, Any>} */ values) => {
      const object = /** @type {Any} */ ({});
      for (const [key, value] of Object.entries(values))
        Object.defineProperty(object, key, { enumerable: true, get: () => doing(value) });
      return object;
    };
    const out = new Uint16Array(12);
    const x = lazy({ dims: list([100, 300]), data: wide.data, stride: list([300, 1]), offset: 0 });
    const spec = lazy({ starts: list([1, 2]), ends: list([4, 10]), steps: list([1, 2]), axes: list([0, 1]) });
    const { data } = slice(x, spec, lazy({ out: list([lazy({ data: out })]) }));
    assert.equal(data, out);
    assert.deepEqual([...out], [302, 304, 306, 308, 602, 604, 606, 608, 902, 904, 906, 908]);
    assert.ok(calls > 20, `${calls}`);
  });

  it('to the same plan, with other arrays, are not taken for the call that is being read', () => {
    const planned = plan('Slice', [{ type, dims: [4] }, [1], [3]]);
    const other = { type, dims: [4], data: Float32Array.of(9, 9, 9, 9) };
    const otherOut = [new Float32Array(2)];
    let inner = false;
    const input = {
      type,
      data: iota(4),
      get dims() {
        if (inner) planned.run(other, { out: otherOut });
        return [4];
      },
    };
    const out = [new Float32Array(2)];
    for (let i = 0; i < 2; ++i) planned.run(input, { out });
    inner = true;
    for (let i = 0; i < 4; ++i) {
      out[0].fill(-1);
      const [tensor] = planned.run(input, { out });
      assert.equal(tensor.data, out[0]);
      assert.deepEqual([...out[0], ...otherOut[0]], [1, 2, 9, 9]);
    }
  });

  it('from within a string, are right', () => {
    const data = Object.defineProperty(['a', 'b', 'c'], 1, {
      get: () => `${slice({ data: ['x', 'y'], dims: [2] }, '::-1').data.join('')}${staged()}`,
    });
    const out = new Array(3);
    assert.deepEqual(slice({ data, dims: [3] }, '::-1', { out: [out] }).data, ['c', 'yx302', 'a']);
  });
});
