// The image panel: planes, crop and flips are right to the pixel, for the built-in picture and for a file.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { KINDS, openPage, serve, useSite } from './page.js';

/** @import { Page } from 'playwright-core' */

/** Which pixel of the source stands at (y, x) of a cut of a picture; one row per job. */
const PIXELS = {
  crop: { y: '180 + y', x: '320 + x' },
  mirror: { y: 'y', x: 'width - 1 - x' },
  flip: { y: 'height - 1 - y', x: 'x' },
};

for (const kind of KINDS) {
  describe(`the image panel, ${kind}`, () => {
    const place = useSite(() => serve(kind));
    /** @type {Page} */ let page;
    /** @type {string[]} */ let complaints;

    before(async () => {
      ({ page, complaints } = await openPage(place.browser, `${place.site.url}#media`));
    });

    it('draws a picture with all four channels in use', async () => {
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

    it('shows the planes', async () => assert.deepEqual(await comparePlanes(page), [0, 0, 0, 0]));

    for (const [job, at] of Object.entries(PIXELS)) {
      it(`shows the ${job}`, async () => {
        const { size, wrong } = await comparePixels(page, job, at);
        assert.deepEqual(size, job === 'crop' ? [360, 640] : [720, 1280]);
        assert.equal(wrong, 0);
      });
    }

    it('tells times and sizes', async () => {
      for (const time of await page.locator('#image-result .time').allTextContents())
        assert.match(time, /^(< 0|\d+)\.\d ms$/);
      const sizes = await page.locator('#image-result .size').allTextContents();
      assert.deepEqual(sizes, [...new Array(4).fill('1280 × 720'), '640 × 360', '1280 × 720', '1280 × 720']);
    });

    it('crops as it is told, steps included, and explains what it cannot do', async () => {
      const field = page.getByLabel('crop', { exact: true }).and(page.locator('input'));
      await field.fill('10:710:2, -3::-4');
      const { size, wrong } = await comparePixels(page, 'crop', { y: '10 + 2 * y', x: '1277 - 4 * x' });
      assert.deepEqual(size, [350, 320]);
      assert.equal(wrong, 0);
      for (const [text, message] of [
        ['1:y', "Slice-13: spec: '1:y' in '1:y' is neither a:b:c nor an index nor '...'"],
        ['5', '[1280, 4] is no picture: it takes rows, columns and 4 channels.'],
        ['5:5', '[0, 1280, 4] has no pixels.'],
      ]) {
        await field.fill(text);
        assert.equal(await page.locator('#image-crop-error').textContent(), message);
        assert.equal(await page.locator('.job.crop.stale').count(), 1);
      }
      await field.fill('0:1, 0:1');
      assert.equal(await page.locator('.stale').count(), 0);
    });

    it('crops what the mouse drags', async () => {
      const source = page.locator('#image-source');
      await source.scrollIntoViewIfNeeded();
      const box = await source.boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height);
      await page.mouse.up();
      const range = await page.locator('#image-crop').inputValue();
      const near = [360, 720, 320, 640];
      const found = range.split(/[:, ]+/).map(Number);
      assert.ok(
        found.every((value, i) => Math.abs(value - near[i]) <= 2),
        range,
      );
    });

    it('opens a file', async () => {
      await page
        .locator('#image-file')
        .setInputFiles({ name: 'five.png', mimeType: 'image/png', buffer: await makePng(page) });
      await page.getByText('5 × 3 pixels').waitFor();
      const source = await page.evaluate(() => {
        const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('#image-source'));
        return [
          .../** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, 5, 3).data,
        ];
      });
      assert.deepEqual(
        source,
        Array.from({ length: 60 }, (_, i) => (i % 4 === 3 ? 255 : 4 * i)),
      );
      assert.deepEqual(await comparePlanes(page), [0, 0, 0, 0]);
      assert.equal((await comparePixels(page, 'mirror', PIXELS.mirror)).wrong, 0);
      assert.equal((await comparePixels(page, 'flip', PIXELS.flip)).wrong, 0);
    });

    it('opens what is dropped, and goes back to its own picture', async () => {
      await page.getByRole('button', { name: 'Use the built-in picture' }).click();
      await page.getByText('1280 × 720 pixels').waitFor();
      const bytes = [...(await makePng(page))];
      const transfer = await page.evaluateHandle((png) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(png)], 'five.png', { type: 'image/png' }));
        return data;
      }, bytes);
      await page.dispatchEvent('#image-result', 'drop', { dataTransfer: transfer });
      await page.getByText('5 × 3 pixels').waitFor();
    });

    it('says when a file is no picture', async () => {
      const buffer = Buffer.from('no picture');
      await page.locator('#image-file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
      await page.getByText('This file is not a picture that the browser can read.').waitFor();
    });

    it('has not complained', () => assert.deepEqual(complaints, []));
  });
}

/**
 * How many pixels of each plane's canvas are not the grey of the source's channel.
 * @param {Page} page
 */
function comparePlanes(page) {
  return page.evaluate(() => {
    const read = (/** @type {Element | null} */ element) => {
      const canvas = /** @type {HTMLCanvasElement} */ (element);
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      return context.getImageData(0, 0, canvas.width, canvas.height).data;
    };
    const source = read(document.querySelector('#image-source'));
    return ['R', 'G', 'B', 'A'].map((name, channel) => {
      const plane = read(document.querySelector(`[aria-label="plane ${name}"]`));
      let wrong = plane.length === source.length ? 0 : 1;
      for (let i = 0; i < source.length; i += 4) {
        const grey = source[i + channel];
        if (plane[i] !== grey || plane[i + 1] !== grey || plane[i + 2] !== grey || plane[i + 3] !== 255)
          wrong += 1;
      }
      return wrong;
    });
  });
}

/**
 * How many pixels of a job's canvas are not those of the source at the given place.
 * @param {Page} page
 * @param {string} job
 * @param {{ y: string, x: string }} at formulas of y, x, height and width
 */
function comparePixels(page, job, at) {
  const script = `(() => {
    const read = (canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const source = read(document.querySelector('#image-source'));
    const made = read(document.querySelector('.job.${job} canvas'));
    const { width, height } = source;
    let wrong = 0;
    for (let y = 0; y < made.height; ++y) for (let x = 0; x < made.width; ++x) for (let c = 0; c < 4; ++c) {
      if (made.data[4 * (y * made.width + x) + c] !== source.data[4 * ((${at.y}) * width + (${at.x})) + c]) wrong += 1;
    }
    return { size: [made.height, made.width], wrong };
  })()`;
  return /** @type {Promise<{ size: number[], wrong: number }>} */ (page.evaluate(script));
}

/**
 * A picture of 3 rows and 5 columns, in which every value is another.
 * @param {Page} page
 */
async function makePng(page) {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 5, height: 3 });
    const pixels = new ImageData(5, 3);
    pixels.data.set(Array.from({ length: 60 }, (_, i) => (i % 4 === 3 ? 255 : 4 * i)));
    canvas.getContext('2d')?.putImageData(pixels, 0, 0);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve));
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  return Buffer.from(bytes);
}
