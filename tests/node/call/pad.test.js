// `pad`, values, and regions that a value fills.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import * as library from 'microtome';
import { classOf, decode, encode, entriesOf, noise, TYPES } from '../../../docs/rules/elements.js';
import { judgeNode } from '../../random/judge_node.js';
import { exampleOf } from '../../random/nodes/example.js';
import { MISTAKE_KINDS } from '../../random/nodes/mistakes.js';
import { Random } from '../../random/random.js';
import { newest } from '../../support/newest.js';
import { mistakeOf, refuses } from '../../support/refusals.js';

/** @typedef {any} Any */

const { assign, evaluate, init, pad, plan, slice } = /** @type {Any} */ (library);

before(() => init());

/** Without a value, a node in this mode has elements that its tensors do not. @param {Any} node */
const modeOf = ({ attributes }) => (attributes.get('mode') ?? attributes.get('pad_mode'))?.text ?? 'constant';

/** Values of each type, and their elements as the array holds them: of packed types the code, of complex ones both parts. @type {Record<string, [unknown, number | bigint | string | number[]][]>} */
const VALUES = {
  float32: [[0.1, Math.fround(0.1)], [-0, -0], [1e300, Infinity], [NaN, NaN]],
  float64: [[0.1, 0.1], [-Infinity, -Infinity]],
  uint8: [[255, 255], [7n, 7], [-0, 0]],
  int8: [[-128, -128], [127n, 127]],
  uint16: [[65535, 65535]],
  int16: [[-32768, -32768]],
  uint32: [[2 ** 32 - 1, 2 ** 32 - 1]],
  int32: [[-(2 ** 31), -(2 ** 31)]],
  uint64: [[2n ** 64n - 1n, 2n ** 64n - 1n], [2 ** 63, 2n ** 63n]],
  int64: [[-(2n ** 63n), -(2n ** 63n)], [2 ** 53, 2n ** 53n]],
  float16: [[1, 0x3c00], [-2, 0xc000], [65519, 0x7bff], [65520, 0x7c00], [2 ** -24, 1], [2 ** -25, 0], [3 * 2 ** -26, 1], [1 + 2 ** -11, 0x3c00], [1 + 3 * 2 ** -11, 0x3c02], [1 + 2 ** -11 + 2 ** -40, 0x3c01], [-0, 0x8000], [Infinity, 0x7c00]],
  bfloat16: [[1, 0x3f80], [1 + 2 ** -8, 0x3f80], [1 + 2 ** -8 + 2 ** -40, 0x3f81], [3.4e38, 0x7f80], [1e-40, 1], [-Infinity, 0xff80]],
  f8e4m3: [[1, 0x38], [448, 0x7e], [1e9, 0x7e], [-Infinity, 0xfe], [2 ** -9, 1], [2 ** -10, 0], [0.3, 0x2a]],
  f8e5m2: [[1, 0x3c], [57344, 0x7b], [61440, 0x7b], [Infinity, 0x7b], [-1e9, 0xfb], [2 ** -16, 1], [0.3, 0x35]],
  f8e8m0: [[1, 127], [2, 128], [2 ** -127, 0], [2 ** 127, 254], [NaN, 255]],
  f4e2m1: [[0, 0], [0.5, 1], [1.5, 3], [6, 7], [-0, 8], [-6, 15]],
  nf4: [[-1, 0], [0, 7], [1, 15], [Math.fround(0.07958029955625534), 8]],
  bool: [[true, 1], [false, 0], [1, 1], [0n, 0]],
  string: [['x', 'x'], ['', '']],
  complex64: [[0.5, [0.5, 0]]],
  complex128: [[0.1, [0.1, 0]]],
  u1: [[1, 1], [0n, 0]], u2: [[2, 2], [3, 3]], u3: [[5, 5], [7n, 7]], u4: [[9, 9]], u6: [[37, 37], [63, 63]], i4: [[-8, 8], [7, 7], [-1, 15]],
}; // biome-ignore format: a table

