// Parts of unequal widths in rows with gaps between them: one move carries them all, but the runs of some parts are single entries and
// those of others are not, so that their loops go along other axes.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { concat, init, variadicSplit } from 'microtome';
import { Random } from '../../random/random.js';

before(() => init());

const CLASSES = /** @type {any[]} */ ([Uint8Array, Uint16Array, Float32Array, Float64Array]);

/** Dims of the whole, and sizes of the parts along its last axis. @param {number} seed @returns {[number[], number[]]} */
function tableOf(seed) {
  const random = new Random(seed);
  const sizes = Array.from({ length: random.between(2, 4) }, () => random.pick([1, 1, 2, 3, 4, 5]));
  const outer = Array.from({ length: random.between(2, 4) }, () => random.between(2, 9));
  return [[...outer, sizes.reduce((sum, size) => sum + size)], sizes];
}

/** Some that were wrong, and random ones. @type {[number[], number[]][]} */
const TABLES = [
  [[3, 3, 3, 6], [1, 5]],
  [[3, 3, 3, 6], [5, 1]],
  [[9, 4, 5, 5], [1, 1, 1, 2]],
  [[3, 9, 5, 5], [1, 2, 1, 1]],
  ...Array.from({ length: 40 }, (_, seed) => tableOf(seed)),
]; // biome-ignore format: a table

/** Every place of the whole in row-major order. @param {number[]} dims @param {number[]} stride */
const placesOf = (dims, stride) =>
  dims.reduce(
    (places, size, a) =>
      places.flatMap((place) => Array.from({ length: size }, (_, i) => place + i * stride[a])),
    [0],
  );

for (const Class of CLASSES)
  describe(`parts of unequal widths, ${Class.name}`, () => {
    for (const [dims, sizes] of TABLES) {
      /** @type {number[]} */
      const stride = [];
      for (let a = dims.length - 1, dense = 1; a >= 0; dense = dense * dims[a--] + 3) stride[a] = dense;
      const places = placesOf(dims, stride);
      const length = /** @type {number} */ (places.at(-1)) + 4;
      const data = Class.from({ length }, (/** @type {any} */ _, /** @type {number} */ i) => (i * 7) % 251);
      const width = /** @type {number} */ (dims.at(-1));
      let begin = 0;
      const parts = sizes.map((size) => {
        const first = begin;
        begin += size;
        const own = places.filter((_, k) => k % width >= first && k % width < begin);
        return { dims: [...dims.slice(0, -1), size], data: Class.from(own.map((place) => data[place])) };
      });

      it(`[${dims}] is cut into ${sizes}`, () => {
        const outputs = variadicSplit({ dims, stride, offset: 0, data }, -1, sizes);
        for (const [i, output] of outputs.entries())
          assert.deepEqual(output.data, parts[i].data, `output ${i}`);
      });

      it(`${sizes} are joined into [${dims}]`, () => {
        const written = new Class(length).fill(255);
        const expected = new Class(length).fill(255);
        for (const place of places) expected[place] = data[place];
        concat(parts, -1, { out: { dims, stride, offset: 0, data: written } });
        assert.deepEqual(written, expected);
      });
    }
  });
