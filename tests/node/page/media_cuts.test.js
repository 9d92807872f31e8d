// What the playground derives from a slice string: ranges, views, plans that are run again elsewhere, and the programs by hand
// that ours is timed against. All must give what the library gives.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, slice, split } from '../../../web/lib/index.js';
import { PlannedCut } from '../../../web/playground/media/cut/planned.js';
import { dimsOf, endsOf, readRanges, toRanges } from '../../../web/playground/media/cut/ranges.js';
import {
  piecesOf,
  simplify,
  sliceView,
  splitView,
  viewOf,
  windowView,
} from '../../../web/playground/media/cut/views.js';
import { newData } from '../../../web/playground/media/files/classes.js';
import { Cutter } from '../../../web/playground/media/image/cutter.js';
import { waysByHand } from '../../../web/playground/media/timing/hand.js';
import { iota } from '../../support/elements.js';

/** @import { Type } from '../../../web/lib/types.js' */
/** @import { View } from '../../../web/playground/media/cut/views.js' */

const SPECS = [
  ':', '...', '2', '-1', '1:3', '::-1', ':, ::-1', '::2, 1::3', '..., 0', '1, ..., ::-2', ':, 5:1:-2, 1:', '-3:-1', '9:', '3:1',
  '0:99:99', ':, -99:99, -2::-1', ' 1 , : , -1 ', '::-1, ::-1, ::-1', '4::-3, :, 1:3', ':, :, 3:0:-1',
]; // biome-ignore format: a table
const DIMS = [5, 6, 4];
const COUNT = 120;

/** @param {Type} type @param {readonly View[]} views */
const outsFor = (type, views) =>
  views.map(({ sizes }) =>
    newData(
      type,
      sizes.reduce((n, size) => n * size, 1),
    ),
  );

