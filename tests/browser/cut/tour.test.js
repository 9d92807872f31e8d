// The guided tour: by keyboard, left at any time, and never in front of what it is about.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { violationsOf } from '../axe.js';
import { openPage, serveBuilt, usePage } from '../page.js';
import { hashOf, isDrawn } from '../reading.js';

describe('the tour', () => {
  const place = usePage(serveBuilt, '#op=Split&opset=18&dims=4&axis=0&num_outputs=2');

  it('goes by keyboard through six states, and leaves the page as it was', async () => {
    const { page } = place;
    assert.equal(await page.locator('.tour').count(), 0, 'never by itself');
    await page.getByRole('button', { name: /tour/ }).press('Enter');
    const tour = page.getByRole('dialog');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    for (const [i, values] of ['203040', '3040', '103050', '304050', '5040302010', '203040'].entries()) {
      await tour.getByText(`Step ${i + 1} of 6`).waitFor();
      assert.equal(await focused(), await tour.getByRole('heading').textContent());
      const row = page.locator('.part [role="row"]').filter({ hasText: new RegExp(`^${values}$`) });
      await row.waitFor({ state: 'attached' });
      if (i === 4) assert.equal(await page.locator('#cut-ends').inputValue(), 'INT_MIN');
      if (i < 5) await tour.getByRole('button', { name: 'Next' }).press('Enter');
    }
    assert.match(
      (await page.locator('.code pre:visible').textContent()) ?? '',
      /console\.log\(.+\); \/\/ 20,30,40/,
    );
    assert.ok(await page.locator('.code pre:visible').boundingBox());
    await tour.getByRole('button', { name: 'Done' }).press('Enter');
    assert.equal(await tour.isVisible(), false);
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'start-tour');
    assert.match(await hashOf(page), /op=Split/, 'it ends where it began');
  });

  for (const way of ['Escape', 'Skip'])
    it(`is left with ${way}`, async () => {
      const { page } = place;
      await page.getByRole('button', { name: /tour/ }).click();
      await page.getByText('Step 1 of 6').waitFor();
      if (way === 'Skip') await page.getByRole('button', { name: way }).click();
      else await page.keyboard.press(way);
      assert.equal(await page.getByRole('dialog').isVisible(), false);
    });

  it('covers neither the field nor the cells, shows its text whole, and keeps nobody out', async () => {
    const { page, leave } = await openPage(place.browser, place.site.url, { bypassCSP: true });
    for (const [width, height] of [
      [1280, 720],
      [390, 800],
      [320, 640],
    ]) {
      await page.setViewportSize({ width, height });
      await page.getByRole('button', { name: /tour/ }).click();
      const next = page.getByRole('button', { name: 'Next' });
      const where = await next.boundingBox();
      for (let i = 1; i <= 5; ++i) {
        await page.getByText(`Step ${i} of 6`).waitFor();
        await isDrawn(page);
        await page.waitForFunction((isNarrow) => {
          const boxOf = (/** @type {string} */ selector) =>
            /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
          const box = boxOf('.tour');
          const isBeside = (/** @type {DOMRect} */ { left, right, top, bottom }) =>
            left > box.right || right < box.left || top > box.bottom || bottom < box.top;
          const cells = [...document.querySelectorAll('.io .cell')].map((cell) =>
            cell.getBoundingClientRect(),
          );
          const isWhole = boxOf('#tour-says').bottom <= boxOf('.tour .actions').top;
          return [boxOf('#cut-s'), ...cells].every(isBeside) && (isNarrow || isWhole);
        }, width < 390);
        assert.equal((await next.boundingBox())?.x, where?.x, 'no other button takes its place');
        if (i < 5) await next.click();
      }
      assert.deepEqual(await violationsOf(page), []);
      await page.keyboard.press('Escape');
    }
    await leave();
  });

  it('has not complained', () => assert.deepEqual(place.complaints, []));
});
