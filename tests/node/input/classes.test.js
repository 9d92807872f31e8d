// Types and classes of arrays: what is inferred, what a class becomes, and views, which alias only where they are asked for.
// tests/node/move/ways.test.js keeps every class in every way of moving.
import assert from 'node:assert/strict';
import { before, describe, it, mock } from 'node:test';
import { runInNewContext } from 'node:vm';
import {
  assign,
  concat,
  evaluate,
  init,
  operators,
  plan,
  rearrange,
  slice,
  split,
  variadicSplit,
} from 'microtome';
import { bitsOf, encode, hash, PACKED } from '../../../docs/rules/elements.js';
import { newest } from '../../support/newest.js';

/** @typedef {any} Any */

before(() => init());

const never = () => assert.fail('code of the caller runs');
const iota = (/** @type {number} */ length) => Float32Array.from({ length }, (_, k) => k);
const Half = /** @type {Any} */ (globalThis).Float16Array;

describe('classes', () => {
  it(
    Half ? 'infers float16 from Float16Array' : 'keeps Uint16Array for float16, as there is no Float16Array',
    () => {
      if (Half) assert.equal(slice({ data: new Half(2), dims: [2] }, '0').type, 'float16');
      const bits = {
        type: /** @type {const} */ ('float16'),
        dims: [2],
        data: Uint16Array.of(0x7e01, 0xfc00),
      };
      const { data, type } = slice(bits, '::-1');
      assert.deepEqual([type, data], ['float16', Uint16Array.of(0xfc00, 0x7e01)]);
    },
  );

  it("makes a plain Uint8Array of Node's Buffer, with memory of its own", () => {
    const data = Buffer.from([1, 2, 3, 4]);
    const output = slice({ data, dims: [4] }, '1:3');
    assert.equal(Object.getPrototypeOf(output.data), Uint8Array.prototype);
    assert.deepEqual([...output.data], [2, 3]);
    assert.equal(output.data.buffer.byteLength, 2);
    const [view] = split({ data, dims: [4] }, { num_outputs: 2 }, { view: true });
    assert.equal(Object.getPrototypeOf(view.data), Uint8Array.prototype);
    assert.equal(view.data.buffer, data.buffer);
  });

  it('gives a type back as it was named: uint4 and int4, u4 and i4', () => {
    const data = encode('u4', [1, 2, 3]);
    for (const type of /** @type {const} */ (['uint4', 'u4', 'int4', 'uint4', 'i4', 'int4'])) {
      for (const input of [
        { type, dims: [3], data },
        { dtype: type, shape: [3], data },
        { dtype: type, shape: [3], stride: [1], offset: 0, data },
      ]) {
        assert.deepEqual(variadicSplit(input, 0, [-1])[0], { type, dims: [3], data });
        const [, first] = evaluate('VariadicSplit', [input, 0, [0, 1, 2]]);
        assert.deepEqual([first.type, ...first.data], [type, 1]);
      }
    }
    const types = new Set(operators().flatMap((row) => row.types));
    assert.ok(types.has('u4') && types.has('i4') && ![...types].some((type) => /int4$/.test(type)));
  });

  it('names the outputs of a plan as the plan was made', () => {
    for (const [type, other] of /** @type {const} */ ([
      ['uint4', 'u4'],
      ['u4', 'uint4'],
      ['int4', 'i4'],
    ])) {
      const planned = plan('VariadicSplit', [{ type, dims: [2, 2] }, 1, [1, 1]]);
      assert.deepEqual(planned.outputs[0], { type, dims: [2, 1] });
      const data = encode('u4', [1, 2, 3, 4]);
      for (const stride of [
        [2, 1],
        [1, 2],
      ]) {
        const outputs = planned.run({ type: other, shape: [2, 2], stride, offset: 0, data });
        assert.deepEqual(
          outputs.map((output) => output.type),
          [type, type],
        );
      }
      const out = [
        { type: other, data: new Uint8Array(1) },
        { type, data: new Uint8Array(1) },
      ];
      const input = { type: other, dims: [2, 2], data };
      for (let again = 0; again < 3; ++again) {
        const outputs = planned.run(input, { out });
        assert.deepEqual(
          outputs.map((output) => output.type),
          [type, type],
        );
      }
      assert.deepEqual([...out[0].data, ...out[1].data], [0x31, 0x42]);
      const wrong = [{ type: 'uint8', data: new Uint8Array(1) }, { data: new Uint8Array(1) }];
      const message = `${newest('VariadicSplit')}: out: output 0 is ${type}, not 'uint8'`;
      assert.throws(() => planned.run(input, { out: wrong }), { code: 'bad_out', message });
    }
  });
});

