// `microtome/interop` without the other libraries: what it reads of their objects, what it refuses, and that a bundle holds
// only what it uses. The real Arrow meets it in tests/recipes/, real frames in tests/browser/site/snippets.test.js.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { init, slice } from 'microtome';
import { fromArrow, videoPlanes } from 'microtome/interop';
import { build } from 'vite';
import { inRoot } from '../../../tools/common/paths.js';
import { INLINED } from '../../support/inlined.js';

/** @typedef {any} Any */

before(() => init());

describe('fromArrow', () => {
  const named = (/** @type {string} */ name) => ({ toString: () => name });
  const chunk = (/** @type {Any} */ values, length = values.length, /** @type {Any} */ more = {}) => ({
    values,
    length,
    offset: 0,
    nullCount: 0,
    children: [],
    ...more,
  });

  it('takes the values of one chunk as they are, without what follows them', () => {
    const values = Float32Array.of(1, 2, 3, 0, 0);
    const tensor = fromArrow({ type: named('Float32'), length: 3, data: [chunk(values, 3)] });
    assert.deepEqual(tensor, { type: 'float32', dims: [3], data: Float32Array.of(1, 2, 3) });
    assert.equal(tensor.data.buffer, values.buffer);
  });

  it('puts chunks one after another, and says float16 where the class does not', () => {
    const data = [chunk(Uint16Array.of(1, 2), 1), chunk(new Uint16Array(4), 0), chunk(Uint16Array.of(3, 4))];
    const tensor = fromArrow({ type: named('Float16'), length: 3, data });
    assert.deepEqual(tensor, { type: 'float16', dims: [3], data: Uint16Array.of(1, 3, 4) });
    assert.deepEqual(slice(tensor, '1:'), { type: 'float16', dims: [2], data: Uint16Array.of(3, 4) });
  });

  it('reads bits from where they begin', () => {
    const bits = Uint8Array.of(0b10110010, 0b01100101);
    const tensor = fromArrow({ type: named('Bool'), length: 9, data: [chunk(bits, 9, { offset: 5 })] });
    assert.deepEqual(tensor, { type: 'bool', dims: [9], data: Uint8Array.of(1, 0, 1, 1, 0, 1, 0, 0, 1) });
  });

  const refuse = (/** @type {Any} */ vector, /** @type {string} */ code, /** @type {RegExp} */ message) =>
    assert.throws(() => fromArrow(vector), { name: 'MicrotomeError', code, param: 'vector', message });

  it('gives an empty tensor of the class of the type for no chunks at all', () => {
    for (const [name, data] of Object.entries({
      Int32: new Int32Array(),
      Uint64: new BigUint64Array(),
      Float16: new Uint16Array(),
      Bool: new Uint8Array(),
    }))
      assert.deepEqual(fromArrow({ type: named(name), length: 0, data: [] }), {
        type: name.toLowerCase(),
        dims: [0],
        data,
      });
    const pairs = { listSize: 2, children: [{ type: named('Int8') }] };
    const empty = fromArrow(/** @type {Any} */ ({ type: pairs, length: 0, data: [] }));
    assert.deepEqual([empty.dims, empty.data], [[0, 2], new Int8Array()]);
  });

  it('refuses lengths, types, lists and values that do not fit', () => {
    const four = chunk(Int32Array.of(1, 2, 3, 4));
    const int = named('Int32');
    const sliced = (/** @type {Any} */ values) => ({
      ...chunk(values),
      slice: (/** @type {number} */ at, /** @type {number} */ length) => chunk(values.subarray(at), length),
    });
    const list = (/** @type {Any} */ listSize, /** @type {Any} */ type = int) => ({
      listSize,
      children: [{ type }],
      toString: () => 'Pairs',
    });
    const lists = (/** @type {Any} */ children, length = 2) => chunk(null, length, { children });
    const ints = sliced(Int32Array.of(1, 2, 3, 4));
    assert.deepEqual(fromArrow({ type: list(2), length: 2, data: [lists([ints])] }).dims, [2, 2]);
    /** @type {[Any, RegExp][]} */
    const vectors = [
      [{ type: int, length: 9, data: [four] }, /^fromArrow: vector: its chunks have 4 Int32, but it needs 9$/],
      [{ type: int, length: 3, data: [four] }, /chunks have 4 Int32, but it needs 3$/],
      [{ type: int, length: 9, data: [chunk(four.values, 9)] }, /a chunk of 9 Int32 from offset 0 on has only 4 values$/],
      [{ type: int, length: 1, data: [] }, /chunks have 0 Int32, but it needs 1$/],
      [{ type: int, length: 4, data: [chunk(new Float32Array(4))] }, /of class Int32Array, not a Float32Array$/],
      [{ type: int, length: 4, data: [chunk([1, 2, 3, 4])] }, /of class Int32Array, not an Array$/],
      [{ type: int, length: 4, data: [chunk(undefined, 4)] }, /of class Int32Array, not undefined$/],
      [{ type: named('Float16'), length: 4, data: [chunk(new Int16Array(4))] }, /of class Uint16Array, not/],
      [{ type: int, length: 0, data: [null] }, /one of its chunks has no length or no nullCount$/],
      [{ type: int, length: 4, data: [chunk(four.values, 4, { nullCount: undefined })] }, /no nullCount$/],
      ...[-1, 0.5, Number.NaN, '4', 4n, 2 ** 53].flatMap((length) => [
        /** @type {[Any, RegExp]} */ ([{ type: int, length, data: [four] }, /expected a vector of apache-arrow$/]),
        /** @type {[Any, RegExp]} */ ([{ type: int, length: 4, data: [chunk(four.values, /** @type {Any} */ (length))] }, /no length/]),
        /** @type {[Any, RegExp]} */ ([{ type: list(length), length: 2, data: [lists([ints])] }, /the listSize of Pairs must be an integer of 0 or more, not |needs|no length/]),
        /** @type {[Any, RegExp]} */ ([{ type: named('Bool'), length: 1, data: [chunk(new Uint8Array(1), 1, { offset: length })] }, /a chunk of 1 Bool from offset .* on has only 8 values$/]),
      ]),
      [{ type: named('Bool'), length: 9, data: [chunk(new Uint8Array(1), 9)] }, /a chunk of 9 Bool from offset 0 on has only 8 values$/],
      [{ type: list(3), length: 2, data: [lists([ints])] }, /a chunk of 6 Int32 from offset 0 on has only 4 values$/],
      [{ type: list(2), length: 2, data: [lists([])] }, /one of the chunks of its lists has no values$/],
      [{ type: list(2), length: 2, data: [lists(undefined)] }, /one of the chunks of its lists has no values$/],
      [{ type: list(2), length: 2, data: [lists([{ ...ints, slice: () => null }])] }, /no length/],
      [{ type: list(2), length: 2, data: [lists([{ ...ints, slice: () => four, length: 1 }], 1)] }, /have 1 Pairs/],
      [{ type: list(2, list(2)), length: 2, data: [lists([ints])] }, /one of the chunks of its lists has no values$/],
      [{ type: { listSize: 2, children: [] }, length: 2, data: [lists([ints])] }, /one of its types has no name$/],
      [{ type: Object.create(null), length: 4, data: [four] }, /one of its types has no name$/],
      [{ type: { toString: () => 5 }, length: 4, data: [four] }, /one of its types has no name$/],
    ]; // biome-ignore format: a table
    for (const [vector, message] of vectors) refuse(vector, 'bad_input', message);
    for (const type of ['constructor', 'toString', '__proto__', 5, Symbol('Int32')])
      refuse({ type, length: 4, data: [four] }, 'bad_type', /cannot be a tensor; known are Int8/);
  });

  it('refuses more axes than a tensor may have, also of a type that is its own child', () => {
    const one = { ...chunk(Int32Array.of(7)), slice: () => one, children: /** @type {Any} */ (null) };
    one.children = [one];
    const nested = (/** @type {number} */ depth) => {
      let type = /** @type {Any} */ (named('Int32'));
      for (let i = 0; i < depth; ++i) type = { listSize: 1, children: [{ type }], toString: () => 'List' };
      return { type, length: 1, data: [one] };
    };
    const tensor = fromArrow(/** @type {Any} */ (nested(31)));
    assert.equal(slice(/** @type {Any} */ (tensor), '...').dims.length, 32);
    const own = { listSize: 1, children: /** @type {Any} */ (null), toString: () => 'Own' };
    own.children = [{ type: own }];
    for (const vector of [nested(32), { type: own, length: 1, data: [one] }])
      refuse(vector, 'bad_input', /lists in lists make more than 32 axes, the most that a tensor may have$/);
  });

  it('refuses what is no vector, no tensor, or has nulls', () => {
    for (const vector of [undefined, null, 5, 'x', [], {}, new Float32Array(2), { data: [], length: 0 }])
      refuse(vector, 'bad_input', /^fromArrow: vector: expected a vector of apache-arrow$/);
    const float = named('Float32');
    refuse(
      {
        type: float,
        length: 2,
        data: [chunk(new Float32Array(1)), chunk(new Float32Array(1), 1, { nullCount: 1 })],
      },
      'bad_input',
      /^fromArrow: vector: 1 of its Float32 are null, but a tensor has no nulls; fill or filter them first$/,
    );
    refuse(
      { type: named('Utf8'), length: 1, data: [chunk(new Uint8Array(1))] },
      'bad_type',
      /^fromArrow: vector: a vector of Utf8 cannot be a tensor; known are Int8, .*Bool and fixed-size lists of them; for strings, pass/,
    );
  });
});