/** Values that a type does not take, and why. @type {Record<string, [unknown, string][]>} */
const WRONG = {
  float32: [[true, 'bad_type'], ['1', 'bad_type'], [1n, 'bad_type']],
  float16: [[1n, 'bad_type'], [false, 'bad_type']],
  uint8: [[256, 'out_of_range'], [-1, 'out_of_range'], [1.5, 'not_integer'], [NaN, 'not_integer'], [Infinity, 'not_integer'], [true, 'bad_type'], ['1', 'bad_type']],
  int64: [[2n ** 63n, 'out_of_range'], [2 ** 63, 'out_of_range']],
  uint64: [[-1n, 'out_of_range'], [2 ** 64, 'out_of_range']],
  i4: [[8, 'out_of_range'], [-9n, 'out_of_range']],
  u3: [[8, 'out_of_range']],
  bool: [[2, 'out_of_range'], [-1n, 'out_of_range'], [0.5, 'not_integer'], ['x', 'bad_type']],
  string: [[1, 'bad_type'], [true, 'bad_type'], [1n, 'bad_type']],
  f8e8m0: [[0, 'out_of_range'], [3, 'out_of_range'], [-1, 'out_of_range'], [Infinity, 'out_of_range']],
  f4e2m1: [[0.1, 'out_of_range'], [7, 'out_of_range'], [NaN, 'out_of_range'], [1n, 'bad_type']],
  nf4: [[0.5, 'out_of_range']],
  complex64: [[1n, 'bad_type']],
}; // biome-ignore format: a table

/** Pads before and after an axis of size 3 that crop it. @type {[number, number][]} */
const CROPS = [[-1, 0], [0, -1], [-1, -1], [-2, 0], [0, -2]]; // biome-ignore format: a table

/** The elements of an array, as VALUES has them. @param {string} type @param {Any} data @param {number} count */
const elementsOf = (type, data, count) =>
  type.startsWith('complex')
    ? Array.from({ length: count }, (_, k) => [data[2 * k], data[2 * k + 1]])
    : type === 'string' || /int64/.test(type)
      ? [...data]
      : decode(type, data, count);

/** A tensor of nine elements, all but a few of which have any bits. @param {string} type */
const nine = (type) => ({ type, dims: [9], data: noise(type, 9) });

