// Objects that other libraries' tensors are, in all that matters here: their words, and the methods that bear these names.
// The libraries themselves meet this one in tests/recipes/.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assign, concat, init, plan, rearrange, slice } from 'microtome';
import { newest } from '../../support/newest.js';
import { refuses } from '../../support/refusals.js';

/** @typedef {any} Any */

before(() => init());

const data = Int16Array.from({ length: 24 }, (_, k) => 100 + k);

describe('strides', () => {
  it('are read where they say strides, as @stdlib and numpy-ts do', () => {
    const view = { data, shape: [6, 4], strides: [1, 6], offset: 0 };
    assert.deepEqual([...slice(view, '1').data], [101, 107, 113, 119]);
    assert.deepEqual([...slice({ ...view, shape: [2], strides: [-2], offset: 5 }, '...').data], [105, 103]);
    assert.deepEqual(
      [...slice({ ...view, stride: [4, 1], strides: [1, 6] }, '1').data],
      [104, 105, 106, 107],
    );
    const planned = plan('Slice', [{ type: 'int16', dims: [6, 4] }, [1], [2]]);
    const options = { out: [new Int16Array(4)] };
    const input = /** @type {Any} */ ({ data, dims: [6, 4] });
    for (const [strides, first] of [
      [undefined, 104],
      [[1, 6], 101],
      [undefined, 104],
    ]) {
      Object.assign(input, { strides, offset: 0 });
      assert.equal(planned.run(input, options)[0].data[0], first);
    }
  });

  it('say where they begin, unless strides are row-major: elsewhere the class of a view may keep its offset', () => {
    const whole = { data, shape: [4, 1, 6], strides: [6, 77, 1] };
    assert.deepEqual([...slice(whole, '1').data], [106, 107, 108, 109, 110, 111]);
    assert.deepEqual(slice({ data: new Int16Array(0), shape: [0, 4], strides: [9, 9] }, '...').dims, [0, 4]);
    for (const input of [
      { data, shape: [6, 4], strides: [1, 6] },
      { data, shape: [2, 3], strides: [12, 2] },
      { data, shape: [4], strides: [0] },
    ]) {
      const message = new RegExp(
        `^${newest('Slice')}: data: these strides are not row-major, so give the offset of the first element too`,
      );
      assert.throws(() => slice(input, '...'), { code: 'bad_input', message });
    }
    assert.throws(() => slice({ data, shape: [2, 6], strides: [6, 1] }, '...'), { code: 'bad_input' });
  });

  it('are not what a method of that name means', () => {
    class Tensor {
      dims = [4, 6];
      data = data;
      stride() {
        return [6, 1];
      }
    }
    const input = new Tensor();
    assert.deepEqual([...slice(input, '3').data], [...data.subarray(18)]);
    const options = { out: new Int16Array(6) };
    const planned = plan('Slice', [{ type: 'int16', dims: [4, 6] }, [3], [4]]);
    for (const _ of [1, 2])
      assert.deepEqual([...planned.run(input, options)[0].data], [...data.subarray(18)]);
    const indices = Object.assign(new Tensor(), { dims: [1], data: BigInt64Array.of(3n) });
    assert.deepEqual(slice(input, { starts: indices, ends: [4] }).dims, [1, 6]);
  });
});

