// Objects with names: parameters, options, attributes, sizes and `to`. A name that the call knows is read wherever it is: on the object,
// on its prototype, by a getter, or not enumerable. A name of its own that the call does not know is refused, and so is an object whose
// content has no names, such as a Map.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import vm from 'node:vm';
import { evaluate, init, plan, rearrange, slice, split, tensorScatter } from 'microtome';
import { refuses } from '../../support/refusals.js';

/** @typedef {any} Any */

before(() => init());

const x = { dims: [2, 3], data: Float32Array.of(0, 1, 2, 3, 4, 5) };
const bytes = { dims: [2, 3], data: Uint8Array.of(0, 1, 2, 3, 4, 5) };

/** The named values of a call, and the call. @type {Record<string, [Record<string, Any>, (named: Any) => Any]>} */
const CALLS = {
  'parameters of slice': [{ starts: [1], ends: [3], axes: [1] }, (named) => slice(x, named)],
  'parameters of split': [{ axis: 1, split: [1, 2] }, (named) => split(x, named)],
  'num_outputs before it was a parameter': [{ axis: 1, num_outputs: 3 }, (named) => split(x, named, { opset: 13 })],
  'parameters of tensorScatter': [{ axis: 1, write_indices: [2, 1], mode: 'circular' }, (named) => tensorScatter(x, { dims: [2, 2], data: Float32Array.of(6, 7, 8, 9) }, named)],
  'attributes of a node': [{ axis: 1, num_outputs: 3 }, (named) => evaluate('Split', [x], { attributes: named })],
  'attributes of a pattern': [{ pattern: '(a b) c -> c b a', sizes: { b: 2 }, to: 'uint8' }, (named) => evaluate('Rearrange', [x], { attributes: named })],
  'options of a cut': [{ opset: 1, view: 'strided' }, (named) => slice(x, { starts: [1], ends: [2] }, named)],
  'options of a node': [{ opset: 13, domain: '', attributes: { axis: 1 }, num_outputs: 3, view: true }, (named) => evaluate('Split', [x], named)],
  'options of a plan': [{ opset: 13, attributes: { axis: 1 }, num_outputs: 3 }, (named) => plan('Split', [x], named).outputs],
  'options of a run': [{ view: true }, (named) => plan('Slice', [x, '1']).run(x, named)[0].data.buffer === x.data.buffer],
  'options of a binding': [{ out: new Float32Array(3) }, (named) => plan('Slice', [x, '1']).bind(x, named)()[0].data === Reflect.get(named, 'out')],
  'options of rearrange': [{ sizes: { b: 2 }, to: 'uint8' }, (named) => rearrange(x, '(a b) c -> c b a', named)],
  sizes: [{ a: 2, b: 3, d: 2 }, (sizes) => rearrange(x, 'a b -> (d b) a', { sizes })],
  to: [{ type: 'float32', scale: [1, 10, 100], bias: 1, along: 'b' }, (to) => rearrange(x, 'a b -> b a', { to })],
  'a table': [{ type: 'float32', table: Float32Array.from({ length: 256 }, (_, i) => -i) }, (to) => rearrange(bytes, 'a b -> b a', { to })],
}; // biome-ignore format: a table

/** The same names and values. @type {Record<string, (named: Record<string, Any>) => Any>} */
const SPELLINGS = {
  'of a prototype': (named) => Object.create(named),
  'of a prototype, in part': (named) => {
    const [[first, value], ...rest] = Object.entries(named);
    return Object.assign(Object.create(Object.fromEntries(rest)), { [first]: value });
  },
  'not enumerable': (named) =>
    Object.defineProperties(
      {},
      Object.fromEntries(Object.entries(named).map(([name, value]) => [name, { value, enumerable: false }])),
    ),
  'getters of a class': (named) => {
    class Parameters {}
    for (const [name, value] of Object.entries(named))
      Object.defineProperty(Parameters.prototype, name, { get: () => value });
    return new Parameters();
  },
  'of a class with methods, and a name of its own': (named) => {
    class Named {
      constructor() {
        Object.assign(this, named);
      }
      toJSON() {
        return named;
      }
      get [Symbol.toStringTag]() {
        return 'Named';
      }
    }
    return new Named();
  },
  'without a prototype': (named) => Object.assign(Object.create(null), named),
  'of another realm': (named) => Object.assign(vm.runInNewContext('({})'), named),
};

