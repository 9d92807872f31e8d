// What the playground derives from a slice string: ranges, parameters and views. All must give what the library gives.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { iota } from '../../../docs/rules/elements.js';
import { init, plan, slice, split } from '../../../web/lib/index.ts';
import { cutOnce, select, selectionOf } from '../../../web/playground/media/cut.ts';
import { JOBS, PICTURE } from '../../../web/playground/media/image/jobs.ts';
import { toProgram } from '../../../web/playground/media/program.ts';
import { sizeOf } from '../../../web/playground/model/integers.ts';
import { viewsOf } from '../../../web/playground/model/moves.ts';
import {
  extentOf,
  rangesOf,
  reversed,
  toNotation,
  toParameters,
} from '../../../web/playground/model/slice.ts';

/** @import { Type } from '../../../web/lib/types.ts' */
/** @import { Cut, Source } from '../../../web/playground/media/cut.ts' */

const SPECS = [
  ':', '...', '2', '-1', '1:3', '::-1', ':, ::-1', '::2, 1::3', '..., 0', '1, ..., ::-2', ':, 5:1:-2, 1:', '-3:-1', '9:', '3:1',
  '0:99:99', ':, -99:99, -2::-1', ' 1 , : , -1 ', '::-1, ::-1, ::-1', '4::-3, :, 1:3', ':, :, 3:0:-1',
]; // biome-ignore format: a table
const DIMS = [5, 6, 4];
const COUNT = 120;

/** @param {string} spec @param {Cut['splits']} [splits] @returns {Cut} */
const cutOf = (spec, splits = []) => ({ ranges: rangesOf(spec, DIMS), splits });

/** @param {Source} source @param {Cut} cut */
const run = (source, cut) => cutOnce(source, cut).map(({ data }) => data);

/** @param {Type} type @returns {Source} */
const sourceOf = (type) => ({ type, dims: DIMS, data: iota(type, COUNT) });

describe('a slice, axis by axis', () => {
  before(() => init());

  for (const spec of SPECS) {
    it(`knows what '${spec}' takes`, () => {
      const data = /** @type {Float32Array} */ (iota('float32', COUNT));
      const right = slice({ type: 'float32', dims: DIMS, data }, spec);
      const ranges = rangesOf(spec, DIMS);
      assert.deepEqual(
        ranges.filter(({ drops }) => !drops).map(({ count }) => count),
        right.dims,
      );
      assert.deepEqual(run({ type: 'float32', dims: DIMS, data }, { ranges, splits: [] }), [right.data]);
      assert.deepEqual(slice({ dims: DIMS, data }, toParameters(ranges)).data, right.data);
      const again = slice({ dims: DIMS, data }, toNotation(ranges, DIMS));
      assert.deepEqual([again.dims, again.data], [right.dims, right.data]);
      const back = slice({ dims: DIMS, data }, toParameters(ranges.map(reversed)));
      assert.deepEqual([...back.data], [...right.data].reverse());
    });
  }

  it('is read at any size, in the words of the library', () => {
    const dims = [2 ** 40, 2 ** 12];
    assert.deepEqual(rangesOf('5:-1:3, 7', dims), [
      { from: 5, step: 3, count: Math.ceil((2 ** 40 - 6) / 3), drops: false },
      { from: 7, step: 1, count: 1, drops: true },
    ]);
    assert.throws(() => rangesOf(`${2 ** 40}`, dims), { code: 'index_out_of_range' });
    assert.throws(() => rangesOf('1:x', dims), { code: 'bad_index_string' });
    assert.throws(() => rangesOf(':, :, :', dims), { code: 'too_many_axes' });
    assert.throws(() => rangesOf('::0', dims), { code: 'zero_step' });
    assert.deepEqual(
      ['2:9:3', '::-2', '4'].map((spec) => extentOf(rangesOf(spec, [10])[0])),
      [
        [2, 9],
        [1, 10],
        [4, 5],
      ],
    );
  });

  it('is refused where a panel cannot show it', () => {
    assert.equal(select('1:3, ::-1', [5, 6, 4], PICTURE)[1].step, -1);
    for (const [spec, message] of [
      ['5', '[6, 4] is not a picture: select rows, columns and all 4 channels.'],
      ['..., 1:', '[9, 6, 3] is not a picture: select rows, columns and all 4 channels.'],
      ['5:5', 'This takes no pixels: the result would be [0, 6, 4].'],
    ])
      assert.throws(() => select(spec, [9, 6, 4], PICTURE), { name: 'RangeError', message });
  });
});