describe('a value', () => {
  it('of each type is the element that it means, in assign and in pad', () => {
    assert.deepEqual(Object.keys(VALUES).sort(), TYPES.slice().sort());
    for (const [type, rows] of Object.entries(VALUES))
      for (const [value, element] of rows) {
        const target = nine(type);
        const before = elementsOf(type, target.data, 9);
        assert.equal(assign(target, '1:8:3', value), target);
        const wanted = before.map((each, k) => (k % 3 === 1 ? element : each));
        assert.deepEqual(elementsOf(type, target.data, 9), wanted, `${type} ${String(value)}`);
        const domain = ['complex64', 'complex128'].includes(type) ? {} : { domain: 'openvino' };
        const { data } = pad(
          { type, dims: [1], data: target.data.slice(0, entriesOf(type, 1)) },
          [2, 3],
          { value },
          domain,
        );
        const padded = elementsOf(type, data, 6);
        assert.deepEqual([...padded.slice(0, 2), ...padded.slice(3)], new Array(5).fill(element), type);
      }
  });

  it('that the type does not take is refused, and nothing is written', () => {
    for (const [type, rows] of Object.entries(WRONG))
      for (const [value, code] of rows) {
        const target = nine(type);
        const before = target.data.slice();
        for (const spec of ['1:3', '4:4']) refuses(() => assign(target, spec, value), `${code} updates`);
        assert.deepEqual(target.data, before);
        const domain = type.startsWith('complex') ? {} : { domain: 'openvino' };
        const param = type.startsWith('complex') ? 'constant_value' : 'pad_value';
        for (const mode of ['constant', 'edge'])
          if (type !== 'string' || mode === 'constant')
            refuses(() => pad(target, [1, 1], { mode, value }, domain), `${code} ${param}`);
      }
  });

  it('is no list, and null is none', () => {
    const target = nine('uint8');
    for (const value of [[1], Uint8Array.of(1), null, undefined, {}, Symbol('x'), () => 1])
      assert.match(
        mistakeOf(() => assign(target, '1', value)),
        /^(bad_input|bad_argument) updates$/,
      );
    for (const value of [[1], Uint8Array.of(1), Symbol('x'), () => 1])
      assert.match(
        mistakeOf(() => pad(target, [1, 1], { value })),
        /^(bad_input|bad_argument) constant_value$/,
      );
    for (const value of [null, undefined])
      assert.deepEqual([...pad({ dims: [1], data: Uint8Array.of(5) }, [1, 1], { value }).data], [0, 5, 0]);
  });

  it('of pad may be a tensor of one element, strided and packed ones too', () => {
    const x = { dims: [2], data: Float32Array.of(1, 2) };
    const data = Float32Array.of(5, 6, 7, 8);
    for (const value of [
      { dims: [], data: data.subarray(2, 3) },
      { dims: [1], data, stride: [3], offset: 2 },
      slice({ dims: [4], data }, '2'),
    ])
      assert.deepEqual([...pad(x, [1, 1], { value }).data], [7, 1, 2, 7]);
    for (const type of ['u1', 'u2', 'u3', 'u4', 'u6', 'i4', 'nf4']) {
      const all = noise(type, 9);
      for (let k = 0; k < 9; ++k) {
        const value = { type, dims: [], data: all, stride: [], offset: k };
        const padded = pad(
          { type, dims: [1], data: encode(type, [0]) },
          [3, 4],
          { value },
          { domain: 'openvino' },
        );
        const [wanted] = decode(type, all, 9).slice(k);
        assert.deepEqual(decode(type, padded.data, 8), [
          wanted,
          wanted,
          wanted,
          0,
          wanted,
          wanted,
          wanted,
          wanted,
        ]);
      }
    }
    const wrong = { dims: [2], data: data.subarray(0, 2) };
    refuses(() => pad(x, [1, 1], { value: wrong }), 'bad_rank constant_value');
    refuses(() => pad(x, [1, 1], { value: { type: 'float32', dims: [] } }), 'bad_input constant_value');
    refuses(() => pad(x, [1, 1], { value: { dims: [], data: Int8Array.of(1) } }), 'bad_type constant_value');
    refuses(() => pad(x, [1, 1], { value: { dims: [], data } }), 'bad_input constant_value');
  });

  it("is by default the type's zero", () => {
    for (const type of TYPES) {
      const domain = type.startsWith('complex') ? {} : { domain: 'openvino' };
      const data =
        type === 'string'
          ? ['x']
          : new (classOf(type))(entriesOf(type, 1)).fill(type.endsWith('64') && /int/.test(type) ? 1n : 1);
      const padded = pad({ type, dims: [1], data }, [1, 2], {}, domain);
      const zero =
        type === 'string'
          ? ''
          : type === 'nf4'
            ? 7
            : /int64/.test(type)
              ? 0n
              : type.startsWith('complex')
                ? [0, 0]
                : 0;
      const elements = elementsOf(type, padded.data, 4);
      assert.deepEqual([elements[0], elements[2], elements[3]], [zero, zero, zero], type);
    }
  });

  it('rounds an attribute of type float to float32', () => {
    for (const opset of [1, 2]) {
      const pads = { [opset === 1 ? 'paddings' : 'pads']: [1, 0] };
      const x = { dims: [1], data: Float64Array.of(5) };
      const [{ data }] = evaluate('Pad', [x], { opset, attributes: { ...pads, value: 0.1 } });
      assert.deepEqual([...data], [Math.fround(0.1), 5]);
      assert.deepEqual([...pad(x, [1, 0], { value: 0.1 }, { opset }).data], [Math.fround(0.1), 5]);
      const half = { type: 'float16', dims: [1], data: Uint16Array.of(0) };
      // in between two float16, but nearer to the upper one than its float32 is
      const value = 1 + 2 ** -11 + 2 ** -30;
      assert.equal(pad(half, [1, 0], { value }, { opset }).data[0], 0x3c00);
      assert.equal(pad(half, [1, 0], { value }).data[0], 0x3c01);
    }
  });
});

