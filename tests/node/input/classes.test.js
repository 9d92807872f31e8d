// Arrays in, arrays out: the class that came in is kept for every class of every type, inputs are never changed, and views
// alias only where they are asked for.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { evaluate, init, plan, slice, split, variadicSplit } from '../../../web/lib/index.js';
import {
  bitsOf,
  classOf,
  decode,
  encode,
  entriesOf,
  hash,
  PACKED,
  TYPES,
  wrap,
} from '../../support/elements.js';

/** @typedef {any} Any */

before(() => init());

const Half = /** @type {Any} */ (globalThis).Float16Array;

/** Type and class of api.md's table. @type {[string, Any][]} */
const CLASSES = [
  ...TYPES.map((type) => /** @type {[string, Any]} */ ([type, classOf(type)])),
  ['uint8', Uint8ClampedArray],
  ...(Half ? [/** @type {[string, Any]} */ (['float16', Half])] : []),
];
const OP_TYPES = /** @type {Record<string, string>} */ ({ complex64: 'Split', complex128: 'Split' });

describe('classes', () => {
  for (const [type, Class] of CLASSES) {
    it(`keeps ${Class.name} for ${type}, small and large, in every operator that has the type`, () => {
      for (const count of [16, 50_000]) checkClass(type, Class, count);
    });
  }

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

  it('keeps the bits of every NaN and of every number', () => {
    const bits = Uint32Array.from({ length: 4096 }, (_, k) => (k % 2 ? 0x7f800001 + k : 0xffc00000 - k));
    const data = new Float32Array(bits.buffer.slice(0));
    for (const spec of ['::-1', '::2', '7', '1:9']) {
      const input = { data, dims: [64, 64] };
      const output = slice(input, `:, ${spec}`);
      const whole = slice({ data: bits, dims: [64, 64] }, `:, ${spec}`);
      assert.deepEqual(new Uint32Array(output.data.buffer), whole.data, spec);
    }
  });

  it('infers the type from the class', () => {
    /** @type {[Any, string][]} */
    const inferred = [
      [new Float32Array(2), 'float32'],
      [new Float64Array(2), 'float64'],
      [new Int8Array(2), 'int8'],
      [new Int16Array(2), 'int16'],
      [new Int32Array(2), 'int32'],
      [new Uint8Array(2), 'uint8'],
      [new Uint8ClampedArray(2), 'uint8'],
      [new Uint16Array(2), 'uint16'],
      [new Uint32Array(2), 'uint32'],
      [new BigInt64Array(2), 'int64'],
      [new BigUint64Array(2), 'uint64'],
      [['a', 'b'], 'string'],
    ];
    for (const [data, type] of inferred) {
      assert.equal(slice({ data, dims: [2] }, '::-1').type, type);
      assert.equal(slice({ data, dims: [2] }, '::-1').data.constructor, data.constructor);
    }
  });

  it('understands dtype and shape, and uint4 and int4', () => {
    const data = encode('u4', [1, 2, 3]);
    for (const [name, type] of [
      ['uint4', 'u4'],
      ['int4', 'i4'],
      ['u4', 'u4'],
    ]) {
      const [output] = variadicSplit(
        { dtype: /** @type {Any} */ (name), shape: Int32Array.of(3), data },
        0,
        [-1],
      );
      assert.deepEqual(output, { type, dims: [3], data });
      assert.equal(
        plan('VariadicSplit', [{ type: /** @type {Any} */ (name), dims: [3] }, 0, [3]]).outputs[0].type,
        type,
      );
    }
  });
});

/**
 * @param {Any} type
 * @param {Any} Class
 * @param {number} count
 */
function checkClass(type, Class, count) {
  const values = Array.from({ length: count }, (_, k) => hash(k));
  const encoded = encode(type, values);
  const data = type === 'string' ? encoded : new Class(encoded.length);
  if (type !== 'string') new Uint8Array(data.buffer).set(new Uint8Array(encoded.buffer));
  const before = structuredClone(Array.from(data));
  const rows = count / 2;
  const openvino = !OP_TYPES[type];
  const outputs = [
    openvino
      ? evaluate('VariadicSplit', [{ type, dims: [rows, 2], data }, 1, [1, 1]])
      : evaluate('Split', [{ type, dims: [rows, 2], data }, [1, 1]], { attributes: { axis: 1 } }),
    openvino
      ? evaluate('VariadicSplit', [{ type, dims: [count], data }, 0, [5, -1]])
      : evaluate('Split', [{ type, dims: [count], data }, [5, count - 5]]),
  ];
  const expected = [
    [values.filter((_, k) => k % 2 === 0), values.filter((_, k) => k % 2 === 1)],
    [values.slice(0, 5), values.slice(5)],
  ];
  outputs.flat().forEach((output, i) => {
    const wanted = expected.flat()[i];
    assert.equal(output.data.constructor, Class);
    assert.equal(output.data.length, entriesOf(type, wanted.length));
    assert.notEqual(output.data, data);
    if (ArrayBuffer.isView(data)) assert.notEqual(/** @type {Any} */ (output.data).buffer, data.buffer);
    if (Class !== Half && type !== 'string') {
      assert.deepEqual(
        decode(type, output.data, wanted.length),
        wanted.map((element) => wrap(type, element)),
      );
    }
    const bytes = (/** @type {Any} */ array) =>
      ArrayBuffer.isView(array) ? Buffer.from(array.buffer) : array;
    assert.deepEqual(bytes(output.data), bytes(encode(type, wanted)));
  });
  assert.deepEqual(Array.from(data), before);
}

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
