// Lists: elements of every storage at listed positions, with gaps, into any place; and what `set` and kernels copy of long runs. `set` is
// watched from before the library is loaded.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { bitsOf, entriesOf, PACKED, packedAt, zeroOf } from '../../../docs/rules/elements.js';
import { Random } from '../../random/random.js';

/** @typedef {any} Any */

const { prototype } = Object.getPrototypeOf(Uint8Array);
const { set } = prototype;
let copied = 0;
prototype.set = function (/** @type {Any} */ from, /** @type {number} */ at) {
  copied += from.byteLength;
  return set.call(this, from, at);
};
const { assign, evaluate, gather, init, plan } = await import('microtome');

before(() => init());

const FAR = 2 ** 31;
const options = /** @type {const} */ ({ domain: 'openvino' });

/** @param {Random} random @param {number} length */
const bytes = (random, length) => Uint8Array.from({ length }, () => random.below(256));

/** Rows of `run` elements, of which some are gaps, at a stride in an array that has other elements. */
function checkRows(/** @type {Any} */ type, /** @type {number} */ run, /** @type {number} */ seed) {
  const random = new Random(seed);
  const [rows, picked] = [9, 6];
  const data = bytes(random, entriesOf(type, rows * run));
  const list = Array.from({ length: picked }, () => random.below(rows + 2)); // the last two are outside the axis
  const stride = run + random.below(9);
  const offset = random.below(17);
  const out = bytes(random, entriesOf(type, offset + picked * stride));
  const old = out.slice();
  gather({ type, dims: [rows, run], data }, list, {}, { ...options, out: { data: out, stride: [stride, 1], offset } });
  const bits = bitsOf(type);
  for (let i = 0; i < Math.floor((out.length * 8) / bits); ++i) {
    const [k, j] = [Math.floor((i - offset) / stride), (i - offset) % stride];
    const isIn = i >= offset && k < picked && j < run;
    const wanted = !isIn ? packedAt(bits, old, i) : list[k] < rows ? packedAt(bits, data, list[k] * run + j) : zeroOf(type);
    assert.equal(packedAt(bits, out, i), wanted, `${type}, seed ${seed}: ${picked} rows of ${run}, element ${i}`);
  }
} // biome-ignore format: a table