describe('cuts of real data', () => {
  before(() => init());

  it('see each output as a view of its input, whatever the plan', () => {
    const numbers = fc.record({
      dims: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 }),
      axis: fc.nat(3),
      count: fc.integer({ min: 1, max: 5 }),
      isReversed: fc.boolean(),
    });
    fc.assert(
      fc.property(numbers, ({ dims, axis: any, count, isReversed }) => {
        const axis = any % dims.length;
        const data = Uint8Array.from({ length: sizeOf(dims) }, (_, i) => i);
        const { shape, stride, offset } = viewsOf(
          plan('Slice', [{ type: 'uint8', dims }, isReversed ? '::-1' : '...']),
        )[0];
        const input = { type: /** @type {const} */ ('uint8'), shape, stride, offset, data };
        const planned = plan('Split', [input], { attributes: { axis, num_outputs: count } });
        for (const [i, view] of viewsOf(planned).entries())
          assert.deepEqual(slice({ ...view, data }, '...').data, planned.run(input)[i].data);
      }),
    );
  });

  it('cut tiles, which are splits of splits', () => {
    const source = sourceOf('uint8');
    const splits = [
      { axis: 0, num_outputs: 2 },
      { axis: 1, num_outputs: 4 },
    ];
    const input = /** @type {any} */ (source);
    const bands = split(slice(input, '..., ::-1'), { axis: 0, num_outputs: 2 });
    /** @type {any[]} */
    const right = bands.flatMap((band) => split(band, { axis: 1, num_outputs: 4 }));
    assert.deepEqual(
      run(source, cutOf('..., ::-1', splits)),
      right.map(({ data }) => data),
    );
    const made = cutOnce(source, cutOf('..., ::-1', splits));
    assert.deepEqual(
      made.map(({ type, dims, data }) => ({ type, dims, data })),
      right.map(({ dims, data }) => ({ type: 'uint8', dims, data })),
    );
  });

  it('cut pictures into arrays of their class, frame by frame', () => {
    const image = {
      type: /** @type {const} */ ('uint8'),
      dims: /** @type {[number, number, 4]} */ ([20, 30, 4]),
      data: new Uint8ClampedArray(2400).map((_, i) => i),
    };
    const planes = JOBS.find(({ name }) => name === 'planes');
    assert.ok(planes);
    /** @param {string} spec @param {typeof image} [frame] */
    const cut = (spec, frame = image) => cutOnce(frame, planes.cut(rangesOf(spec, image.dims), {}));
    for (const [spec, y, x] of /** @type {const} */ ([
      ['3:13, 10:30', 3, 10],
      ['10:20, 0:20', 10, 0],
    ])) {
      cut(spec).forEach(({ data }, channel) => {
        assert.ok(data instanceof Uint8ClampedArray);
        data.forEach((value, i) => {
          assert.equal(value, image.data[4 * ((y + Math.floor(i / 20)) * 30 + x + (i % 20)) + channel]);
        });
      });
    }
    const next = cut('10:20, 0:20', { ...image, data: image.data.map((value) => 255 - value) });
    assert.equal(next[1].data[0], 255 - image.data[4 * 300 + 1], 'another picture');
    assert.deepEqual(
      cut('0:5, 0:5').map(({ dims }) => dims),
      new Array(4).fill([5, 5, 1]),
    );
  });

  it('cut types that only VariadicSplit has, and scalars', () => {
    const data = /** @type {Uint8Array} */ (iota('u4', 15));
    const ranges = rangesOf(':, ::-2', [3, 5]);
    const [out] = run({ type: 'u4', dims: [3, 5], data }, { ranges, splits: [] });
    assert.deepEqual([...out], [0x24, 0x90, 0x57, 0xce, 0x0a]);
    const one = run({ type: 'float64', dims: [], data: Float64Array.of(3) }, { ranges: [], splits: [] });
    assert.deepEqual(one, [Float64Array.of(3)]);
    const none = run({ type: 'u4', dims: [3, 5], data }, { ranges: rangesOf('3:', [3, 5]), splits: [] });
    assert.deepEqual(none, [new Uint8Array(0)]);
  });

  it('make windows that overlap', () => {
    const windows = { size: 4, hop: 3 };
    const ranges = rangesOf(':', [10, 2]);
    const view = selectionOf({ dims: [10, 2] }, { ranges, windows });
    assert.deepEqual(view, { offset: 0, shape: [3, 4, 2], stride: [6, 2, 1] });
    const data = /** @type {Uint8Array} */ (iota('uint8', 20));
    const [out] = run({ type: 'uint8', dims: [10, 2], data }, { ranges, splits: [], windows });
    assert.deepEqual(
      [...out],
      [0, 6, 12].flatMap((start) => [...data.subarray(start, start + 8)]),
    );
    const few = selectionOf({ dims: [3, 2] }, { ranges: rangesOf(':', [3, 2]), windows });
    assert.deepEqual(few.shape, [0, 4, 2]);
  });
});

describe('the program of a selection', () => {
  before(() => init());

  it('runs as it is, and prints what it says', async () => {
    const named = { name: 'image', holder: 'Uint8ClampedArray', comment: () => 'your own pixels' };
    const held = { type: /** @type {Type} */ ('uint8'), dims: [6, 9, 4] };
    const spec = '1:5:2, ::-1';
    const { shape } = selectionOf(held, { ranges: rangesOf(spec, held.dims) });
    const program = toProgram(named, spec, held, shape).replace(/^import .*/, '');
    /** @type {string[]} */
    const printed = [];
    const AsyncFunction = /** @type {any} */ (async () => {}).constructor;
    await new AsyncFunction('init', 'slice', 'console', program)(init, slice, {
      log: (/** @type {string} */ text) => printed.push(text),
    });
    assert.deepEqual(printed, ['2,9,4']);
    assert.ok(program.endsWith(`// ${printed[0]}`), program);
  });
});
