// Joins on the page: drawn like the cuts, and edited in their inputs.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { usePage } from '../page.js';
import { choose, fill, hashOf, inspector, lit, readMistakes, readResult } from '../reading.js';

/** @import { Page } from 'playwright-core' */

describe('a join', () => {
  const place = usePage();
  const { show } = place;
  /** @type {Page} */ let page;

  before(() => {
    ({ page } = place);
  });

  /** Values of the output, which is the whole. */
  const output = async () => (await readResult(page)).input.map(({ value }) => value);

  it('is chosen like a cut, and shows its inputs first', async () => {
    await choose(page, 'Concat');
    const { outputs, said } = await readResult(page);
    assert.equal(said, 'Joins 3 tensors along axis 1, which gets size 7.');
    assert.deepEqual(
      outputs.map(({ shape }) => shape),
      ['[3, 2]', '[3, 4]', '[3, 1]'],
    );
    assert.deepEqual(
      await output(),
      [0, 1, 6, 7, 8, 9, 18, 2, 3, 10, 11, 12, 13, 19, 4, 5, 14, 15, 16, 17, 20],
    );
    assert.deepEqual(await page.locator('.io h2').allTextContents(), ['Inputs', 'Output float32 [3, 7]']);
  });

  it('lights up twins, with the arithmetic between them', async () => {
    await show('#op=TensorScatter&opset=24&dims=1,5,2;1,3,2&write_indices=3&axis=1&mode=circular');
    assert.equal(await page.locator('.io h2').first().textContent(), 'Inputs');
    const [base, update] = [0, 1].map((i) => page.locator('.io .part').nth(i).locator('.cell'));
    await update.nth(4).hover();
    assert.deepEqual(await lit(page), [['14'], ['14']]);
    assert.equal(await inspector(page), 'output[0, 0, 0]←update[0, 2, 0]= 14axis 1: 0 = 3 + 2 - 5');
    await base.nth(0).hover();
    assert.deepEqual(await lit(page), [[], ['0']]);
    assert.equal(await inspector(page), 'past_cache[0, 0, 0] holds 0 and is overwritten');
    await base.nth(4).hover();
    assert.deepEqual(await lit(page), [['4'], ['4']]);
    assert.equal(await inspector(page), 'output[0, 2, 0]←past_cache[0, 2, 0]= 4axis 1: 2 is not written');
    assert.equal(await base.nth(0).getAttribute('aria-label'), '[0, 0, 0]: 0, overwritten');
  });

  it('takes values that are typed into its inputs', async () => {
    await show('#op=Concat&opset=13&dims=1,2;1,1&axis=1');
    await page.locator('.io .part').nth(1).locator('.cell').dblclick();
    await page.keyboard.type('77');
    await page.keyboard.press('Enter');
    assert.deepEqual(await output(), [0, 1, 77]);
    assert.equal(await hashOf(page), '#op=Concat&opset=13&dims=1,2;1,1&axis=1&data=0,1,77');
  });

  it('follows what is typed, and says what is wrong beside the dims', async () => {
    await fill(page, { dims: '2, 2; 2, 1; 2, 0' });
    assert.deepEqual(await output(), [0, 1, 4, 2, 3, 5]);
    await fill(page, { dims: '2, 2; 3, 1' });
    const [{ field, message }] = await readMistakes(page);
    assert.equal(field, 'dims');
    assert.match(message ?? '', /tensor 1 has size 3 on axis 0 but tensor 0 has size 2/);
  });

  it('is drawn on canvases where it is large', async () => {
    await show('#op=TensorScatter&opset=24&dims=2,40,16;2,3,16&write_indices=5,30&axis=1');
    await page.locator('.part canvas').first().waitFor();
    const viewport = page.locator('.whole .viewport');
    await viewport.focus();
    await page.keyboard.press('PageDown');
    assert.match(await inspector(page), /^output\[0, 39, 0\]←past_cache\[0, 39, 0\]/);
  });

  it('has not complained', () => assert.deepEqual(place.complaints, []));
});