describe('packed elements', () => {
  for (const type of PACKED)
    it(`${type}: rows of any length, at any bit, and the elements beside them`, () => {
      for (let seed = 0; seed < 60; ++seed) checkRows(type, 1 + (seed % 40), seed);
      for (let seed = 0; seed < 12; ++seed) checkRows(type, [700, 4099, 8192, 9001][seed % 4] + seed, seed);
    });

  it('in many rows, of which blocks are shifted at once', () => {
    for (const type of PACKED) {
      const random = new Random(3);
      const [rows, run, picked] = [40, 1501, 400];
      const data = bytes(random, entriesOf(type, rows * run));
      const list = Array.from({ length: picked }, () => random.below(rows + 1)); // the last one is outside the axis
      const { data: got } = gather(
        { type: /** @type {Any} */ (type), dims: [rows, run], data },
        list,
        {},
        options,
      );
      const bits = bitsOf(type);
      list.forEach((row, k) => {
        for (let j = 0; j < run; ++j)
          if (
            packedAt(bits, got, k * run + j) !==
            (row < rows ? packedAt(bits, data, row * run + j) : zeroOf(type))
          )
            assert.fail(`${type}: row ${k}, element ${j}`);
      });
    }
  });

  it('in columns, of few rows and of many', () => {
    for (const type of PACKED)
      for (const rows of [3, 300]) {
        const random = new Random(rows);
        const [columns, run, picked] = [7, 3, 5];
        const data = bytes(random, entriesOf(type, rows * columns * run));
        const list = Array.from({ length: picked }, () => random.below(columns + 1));
        const x = { type: /** @type {Any} */ (type), dims: [rows, columns, run], data };
        const { data: got } = gather(x, list, { axis: 1 }, options);
        const bits = bitsOf(type);
        for (let i = 0; i < rows * picked * run; ++i) {
          const [r, k, j] = [Math.floor(i / run / picked), Math.floor(i / run) % picked, i % run];
          const wanted =
            list[k] < columns ? packedAt(bits, data, (r * columns + list[k]) * run + j) : zeroOf(type);
          assert.equal(packedAt(bits, got, i), wanted, `${type}: row ${r}, position ${k}, element ${j}`);
        }
      }
  });

  it('written at listed positions, in the order of the list', () => {
    const shapes = [
      { dims: [40, 1501], axis: 0, distinct: 30 }, // blocks of rows are shifted at once
      { dims: [40, 1501], axis: 0, distinct: 40, repeats: 60 },
      { dims: [9, 36_001], axis: 0, distinct: 5 }, // each row is shifted by itself
      { dims: [9, 36_001], axis: 0, distinct: 4, repeats: 3 },
      { dims: [3, 7, 3], axis: 1, distinct: 5, repeats: 4 },
      { dims: [300, 7, 3], axis: 1, distinct: 5, repeats: 4 },
      { dims: [2, 300, 9], axis: 2, distinct: 7, repeats: 3 },
    ];
    for (const type of PACKED)
      for (const { dims, axis, distinct, repeats = 0 } of shapes) {
        const bits = bitsOf(type);
        const random = new Random(distinct + repeats);
        const list = Array.from({ length: dims[axis] }, (_, i) => i);
        for (let i = 0; i < distinct; ++i) {
          const j = i + random.below(list.length - i);
          [list[i], list[j]] = [list[j], list[i]];
        }
        list.length = distinct;
        for (let i = 0; i < repeats; ++i) list.push(random.pick(list));
        const [rows, run] = [dims.slice(0, axis), dims.slice(axis + 1)].map((sizes) => sizes.reduce((a, b) => a * b, 1));
        const of = dims.with(axis, list.length);
        const [data, own] = [dims, of].map((sizes) => bytes(random, entriesOf(type, sizes.reduce((a, b) => a * b, 1))));
        const wanted = Array.from({ length: rows * dims[axis] * run }, (_, i) => packedAt(bits, data, i));
        for (let k = 0; k < rows * list.length * run; ++k) {
          const [r, i, j] = [Math.floor(k / run / list.length), Math.floor(k / run) % list.length, k % run];
          wanted[(r * dims[axis] + list[i]) * run + j] = packedAt(bits, own, k);
        }
        const named = /** @type {Any} */ (type);
        assign({ type: named, dims, data }, { indices: list, axis }, { type: named, dims: of, data: own });
        wanted.forEach((each, i) => {
          if (packedAt(bits, data, i) !== each) assert.fail(`${type} [${dims}], ${list.length} positions: element ${i}`);
        });
      }
  }); // biome-ignore format: long names

  it('in long rows are copied by `set` and kernels, whatever bit they begin at', () => {
    for (const type of PACKED) {
      const [rows, run] = [50, 12_001];
      const data = new Uint8Array(entriesOf(type, rows * run));
      copied = 0;
      const { data: made } = gather({ type: /** @type {Any} */ (type), dims: [rows, run], data }, [7, 3, 3, 40], {}, options);
      assert.ok(copied >= made.length - 50, `${type}: ${copied} of ${made.length}`);
    }
  }); // biome-ignore format: short enough
});

