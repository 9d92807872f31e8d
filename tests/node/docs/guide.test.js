// The guide's table of NumPy, PyTorch, einops and ONNX: each link opens the playground at the call that it names.
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
const LINK = /\| \[`([^`]+)`\]\(\.\.\/web\/playground\/index\.html#([^)]+)\) \|$/;

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

describe("the guide's table", () => {
  it('is there, and says which tensors it means', () => {
    assert.ok(ROWS.length >= 20, `${ROWS.length}`);
    assert.deepEqual(Object.keys(TENSORS).sort(), ['batch', 'deep', 'hidden', 'image', 'u', 'x', 'y']);
  });

  it('has what people look for', () => {
    for (const words of [
      '`x[:, -1]`',
      '`np.stack(',
      '.permute(',
      '.reshape(',
      '`np.repeat(',
      '`F.unfold(',
      'SpaceToDepth',
    ])
      assert.ok(
        ROWS.some((row) => row.includes(words)),
        words,
      );
  });

  for (const row of ROWS) {
    const [, code, hash] = LINK.exec(row) ?? [];
    it(`${code} opens as what it says`, () => {
      assert.ok(code, row);
      const names = Object.keys(TENSORS);
      const call = new Function('library', ...names, `with (library) return ${code}`);
      const ours = [call(library, ...Object.values(TENSORS))].flat();
      const tensors = names.filter((name) =>
        new RegExp(`\\b${name}\\b(?!')`).test(code.replace(/'[^']*'/g, '')),
      );
      const opened = openHash(hash);
      assert.deepEqual(opened.complaints, []);
      assert.deepEqual(opened.run(tensors.map((name) => TENSORS[name])), ours);
    });
  }
});
