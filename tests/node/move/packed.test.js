// Runs of packed elements through the public call: from every place in a group of 8, in rows of odd lengths and in strided
// rows, over many tiles.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, plan, variadicSplit } from 'microtome';
import { bitsOf, entriesOf, noise, PACKED } from '../../../docs/rules/elements.js';
import { differenceOf } from '../../random/places.js';

/** @typedef {any} Any */

before(() => init());

const MIB = 2 ** 20;

/**
 * Rows of `run` elements, `stride` apart.
 * @param {string} type
 * @param {Any} output
 * @param {Any} data
 * @param {{ offset: number, rows: number, stride: number, run: number }} layout
 * @param {string} what
 */
function check(type, output, data, { offset, rows, stride, run }, what) {
  const wrong = differenceOf(type, output, data, { shape: [rows, run], stride: [stride, 1], offset });
  assert.equal(wrong, '', `${what}, ${type}`);
}

/** A type per layout of bits; ways.test.js has all types. @type {[number, string][]} */
const KINDS = [1, 2, 3, 4, 6].map((bits) => [bits, PACKED.find((type) => bitsOf(type) === bits) ?? '']);

for (const [bits, type] of KINDS) {
  describe(`${type}: runs of packed elements`, () => {
    it('come from columns at every place, out of rows of odd length', () => {
      for (const size of [9, 33, 1001, 2049]) {
        const rows = Math.ceil(300_000 / size) | 1;
        const data = noise(type, rows * size);
        const input = /** @type {Any} */ ({ type, dims: [rows, size], data });
        for (let offset = 0; offset <= 8; ++offset) {
          const last = Math.min(offset >> 1, size - offset);
          const sizes = [offset, size - offset - last, last];
          let start = 0;
          variadicSplit(input, 1, sizes).forEach((output, i) => {
            const layout = { offset: start, rows, stride: size, run: sizes[i] };
            start += sizes[i];
            assert.deepEqual(output.dims, [rows, sizes[i]]);
            check(type, output.data, data, layout, `[${rows}, ${size}] from ${offset}, output ${i}`);
          });
        }
      }
    });

    it('come from strided inputs at every place, forwards and backwards', () => {
      const data = noise(type, 400_000);
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
            check(type, output.data, data, layout, JSON.stringify(layout));
          }
        }
      }
    });

    it('fill outputs of several megabytes', () => {
      const count = Math.floor((3 * MIB * 8) / bits);
      const data = noise(type, count);
      const [head, tail] = variadicSplit(/** @type {Any} */ ({ type, dims: [count], data }), 0, [5, -1]);
      check(type, head.data, data, { offset: 0, rows: 1, stride: 0, run: 5 }, 'head');
      const rest = { offset: 5, rows: 1, stride: 0, run: count - 5 };
      check(type, tail.data, data, rest, 'tail');
      const rows = Math.floor(count / 4001);
      const input = { type, data, shape: [rows, 3999], stride: [4001, 1], offset: 1 };
      const [output] = variadicSplit(/** @type {Any} */ (input), 0, [rows]);
      assert.ok(output.data.length > 2.9 * MIB);
      const layout = { offset: 1, rows, stride: 4001, run: 3999 };
      check(type, output.data, data, layout, 'rows');
    });

    it('are written again at every run, pad bits too', () => {
      const dims = [3, 701];
      const planned = plan('VariadicSplit', [/** @type {Any} */ ({ type, dims }), 1, [2, 699]]);
      const out = planned.outputs.map((each) => {
        const length = each.dims.reduce((n, size) => n * size);
        return new Uint8Array(entriesOf(type, length)).fill(0xff);
      });
      const data = noise(type, 3 * 701);
      for (const run of [1, 2]) {
        planned.run(/** @type {Any} */ ({ type, dims, data }), { out });
        for (const [i, size] of [2, 699].entries()) {
          const layout = { offset: 2 * i, rows: 3, stride: 701, run: size };
          check(type, out[i], data, layout, `output ${i}, run ${run}`);
        }
        data.reverse();
      }
    });
  });
}

describe('packed elements in whole bytes', () => {
  /** The fewest elements that fill bytes of their own. @type {Record<string, number>} */
  const units = { u1: 8, u2: 4, u3: 8, u4: 2, u6: 4 };

  for (const [type, unit] of Object.entries(units)) {
    it(`are bytes, ${unit} of ${type} and more: moved as such, or views`, () => {
      const data = noise(type, 64 * 4096);
      const rows = /** @type {Any} */ ({ type, dims: [64, 4096], data });
      const planned = plan('VariadicSplit', [rows, 1, [unit, 4096 - unit]]);
      assert.doesNotMatch(planned.explain(), /packed element/);
      const [, columns] = planned.run(rows);
      const layout = { offset: unit, rows: 64, stride: 4096, run: 4096 - unit };
      check(type, columns.data, data, layout, 'columns');

      const flat = /** @type {Any} */ ({ type, dims: [64 * 4096], data });
      const [, view, odd] = variadicSplit(flat, 0, [unit, 5 * unit, -1], { view: true });
      assert.equal(view.data.buffer, data.buffer);
      check(type, view.data, data, { offset: unit, rows: 1, stride: 0, run: 5 * unit }, 'view');
      assert.equal(odd.data.buffer, data.buffer);
      const [, rest] = variadicSplit(flat, 0, [unit - 1, -1], { view: true });
      assert.notEqual(rest.data.buffer, data.buffer);
    });
  }
});