describe('cuts of the playground', () => {
  before(() => init());

  for (const spec of SPECS) {
    it(`knows what '${spec}' takes`, () => {
      const data = /** @type {Float32Array} */ (iota('float32', COUNT));
      const right = slice({ type: 'float32', dims: DIMS, data }, spec);
      const ranges = toRanges(spec, DIMS);
      assert.deepEqual(dimsOf(ranges), right.dims);
      const view = sliceView(viewOf(DIMS), ranges);
      const [out] = outsFor('float32', [view]);
      new PlannedCut('float32', view.sizes, []).run(data, view, [out]);
      assert.deepEqual(out, right.data);
    });
  }

  it('reads notation of any size, in the words of the library', () => {
    const dims = [2 ** 40, 2 ** 12];
    assert.deepEqual(dimsOf(readRanges('5:-1:3, 7', dims)), [
      (2 ** 40 - 6 + 2 - ((2 ** 40 - 6 + 2) % 3)) / 3,
    ]);
    assert.throws(() => readRanges(`${2 ** 40}`, dims), { code: 'index_out_of_range' });
    assert.throws(() => readRanges('1:x', dims), { code: 'bad_index_string' });
    assert.throws(() => readRanges(':, :, :', dims), { code: 'too_many_axes' });
    assert.throws(() => readRanges('::0', dims), { code: 'zero_step' });
    assert.deepEqual(
      ['2:9:3', '::-2', '4'].map((spec) => endsOf(toRanges(spec, [10])[0])),
      [
        [2, 9],
        [1, 10],
        [4, 5],
      ],
    );
  });

  it('plans once for views that move, and turn around', () => {
    const data = /** @type {Uint8Array} */ (iota('uint8', COUNT));
    const planned = new PlannedCut('uint8', [2, 3, 4], [{ axis: 2, sizes: [1, 1, 1, 1] }]);
    for (const spec of ['0:2, 0:3', '3:5, 2:5', '::-4, ::-2']) {
      const view = sliceView(viewOf(DIMS), toRanges(spec, DIMS));
      const out = planned.outputs.map(() => new Uint8Array(6));
      planned.run(data, view, out);
      const right = split(slice({ type: 'uint8', dims: DIMS, data }, spec), { axis: 2, num_outputs: 4 });
      assert.deepEqual(
        out,
        right.map((tensor) => tensor.data),
      );
    }
  });

  it('cuts tiles, which are splits of splits', () => {
    const data = /** @type {Uint8Array} */ (iota('uint8', COUNT));
    const splits = [
      { axis: 0, sizes: piecesOf(5, 2) },
      { axis: 1, sizes: piecesOf(6, 4) },
    ];
    const planned = new PlannedCut('uint8', DIMS, splits);
    const views = splitView(viewOf(DIMS), splits[0]).flatMap((band) => splitView(band, splits[1]));
    const out = outsFor('uint8', views);
    planned.run(data, viewOf(DIMS), out);
    assert.deepEqual(
      planned.outputs.map(String),
      views.map(({ sizes }) => String(sizes)),
    );
    const bands = split({ type: 'uint8', dims: DIMS, data }, { axis: 0, num_outputs: 2 });
    const right = bands.flatMap((band) => split(band, { axis: 1, num_outputs: 4 }));
    assert.deepEqual(
      out,
      right.map((tensor) => tensor.data),
    );
  });

  it('cuts pictures into the same arrays, frame by frame', () => {
    const image = {
      type: /** @type {const} */ ('uint8'),
      dims: /** @type {[number, number, 4]} */ ([20, 30, 4]),
      data: new Uint8ClampedArray(2400).map((_, i) => i),
    };
    const cutter = new Cutter();
    /** @param {string} spec */
    const cut = (spec) =>
      cutter.run('planes', image, {
        ranges: toRanges(spec, image.dims),
        splits: [{ axis: 2, sizes: [1, 1, 1, 1] }],
      }).parts;
    const first = cut('0:10, 5:25');
    for (const [spec, y, x] of /** @type {const} */ ([
      ['3:13, 10:30', 3, 10],
      ['10:20, 0:20', 10, 0],
    ])) {
      const moved = cut(spec);
      assert.equal(moved, first, 'neither a plan nor an array is new');
      moved.forEach(({ data }, channel) => {
        data.forEach((value, i) => {
          assert.equal(value, image.data[4 * ((y + Math.floor(i / 20)) * 30 + x + (i % 20)) + channel]);
        });
      });
    }
    const smaller = cut('0:5, 0:5');
    assert.deepEqual(
      smaller.map(({ dims }) => dims),
      new Array(4).fill([5, 5, 1]),
    );
    for (const { data } of smaller) assert.equal(data.buffer, first[0].data.buffer);
  });

  it('cuts types that only VariadicSplit has, and scalars', () => {
    const data = /** @type {Uint8Array} */ (iota('u4', 15));
    const view = sliceView(viewOf([3, 5]), toRanges(':, ::-2', [3, 5]));
    const out = newData('u4', 9);
    new PlannedCut('u4', view.sizes, []).run(data, view, [out]);
    assert.deepEqual([...out], [0x24, 0x90, 0x57, 0xce, 0x0a]);
    const one = new Float64Array(1);
    new PlannedCut('float64', [], []).run(Float64Array.of(3), viewOf([]), [one]);
    assert.equal(one[0], 3);
  });

  it('makes the pieces that Split makes', () => {
    assert.deepEqual(piecesOf(10, 4), [3, 3, 3, 1]);
    assert.deepEqual(piecesOf(5, 4), [2, 2, 1, 0]);
  });

  it('says a view in as few axes as there are', () => {
    assert.deepEqual(simplify(viewOf([2, 1, 3, 4])), { offset: 0, sizes: [24], strides: [1] });
    const crop = sliceView(viewOf([6, 5, 4]), toRanges('1:3, 2:4', [6, 5, 4]));
    assert.deepEqual(simplify(crop), { offset: 28, sizes: [2, 8], strides: [20, 1] });
  });

  it('makes windows that overlap', () => {
    const view = windowView(viewOf([10, 2]), { size: 4, hop: 3 });
    assert.deepEqual(view, { offset: 0, sizes: [3, 4, 2], strides: [6, 2, 1] });
    assert.deepEqual(windowView(viewOf([3, 2]), { size: 4, hop: 2 }).sizes, [0, 4, 2]);
  });

  /** @type {Type[]} */
  const TYPES = ['uint8', 'int16', 'float32', 'int64', 'float64', 'complex64', 'complex128', 'string', 'u4'];
  for (const type of TYPES) {
    it(`is written by hand, ${type}`, () => {
      const data = iota(type, COUNT);
      const whole = viewOf(DIMS);
      const pieces = [
        ...SPECS.map((spec) => [sliceView(whole, toRanges(spec, DIMS))]),
        splitView(whole, { axis: 2, sizes: [1, 1, 1, 1] }),
        splitView(sliceView(whole, toRanges('1:4, 1:5', DIMS)), { axis: 2, sizes: [1, 1, 1, 1] }),
        splitView(sliceView(whole, toRanges('1:4, 1:5', DIMS)), { axis: 1, sizes: [1, 3] }),
        splitView(viewOf([40, 3]), { axis: 1, sizes: [1, 1, 1] }),
        splitView(viewOf([60, 2]), { axis: 1, sizes: [1, 1] }),
        [windowView(viewOf([60, 2]), { size: 8, hop: 4 })],
        [viewOf([4, 6, 5], { stride: [1, 4, 24] })],
      ];
      for (const views of pieces) {
        const right = outsFor(type, views);
        views.forEach((view, i) => {
          new PlannedCut(type, view.sizes, []).run(data, view, [right[i]]);
        });
        const names = waysByHand(type, data, outsFor(type, views), views).map(({ name }) => name);
        assert.equal(new Set(names).size, names.length, 'every way has a name of its own');
        assert.equal(
          names.length > 0,
          right.some(({ length }) => length > 0),
        );
        names.forEach((name, k) => {
          const outs = outsFor(type, views);
          waysByHand(type, data, outs, views)[k].run();
          assert.deepEqual(outs, right, `${name}: ${JSON.stringify(views[0])}`);
        });
      }
    });
  }

  it('uses 32-bit words where bytes allow it', () => {
    const data = new Uint8ClampedArray(20 * 30 * 4);
    const nameOf = (/** @type {View[]} */ views) =>
      waysByHand('uint8', data, outsFor('uint8', views), views).map(({ name }) => name);
    const picture = viewOf([20, 30, 4]);
    /** @param {string} spec */
    const crop = (spec) => [sliceView(picture, toRanges(spec, [20, 30, 4]))];
    assert.deepEqual(nameOf(crop(':, ::-1')), ['loops, 32-bit words']);
    assert.deepEqual(nameOf(crop('1:, 1:')), ['rows with set', 'loops, 32-bit words']);
    assert.deepEqual(nameOf(crop('..., 1:')), ['loops']);
    assert.deepEqual(nameOf(splitView(viewOf([4, 4, 4]), { axis: 2, sizes: [1, 1, 1, 1] })), [
      'loops, 32-bit words',
    ]);
  });
});