describe('typed arrays of other classes', () => {
  /** A subclass whose every member fails. */
  class Failing extends Float32Array {
    static get [Symbol.species]() {
      return never();
    }
  }
  for (const key of Reflect.ownKeys(Object.getPrototypeOf(Float32Array.prototype)))
    if (key !== 'constructor') Object.defineProperty(Failing.prototype, key, { get: never, set: never });

  /** @type {Record<string, (array: Float32Array) => Any>} */
  const arrays = {
    'a subclass that overrides every member': (array) =>
      new Failing(/** @type {ArrayBuffer} */ (array.buffer)),
    'another realm': (array) => {
      const other = runInNewContext(`new Float32Array(${array.length})`);
      other.set(array);
      return other;
    },
  };

  /** Of each way, and one run. @type {[number, Any[], string][]} */
  const jobs = [
    [4, [[1], [3], [1]], 'scalar'],
    [128, [[0], [128], [1], [2]], 'staged'],
    [128, [[3], [90]], 'runs'],
    [1024, [[0], [900], [1]], 'runs'],
  ]; // biome-ignore format: a table

  for (const [what, make] of Object.entries(arrays)) {
    it(`are cut like others, in every way, and written as out: ${what}`, () => {
      for (const [size, spec, way] of jobs) {
        const dims = [size, size];
        const planned = plan('Slice', [{ type: 'float32', dims }, ...spec]);
        assert.equal(planned.moves[0].way, way);
        const expected = planned.run({ dims, data: iota(size * size) })[0].data;
        const data = make(iota(size * size));
        const out = [make(new Float32Array(expected.length))];
        const [fresh] = planned.run({ dims, data });
        assert.deepEqual(fresh.data, expected);
        assert.equal(Object.getPrototypeOf(fresh.data), Float32Array.prototype);
        const bound = planned.bind({ dims, data }, { out });
        for (const call of [() => planned.run({ dims, data }, { out }), bound, bound]) {
          assert.equal(call()[0].data, out[0]);
          for (let k = 0; k < expected.length; ++k) assert.equal(out[0][k], expected[k]);
        }
        const [view] = planned.run({ dims, data }, { view: true });
        assert.deepEqual(view.data, expected);
      }
    });
  }

  for (const [what, make] of Object.entries(arrays))
    for (const size of [10, 1000])
      it(`are converted like others, ${size} elements, from and into any strides: ${what}`, () => {
        const expected = iota(2 * size).map((each) => 3 * each + 1);
        const elements = iota(2 * size).map((_, k) => (k % 2) * size + (k >> 1)); // those of a transposed array
        const input = { dims: [2, size], data: make(iota(2 * size)) };
        const to = /** @type {const} */ ({ type: 'float32', scale: 3, bias: 1 });
        assert.deepEqual(rearrange(input, 'a b -> a b', { to }).data, expected);
        const turned = { shape: [size, 2], stride: [1, size], offset: 0, data: input.data };
        const out = make(new Float32Array(2 * size));
        rearrange(turned, 'a b -> a b', { to, out });
        for (const [k, each] of elements.entries()) assert.equal(out[k], 3 * each + 1);
        rearrange(input, 'a b -> b a', { to, out: { ...turned, data: out } });
        for (const [k, each] of expected.entries()) assert.equal(out[k], each);
        for (const type of /** @type {const} */ (['int32', 'float64']))
          assert.deepEqual([...rearrange(input, 'a b -> b a', { to: type }).data], [...elements]);
        assert.deepEqual([...rearrange(turned, 'a b -> b a', { to: 'int32' }).data], [...iota(2 * size)]);
      });

  it('of lengths of their own, and with constructors of their own, are converted and assigned', () => {
    class Short extends Uint16Array {
      constructor(/** @type {Any} */ from) {
        if (typeof from !== 'number') throw new Error('a constructor of the caller');
        super(from);
      }
      get length() {
        return /** @type {Any} */ (2);
      }
    }
    for (const size of [10, 1200]) {
      const data = new Short(size);
      for (let k = 0; k < size; ++k) data[k] = k;
      const input = { dims: [size], data };
      assert.deepEqual(rearrange(input, 'a -> a', { to: 'float32' }).data, iota(size));
      const floats = { dims: [size], data: iota(size) };
      const to = /** @type {const} */ ({ type: 'uint16', scale: 1 });
      for (const stride of [1, -1]) {
        const out = new Short(size);
        const layout = { stride: [stride], offset: stride > 0 ? 0 : size - 1 };
        rearrange(floats, 'a -> a', { to, out: { data: out, ...layout } });
        for (let k = 0; k < size; ++k) assert.equal(out[k], stride > 0 ? k : size - 1 - k);
      }
      const both = concat([input, input], 0).data;
      assert.deepEqual([both.length, both[size], both[2 * size - 1]], [2 * size, 0, size - 1]);
      assign({ dims: [size], data: new Short(size) }, '::-1', input);
    }
  });

  it("of Node are not made by Node's deprecated constructor", () => {
    const warnings = mock.method(process, 'emitWarning', () => {});
    const out = { data: Buffer.alloc(12), stride: [-1], offset: 11 };
    rearrange({ dims: [12], data: iota(12) }, 'a -> a', { to: { type: 'uint8', scale: 1 }, out });
    assert.deepEqual([...out.data], [...iota(12)].reverse());
    assert.equal(warnings.mock.callCount(), 0);
    warnings.mock.restore();
  });

  it('as specs and attributes are mistakes, however long', () => {
    const long = /** @type {Any} */ (new Uint8Array(2 ** 28));
    const x = { data: iota(4), dims: [4] };
    assert.throws(() => slice(x, long), { code: 'bad_argument', param: 'spec' });
    assert.throws(() => split(x, long, { opset: 13 }), { code: 'bad_argument', param: 'spec' });
    assert.throws(() => evaluate('Split', [x], { attributes: long }), { code: 'bad_argument' });
  });
});

