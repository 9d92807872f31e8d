// Arrays that are not what they say: of subclasses, with properties of their own, of other realms; and arrays of strings that run
// code. Nothing is asked of them that they could feign, and none of their code runs while entries move.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { allocate, evaluate, init, MicrotomeError, plan, slice, split } from 'microtome';

/** @typedef {any} Any */

before(() => init({ arena: 1 << 20 }));

const never = () => assert.fail('code of the caller runs');
const iota = (/** @type {number} */ length) => Float32Array.from({ length }, (_, k) => k);

/** A subclass whose every member fails. */
class Failing extends Float32Array {
  static get [Symbol.species]() {
    return never();
  }
}
for (const key of Reflect.ownKeys(Object.getPrototypeOf(Float32Array.prototype))) {
  if (key !== 'constructor') Object.defineProperty(Failing.prototype, key, { get: never, set: never });
}
const own = { get: never, set: never };
const MEMBERS = ['length', 'byteLength', 'byteOffset', 'buffer', 'set', 'subarray', 'slice', 'constructor'];

/** @type {Record<string, (array: Float32Array) => Any>} */
const ARRAYS = {
  'a subclass': (array) => new Failing(/** @type {ArrayBuffer} */ (array.buffer)),
  'properties of their own': (array) =>
    Object.defineProperties(array, Object.fromEntries([...MEMBERS, 'BYTES_PER_ELEMENT'].map((key) => [key, own]))),
  'a length of their own': (array) => Object.defineProperty(array, 'length', { value: 3 }),
  'no prototype': (array) => Object.setPrototypeOf(array, null),
  'another realm': (array) => {
    const other = runInNewContext(`new Float32Array(${array.length})`);
    other.set(array);
    return other;
  },
}; // biome-ignore format: a table

/** Of each way, and one run. @type {[number, Any[], string][]} */
const JOBS = [
  [4, [[1], [3], [1]], 'scalar'],
  [128, [[0], [128], [1], [2]], 'staged'],
  [128, [[3], [90]], 'runs'],
  [1024, [[0], [900], [1]], 'runs'],
];

describe('typed arrays', () => {
  for (const [what, make] of Object.entries(ARRAYS)) {
    it(`with ${what} are cut like others, in every way, and as out`, () => {
      for (const [size, spec, way] of JOBS) {
        const dims = [size, size];
        const planned = plan('Slice', [{ type: 'float32', dims }, ...spec]);
        assert.equal(planned.moves[0].way, way);
        const expected = planned.run({ dims, data: iota(size * size) })[0].data;
        const data = make(iota(size * size));
        const out = [make(new Float32Array(expected.length))];
        for (let i = 0; i < 3; ++i) {
          const fresh = planned.run({ dims, data })[0].data;
          assert.deepEqual(fresh, expected);
          assert.equal(Object.getPrototypeOf(fresh), Float32Array.prototype);
          assert.equal(planned.run({ dims, data }, { out })[0].data, out[0]);
          for (let k = 0; k < expected.length; ++k) assert.equal(out[0][k], expected[k]);
        }
        const [view] = planned.run({ dims, data }, { view: true });
        assert.deepEqual(view.data, expected);
      }
    });
  }

  it('in the arena, which feign a place, are read and written where they lie', () => {
    const dims = [128, 128];
    const wanted = slice({ data: iota(128 * 128), dims }, ':, ::2').data;
    const [before, data, out, after] = [64, 128 * 128, 128 * 64, 64].map((size) =>
      allocate('float32', [size]),
    );
    data.set(iota(128 * 128));
    for (const array of [data, out]) {
      const place = {
        buffer: { value: new ArrayBuffer(8) },
        byteOffset: { value: before.byteOffset },
        byteLength: { value: 4 },
      };
      Object.defineProperties(array, place);
    }
    for (let i = 0; i < 3; ++i) slice({ data, dims }, ':, ::2', { out });
    assert.deepEqual(Float32Array.from(out), wanted);
    for (const array of [before, after]) assert.ok(array.every((entry) => entry === 0));
  });

  it('that feign another class or length are known for what they are', () => {
    class Feigned extends Float32Array {
      get [Symbol.toStringTag]() {
        return /** @type {Any} */ ('Int8Array');
      }
      get length() {
        return 1000;
      }
    }
    const data = new Feigned(4);
    assert.equal(slice({ data, dims: [4] }, '1:3').type, 'float32');
    assert.throws(() => slice({ data, dims: [1000] }, '1:3'), { code: 'bad_input' });
    assert.throws(() => slice({ data: iota(2000), dims: [2000] }, ':1000', { out: data }), {
      code: 'bad_out',
    });
    assert.throws(() => slice({ data, dims: [2] }, { starts: new Feigned(1), ends: [1] }), MicrotomeError);
  });

  it('as specs and attributes are mistakes, however long', () => {
    const long = /** @type {Any} */ (new Uint8Array(2 ** 28));
    const x = { data: iota(4), dims: [4] };
    assert.throws(() => slice(x, long), { code: 'bad_argument', param: 'spec' });
    assert.throws(() => split(x, long, { opset: 13 }), { code: 'bad_argument', param: 'spec' });
    assert.throws(() => evaluate('Split', [x], { attributes: long }), { code: 'bad_argument' });
  });
});

