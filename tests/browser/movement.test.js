// How the movement is shown: the order of filling, by a slider and an animation; directions; and values of large tensors as shades.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openPage, serveBuilt, usePage } from './page.js';
import { isDrawn, isPainted, lit } from './reading.js';

/** @import { Page } from 'playwright-core' */

describe('the movement', () => {
  const place = usePage(() => serveBuilt());
  const { show } = place;
  /** @type {Page} */ let page;

  before(() => {
    ({ page } = place);
  });

  /** How many cells of each output are not filled. */
  const waiting = (where = page) =>
    where
      .locator('.io .part')
      .evaluateAll((outputs) => outputs.map((each) => each.querySelectorAll('.waiting').length));

  /** @param {number} count */
  async function fillTo(count) {
    await page.getByLabel('Filled cell by cell').evaluate((slider, value) => {
      if (!(slider instanceof HTMLInputElement)) return;
      slider.value = String(value);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }, count);
  }

  it('fills one output after the other, each row by row', async () => {
    await show('#op=Split&opset=18&dims=2,6&axis=1&num_outputs=3');
    assert.deepEqual(await waiting(), [0, 0, 0]);
    await fillTo(6);
    assert.deepEqual(await waiting(), [0, 2, 4]);
    assert.deepEqual(await lit(page), [['3'], ['3']], 'the last cell, and where it comes from');
    const slider = page.getByLabel('Filled cell by cell');
    assert.equal(await slider.getAttribute('aria-valuetext'), '6 of 12 cells');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await lit(page), [['8'], ['8']]);
  });

  it('fills what a join makes', async () => {
    await show('#op=Concat&opset=13&dims=2,1;2,1&axis=1');
    await fillTo(2);
    assert.deepEqual(await lit(page), [['2'], ['2']]);
    assert.equal(await page.locator('.whole .waiting').count(), 2);
  });

  it('plays, and can be paused', async () => {
    await show('#op=Slice&opset=13&dims=24&s=::-1');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => {
      const { length } = document.querySelectorAll('.io .part .waiting');
      return length > 0 && length < 24;
    });
    await page.getByRole('button', { name: 'Pause' }).click();
    const [left] = await waiting();
    await page.waitForTimeout(600);
    assert.deepEqual(await waiting(), [left]);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll('.waiting').length === 0);
  });

  it('moves nothing by itself for those who ask for less motion', async () => {
    const { page: calm } = await openPage(
      place.browser,
      `${place.site.url}#op=Slice&opset=13&dims=9&s=::-1`,
      { reducedMotion: 'reduce' },
    );
    assert.equal(await calm.getByRole('button', { name: 'Play', exact: true }).isVisible(), false);
    await calm.getByLabel('Filled cell by cell').focus();
    for (let i = 0; i < 3; ++i) await calm.keyboard.press('ArrowLeft');
    assert.deepEqual(await waiting(calm), [3]);
    await calm.context().close();
  });

  it('points to where an axis goes', async () => {
    for (const [hash, way] of [
      ['op=Slice&opset=13&dims=3,4&s=::-1,::-2', '↑←'],
      ['op=Slice&opset=13&dims=3,4&s=:,::-2', '←'],
      ['op=Slice&opset=13&dims=3,4&s=1:', ''],
    ]) {
      await show(`#${hash}`);
      assert.equal((await page.locator('.whole .way').allTextContents()).join(), way, hash);
    }
  });

  it('shades large tensors by value, so that a reversal can be seen', async () => {
    await show('#op=Slice&opset=13&dims=200,100&s=::-1');
    await page.locator('.part canvas').waitFor();
    await isDrawn(page);
    /** Brightness at the top and at the bottom. @param {string} part */
    const ends = async (part) => {
      await page.locator(`${part} .viewport`).focus();
      await page.keyboard.press('0');
      await isPainted(page);
      return page.locator(`${part} canvas`).evaluate((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) return [];
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        const { data } = context.getImageData(4, 0, 1, canvas.height);
        return [0.02, 0.98].map((share) => {
          const [r, g, b] = data.subarray(4 * Math.floor(canvas.height * share));
          return r + g + b;
        });
      });
    };
    const [top, bottom] = await ends('.whole');
    assert.ok(top > bottom + 50, `${top} and ${bottom}: small values are paler`);
    const [first, last] = await ends('.part');
    assert.ok(last > first + 50, `${first} and ${last}: it is the other way round`);
  });

  it('has not complained', () => assert.deepEqual(place.complaints, []));
});