describe('arrays beyond 2^31', () => {
  /** Of which only what is touched takes memory. @param {number} length */
  const far = (length) => new Uint8Array(length).fill(0x5a, FAR - 40, FAR + 40).fill(0x3c, 0, 40);

  it('have the gaps of small ones', () => {
    const data = far(FAR + 64);
    const rows = [[FAR + 5, FAR - 3], [FAR + 5, 5, FAR + 1], [FAR + 6, 2 * FAR, 2, FAR]]; // biome-ignore format: short
    for (const type of /** @type {const} */ (['nf4', 'i4', 'uint8']))
      for (const list of rows)
        for (const run of [2, 1]) {
          const size = (data.length * 8) / bitsOf(type) / run;
          const input = { type, dims: [size, run], data };
          const indices = [size, ...list, size + 1]; // gaps at both ends
          const { data: got } = gather(input, indices, {}, options);
          const read = (/** @type {Uint8Array} */ from, /** @type {number} */ i) =>
            bitsOf(type) === 8 ? from[i] : packedAt(4, from.subarray(Math.floor(i / 2)), i % 2); // for 32-bit integers
          indices.forEach((index, k) => {
            for (let j = 0; j < run; ++j)
              assert.equal(
                read(got, k * run + j),
                index < size ? read(data, index * run + j) : zeroOf(type),
                `${type} [${input.dims}], ${k}`,
              );
          });
        }
  });

  it('have packed columns on both sides of 2^31', () => {
    const data = far(FAR + 64);
    for (const bits of /** @type {const} */ ([1, 4])) {
      const type = `u${bits}`;
      const rows = 41;
      const columns = Math.floor((data.length * 8) / bits / rows);
      const x = { type: /** @type {Any} */ (type), dims: [rows, columns], data };
      const read = (/** @type {number} */ i) => {
        const begin = Math.floor((i * bits) / 8);
        return packedAt(bits, data.subarray(begin), i - (begin * 8) / bits); // for 32-bit integers
      };
      const list = [columns - 1, 0, 40, 3]; // the last row has bytes beyond 2^31
      const random = new Random(bits);
      for (let r = 0; r < rows; ++r)
        for (const k of list) data[Math.floor(((r * columns + k) * bits) / 8)] = random.below(256);
      const { data: got } = gather(x, list, { axis: 1 }, options);
      for (let i = 0; i < rows * list.length; ++i)
        assert.equal(
          packedAt(bits, got, i),
          read(Math.floor(i / list.length) * columns + list[i % list.length]),
          `${type}, ${i}`,
        );
      for (const step of [1, -1]) {
        const [begin, end] = step > 0 ? [0, rows] : [-1, -rows - 1];
        const lists = [
          [begin, columns - 1],
          [end, columns],
          [step, 1],
          [0, 1],
        ];
        const [{ data: line }] = [evaluate('Slice', [x, ...lists], options)].flat();
        for (let i = 0; i < rows; ++i)
          assert.equal(
            packedAt(bits, line, i),
            read((step > 0 ? i : rows - 1 - i) * columns + columns - 1),
            `${type}, row ${i}, ${step}`,
          );
      }
    }
  });

  it('are written at listed positions on both sides of 2^31', () => {
    const data = new Uint8Array(FAR + 66);
    for (const type of /** @type {const} */ (['uint8', 'u4']))
      for (const run of [1, 3, 6]) {
        data.fill(0x5a, 0, 64).fill(0x3c, FAR - 64);
        const per = 8 / bitsOf(type);
        const size = Math.floor((data.length * per) / run);
        const near = Math.floor((FAR * per) / run);
        const random = new Random(run);
        const list = Array.from({ length: 40 }, () => random.pick([0, near - 2]) + random.below(9)); // many replace others
        list.splice(random.below(40), 0, near + 2);
        const own = bytes(random, entriesOf(type, list.length * run));
        const read = (/** @type {Uint8Array} */ from, /** @type {number} */ i) =>
          per === 1 ? from[i] : packedAt(4, from.subarray(Math.floor(i / 2)), i % 2); // for 32-bit integers
        assign({ type, dims: [size, run], data: data.subarray(0, Math.floor((size * run + per - 1) / per)) }, { indices: list }, { type, dims: [list.length, run], data: own });
        list.forEach((row, k) => {
          const last = list.lastIndexOf(row);
          for (let j = 0; j < run; ++j)
            assert.equal(read(data, row * run + j), read(own, last * run + j), `${type}, runs of ${run}, ${k}`);
        });
        assert.equal(read(data, (near + 7) * run), read(Uint8Array.of(0x3c), per === 1 ? 0 : ((near + 7) * run) % 2), 'beside them');
      }
  }); // biome-ignore format: long names

  it('are copied by `set` in long runs', () => {
    const run = 2 ** 16 + 1; // bytes that are no words of 32 bits
    const data = far(32769 * run);
    const input = { dims: [data.length / run, run], data };
    const list = [3, 32767, 0, 32768, 5];
    const bound = plan('Gather', [input, list]).bind(input);
    copied = 0;
    for (const { data: got } of [gather(input, list), bound()[0]])
      list.forEach((row, k) => {
        const [begin, own] = [row * run, got.subarray(k * run, (k + 1) * run)];
        assert.equal(Buffer.compare(own, data.subarray(begin, begin + run)), 0, `row ${row}`);
      });
    assert.equal(copied, 2 * list.length * run);
  });

  it('are copied word by word in short runs', () => {
    const data = far(FAR + 66);
    for (const run of [1, 3, 6]) {
      const input = { dims: [Math.floor(data.length / run), run], data: data.subarray(0, data.length - (data.length % run)) };
      const near = FAR / run;
      const list = [0, near + 2, near - 2, 4, near + 9].map(Math.floor);
      const { data: got } = gather(input, list);
      const wanted = list.flatMap((row) => [...data.subarray(row * run, (row + 1) * run)]);
      assert.deepEqual([...got], wanted);
    }
  }); // biome-ignore format: short enough
});
