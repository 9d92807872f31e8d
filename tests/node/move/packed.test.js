// Runs of packed elements through the public call: from every place in a group of 8, in rows of odd lengths and in strided
// rows, over many tiles, against elements picked one by one.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, plan, variadicSplit } from '../../../web/lib/index.js';
import { bitsOf, encode, entriesOf, hash, PACKED } from '../../support/elements.js';

/** @typedef {any} Any */

before(() => init());

const MIB = 2 ** 20;

/**
 * Elements from, from + 1, ... of each row, `run` of them, packed.
 * @param {string} type
 * @param {ArrayLike<number>} elements
 * @param {{ offset: number, rows: number, stride: number, run: number }} layout
 */
function pick(type, elements, { offset, rows, stride, run }) {
  const picked = new Uint32Array(rows * run);
  for (let i = 0, to = 0; i < rows; ++i) {
    for (let j = 0; j < run; ++j) picked[to++] = elements[offset + i * stride + j];
  }
  return encode(type, picked);
}

/** @param {number} count */
const elementsOf = (count) => Uint32Array.from({ length: count }, (_, k) => hash(k));

/** @param {Any} output @param {Uint8Array} expected @param {string} what */
function assertSame(output, expected, what) {
  assert.equal(output.length, expected.length, what);
  assert.ok(Buffer.compare(output, expected) === 0, `${what}: other bytes`);
}

/** A type per layout of bits, and all that share one. */
const KINDS = new Map([1, 2, 3, 4, 6].map((bits) => [bits, PACKED.filter((type) => bitsOf(type) === bits)]));

for (const [bits, types] of KINDS) {
  describe(`${types.join(', ')}: runs of packed elements`, () => {
    const [type] = types;

    it('come from columns at every place, out of rows of odd length', () => {
      for (const size of [9, 33, 1001, 2049]) {
        const rows = Math.ceil(300_000 / size) | 1;
        const elements = elementsOf(rows * size);
        const input = /** @type {Any} */ ({ type, dims: [rows, size], data: encode(type, elements) });
        for (let offset = 0; offset <= 8; ++offset) {
          const last = Math.min(offset >> 1, size - offset);
          const sizes = [offset, size - offset - last, last];
          let start = 0;
          variadicSplit(input, 1, sizes).forEach(({ data, dims }, i) => {
            const expected = pick(type, elements, { offset: start, rows, stride: size, run: sizes[i] });
            start += sizes[i];
            assert.deepEqual(dims, [rows, sizes[i]]);
            assertSame(data, expected, `${type} [${rows}, ${size}] from ${offset}, output ${i}`);
          });
        }
      }
    });

    it('come from strided inputs at every place, forwards and backwards', () => {
      const elements = elementsOf(400_000);
      const data = encode(type, elements);
      for (const [run, stride] of [
        [5, 9],
        [301, 1003],
        [1027, 2048],
        [3, 4001],
        [2000, 1],
        [140_001, 0],
      ]) {
        const rows = stride > 1 ? Math.floor(390_000 / stride) : 9;
        for (let offset = 0; offset <= 8; ++offset) {
          for (const back of stride > 1 ? [false, true] : [false]) {
            const first = back ? offset + (rows - 1) * stride : offset;
            const layout = { offset: first, rows, stride: back ? -stride : stride, run };
            const input = { type, data, shape: [rows, run], stride: [layout.stride, 1], offset: first };
            const [output] = variadicSplit(/** @type {Any} */ (input), 0, [rows]);
            assertSame(output.data, pick(type, elements, layout), `${type} ${JSON.stringify(layout)}`);
          }
        }
      }
    });

    it('fill outputs of several megabytes', () => {
      const count = Math.floor((3 * MIB * 8) / bits);
      const elements = elementsOf(count);
      const data = encode(type, elements);
      const [head, tail] = variadicSplit(/** @type {Any} */ ({ type, dims: [count], data }), 0, [5, -1]);
      assertSame(head.data, pick(type, elements, { offset: 0, rows: 1, stride: 0, run: 5 }), 'head');
      const rest = { offset: 5, rows: 1, stride: 0, run: count - 5 };
      assertSame(tail.data, pick(type, elements, rest), 'tail');
      const rows = Math.floor(count / 4001);
      const input = { type, data, shape: [rows, 3999], stride: [4001, 1], offset: 1 };
      const [output] = variadicSplit(/** @type {Any} */ (input), 0, [rows]);
      assert.ok(output.data.length > 2.9 * MIB);
      const layout = { offset: 1, rows, stride: 4001, run: 3999 };
      assertSame(output.data, pick(type, elements, layout), 'rows');
    });

    it('are written anew at every run, pad bits too', () => {
      const dims = [3, 701];
      const planned = plan('VariadicSplit', [/** @type {Any} */ ({ type, dims }), 1, [2, 699]]);
      const out = planned.outputs.map((each) => {
        const length = each.dims.reduce((n, size) => n * size);
        return new Uint8Array(entriesOf(type, length)).fill(0xff);
      });
      for (const seed of [0, 5000]) {
        const elements = elementsOf(seed + 3 * 701).subarray(seed);
        planned.run(/** @type {Any} */ ({ type, dims, data: encode(type, elements) }), { out });
        [2, 699].forEach((run, i) => {
          const layout = { offset: 2 * i, rows: 3, stride: 701, run };
          assertSame(out[i], pick(type, elements, layout), `output ${i}, elements from ${seed}`);
        });
      }
    });

    it('are the same in every type of so many bits', () => {
      const elements = elementsOf(5 * 999);
      const results = types.map((each) => {
        const input = { type: each, dims: [5, 999], data: encode(each, elements) };
        return variadicSplit(/** @type {Any} */ (input), 1, [3, 996]).map(({ data }) => data);
      });
      for (const result of results) assert.deepEqual(result, results[0]);
    });
  });
}

describe('packed elements in whole bytes', () => {
  /** The fewest elements that fill bytes of their own. @type {Record<string, number>} */
  const units = { u1: 8, u2: 4, u3: 8, u4: 2, u6: 4 };

  for (const [type, unit] of Object.entries(units)) {
    it(`are bytes, ${unit} of ${type} and more: moved as such, or views`, () => {
      const elements = elementsOf(64 * 4096);
      const data = encode(type, elements);
      const rows = /** @type {Any} */ ({ type, dims: [64, 4096], data });
      const planned = plan('VariadicSplit', [rows, 1, [unit, 4096 - unit]]);
      assert.doesNotMatch(planned.explain(), /packed element/);
      const [, columns] = planned.run(rows);
      const layout = { offset: unit, rows: 64, stride: 4096, run: 4096 - unit };
      assertSame(columns.data, pick(type, elements, layout), 'columns');

      const flat = /** @type {Any} */ ({ type, dims: [64 * 4096], data });
      const [, view, odd] = variadicSplit(flat, 0, [unit, 5 * unit, -1], { view: true });
      assert.equal(view.data.buffer, data.buffer);
      assertSame(
        view.data,
        pick(type, elements, { offset: unit, rows: 1, stride: 0, run: 5 * unit }),
        'view',
      );
      assert.equal(odd.data.buffer, data.buffer);
      const [, rest] = variadicSplit(flat, 0, [unit - 1, -1], { view: true });
      assert.notEqual(rest.data.buffer, data.buffer);
    });
  }
});