describe('arrays of strings', () => {
  const texts = () => ['a', 'b', 'c', 'd'];
  const cut = (/** @type {Any} */ data, /** @type {Any} */ out) =>
    slice({ data, dims: [4] }, '::-1', { out });
  const unwritable = { code: 'bad_out', param: 'out', message: /output 0 cannot be written: / };

  it('must hold strings where they are cut', () => {
    for (const [entry, said] of [[5, '5'], [undefined, 'undefined'], [null, 'null'], [{}, 'an object']]) {
      const data = /** @type {Any} */ (['a', 'b', entry, 'd']);
      const message = `Slice-13: data: data is an Array, which holds strings, but entry 1 of output 0 is ${said}; give numbers as a typed array`;
      assert.throws(() => cut(data, undefined), { code: 'bad_input', message });
      assert.deepEqual(slice({ data, dims: [4] }, ':2').data, ['a', 'b']);
    } // biome-ignore format: short enough
  });

  it('that cannot be written have not been written', () => {
    const frozen = Object.freeze(texts());
    assert.throws(() => cut(texts(), [frozen]), unwritable);
    assert.throws(() => cut(texts(), [Object.seal(texts())]), unwritable);
    const constant = Object.defineProperty(texts(), 2, { value: 'c', writable: false });
    assert.throws(() => cut(texts(), [constant]), unwritable);
    assert.deepEqual(constant, texts());
    const out = [texts().slice(2), Object.freeze(texts().slice(2))];
    assert.throws(
      () => split({ data: texts(), dims: [4] }, { num_outputs: 2 }, { out: /** @type {Any} */ (out) }),
      {
        code: 'bad_out',
        message: /output 1 cannot be written/,
      },
    );
    assert.deepEqual(out[0], ['c', 'd']);
  });

  it('may be Proxies, sparse, or shrink while they are read', () => {
    const out = new Proxy(new Array(4), {});
    assert.deepEqual([...cut(new Proxy(texts(), {}), [out]).data], ['d', 'c', 'b', 'a']);
    const data = texts();
    Object.defineProperty(data, 3, { get: () => { data.length = 1; return 'd'; }, configurable: true }); // biome-ignore format: a row
    assert.throws(() => cut(data, undefined), { code: 'bad_input' });
    assert.throws(() => cut(new Array(4), undefined), {
      code: 'bad_input',
      message: /entry 0 of output 0 is undefined; /,
    });
  });

  it('are one output or a list of one', () => {
    const out = new Array(4);
    assert.equal(cut(texts(), out).data, out);
    assert.equal(cut(texts(), [out]).data, out);
    assert.equal(cut(texts(), { data: out }).data, out);
    assert.deepEqual(out, ['d', 'c', 'b', 'a']);
  });
});

describe('what a plan gives away', () => {
  it('cannot change it: outputs are frozen', () => {
    const planned = plan('Slice', [{ type: 'float32', dims: [4] }, [1], [3]]);
    const [output] = /** @type {Any} */ (planned.outputs);
    assert.throws(() => output.dims.push(1), TypeError);
    assert.throws(() => Object.assign(output, { dims: [9] }), TypeError);
    assert.throws(() => /** @type {Any} */ (planned.outputs).pop(), TypeError);
    assert.equal(planned.outputs, planned.outputs);
  });

  it('may be changed: tensors, their list and their dims, which another run does not show', () => {
    const input = { type: /** @type {const} */ ('float32'), dims: [4], data: iota(4) };
    const planned = plan('Split', [input, [1, 3]]);
    const out = [new Float32Array(1), new Float32Array(3)];
    /** @type {((tensors: Any) => void)[]} */
    const changes = [
      (tensors) => tensors.pop(),
      (tensors) => tensors.reverse(),
      (tensors) => tensors[1].dims.unshift(1),
      (tensors) => Object.assign(tensors[0], { data: iota(1) }),
    ];
    for (const change of changes) {
      const first = planned.run(input, { out });
      change(first);
      const tensors = planned.run(input, { out });
      assert.deepEqual(tensors.map(({ dims, data }) => [dims, data]), [[[1], out[0]], [[3], out[1]]]);
    } // biome-ignore format: short enough
  });
});