/** Objects whose content has no names. @type {Record<string, (named: Record<string, Any>) => Any>} */
const NAMELESS = {
  'a Map': (named) => new Map(Object.entries(named)),
  'a Set': (named) => new Set(Object.keys(named)),
  'a Promise': (named) => Promise.resolve(named),
  'a Date': () => new Date(0),
  'an ArrayBuffer': () => new ArrayBuffer(8),
  'a DataView': () => new DataView(new ArrayBuffer(8)),
  'an Error': () => new Error('e'),
  'a URL': () => new URL('https://example.org'),
  'an Array': () => [],
  'a Uint8Array': () => new Uint8Array(0),
};

describe('values that are given by name', () => {
  for (const [what, [named, call]] of Object.entries(CALLS)) {
    for (const [how, spell] of Object.entries(SPELLINGS))
      it(`are read: ${what}, ${how}`, () => {
        const expected = structuredClone(call({ ...named }));
        assert.notDeepEqual(expected, undefined);
        assert.deepEqual(structuredClone(call(spell(named))), expected);
      });

    it(`have names that the call knows: ${what}`, () => {
      const codes = { code: /^(bad_argument|unknown_attribute|bad_pattern)$/, message: /zz/ };
      assert.throws(() => call({ ...named, zz: 1 }), codes);
      assert.throws(() => call(Object.assign(Object.create(named), { zz: 1 })), codes);
      const inherited = Object.assign(Object.create({ zz: 1 }), named);
      assert.deepEqual(structuredClone(call(inherited)), structuredClone(call(named)));
      assert.deepEqual(structuredClone(call({ ...named, zz: undefined })), structuredClone(call(named)));
    });

    for (const [nameless, make] of Object.entries(NAMELESS))
      it(`are not in ${nameless}: ${what}`, () => {
        refuses(() => call(make(named)), 'bad_argument', RegExp(`not ${nameless}\\b`));
      });
  }

  it('may be axes that are called as what every object inherits', () => {
    assert.deepEqual(rearrange(x, 'constructor b -> b constructor').dims, [3, 2]);
    assert.deepEqual(
      rearrange(x, 'constructor b -> b constructor', { sizes: /** @type {Any} */ ({ b: 3 }) }).dims,
      [3, 2],
    );
    assert.deepEqual(
      rearrange(x, 'a b -> constructor a b', { sizes: /** @type {Any} */ ({ constructor: 2 }) }).dims,
      [2, 2, 3],
    );
  });
});

describe('a list-like value', () => {
  /** A list whose iterator says something else. @param {readonly number[]} list */
  const lying = (list) => ({ ...list, length: list.length, *[Symbol.iterator]() { yield* [9, 9, 9]; } }); // biome-ignore format: one line

  it('is read by its length and its indices', () => {
    const array = (/** @type {number[]} */ ...list) =>
      Object.assign(list, { [Symbol.iterator]: lying([])[Symbol.iterator] });
    for (const scale of [lying([1, 2, 3]), array(1, 2, 3)]) {
      const to = { type: /** @type {const} */ ('float32'), scale, along: /** @type {const} */ ('b') };
      assert.deepEqual([...rearrange(x, 'a b -> a b', { to }).data], [0, 2, 6, 3, 8, 15]);
    }
    assert.deepEqual(slice({ ...x, dims: lying([2, 3]) }, { starts: array(1), ends: array(2) }).dims, [1, 3]);
    assert.deepEqual(split({ ...x, stride: lying([1, 2]) }, { axis: 1, split: array(1, 2) })[1].dims, [2, 2]);
  });

  it('may be a table whose class lies about its length, its copies and its entries', () => {
    class Liar extends Float32Array {
      static get [Symbol.species]() {
        return /** @type {Any} */ (() => assert.fail('a constructor of the caller'));
      }
      get length() {
        return 256;
      }
      [Symbol.iterator]() {
        return [9].values();
      }
    }
    const to = (/** @type {Any} */ table) => ({ to: { type: /** @type {const} */ ('float32'), table } });
    const whole = Liar.from({ length: 256 }, (_, i) => -i);
    assert.deepEqual([...rearrange(bytes, 'a b -> (a b)', to(whole)).data], [-0, -1, -2, -3, -4, -5]);
    refuses(() => rearrange(bytes, 'a b -> (a b)', to(new Liar(4))), 'length_mismatch', /not 4$/);
  });
});