describe('assign with a value', () => {
  it('fills what slice takes, wherever that is', () => {
    const random = new Random(3);
    const specs = [':', '1:3', '::-2', '..., 1', '2, :, 1:', ':, ::2, ::-1', '1:1', '-1, -1, -1'];
    for (const type of ['float32', 'uint8', 'int64', 'complex128', 'u4', 'u6', 'string', 'float16'])
      for (const spec of specs) {
        const layout = random.pick([
          {},
          { stride: [12, -4, 1], offset: 9 },
          { stride: [1, 4, 16], offset: 1 },
        ]);
        const target = { type, dims: [4, 3, 4], data: noise(type, 70), ...layout };
        if (!('offset' in layout)) target.data = noise(type, 48);
        const held = 'offset' in layout ? 70 : 48;
        const before = elementsOf(type, target.data, held);
        const value = type === 'string' ? 'v' : type === 'int64' ? 3n : 3;
        const places = new Set(
          elementsOf(
            'float64',
            slice(
              { dims: [4, 3, 4], data: Float64Array.from({ length: held }, (_, i) => i), ...layout },
              spec,
            ).data,
            48,
          ).filter((each) => each !== undefined),
        );
        assign(target, spec, value);
        const wanted = before.map((each, k) =>
          places.has(k) ? (type === 'complex128' ? [3, 0] : type === 'float16' ? 0x4200 : value) : each,
        );
        assert.deepEqual(elementsOf(type, target.data, held), wanted, `${type} ${spec}`);
      }
  });

  it('is planned and bound with the value, and says what moves', () => {
    const planned = plan('Assign', [{ type: 'uint8', dims: [4, 6] }, '1:3, 2:4', 9]);
    const [move, ...others] = planned.moves;
    assert.deepEqual(
      [others.length, move.sizes, move.partStrides, move.streams[0].input],
      [0, [2, 2], [0, 0], 1],
    );
    assert.match(planned.explain(), /^assign writes one uint8 into \[4, 6\], 4 bytes\. The value is /);
    const target = { type: 'uint8', dims: [4, 6], data: new Uint8Array(24) };
    const wanted = Uint8Array.from({ length: 24 }, (_, k) => ([8, 9, 14, 15].includes(k) ? 9 : 0));
    for (const call of [() => planned.run([target]), () => planned.run(target), planned.bind([target])]) {
      target.data.fill(0);
      assert.equal(call()[0].data, target.data);
      assert.deepEqual(target.data, wanted);
    }
    refuses(() => planned.run([target], { out: target.data }), 'bad_argument options');
  });
});