describe('views', () => {
  const data = Float32Array.from({ length: 12 }, (_, k) => k).subarray(0);
  const input = { data, dims: [3, 4] };

  it('alias where an output is one run of the input, also of a part of a buffer', () => {
    const part = new Float32Array(new ArrayBuffer(100), 12, 12).fill(1);
    const output = slice({ data: part, dims: [3, 4] }, '1:3', { view: true });
    assert.deepEqual([output.data.buffer, output.data.byteOffset, output.data.length], [part.buffer, 28, 8]);
    output.data[0] = 9;
    assert.equal(part[4], 9);
    for (const { data: row } of split(input, { num_outputs: 3 }, { view: true }))
      assert.equal(row.buffer, data.buffer);
    const shared = new Uint16Array(new SharedArrayBuffer(24));
    assert.equal(slice({ data: shared, dims: [12] }, '1:3', { view: true }).data.buffer, shared.buffer);
  });

  it('copy where it is not', () => {
    for (const { data: part } of split(input, { axis: 1, num_outputs: 2 }, { view: true })) {
      assert.notEqual(part.buffer, data.buffer);
    }
    const mixed = split({ data, dims: [1, 12] }, { axis: 1, split: [5, 7] }, { view: true });
    assert.deepEqual(
      mixed.map((each) => each.data.byteOffset),
      [0, 20],
    );
    assert.notEqual(slice(input, '::-1', { view: true }).data.buffer, data.buffer);
    assert.deepEqual(slice({ data: ['a', 'b'], dims: [2] }, '1:', { view: true }).data, ['b']);
  });

  it('are made only when asked for', () => {
    assert.notEqual(slice(input, '1:3').data.buffer, data.buffer);
    assert.notEqual(slice(input, '...').data, data);
    assert.notEqual(slice(input, '1:3', { view: false }).data.buffer, data.buffer);
    const planned = plan('Slice', [input, [1], [3]]);
    assert.notEqual(planned.run(input)[0].data.buffer, data.buffer);
    assert.equal(planned.run(input, { view: true })[0].data.buffer, data.buffer);
  });

  it('of packed types are taken where whole bytes are cut, and copied elsewhere', () => {
    for (const type of PACKED) {
      const elements = Array.from({ length: 32 }, (_, k) => hash(k));
      const packed = { type: /** @type {Any} */ (type), dims: [32], data: encode(type, elements) };
      const outputs = variadicSplit(packed, 0, [8, 16, 3, 5], { view: true });
      [0, 8, 24, 27, 32].slice(0, 4).forEach((begin, i) => {
        const end = [8, 24, 27, 32][i];
        assert.deepEqual(outputs[i].data, encode(type, elements.slice(begin, end)), `${type} ${i}`);
      });
      assert.equal(outputs[1].data.buffer, packed.data.buffer);
      assert.equal(outputs[1].data.byteOffset, bitsOf(type));
      assert.notEqual(outputs[3].data.buffer, packed.data.buffer);
    }
  });
});
