// Every example of the gallery, followed as a link, shows what its document says.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { EXAMPLES } from '../../web/playground/gallery/examples.ts';
import { SHOWN } from './gallery.js';
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

  it('has a card for each example, and each is documented', async () => {
    const titles = await page.locator('.card a').allTextContents();
    assert.deepEqual(
      titles,
      EXAMPLES.map(({ title }) => title),
    );
    assert.deepEqual(Object.keys(SHOWN).sort(), titles.sort());
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

  for (const { title, hash } of EXAMPLES) {
    it(title, async () => {
      await page.goto(`${place.site.url}#examples`);
      await page.getByRole('link', { name: title, exact: true }).click();
      assert.equal(await hashOf(page), `#${hash}`);
      await page.locator('#view-cut').waitFor();
      await page.locator('.progress:not(.idle)').waitFor({ state: 'detached' });
      const { outputs, from = 0, whole, says = /./ } = SHOWN[title];
      await page.waitForFunction(
        (shapes) =>
          JSON.stringify(
            [...document.querySelectorAll('.io .part .shape')].map((each) => each.textContent),
          ) === JSON.stringify(shapes),
        outputs.map(({ shape }) => shape),
      );
      const shown = await readResult(page);
      assert.equal(shown.stale, false);
      assert.match(shown.said, says);
      assert.equal(await page.locator('.notice').isVisible(), false);
      assert.deepEqual(
        shown.outputs.map(({ shape, values }) => ({ shape, values })),
        outputs,
      );
      assert.deepEqual(
        shown.input.map(({ value }) => value),
        whole ?? shown.input.map((_, i) => i + from),
      );
    });
  }

  it('has not complained', () => assert.deepEqual(complaints, []));
});
