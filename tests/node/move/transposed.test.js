// Axes in any order: what was transposed moves word by word, some columns at a time where its entries lie far apart. Every
// width, every bit.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { init, plan, slice } from '../../../web/lib/index.js';
import { bytesOf } from '../../bench/rows/geometry.js';
import { classOf, hash } from '../../support/elements.js';

/** @typedef {any} Any */

before(() => init());

const TYPES =
  'bool uint8 int8 float16 bfloat16 int16 float32 int32 uint32 float64 int64 uint64 complex64 complex128'.split(
    ' ',
  );
const group = (/** @type {string} */ type) => (type.startsWith('complex') ? 2 : 1);

/** An array of random bits, NaNs of every kind among them. @param {string} type @param {number} elements */
function bits(type, elements) {
  const array = new (classOf(type))(elements * group(type));
  const bytes = bytesOf(array);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = i % 5 < 2 ? 0xff : hash(i);
  return array;
}

/**
 * Bytes of the elements in row-major order, one by one.
 * @param {Any} data
 * @param {number} width
 * @param {readonly number[]} shape
 * @param {readonly number[]} stride
 * @param {number} offset
 * @returns {number[]}
 */
function bytesIn(data, width, shape, stride, offset) {
  if (shape.length === 0) return [...bytesOf(data).subarray(offset * width, (offset + 1) * width)];
  const [size, ...sizes] = shape;
  const [step, ...steps] = stride;
  return Array.from({ length: size }, (_, i) => bytesIn(data, width, sizes, steps, offset + i * step)).flat();
}

/** @param {string} type @param {{ shape: number[], stride: number[], offset: number }} view @param {number} elements */
function check(type, view, elements) {
  const data = bits(type, elements);
  const width = data.BYTES_PER_ELEMENT * group(type);
  const expected = bytesIn(data, width, view.shape, view.stride, view.offset);
  const input = { type: /** @type {Any} */ (type), data, ...view };
  const output = slice(input, '...');
  assert.deepEqual([...bytesOf(output.data)], expected, `${type} ${JSON.stringify(view)}`);
  assert.equal(output.data.constructor, data.constructor);
}

describe('transposed tensors', () => {
  for (const type of TYPES) {
    it(`of ${type}`, () => {
      for (const [rows, columns] of [
        [1, 40],
        [40, 1],
        [2, 9],
        [9, 2],
        [17, 8],
        [33, 31],
        [5, 2000],
        [2000, 5],
      ])
        check(type, { shape: [columns, rows], stride: [1, columns], offset: 0 }, rows * columns);
      check(type, { shape: [11, 13, 7], stride: [1, 77, 11], offset: 0 }, 1001);
      check(type, { shape: [7, 13, 11], stride: [-11, -77, -1], offset: 1000 }, 1001);
    });
  }

  it('of any order of axes, with gaps, repeated and reversed', () => {
    const axis = fc.record({
      size: fc.integer({ min: 1, max: 12 }),
      stride: fc.integer({ min: -70, max: 70 }),
    });
    const property = fc.property(
      fc.constantFrom(...TYPES),
      fc.array(axis, { maxLength: 4 }),
      (type, axes) => {
        const [low, high] = [-1, 1].map((sign) =>
          axes.reduce((sum, { size, stride }) => sum + Math.max(0, sign * stride) * (size - 1), 0),
        );
        const view = {
          shape: axes.map(({ size }) => size),
          stride: axes.map(({ stride }) => stride),
          offset: low,
        };
        check(type, view, low + high + 1);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it('of arrays of a subclass, into arrays of a subclass', () => {
    class Mine extends Float32Array {}
    const data = Mine.from({ length: 600 }, (_, k) => k);
    const planned = plan('Slice', [{ type: 'float32', dims: [30, 20] }, [0], [30]]);
    const out = new Mine(600);
    planned.run({ data, shape: [30, 20], stride: [1, 30] }, { out });
    assert.deepEqual([out[1], out[20], out[599]], [30, 1, 599]);
  });

  it('of strings', () => {
    const data = Array.from({ length: 600 }, (_, k) => String(k));
    const output = slice({ data, shape: [30, 20], stride: [1, 30] }, '...');
    assert.deepEqual(
      output.data,
      data.map((_, k) => String(Math.floor(k / 20) + 30 * (k % 20))),
    );
  });
});