describe('pad', () => {
  const x = { dims: [2, 3], data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
  const wanted = [9, 1, 2, 3, 9, 9, 9, 4, 5, 6, 9, 9];

  it('takes pads as pairs, as one list, as a typed array and as a tensor, in both domains', () => {
    const lists = [
      [[0, 0], [1, 2]],
      [new Int8Array(2), [1n, 2]],
      [0, 1, 0, 2],
      [0n, 1n, 0n, 2n],
      Int32Array.of(0, 1, 0, 2),
      { type: 'int64', dims: [4], data: BigInt64Array.of(0n, 1n, 0n, 2n) },
      { dims: [4], data: BigInt64Array.of(2n, 0n, 1n, 0n), stride: [-1], offset: 3 },
    ]; // biome-ignore format: a table
    for (const [i, pads] of lists.entries()) {
      const list =
        i === lists.length - 1
          ? { .../** @type {Any} */ (pads), data: BigInt64Array.of(2n, 0n, 1n, 0n) }
          : pads;
      for (const options of [{}, { domain: 'openvino' }, { opset: 13 }, { domain: '' }])
        assert.deepEqual([...pad(x, list, { value: 9 }, options).data], wanted);
    }
    assert.deepEqual([...pad(x, [1, 2], { value: 9, axes: [-1] }).data], wanted);
    assert.deepEqual([...pad(x, [[1, 2]], { value: 9, axes: Int32Array.of(1) }).data], wanted);
    assert.deepEqual(
      pad(x, { type: 'uint8', dims: [4], data: Uint8Array.of(0, 1, 0, 2) }, {}, { domain: 'openvino' }).dims,
      [2, 6],
    );
    for (const opset of [1, 2])
      assert.deepEqual(
        [...pad({ dims: [2], data: Float32Array.of(1, 2) }, [1, 1], { mode: 'edge' }, { opset }).data],
        [1, 1, 2, 2],
      );
  });

  it('says what is wrong', () => {
    /** @type {[string, () => unknown][]} */
    const rows = [
      ['bad_rank pads', () => pad(x, 1)],
      ['missing pads', () => pad(x)],
      ['missing pads_begin', () => pad(x, undefined, {}, { domain: 'openvino' })],
      ['length_mismatch pads', () => pad(x, [[1, 1], [1]])],
      ['length_mismatch pads', () => pad(x, [[1, 1], 2])],
      ['length_mismatch pads', () => pad(x, [[1, 1, 1], [1, 1, 1]])],
      ['length_mismatch pads', () => pad(x, [[1, 1]])],
      ['length_mismatch pads_begin', () => pad(x, [1, 1, 1, 1, 1], {}, { domain: 'openvino' })],
      ['not_integer pads', () => pad(x, [1, [1, 1]])],
      ['not_integer pads', () => pad(x, [[0.5, 1], [0, 0]])],
      ['bad_type pads', () => pad(x, { type: 'int32', dims: [4], data: new Int32Array(4) })],
      ['unknown_attribute axes', () => pad(x, [1, 1], { axes: [0] }, { domain: 'openvino' })],
      ['unknown_attribute axes', () => pad(x, [1, 1], { axes: [0] }, { opset: 13 })],
      ['unknown_attribute constant_value', () => pad(x, [1, 1], { constant_value: 1 })],
      ['bad_argument spec', () => pad(x, [0, 0, 0, 0], 'edge')],
      ['bad_argument options', () => pad(x, [0, 0, 0, 0], {}, { view: true })],
      ['bad_argument view', () => evaluate('Pad', [x, [0, 0, 0, 0]], { view: 'strided' })],
      ['bad_argument view', () => plan('Pad', [x, [0, 0, 0, 0]]).run(x, { view: true })],
      ['bad_input constant_value', () => pad(x, [0, 0, 0, 0], { value: { dims: [-1], data: Uint8Array.of(1) } })],
      ['bad_input constant_value', () => evaluate('Pad', [x, [0, 0, 0, 0], { dims: [0.5], data: Uint8Array.of(1) }])],
      ['out_of_range pad_value', () => pad({ type: 'nf4', dims: [2], data: Uint8Array.of(1) }, [0, 0], { value: -0 }, { domain: 'openvino' })],
      ['too_large pads', () => pad({ dims: [3, 3, 3].concat(new Array(15).fill(2)), data: new Uint8Array(27 * 2 ** 15) }, new Array(36).fill(1), { mode: 'edge' })],
    ]; // biome-ignore format: a table
    for (const [mistake, call] of rows) refuses(call, mistake);
  });

  it('keeps the class and the spelling of the type, and its data', () => {
    const clamped = { type: 'uint8', dims: [1], data: Uint8ClampedArray.of(3) };
    assert.ok(pad(clamped, [1, 1], { value: 300 - 45 }).data instanceof Uint8ClampedArray);
    assert.equal(pad({ type: 'uint4', dims: [2], data: Uint8Array.of(0x21) }, [1, 0]).type, 'uint4');
    const data = Uint8Array.of(1, 2, 3, 4, 0, 0);
    const part = { dims: [4], data: data.subarray(0, 4) };
    refuses(() => pad(part, [1, 1], {}, { out: data }), 'bad_out out');
    refuses(() => pad(part, [0, 0], {}, { out: part.data }), 'bad_out out');
  });

  it('is planned with all but the data', () => {
    const pads = [0, 1, 0, 2];
    const value = { dims: [], data: Uint8Array.of(9) };
    const planned = plan('Pad', [{ type: 'uint8', dims: [2, 3] }, pads, value]);
    pads.fill(5);
    value.data[0] = 1;
    assert.deepEqual(planned.outputs, [{ type: 'uint8', dims: [2, 6] }]);
    assert.ok(planned.explain().startsWith(`${newest('Pad')} pads uint8 [2, 3] to [2, 6], 12 bytes. `));
    const bound = planned.bind(x);
    for (const call of [() => planned.run(x), () => planned.run([x]), bound, bound])
      assert.deepEqual([...call()[0].data], wanted);
    assert.deepEqual([...plan('Pad', [x, [0, 1, 0, 2], 9]).run(x)[0].data], wanted);
  });

  it('carries out turns of a small axis together', () => {
    const one = { type: 'float32', dims: [1], data: Float32Array.of(3) };
    for (const mode of ['edge', 'reflect', 'wrap']) {
      const planned = plan('Pad', [one, [20000, 20000]], { attributes: { mode } });
      assert.ok(planned.moves.length <= 3, mode);
      assert.ok(planned.run(one)[0].data.every((/** @type {number} */ each) => each === 3));
    }
    const three = { type: 'float32', dims: [3], data: Float32Array.of(3, 4, 5) };
    const planned = plan('Pad', [three, [20001, 20002]], { attributes: { mode: 'reflect' } });
    assert.ok(planned.moves.length <= 4);
    const { data } = planned.run(three)[0];
    for (let i = 0; i < data.length; ++i)
      assert.equal(data[i], 3 + [0, 1, 2, 1][(((i - 20001) % 4) + 4) % 4]);
  });

  it('moves no cropped axis in pieces, however many there are', () => {
    /** Moves for axes of size 3. @type {(begin: number[], end: number[], mode: string, domain?: string) => number} */
    const movesOf = (begin, end, mode, domain) => {
      const x = { type: 'uint8', dims: begin.map(() => 3) };
      const planned = domain
        ? plan('Pad', [x, begin, end], { domain, attributes: { pad_mode: mode } })
        : plan('Pad', [x, [...begin, ...end]], { attributes: { mode } });
      return planned.moves.length;
    };
    /** @type {(axes: number, pad: number) => number[]} */
    const all = (axes, pad) => new Array(axes).fill(pad);
    const openvino = 'openvino';
    const modes = [['edge'], ['reflect'], ['wrap'], ['reflect', openvino], ['symmetric', openvino]];
    for (const [mode, domain] of modes) {
      for (const [begin, end] of CROPS)
        assert.equal(movesOf(all(24, begin), all(24, end), mode, domain), 1, `${mode}: ${begin}, ${end}`);
      for (const extended of [1, 2, 3]) {
        const pads = all(extended, 2);
        const least = movesOf(pads, pads, mode, domain);
        const count = movesOf([...pads, ...all(6, -1)], [...pads, ...all(6, 0)], mode, domain);
        assert.equal(count, least, `${mode}: ${extended} extended`);
      }
    }
    const five = all(5, 4); // further than the axis, so all four kinds of turns occur; at most 8 axes are extended
    assert.equal(movesOf([...five, ...all(9, -1)], [...five, ...all(9, 0)], 'reflect'), 4 ** 5);
    const nine = [...all(9, 1), ...all(3, -1)];
    refuses(() => movesOf(nine, nine, 'reflect'), 'too_large pads');
  });

  it('of cropped and mirrored axes has the elements of both', () => {
    const cube = { dims: [3, 4, 5], data: Uint8Array.from({ length: 60 }, (_, k) => k) };
    for (const mode of ['edge', 'reflect', 'wrap']) {
      const both = pad(cube, [-1, 4, -2, 0, 3, -1], { mode });
      const then = slice(pad(cube, [4, 3], { mode, axes: [1] }), '1:, :, 2:-1');
      assert.deepEqual([both.dims, both.data], [then.dims, then.data], mode);
    }
  });

  it('of random nodes gives what the oracle says, and fails as it says', () => {
    // an entry that is another could make an output that no memory holds
    const kinds = MISTAKE_KINDS.filter((kind) => !['entry', 'more'].includes(kind));
    for (const name of /** @type {const} */ (['Pad', 'openvino.Pad'])) {
      const examples = fc.sample(exampleOf(name, TYPES, kinds), { seed: 7, numRuns: 600 });
      for (const [i, { node }] of examples.entries())
        if (node.tensors?.length === 2 || modeOf(node) !== 'constant')
          judgeNode(library, new Random(i), node);
    }
  });
});