describe('an image', () => {
  /** As in browsers: its properties are getters of its class. */
  class ImageData {
    #data;
    #width;
    #height;
    /** @param {Any} data @param {number} width @param {number} height */
    constructor(data, width, height) {
      this.#data = data;
      this.#width = width;
      this.#height = height;
    }
    get data() {
      return this.#data;
    }
    get width() {
      return this.#width;
    }
    get height() {
      return this.#height;
    }
    get colorSpace() {
      return 'srgb';
    }
    get [Symbol.toStringTag]() {
      return 'ImageData';
    }
  }
  const bytes = (/** @type {number} */ length) => Uint8ClampedArray.from({ length }, (_, k) => k);
  const image = () => new ImageData(bytes(24), 3, 2);

  it('is a tensor of height, width and four channels', () => {
    for (const x of [
      image(),
      { data: bytes(24), width: 3, height: 2 },
      { data: bytes(24), width: 3n, height: 2n, type: 'uint8' },
    ]) {
      const { type, dims, data } = slice(/** @type {Any} */ (x), '1, :, :3');
      assert.deepEqual([type, dims], ['uint8', [3, 3]]);
      assert.deepEqual(data, Uint8ClampedArray.of(12, 13, 14, 16, 17, 18, 20, 21, 22));
      assert.deepEqual(rearrange(/** @type {Any} */ (x), 'h w c -> c h w').dims, [4, 2, 3]);
      assert.deepEqual(concat(/** @type {Any} */ ([x, x]), 0).dims, [4, 3, 4]);
      assert.deepEqual(plan('Slice', [/** @type {Any} */ (x), [0], [1]]).outputs[0].dims, [1, 3, 4]);
    }
    const deep = slice(
      new ImageData(
        Float32Array.from({ length: 16 }, (_, k) => k / 16),
        2,
        2,
      ),
      '0, 1',
    );
    assert.deepEqual([deep.type, ...deep.data], ['float32', 0.25, 0.3125, 0.375, 0.4375]);
    assert.deepEqual(
      slice({ data: bytes(24), width: 9, height: 9, dims: [24] }, '4:6').data,
      Uint8ClampedArray.of(4, 5),
    );
  });

  it('may be written, as out and as a target', () => {
    const out = new ImageData(new Uint8ClampedArray(8), 1, 2);
    const [made] = plan('Slice', [/** @type {Any} */ (image()), ':, 2:']).run(/** @type {Any} */ (image()), {
      out,
    });
    assert.equal(made.data, out.data);
    assert.deepEqual([...out.data], [8, 9, 10, 11, 20, 21, 22, 23]);
    const turned = new ImageData(new Uint8ClampedArray(8), 2, 1);
    assign(/** @type {Any} */ (turned), '0, 0', { dims: [4], data: bytes(4) });
    assert.deepEqual([...turned.data], [0, 1, 2, 3, 0, 0, 0, 0]);
  });

  it('may have other channels, if it says how many', () => {
    const raw = { data: bytes(18), width: 3, height: 2, channels: 3 };
    assert.deepEqual(rearrange(/** @type {Any} */ (raw), 'h w c -> c h w').dims, [3, 2, 3]);
  });

  it('is as good as its array for outputs of other shapes', () => {
    const planes = { dims: [4, 2, 2], data: Float32Array.from({ length: 16 }, (_, k) => k) };
    const pixels = Uint8ClampedArray.of(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    for (const pattern of ['c h w -> 1 h w c', 'c h w -> (h w) c']) {
      const out = { data: new Uint8ClampedArray(16), width: 2, height: 2 };
      assert.equal(rearrange(planes, pattern, { to: 'uint8', out: /** @type {Any} */ (out) }).data, out.data);
      assert.deepEqual(out.data, pixels);
    }
    const red = { data: new Uint8ClampedArray(16), width: 2, height: 2, stride: [8, 4], offset: 0 };
    rearrange({ dims: [2, 2], data: Float32Array.of(5, 6, 7, 8) }, 'h w -> h w', { to: 'uint8', out: /** @type {Any} */ (red) }); // biome-ignore format: one line
    assert.deepEqual([...red.data], [5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0, 0, 8, 0, 0, 0]);
  });

  it('must have as many pixels as it says, and data', () => {
    const short = { data: bytes(18), width: 3, height: 2 };
    refuses(() => slice(short, '0'), 'bad_input', /24 uint8 elements take an array of length 24, not 18$/);
    for (const [width, height] of [[3, undefined], [null, 2], [1.5, 4], ['3', 2]]) // biome-ignore format: one line
      refuses(() => slice(/** @type {Any} */ ({ data: bytes(24), width, height }), '0'), 'bad_input');
    for (const canvas of [
      { width: 3, height: 2 },
      { width: 3, height: 2, type: 'uint8', data: null },
    ])
      refuses(() => slice(/** @type {Any} */ (canvas), '0'), 'bad_input', /dims must be a list of sizes/);
  });
});
