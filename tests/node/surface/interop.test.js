// `microtome/interop` without the other libraries: what it reads of their objects, what it refuses, and that a bundle holds
// only what it uses. The real Arrow meets it in tests/recipes/, real frames in tests/browser/site/snippets.test.js.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { init, slice } from 'microtome';
import { fromArrow, videoPlanes } from 'microtome/interop';
import { build } from 'vite';
import { inRoot } from '../../../tools/common/paths.js';

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

  it('refuses what is no vector, no tensor, or has nulls', () => {
    const refuse = (/** @type {Any} */ vector, /** @type {string} */ code, /** @type {RegExp} */ message) =>
      assert.throws(() => fromArrow(vector), { name: 'MicrotomeError', code, param: 'vector', message });
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
      /^fromArrow: vector: 1 of its Float32 are null, and a tensor has no nulls; fill or filter them first$/,
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
    Array.from({ length: count }, (_, i) => ({ offset: 1000 * i + 2, stride: 14 }));
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
        assert.deepEqual([stride, offset], [[14, ...(shape.length > 2 ? [shape[2]] : []), 1], 1000 * i + 2]);
      });
    });
  }

  it('counts 16-bit samples', () => {
    const [y, u] = videoPlanes('I420P10', { width: 6, height: 4 }, new Uint16Array(2000), layoutOf(3));
    assert.deepEqual([y.stride, u.stride, u.offset, u.shape], [[7, 1], [7, 1], 501, [2, 3]]);
  });

  it('refuses what does not go together', () => {
    const size = { width: 6, height: 4 };
    /** @type {[Any, Any, Any, string, RegExp][]} */
    const mistakes = [
      [
        'YUY2',
        bytes,
        layoutOf(1),
        'bad_type',
        /^videoPlanes: format: 'YUY2' is not a format; known are I420, /,
      ],
      [null, bytes, layoutOf(1), 'bad_type', /^videoPlanes: format: 'null' is not a format/],
      ['constructor', bytes, layoutOf(1), 'bad_type', /'constructor' is not a format/],
      ['NV12', bytes, layoutOf(3), 'bad_input', /^videoPlanes: layout: NV12 has 2 planes, and the layout 3$/],
      [
        'NV12',
        bytes,
        undefined,
        'bad_input',
        /^videoPlanes: layout: NV12 has 2 planes, and the layout none$/,
      ],
      [
        'I420P12',
        bytes,
        layoutOf(3),
        'bad_input',
        /^videoPlanes: data: samples of I420P12 take a Uint16Array$/,
      ],
      [
        'NV12',
        bytes.buffer,
        layoutOf(2),
        'bad_input',
        /^videoPlanes: data: samples of NV12 take a Uint8Array$/,
      ],
    ];
    for (const [format, data, layout, code, message] of mistakes)
      assert.throws(() => videoPlanes(format, size, data, layout), { name: 'MicrotomeError', code, message });
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
  const [arrow, video, module] = [/of its .* are null/, /NV12/, /(\0|\\0)asm/]; // how any module begins

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
