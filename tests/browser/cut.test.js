// The form: the numbers on the page are those of the operators' documents, whatever is typed, and mistakes are told where they are.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { CUTS, MISTAKES } from './cuts.js';
import { openPage, serveBuilt, useSite } from './page.js';
import { choose, expectOutput, fill, readMistakes, readResult, unfold, upTo } from './reading.js';

/** @import { Page } from 'playwright-core' */
/** @import { Expected } from './reading.js' */

describe('the form', () => {
  const place = useSite(() => serveBuilt());
  /** @type {Page} */ let page;
  /** @type {string[]} */ let complaints;

  before(async () => {
    ({ page, complaints } = await openPage(place.browser, place.site.url));
  });

  it('begins with a slice backwards', async () => {
    assert.match((await page.locator('h2').first().textContent()) ?? '', /JavaScript library .* NumPy, ONNX/);
    const { input, outputs, how, said } = await readResult(page);
    assert.deepEqual(
      input.map(({ value }) => value),
      upTo(24),
    );
    assert.deepEqual(outputs.map(pick), [
      expectOutput(
        [4, 6],
        [
          [3, 2, 1, 0],
          [1, 2, 3, 4],
        ],
      ),
    ]);
    assert.match(how, /^Slice-13 cuts float32 \[4, 6\] into 1 output/);
    assert.equal(said, 'Takes all of axis 0 backwards, and indices 1 to 4 of axis 1.');
  });

  for (const { title, operator, version, values, size, outputs: expected } of CUTS) {
    it(`cuts: ${title}`, async () => {
      await choose(page, operator, version);
      await fill(page, values);
      const { input, outputs, stale } = await readResult(page);
      assert.equal(stale, false);
      assert.deepEqual(outputs.map(pick), expected);
      assert.deepEqual(
        input.map(({ value }) => value),
        upTo(size),
      );
      const owners = new Map(expected.flatMap(({ values }, i) => values.map((value) => [value, i])));
      for (const { value, label, fill: colour } of input) {
        const owner = owners.get(value);
        const isNumbered = owner !== undefined && outputs.length > 1;
        assert.equal(label, isNumbered ? String(owner) : '', `cell ${value}`);
        const shown = outputs.map(({ swatch }) => swatch);
        if (owner === undefined) assert.ok(!shown.includes(colour), `cell ${value} is grey`);
        else assert.equal(colour, shown[owner], `cell ${value}`);
      }
      for (const { fills, swatch } of outputs) assert.ok(fills.every((colour) => colour === swatch));
      assert.equal(new Set(outputs.map(({ swatch }) => swatch)).size, outputs.length);
    });
  }

  it('offers all 12 versions, and what it begins with suits each', async () => {
    const seen = [];
    for (const operator of ['Slice', 'Split', 'SplitToSequence', 'VariadicSplit']) {
      await choose(page, operator);
      if (operator === 'Slice') await fill(page, { slice: '1:3, 1:5' }); // Slice-1 has no steps
      for (const version of await page.locator('#cut-version option').allTextContents()) {
        await page.getByLabel('version', { exact: true }).selectOption(version);
        const { how, stale } = await readResult(page);
        assert.equal(stale, false);
        seen.push(how.split(' ')[0]);
      }
    }
    assert.deepEqual(seen, [
      ...['Slice-1', 'Slice-10', 'Slice-11', 'Slice-13'],
      ...['Split-1', 'Split-2', 'Split-11', 'Split-13', 'Split-18'],
      ...['SplitToSequence-11', 'SplitToSequence-24', 'VariadicSplit-1'],
    ]);
  });

  for (const { field, operator, values, message } of MISTAKES) {
    it(`explains a mistake beside ${field}, and keeps the last good result`, async () => {
      await choose(page, operator);
      await unfold(page);
      const form = page.locator('#cut-form');
      const good = await readResult(page);
      const height = (await form.boundingBox())?.height;
      const { [field]: last, ...rest } = values;
      await fill(page, { ...rest, [field]: last });
      const now = await readResult(page);
      assert.equal(now.stale, field !== 'values', 'what is pasted in vain changes nothing');
      assert.deepEqual(now.outputs.map(pick), good.outputs.map(pick));
      assert.deepEqual(await readMistakes(page), [{ field, message, live: 'polite' }]);
      assert.equal((await form.boundingBox())?.height, height, 'nothing moves');
      await fill(page, { [field]: '' });
    });
  }

  for (const { typed, field, message } of [
    { typed: { dims: '4' }, field: 'dims', message: "'::-1, 1:5' names axis 1 but the data has rank 1" },
    { typed: { starts: '1, 2' }, field: 'starts', message: 'ends: length 1 but starts has length 2' },
  ])
    it(`explains a mistake of two fields where somebody types: ${field}`, async () => {
      await choose(page, 'Slice');
      if (field === 'starts') await fill(page, { slice: '1:' });
      const says = page.locator(`#cut-${field}-says`);
      assert.notEqual(await says.textContent(), '');
      await fill(page, typed);
      assert.deepEqual(await readMistakes(page), [{ field, message, live: 'polite' }]);
      assert.equal(await says.textContent(), '', 'what it explained is gone');
    });

  it("takes everything without a slice, and NumPy's own notation", async () => {
    await choose(page, 'Slice');
    await fill(page, { slice: '' });
    assert.deepEqual(await readMistakes(page), []);
    assert.equal(await page.locator('#cut-s-says').textContent(), '');
    assert.equal((await readResult(page)).said, 'Takes everything, unchanged.');
    await fill(page, { slice: 'x[1:3, ::2]' });
    const { outputs, stale } = await readResult(page);
    assert.deepEqual([outputs[0].shape, stale], ['[2, 3]', false]);
    assert.equal(await page.locator('#cut-starts').inputValue(), '1, 0');
  });

  it("keeps NumPy's notation and the parameters in step", async () => {
    await choose(page, 'Slice');
    const form = page.locator('#view-cut');
    const field = (/** @type {string} */ name) => form.getByLabel(name, { exact: true });
    await fill(page, { slice: '::-2, 1' });
    assert.equal(await field('starts').inputValue(), '3, 1');
    assert.equal(await field('ends').inputValue(), '-2147483648, 2');
    assert.equal(await field('steps').inputValue(), '-2, 1');
    assert.deepEqual(
      (await readResult(page)).outputs.map(({ shape }) => shape),
      ['[2]'],
      'the index drops its axis',
    );
    await fill(page, { steps: '-1, 1' });
    assert.equal(await field('slice').inputValue(), '::-1, 1:2');
    assert.deepEqual(
      (await readResult(page)).outputs.map(({ shape }) => shape),
      ['[4, 1]'],
      "ONNX's keeps it",
    );
  });

  it('takes integers of 64 bits, and the words for them', async () => {
    await choose(page, 'Slice');
    await fill(page, {
      dims: '5',
      axes: '',
      starts: 'INT64_MAX',
      ends: '-9223372036854775808',
      steps: '-2',
    });
    assert.deepEqual((await readResult(page)).outputs.map(pick), [expectOutput([5], [[4, 2, 0]])]);
  });

  it('has not complained', () => assert.deepEqual(complaints, []));
});

/** @param {Expected} output */
function pick({ shape, values }) {
  return { shape, values };
}
