// The rectangle that is chosen of a picture: drawn anew, moved and resized with the mouse and with keys, and what is cut follows
// while the button is held, of small pictures in every frame, of large ones as often as the worker can.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { makePng, useMedia } from '../media_page.js';
import { comparePixels, PIXELS, settle } from '../pixels.js';

/** @import { Page } from 'playwright-core' */

describe('the rectangle of the image panel', () => {
  const place = useMedia('image');
  /** @type {Page} */ let page;

  before(() => {
    ({ page } = place);
  });

  it('follows the mouse in every frame: a new rectangle, moved, resized', async () => {
    await page.locator('#image-slice').fill('0:1, 0:1');
    const source = page.locator('#image-source');
    await source.scrollIntoViewIfNeeded();
    const box = await source.boundingBox();
    assert.ok(box);
    const at = (/** @type {number} */ x, /** @type {number} */ y) =>
      /** @type {[number, number]} */ ([box.x + x * box.width, box.y + y * box.height]);
    await page.mouse.move(...at(0.25, 0.5));
    await page.mouse.down();
    await page.mouse.move(...at(0.4, 0.7));
    await settle(page); // the button is still held
    await assertNear(page, [360, 504, 320, 512]);
    const [top, bottom, left, right] = await chosen(page);
    const places = { y: 'top + y', x: 'left + x', top, left, h: bottom - top, w: right - left };
    assert.equal((await comparePixels(page, '.job.crop canvas', places)).wrong, 0);
    await page.mouse.up();
    await page.mouse.move(...at(0.3, 0.6));
    await page.mouse.down();
    await page.mouse.move(...at(0.5, 0.5));
    await page.mouse.up();
    await assertNear(page, [288, 432, 576, 768]);
    await page.mouse.move(...at(0.6, 0.6)); // the lower right corner
    await page.mouse.down();
    await page.mouse.move(...at(2, 0.8));
    await page.mouse.up();
    await assertNear(page, [288, 576, 576, 1280]);
  });

  it('follows the keyboard', async () => {
    await page.locator('#image-slice').fill('100:200, 300:500');
    await settle(page);
    await page.locator('.selection').focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowRight', 'Control+ArrowLeft'])
      await page.keyboard.press(key);
    assert.deepEqual(await chosen(page), [114, 200, 313, 527]);
    const label = await page.locator('.selection').getAttribute('aria-label');
    assert.match(label ?? '', /^Selection: rows 114 to 200, columns 313 to 527\./);
    await page.getByRole('button', { name: 'Select all' }).press('Enter');
    assert.deepEqual(await chosen(page), [0, 720, 0, 1280]);
  });

  it('is followed in large pictures too', async () => {
    const buffer = await makePng(page, 1600, 1200);
    await page.locator('#image-file').setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer });
    await page.getByText('1600 × 1200 pixels').waitFor();
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.locator('.job.flip .size').filter({ hasText: '1600 × 1200' }).waitFor();
    await followCorner(page);
  });

  it('has not complained', () => assert.deepEqual(place.complaints, []));
});

/** Top, bottom, left, right. @param {Page} page */
const chosen = async (page) => (await page.locator('#image-slice').inputValue()).split(/[:, ]+/).map(Number);

/**
 * @param {Page} page
 * @param {number[]} expected top, bottom, left, right; a pixel of the screen is two or three of the picture
 */
async function assertNear(page, expected) {
  const found = await chosen(page);
  assert.ok(
    found.every((value, i) => Math.abs(value - expected[i]) <= 3),
    `${found} for ${expected}`,
  );
}

/**
 * All of 1600 × 1200 pixels is chosen; moves the lower right corner without a rest until all that is shown has followed.
 * @param {Page} page
 */
async function followCorner(page) {
  const source = page.locator('#image-source');
  await source.scrollIntoViewIfNeeded();
  const box = await source.boundingBox();
  assert.ok(box);
  const { x, y, width, height } = box;
  await page.mouse.move(x + width - 2, y + height - 2);
  await page.mouse.down();
  const sizes = page.locator('.job:is(.crop, .planes, .mirror, .flip) .size');
  const haveFollowed = async () => (await sizes.allTextContents()).every((size) => /^14\d\d × 10/.test(size));
  for (const since = Date.now(); !(await haveFollowed()); ) {
    assert.ok(Date.now() - since < HANGS_AFTER_MS, String(await sizes.allTextContents()));
    const part = 0.9 + 0.01 * Math.random();
    await page.mouse.move(x + part * width, y + part * height);
  }
  await page.waitForFunction(() => document.querySelectorAll('.job.stale').length === 0);
  const [, h, , w] = await chosen(page);
  for (const [job, [row, column]] of Object.entries(PIXELS)) {
    const places = { y: row, x: column, top: 0, left: 0, h, w };
    assert.deepEqual(
      await comparePixels(page, `.job.${job} canvas`, places),
      { size: [h, w], wrong: 0 },
      job,
    );
  }
  await page.mouse.up();
}
