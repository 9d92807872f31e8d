// Moves over their own input: what `out` that overlaps the input and `assign` from a view of the target write is what
// they would write if the input had been copied first. The judge is a loop over elements.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { allocate, assign, evaluate, init, plan, release, slice } from 'microtome';
import { Random } from '../../random/random.js';

/** @typedef {any} Any */
/** @typedef {{ shape: number[], stride: number[], offset: number }} Place */

before(() => init({ arena: 1 << 22 }));

/** Each width of an element, and each number of entries: type, class, entries of an element. */
const TYPES = /** @type {const} */ ([
  ['uint8', Uint8Array, 1],
  ['uint8', Uint8ClampedArray, 1],
  ['int16', Int16Array, 1],
  ['float32', Float32Array, 1],
  ['int64', BigInt64Array, 1],
  ['float64', Float64Array, 1],
  ['complex64', Float32Array, 2],
  ['complex128', Float64Array, 2],
]);

/** Random bytes, among them NaNs of all kinds. @param {Any} array @param {Random} random */
function scribble(array, random) {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (let k = 0; k < bytes.length; ++k) bytes[k] = random.chance(0.1) ? 0xff : random.below(256);
}

/** Where the elements are, in row-major order. @param {Place} place */
function placesOf({ shape, stride, offset }) {
  let places = [offset];
  shape.forEach((size, a) => {
    const next = [];
    for (const first of places) for (let i = 0; i < size; ++i) next.push(first + i * stride[a]);
    places = next;
  });
  return places;
}

/** The result if the input had been copied first. @param {Any} data @param {Place} from @param {Place} to @param {number} entries */
function copyFirst(data, from, to, entries) {
  const before = new Uint8Array(data.slice().buffer);
  const copy = data.slice();
  const after = new Uint8Array(copy.buffer);
  const width = data.BYTES_PER_ELEMENT * entries;
  const [read, written] = [placesOf(from), placesOf(to)];
  for (let k = 0; k < read.length; ++k)
    for (let i = 0; i < width; ++i) after[written[k] * width + i] = before[read[k] * width + i];
  return copy;
}

/** The bits, which have no NaN. @param {Any} data */
const bitsOf = (data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);

/** Every call that moves from one place of an array to another one. @type {Record<string, (input: Any, out: Any) => unknown>} */
const CALLS = {
  slice: (input, out) => slice(input, '...', { out }),
  evaluate: (input, out) => evaluate('Slice', [input, [0], [2 ** 40], [0]], { out }),
  run: (input, out) => plan('Slice', [input, [0], [2 ** 40], [0]]).run(input, { out }),
  bind: (input, out) => plan('Slice', [input, [0], [2 ** 40], [0]]).bind(input, { out })(),
  assign: (input, out) => assign(out, '...', input),
  planned: (input, out) => plan('Assign', [out, '...', input]).run([out, input]),
  bound: (input, out) => plan('Assign', [out, '...', input]).bind([out, input])(),
};

/**
 * Shifts in every call, or the given ones.
 * @param {Any} data @param {string} type @param {number} entries @param {Place} from @param {number} to
 * @param {Random} random @param {readonly string[]} [calls]
 */
function judge(data, type, entries, from, to, random, calls = Object.keys(CALLS)) {
  for (const name of calls) {
    scribble(data, random);
    const input = { type, ...from, data };
    const out = { ...input, offset: to };
    const expected = copyFirst(data, from, { ...from, offset: to }, entries);
    CALLS[name](input, out);
    const what = () => `${name} ${data.constructor.name} ${type} ${JSON.stringify(from)} to ${to}`;
    assert.ok(bitsOf(data).equals(bitsOf(expected)), what());
  }
}

/** Sizes and strides of each rank, in an array of so many elements. */
const GEOMETRIES = /** @type {const} */ ([
  ...[1, -1, 2, -2, 3].map((stride) => [[5], [stride]]),
  ...[[3, 1], [1, 3], [-3, 1], [3, -1], [-1, -3], [4, 1], [-5, 1], [5, 2], [2, -6]].map((stride) => [[3, 3], stride]),
  ...[[6, 3, 1], [1, 2, 6], [-6, 3, -1], [8, -3, 1], [2, -12, 4], [9, 1, -3]].map((stride) => [[2, 2, 3], stride]),
  [[1, 4, 1], [7, -2, 7]],
]); // biome-ignore format: a table

