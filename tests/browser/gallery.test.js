// The gallery: a card with a picture for each example, which is a link. tests/node/page/gallery.test.js has their results.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { EXAMPLES } from '../../web/playground/gallery/examples.ts';
import { openPage, serveBuilt, useSite } from './page.js';
import { hashOf, isDrawn, readResult } from './reading.js';

/** @import { Page } from 'playwright-core' */

describe('the gallery', () => {
  const place = useSite(() => serveBuilt());
  /** @type {Page} */ let page;
  /** @type {string[]} */ let complaints;

  before(async () => {
    ({ page, complaints } = await openPage(place.browser, `${place.site.url}#examples`));
  });

  it('has a card for each example', async () => {
    const titles = await page.locator('.card a').allTextContents();
    assert.deepEqual(
      titles,
      EXAMPLES.map(({ title }) => title),
    );
  });

  it('has a picture of each', async () => {
    await isDrawn(page);
    const colours = await page.locator('.card canvas').evaluateAll((canvases) =>
      canvases.map((canvas) => {
        const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
        const context = /** @type {CanvasRenderingContext2D} */ (
          /** @type {HTMLCanvasElement} */ (canvas).getContext('2d')
        );
        return new Set(new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)).size;
      }),
    );
    assert.equal(colours.length, EXAMPLES.length);
    for (const [i, count] of colours.entries()) assert.ok(count > 1, `${EXAMPLES[i].title} is blank`);
  });

  it('leads to each example, as a link', async () => {
    for (const { title, hash } of EXAMPLES.filter((_, i) => i % 7 === 0)) {
      await page.goto(`${place.site.url}#examples`);
      await page.getByRole('link', { name: title, exact: true }).click();
      assert.equal(await hashOf(page), `#${hash}`);
      await page.locator('.lesson').filter({ hasText: title }).waitFor();
      assert.equal((await readResult(page)).stale, false);
      assert.equal(await page.locator('.notice').isVisible(), false);
    }
  });

  it('has not complained', () => assert.deepEqual(complaints, []));
});
