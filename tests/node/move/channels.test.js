// Channels of one array that change places: parts at any distances in one array move together, in every way.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { allocate, concat, init, release, split } from 'microtome';
import { Random } from '../../random/random.js';

/** @typedef {any} Any */

before(() => init({ arena: 1 << 24 }));

/** Type, class and entries of an element. */
const TYPES = /** @type {const} */ ([
  ['uint8', Uint8ClampedArray, 1],
  ['int16', Int16Array, 1],
  ['float32', Float32Array, 1],
  ['float64', Float64Array, 1],
  ['complex128', Float64Array, 2],
]);
const ORDERS = [[2, 1, 0, 3], [3, 0, 1, 2], [1, 2, 0], [0, 3], [0, 0, 0, 3], [4, 1, 2, 0, 3]]; // biome-ignore format: a list
const SIZES = [[1, 3], [5, 7], [40, 50], [250, 300]]; // biome-ignore format: a list

/** Where the channel `c` of a crop is in rows of `width` pixels. */
const channelAt = (
  /** @type {Any} */ data,
  /** @type {readonly number[]} */ [h, w],
  /** @type {number} */ width,
  /** @type {number} */ channels,
  /** @type {number} */ c,
) => ({ data, shape: [h, w, 1], stride: [width * channels, channels, 1], offset: channels + c });

describe('channels of one array', () => {
  for (const [type, Class, entries] of TYPES)
    it(`change places in a join and in a cut: ${type}`, () => {
      const random = new Random(1);
      for (const order of ORDERS)
        for (const size of SIZES) {
          const [h, w] = size;
          const width = w + random.below(2) * 3;
          const channels = 1 + Math.max(...order);
          const count = (h * width + 2) * channels;
          const make = (/** @type {number} */ elements, /** @type {boolean} */ inArena) =>
            inArena
              ? /** @type {Any} */ (allocate(type === 'uint8' ? 'uint8' : type, [elements]))
              : new Class(elements * entries);
          const ofClass = (/** @type {Any} */ data) => (type === 'uint8' ? new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) : data); // biome-ignore format: one line
          const made = [random.chance(0.3), random.chance(0.3)];
          const whole = make(count, made[0]);
          const pixels = make(h * w * order.length, made[1]);
          const [image, joined] = [whole, pixels].map(ofClass);
          for (let k = 0; k < image.length; ++k) image[k] = (k * 37) % 251;
          const places = order.map((c) => ({ type, ...channelAt(image, size, width, channels, c) }));
          const expected = new Class(joined.length);
          const at = (/** @type {number} */ y, /** @type {number} */ x, /** @type {number} */ c) => ((y * width + x + 1) * channels + c) * entries; // biome-ignore format: one line
          for (let y = 0, k = 0; y < h; ++y)
            for (let x = 0; x < w; ++x)
              for (const c of order) for (let e = 0; e < entries; ++e) expected[k++] = image[at(y, x, c) + e];
          concat(/** @type {Any} */ (places), -1, { out: joined });
          const told = `${order} of ${h} x ${w}, rows of ${width}, arena ${made}`;
          assert.ok(joined.every((/** @type {number} */ each, /** @type {number} */ k) => each === expected[k]), told); // biome-ignore format: one line
          if (new Set(order).size === order.length) {
            const kept = image.slice();
            for (let k = 0; k < joined.length; ++k) joined[k] = (k * 11) % 241;
            for (let y = 0, k = 0; y < h; ++y)
              for (let x = 0; x < w; ++x)
                for (const c of order) for (let e = 0; e < entries; ++e) kept[at(y, x, c) + e] = joined[k++];
            const input = { type, dims: [h, w, order.length], data: joined };
            split(/** @type {Any} */ (input), { axis: -1, num_outputs: order.length }, { out: /** @type {Any} */ (places) }); // biome-ignore format: one line
            assert.ok(image.every((/** @type {number} */ each, /** @type {number} */ k) => each === kept[k]), told); // biome-ignore format: one line
          }
          if (made[0]) release(whole);
          if (made[1]) release(pixels);
        }
    });
});