describe('videoPlanes', () => {
  const bytes = new Uint8Array(4000);
  const layoutOf = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, i) => ({ offset: 1000 * i + 2, stride: 28 }));
  /** Sizes of the planes of a frame of 7 by 5. @type {Record<string, number[][]>} */
  const shapes = {
    I420: [[5, 7], [3, 4], [3, 4]],
    I420A: [[5, 7], [3, 4], [3, 4], [5, 7]],
    I422: [[5, 7], [5, 4], [5, 4]],
    I422A: [[5, 7], [5, 4], [5, 4], [5, 7]],
    I444: [[5, 7], [5, 7], [5, 7]],
    I444A: [[5, 7], [5, 7], [5, 7], [5, 7]],
    NV12: [[5, 7], [3, 4, 2]],
    RGBA: [[5, 7, 4]],
    BGRX: [[5, 7, 4]],
  }; // biome-ignore format: a table
  for (const [format, expected] of Object.entries(shapes)) {
    it(`finds the planes of ${format}`, () => {
      const planes = videoPlanes(format, { width: 7, height: 5 }, bytes, layoutOf(expected.length));
      assert.deepEqual(
        planes.map(({ shape }) => shape),
        expected,
      );
      planes.forEach(({ data, shape, stride, offset }, i) => {
        assert.equal(data, bytes);
        assert.deepEqual([stride, offset], [[28, ...(shape.length > 2 ? [shape[2]] : []), 1], 1000 * i + 2]);
      });
    });
  }

  it('counts 16-bit samples', () => {
    const [y, u] = videoPlanes('I420P10', { width: 6, height: 4 }, new Uint16Array(2000), layoutOf(3));
    assert.deepEqual([y.stride, u.stride, u.offset, u.shape], [[14, 1], [14, 1], 501, [2, 3]]);
  });

  /** A frame of 3 x 2 pixels, in memory as the format has it, by rows; rows are as long as the layout says. @type {[format: string, rows: number[][], unit: number][]} */
  const frames = [
    ['NV12', [[1, 2, 3, 0], [4, 5, 6, 0], [10, 20, 11, 21]], 1],
    ['NV21', [[1, 2, 3, 0], [4, 5, 6, 0], [20, 10, 21, 11]], 1],
    ['P010', [[1, 2, 3, 0], [4, 5, 6, 0], [10, 20, 11, 21]], 2],
    ['P016', [[1, 2, 3, 0], [4, 5, 6, 0], [10, 20, 11, 21]], 2],
    ['YUY2', [[1, 10, 2, 20, 3, 11, 0, 21], [4, 12, 5, 22, 6, 13, 0, 23]], 1],
    ['UYVY', [[10, 1, 20, 2, 11, 3, 21, 0], [12, 4, 22, 5, 13, 6, 23, 0]], 1],
  ]; // biome-ignore format: a table
  for (const [format, rows, unit] of frames)
    it(`reads ${format}, U before V`, () => {
      const row = rows[0].length;
      const data = Uint8Array.from(rows.flat());
      const samples = unit === 2 ? Uint16Array.from(data) : data;
      const offsets = rows.length === 2 ? [0] : [0, 2 * row];
      const layout = offsets.map((offset) => ({ offset: offset * unit, stride: row * unit }));
      const [y, ...rest] = videoPlanes(format, { width: 3, height: 2 }, samples, layout);
      const read = (/** @type {Any} */ plane) => [...slice(plane, '...').data].join();
      assert.equal(read(y), '1,2,3,4,5,6');
      const [u, v] = rest.length === 2 ? rest : [slice(rest[0], '..., 0'), slice(rest[0], '..., 1')];
      const isPacked = rows.length === 2;
      assert.equal(read(u), isPacked ? '10,11,12,13' : '10,11');
      assert.equal(read(v), isPacked ? '20,21,22,23' : '20,21');
      assert.throws(() => videoPlanes(format, { width: 3, height: 2 }, samples.subarray(1), layout), {
        code: 'bad_input',
      });
    });

  it('refuses what does not go together', () => {
    const size = { width: 6, height: 4 };
    /** @type {[Any, Any, Any, string, RegExp][]} */
    const mistakes = [
      ['YV12', bytes, layoutOf(3), 'bad_type', /^videoPlanes: format: 'YV12' is not a format; known are I420, /],
      ['YUY2', bytes, layoutOf(3), 'bad_input', /^videoPlanes: layout: the planes of YUY2 are 1, but the layout has 3$/],
      ['P010', bytes, layoutOf(2), 'bad_input', /samples of P010 take a Uint16Array, not a Uint8Array$/],
      ...[null, Symbol('NV12'), Object.create(null), 'NV12P10', 'RGBAP12', 'P10'].map((format) => /** @type {[Any, Any, Any, string, RegExp]} */ ([format, bytes, layoutOf(1), 'bad_type', /^videoPlanes: format: .* is not a format; known/])),
      ['constructor', bytes, layoutOf(1), 'bad_type', /'constructor' is not a format/],
      ['NV12', bytes, layoutOf(3), 'bad_input', /^videoPlanes: layout: the planes of NV12 are 2, but the layout has 3$/],
      ['NV12', bytes, undefined, 'bad_input', /^videoPlanes: layout: the planes of NV12 are 2, but the layout has none$/],
      ['I420P12', bytes, layoutOf(3), 'bad_input', /^videoPlanes: data: samples of I420P12 take a Uint16Array, not a Uint8Array$/],
      ['NV12', bytes.buffer, layoutOf(2), 'bad_input', /^videoPlanes: data: samples of NV12 take a Uint8Array, not an ArrayBuffer$/],
    ]; // biome-ignore format: a table
    for (const [format, data, layout, code, message] of mistakes)
      assert.throws(() => videoPlanes(format, size, data, layout), { name: 'MicrotomeError', code, message });
  });

  it('refuses sizes, places and data that do not fit', () => {
    const size = { width: 6, height: 4 };
    const refuse = (
      /** @type {string} */ param,
      /** @type {Any} */ rect,
      /** @type {Any} */ layout,
      format = 'NV12',
      /** @type {Any} */ data = new Uint8Array(36),
    ) =>
      assert.throws(
        () => videoPlanes(format, rect, data, layout),
        { name: 'MicrotomeError', code: 'bad_input', param },
        String(format),
      );
    const fitting = [
      { offset: 0, stride: 6 },
      { offset: 24, stride: 6 },
    ];
    assert.deepEqual(videoPlanes('NV12', size, new Uint8Array(36), fitting)[1].shape, [2, 3, 2]);
    const wrongSizes = [-1, 1.5, Number.NaN, undefined, '6', 6n, Infinity, {}, Symbol('6')];
    for (const rect of [
      {},
      undefined,
      null,
      ...wrongSizes.flatMap((n) => [
        { ...size, width: n },
        { ...size, height: n },
      ]),
    ])
      refuse('rect', rect, fitting);
    for (const wrong of wrongSizes)
      for (const key of ['offset', 'stride'])
        refuse('layout', size, [fitting[0], { ...fitting[1], [key]: wrong }]);
    for (const plane of [
      null,
      undefined,
      5,
      { offset: 25, stride: 6 },
      { offset: 24, stride: 7 },
      { offset: 24, stride: 5 },
    ])
      refuse('layout', size, [fitting[0], plane]);
    for (const layout of [null, 'ab', { length: 2 }, new Uint8Array(2)]) refuse('layout', size, layout);
    refuse('layout', size, fitting, 'NV12', new Uint8Array(35));
    // two bytes per sample
    const deep = [
      { offset: 0, stride: 12 },
      { offset: 48, stride: 6 },
      { offset: 60, stride: 6 },
    ];
    assert.deepEqual(videoPlanes('I420P10', size, new Uint16Array(36), deep)[2].offset, 30);
    for (const change of [{ offset: 1 }, { stride: 13 }])
      refuse('layout', size, [{ ...deep[0], ...change }, deep[1], deep[2]], 'I420P10', new Uint16Array(40));
    for (const data of [
      new Int16Array(36),
      new Int8Array(72),
      [],
      null,
      undefined,
      new DataView(new ArrayBuffer(72)),
    ]) {
      refuse('data', size, deep, 'I420P10', data ?? null);
      refuse('data', size, fitting, 'NV12', data ?? null);
    }
  });
});

