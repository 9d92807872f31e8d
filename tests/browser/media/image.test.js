// The image panel: planes, flips and tiles are right to the pixel, for pictures that are drawn, opened,
// dropped, pasted and filmed, on the main thread and in the worker; what is saved is what is shown.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { drop, makePng, saved, useMedia } from '../media_page.js';
import { comparePixels, comparePlanes, comparePng, PIXELS, settle } from '../pixels.js';

/** @import { Page } from 'playwright-core' */

/** @type {Record<string, [number, number, number, number]>} top, left, height, width by notation */
const CHOICES = {
  '180:540, 320:960': [180, 320, 360, 640],
  '7:8, 3:1280': [7, 3, 1, 1277],
  ':': [0, 0, 720, 1280],
};

describe('the image panel', () => {
  const place = useMedia('image', { permissions: ['clipboard-read', 'clipboard-write'] });
  /** @type {Page} */ let page;

  before(() => {
    ({ page } = place);
  });

  for (const [notation, [top, left, h, w]] of Object.entries(CHOICES)) {
    it(`cuts ${notation} in every way`, async () => {
      await page.locator('#image-slice').fill(notation);
      await settle(page);
      for (const [job, [y, x]] of Object.entries(PIXELS)) {
        const places = { y, x, top, left, h, w };
        assert.deepEqual(
          await comparePixels(page, `.job.${job} canvas`, places),
          { size: [h, w], wrong: 0 },
          job,
        );
      }
      assert.deepEqual(await comparePlanes(page, top, left), [0, 0, 0, 0]);
    });
  }

  it('cuts tiles, the last ones smaller', async () => {
    await page.locator('#image-slice').fill('100:201, 40:147');
    await page.getByLabel('rows of tiles').fill('3');
    await page.getByLabel('columns of tiles').fill('4');
    await settle(page);
    const tiles = page.locator('.job.tiles canvas');
    assert.equal(await tiles.count(), 12);
    for (let i = 0; i < 12; ++i) {
      const [row, column] = [Math.floor(i / 4), i % 4];
      const [top, left] = [100 + 34 * row, 40 + 27 * column];
      const [h, w] = [row === 2 ? 33 : 34, column === 3 ? 26 : 27];
      const label = `tile ${row}, ${column}`;
      const places = { y: 'top + y', x: 'left + x', top, left, h, w };
      const found = await comparePixels(page, `[aria-label="${label}"]`, places);
      assert.deepEqual(found, { size: [h, w], wrong: 0 }, label);
    }
  });

  it('says what cannot be cut, and keeps the last result', async () => {
    for (const [text, message] of [
      ['1:y', "'1:y' is not a range a:b:c, an index or '...'"],
      ['5', '[1280, 4] is not a picture: select rows, columns and all 4 channels.'],
      ['5:5', 'This takes no pixels: the result would be [0, 1280, 4].'],
    ]) {
      await page.locator('#image-slice').fill(text);
      assert.equal(await page.locator('#image-slice-error').textContent(), message);
      assert.equal(await page.locator('.job.stale').count(), 5);
    }
    await page.locator('#image-slice').fill('0:1, 0:1');
    await settle(page);
    assert.equal(await page.locator('.stale').count(), 0);
  });

  it('draws two pictures, the first with all four channels in use', async () => {
    for (const [title, size] of [
      ['Rings', '1024 × 768'],
      ['Evening', '1280 × 720'],
    ]) {
      await page.getByRole('button', { name: title }).click();
      await page.getByText(`${size} pixels`).waitFor();
    }
    const ranges = await page.evaluate(() => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('#image-source'));
      const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
        0,
        0,
        1280,
        720,
      );
      return [0, 1, 2, 3].map((channel) => new Set(data.filter((_, i) => i % 4 === channel)).size);
    });
    for (const values of ranges) assert.ok(values > 50, `${ranges} different values`);
  });

  it('opens files that are chosen and dropped, and says when one is no picture', async () => {
    const png = await makePng(page, 5, 3);
    await page.locator('#image-file').setInputFiles({ name: 'five.png', mimeType: 'image/png', buffer: png });
    await page.getByText('5 × 3 pixels').waitFor();
    await page.locator('#image-slice').fill(':');
    await settle(page);
    assert.deepEqual(await comparePlanes(page, 0, 0), [0, 0, 0, 0]);
    const remove = await drop(page, '#panel-image .drop', 'six.png', await makePng(page, 6, 4));
    await page.getByText('6 × 4 pixels').waitFor();
    remove();
    const buffer = Buffer.from('no\0picture');
    await page.locator('#image-file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await page.getByText('The browser cannot read this file as a picture.').waitFor();
  });

  it('opens what is pasted', async () => {
    const png = [...(await makePng(page, 7, 5))];
    await page.evaluate(async (bytes) => {
      const blob = new Blob([new Uint8Array(bytes)], { type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    }, png);
    await page.locator('#panel-image h3').first().click();
    await page.keyboard.press('Control+V');
    await page.getByText('7 × 5 pixels').waitFor();
  });

  it('saves what it shows', async () => {
    await page.getByRole('button', { name: 'Evening' }).click();
    await page.getByLabel('rows of tiles').fill('2');
    await settle(page);
    for (const part of ['crop', 'red', 'alpha', 'flipped left and right', 'tile 1, 2']) {
      const { name, bytes } = await saved(page, `Save ${part} as PNG`);
      assert.equal(name, `${part.replace(/[ ,]+/g, '-')}.png`);
      assert.equal(await comparePng(page, [...bytes], part), 0, part);
    }
  });

  it('films', async () => {
    await page.getByRole('button', { name: 'Camera' }).click();
    await page.locator('#panel-image .opened').filter({ hasText: 'camera' }).waitFor();
    await page.locator('#image-slice').fill('20:120, 30:180');
    await page.getByRole('button', { name: 'Stop the camera' }).click();
    const camera = page.getByRole('button', { name: 'Camera', exact: true });
    await camera.waitFor();
    await settle(page);
    const places = { y: 'top + y', x: 'left + x', top: 20, left: 30, h: 100, w: 150 };
    assert.deepEqual(await comparePixels(page, '.job.crop canvas', places), { size: [100, 150], wrong: 0 });
    assert.equal(await camera.getAttribute('aria-pressed'), 'false');
  });

  it('has not complained', () => assert.deepEqual(place.complaints, []));
});
