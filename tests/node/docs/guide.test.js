// The guide's table of NumPy, PyTorch, einops and ONNX: each link opens the playground at the call that it names. Calls that the
// playground does not show give what is said here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';
import * as library from '../../../web/lib/index.ts';
import { openHash } from '../../support/playground.js';

await library.init();

const GUIDE = readFileSync(inRoot('docs/guide.md'), 'utf8');
const [, SECTION] = /^### The same in other libraries\n([\s\S]*?)^### /m.exec(GUIDE) ?? [];
const ROWS = SECTION.split('\n').filter((line) => line.startsWith('| ') && !/^\| (---|NumPy)/.test(line));
const CALL = /\| `([^`]+)` \|$/;
const LINK = /\| `([^`]+)` <!-- open: (\S+) --> \|$/;

/** The tensors of the table, by name, as the sentence above it describes them. */
const TENSORS = Object.fromEntries(
  [...SECTION.matchAll(/`(\w+)`(?: and `(\w+)`)?(?: have dims)?\s`\[([\d, ]+)\]`/g)].flatMap(
    ([, name, second, dims]) => [name, second].filter(Boolean).map((each) => [each, toTensor(dims, each)]),
  ),
);

/** @param {string} dims @param {string} name */
function toTensor(dims, name) {
  const sizes = dims.split(',').map(Number);
  const length = sizes.reduce((a, b) => a * b);
  return {
    type: 'float32',
    dims: sizes,
    data: Float32Array.from({ length }, (_, k) => k + 1000 * name.charCodeAt(0)),
  };
}

/** The masks of the table. @type {{ mask: boolean[], pixels: boolean[] }} */
const MASKS = {
  mask: JSON.parse(/`mask` is `([^`]+)`/.exec(SECTION)?.[1] ?? '[]'),
  pixels: Array.from({ length: 24 }, (_, k) => k % 5 === 1),
};

/** Of all calls that the playground does not show, and some others: dims, and which element of x [4, 6] each one is, or of u [2, 6], from 100 on; null: 0. @type {Record<string, [number[], (index: number[]) => number | null]>} */
const GIVES = {
  'gather(x, [0, 2])': [[2, 6], ([i, j]) => 12 * i + j],
  'gather(x, [2, 0], { axis: 1 })': [[4, 2], ([i, j]) => 6 * i + [2, 0][j]],
  'pad(x, [[1, 1], [0, 2]])': [[6, 8], ([i, j]) => (i < 1 || i > 4 || j > 5 ? null : 6 * (i - 1) + j)],
  "pad(x, [2, 2], { axes: [1], mode: 'reflect' })": [
    [4, 10],
    ([i, j]) => 6 * i + [2, 1, 0, 1, 2, 3, 4, 5, 4, 3][j],
  ],
  "pad(x, [1, -1], { axes: [1], mode: 'wrap' })": [[4, 6], ([i, j]) => 6 * i + ((j + 5) % 6)],
  "assign(x, '...', 0)": [[4, 6], () => null],
  'compress(x, mask, { axis: 0 })': [[2, 6], ([i, j]) => 12 * i + j],
  'compress(x, Uint8Array.from(pixels))': [[5], ([i]) => 5 * i + 1],
  'assign(x, { indices: [3, 0] }, u)': [[4, 6], ([i, j]) => [106, 6, 12, 100][i] + j],
  'assign(x, { condition: mask, axis: 0 }, u)': [[4, 6], ([i, j]) => [100, 6, 106, 18][i] + j],
  'assign(x, { condition: Uint8Array.from(pixels) }, 0)': [
    [4, 6],
    ([i, j]) => ((6 * i + j) % 5 === 1 ? null : 6 * i + j),
  ],
  'scatterUpdate(x, [3, 0], u)': [[4, 6], ([i, j]) => [106, 6, 12, 100][i] + j],
};

describe("the guide's table", () => {
  it('is there, and says which tensors it means', () => {
    assert.ok(ROWS.length >= 20, `${ROWS.length}`);
    assert.deepEqual(Object.keys(TENSORS).sort(), ['batch', 'deep', 'hidden', 'image', 'u', 'x', 'y']);
  });

  it('says what calls give that the playground does not show', () => {
    const codes = ROWS.map((row) => (LINK.exec(row) ?? CALL.exec(row))?.[1]);
    const unlinked = ROWS.filter((row) => !LINK.test(row)).map((row) => `${CALL.exec(row)?.[1]}`);
    assert.deepEqual(
      unlinked.filter((code) => !(code in GIVES)),
      [],
    );
    assert.deepEqual(
      Object.keys(GIVES).filter((code) => !codes.includes(code)),
      [],
    );
  });

  for (const [code, [dims, elementAt]] of Object.entries(GIVES))
    it(`${code} gives what it says`, () => {
      const x = { ...TENSORS.x, data: TENSORS.x.data.slice() };
      const named = { ...TENSORS, ...MASKS, x };
      const body = `with (library) return ${code}`;
      const given = new Function('library', ...Object.keys(named), body)(library, ...Object.values(named));
      assert.deepEqual([...given.dims], dims);
      const [rows, columns] = dims;
      const indices = Array.from({ length: rows * (columns ?? 1) }, (_, k) =>
        columns === undefined ? [k] : [Math.floor(k / columns), k % columns],
      );
      const valueAt = (/** @type {number} */ place) =>
        place < 100 ? TENSORS.x.data[place] : TENSORS.u.data[place - 100];
      assert.deepEqual(
        [...given.data],
        indices.map(elementAt).map((place) => (place === null ? 0 : valueAt(place))),
      );
    });

  for (const row of ROWS.filter((each) => LINK.test(each))) {
    const [, code, hash] = LINK.exec(row) ?? [];
    it(`${code} opens as what it says`, () => {
      assert.ok(code, row);
      const names = Object.keys(TENSORS);
      const named = { ...TENSORS, ...MASKS };
      const call = new Function('library', ...Object.keys(named), `with (library) return ${code}`);
      const ours = [call(library, ...Object.values(named))].flat();
      const tensors = names.filter((name) =>
        new RegExp(`\\b${name}\\b(?!')`).test(code.replace(/'[^']*'/g, '')),
      );
      const opened = openHash(hash);
      assert.deepEqual(opened.complaints, []);
      assert.deepEqual(opened.run(tensors.map((name) => TENSORS[name])), ours);
    });
  }
});