describe('a bundle', () => {
  const folder = inRoot('build/samples/bundles');

  /** @param {string} name @param {string} code */
  async function bundle(name, code) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${name}.js`, code);
    const result = await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { write: false, minify: false, lib: { entry: `${folder}/${name}.js`, formats: ['es'] } },
    });
    const [{ output }] = /** @type {Any} */ (result);
    return output.map((/** @type {Any} */ { code }) => code).join('\n');
  }
  const [arrow, video, module] = [/of its .* are null/, /NV12/, INLINED];

  it('holds what it uses of microtome/interop, and nothing of the rest', async () => {
    const one = await bundle('arrow', "export { fromArrow } from 'microtome/interop';");
    assert.match(one, arrow);
    for (const other of [video, module]) assert.doesNotMatch(one, other);
    const two = await bundle('video', "export { videoPlanes } from 'microtome/interop';");
    assert.match(two, video);
    for (const other of [arrow, module]) assert.doesNotMatch(two, other);
  });

  it('holds nothing of it that is not used', async () => {
    const code =
      "import * as interop from 'microtome/interop'; import { init, slice } from 'microtome'; export { init, slice };";
    const text = await bundle('slice', code);
    assert.match(text, module);
    for (const other of [arrow, video]) assert.doesNotMatch(text, other);
  });
});