/** The least offset with which all elements are at 0 or beyond, and how far they reach. */
function hullOf(/** @type {readonly number[]} */ shape, /** @type {readonly number[]} */ stride) {
  const reaches = shape.map((size, a) => (size - 1) * stride[a]);
  const least = -reaches.reduce((sum, each) => sum + Math.min(0, each), 0);
  return { least, reach: reaches.reduce((sum, each) => sum + Math.abs(each), 0) };
}

describe('a move over its own input', () => {
  for (const [type, Class, entries] of TYPES)
    it(`is as if it had been copied first: all small shifts of ${type} in a ${Class.name}`, () => {
      const random = new Random(1);
      for (const [shape, stride] of GEOMETRIES) {
        const { least, reach } = hullOf(shape, stride);
        const data = new Class((2 * reach + 3) * entries);
        const inArena = allocate(type, [data.length / entries]);
        const most = 2 * reach + 3 - (reach + 1) + least;
        for (let from = least; from <= most; from += 1 + random.below(2))
          for (let to = least; to <= most; ++to) {
            const place = { shape: [...shape], stride: [...stride], offset: from };
            judge(random.chance(0.2) ? inArena : data, type, entries, place, to, random);
          }
      }
    });

  it('may be from another array on the same buffer, of another class too', () => {
    const random = new Random(2);
    const buffer = new ArrayBuffer(67); // no multiple of four
    const bytes = new Uint8Array(buffer);
    for (let k = 0; k < 200; ++k) {
      const [from, to] = [random.below(30), random.below(30)];
      scribble(bytes, random);
      const place = { shape: [9, 2], stride: [random.between(2, 4), 1], offset: random.below(4) };
      const shifted = (/** @type {number} */ by) => ({ ...place, offset: place.offset + by });
      const expected = copyFirst(bytes, shifted(from), shifted(to), 1);
      const type = /** @type {const} */ ('uint8');
      const input = { type, ...place, data: bytes.subarray(from) };
      const out = { type, ...place, data: new Uint8Array(buffer, to) };
      if (random.chance(0.5)) slice(input, '...', { out });
      else assign(out, '...', { ...input, data: new Uint8ClampedArray(buffer, from) });
      assert.deepEqual(bytes, expected);
    }
  });

  it('may be by half an element of two entries', () => {
    const random = new Random(3);
    for (const step of [1, 2, -3])
      for (let to = 0; to < 12; ++to) {
        const data = new Float32Array(60);
        scribble(data, random);
        const place = { shape: [6], stride: [step], offset: step < 0 ? 15 : 0 };
        const own = (/** @type {number} */ by) => ({
          shape: [6, 2],
          stride: [2 * step, 1],
          offset: by + 2 * place.offset,
        });
        const expected = copyFirst(data, own(6), own(to), 1);
        const type = /** @type {const} */ ('complex64');
        const input = { type, ...place, data: data.subarray(6, 46) };
        slice(input, '...', { out: { ...place, data: data.subarray(to, to + 40) } });
        assert.deepEqual(bitsOf(data), bitsOf(expected));
      }
  });

  it('is right where it would be carried out in each way elsewhere', () => {
    const random = new Random(4);
    // rows for `set`, short rows and single entries for loops and tiles, reversed lines
    const sizes = [[3, 5000], [5000, 3], [400, 20], [30, 40, 8], [9000], [3000, 2, 2]];
    const ways = new Set();
    for (const [type, Class, entries] of TYPES)
      for (const shape of sizes)
        for (let turn = 0; turn < 6; ++turn) {
          const order = shape.map((_, a) => a).sort(() => random.below(3) - 1);
          const stride = new Array(shape.length);
          let step = random.between(1, 3);
          for (const a of order) {
            stride[a] = random.chance(0.3) ? -step : step;
            step = step * shape[a] + random.below(2);
          }
          const { least, reach } = hullOf(shape, stride);
          const slack = [1, 3, 100, reach][random.below(4)];
          const length = (reach + 1 + slack) * entries;
          const isInArena = random.chance(0.3);
          const data = isInArena ? allocate(type, [length / entries]) : new Class(length);
          const [from, to] = random.chance(0.5) ? [least, least + slack] : [least + slack, least];
          const place = { shape, stride, offset: from };
          const [call] = [Object.keys(CALLS)[random.below(7)]];
          judge(data, type, entries, place, to, random, [call]);
          if (isInArena) release(data);
          const tensor = { type, ...place, data };
          const [{ way, loop }] = /** @type {Any} */ (plan('Slice', [tensor, [0], [2 ** 40], [0]]).moves);
          ways.add(loop ?? way);
        }
    for (const way of ['loop', 'reverse', 'runs', 'staged']) assert.ok(ways.has(way), [...ways].join());
  });

  it('is right for strings, whose array may have strides too', () => {
    const random = new Random(5);
    for (const [shape, stride] of GEOMETRIES) {
      const { least, reach } = hullOf(shape, stride);
      for (let from = least; from < least + 4; ++from)
        for (let to = least; to < least + 4; ++to)
          for (const name of Object.keys(CALLS)) {
            const data = Array.from({ length: reach + 5 }, (_, k) => `${k}`);
            const place = { shape: [...shape], stride: [...stride], offset: from };
            const expected = data.slice();
            const written = placesOf({ ...place, offset: to });
            for (const [k, at] of placesOf(place).entries()) expected[written[k]] = data[at];
            const input = { type: 'string', ...place, data };
            CALLS[name](input, { ...input, offset: to });
            assert.deepEqual(data, expected, `${name} ${random.below(2)}`);
          }
    }
  });

  it('is right for packed elements at whole bytes', () => {
    const random = new Random(6);
    for (const [type, unit, bytes] of /** @type {const} */ ([
      ['u1', 8, 1],
      ['u2', 4, 1],
      ['i4', 2, 1],
      ['u3', 8, 3],
      ['u6', 4, 3],
    ]))
      for (let turn = 0; turn < 60; ++turn) {
        const step = random.between(1, 3);
        const rows = random.between(1, 5);
        const [from, to] = [random.below(6), random.below(6)];
        const data = new Uint8Array((rows * step + 6) * bytes);
        scribble(data, random);
        const reversed = random.chance(0.3);
        const sign = reversed ? -1 : 1;
        const place = (/** @type {number} */ by, /** @type {number} */ size = unit) => ({
          shape: [rows, size],
          stride: [sign * step * size, 1],
          offset: (by + (reversed ? (rows - 1) * step : 0)) * size,
        });
        const expected = copyFirst(data, place(from, bytes), place(to, bytes), 1);
        const input = { type, ...place(from), data };
        const out = { type, ...place(to), data };
        if (random.chance(0.5)) assign(out, '...', input);
        else evaluate('Slice', [input, [0], [9], [1]], { domain: 'openvino', out });
        assert.deepEqual(data, expected, type);
      }
  });

  it('may keep axes that a slice narrows, steps along or drops', () => {
    const random = new Random(7);
    const dims = [5, 4, 6];
    const stride = [24, 6, 1];
    for (let turn = 0; turn < 400; ++turn) {
      const data = Int16Array.from({ length: 120 }, (_, k) => k);
      const cuts = dims.map((size) => {
        const step = [1, 2, -1][random.below(3)];
        const count = random.between(1, Math.ceil(size / 2));
        const room = size - (count - 1) * Math.abs(step);
        const at = () => random.below(room) + (step < 0 ? (count - 1) * -step : 0);
        return { step, count, from: at(), to: at() };
      });
      const text = (/** @type {'from' | 'to'} */ side) =>
        cuts
          .map(({ [side]: begin, step, count }) => {
            const end = begin + count * step;
            return `${begin}:${end < 0 ? '' : end}:${step}`;
          })
          .join();
      const place = (/** @type {'from' | 'to'} */ side) => ({
        shape: cuts.map(({ count }) => count),
        stride: cuts.map(({ step }, a) => step * stride[a]),
        offset: cuts.reduce((sum, cut, a) => sum + cut[side] * stride[a], 0),
      });
      const expected = copyFirst(data, place('from'), place('to'), 1);
      const tensor = { data, dims };
      if (random.chance(0.5)) assign(tensor, text('to'), slice(tensor, text('from'), { view: 'strided' }));
      else slice(tensor, text('from'), { out: { data, ...place('to') } });
      assert.deepEqual(data, expected, `${text('from')} to ${text('to')}`);
    }
  });
});
