// docs/recipes.md as a page: short recipes, every one of them executed somewhere. What needs neither a package nor a page is
// executed here.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init } from '../../../web/lib/index.js';
import { PAGE_RECIPES } from '../../browser/recipes.js';
import { BLOCKS, PAGE, programsOf } from '../../recipes/page.js';
import { RECIPES } from '../../recipes/recipes.js';
import { runSample } from '../../support/samples.js';

const MOST_LINES = 10;
const HERE = ['Strided data'];

before(() => init());

describe(PAGE, () => {
  for (const { heading, file, line, code } of BLOCKS) {
    it(`${heading}, line ${line}: has at most ${MOST_LINES} lines of code${file ? `, in ${file}` : ''}`, () => {
      const lines = code.split('\n').filter((each) => each.trim() !== '');
      assert.ok(lines.length <= MOST_LINES, `${lines.length} lines`);
    });
  }

  it('has no recipe that is not executed, and all that are', () => {
    const executed = [...HERE, ...[...RECIPES, ...PAGE_RECIPES].map(({ heading }) => heading)];
    assert.deepEqual(
      [...new Set(executed)].sort(),
      [...new Set(BLOCKS.map(({ heading }) => heading))].sort(),
    );
  });
});

describe('the recipe', () => {
  it('Strided data', async () => {
    const yolo = { dims: [1, 84, 8400], data: Float32Array.from({ length: 84 * 8400 }, (_, k) => k) };
    const planes = Uint8Array.from({ length: 3 * 24 * 32 }, (_, k) => k * 7);
    Object.assign(globalThis, { yolo, planes });
    const [{ code }] = programsOf('Strided data');
    const { made } = await runSample('recipe_strided', code, ['perBox', 'interleaved']);
    const { perBox, interleaved } = made;
    assert.deepEqual(
      [perBox.dims, interleaved.dims],
      [
        [8400, 80],
        [24, 32, 3],
      ],
    );
    const scores = Float32Array.from({ length: 8400 * 80 }, (_, k) => {
      const [box, score] = [Math.floor(k / 80), k % 80];
      return yolo.data[(4 + score) * 8400 + box];
    });
    assert.deepEqual(perBox.data, scores);
    assert.deepEqual(
      interleaved.data,
      Uint8Array.from({ length: planes.length }, (_, k) => planes[(k % 3) * 768 + Math.floor(k / 3)]),
    );
  });
});
