// Saving the diagram as a file, and embedding the result in another page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { violationsOf } from './axe.js';
import { openPage, serveBuilt, usePage } from './page.js';
import { copyBy } from './reading.js';

/** @import { Page } from 'playwright-core' */

const SLICE = '#op=Slice&opset=13&dims=4,6&s=::-1,1:5';

describe('what is taken along', () => {
  const place = usePage(() => serveBuilt(), SLICE);
  const { show } = place;
  /** @type {Page} */ let page;

  before(async () => {
    ({ page } = place);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  /**
   * @param {Page} from
   * @param {string} kind
   */
  async function save(from, kind) {
    const waiting = from.waitForEvent('download');
    await from.getByRole('button', { name: `Save ${kind}` }).click();
    const download = await waiting;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }

  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    it(`a picture as SVG and as PNG has the cells of the page, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      await show(SLICE);
      const svg = await save(page, 'SVG');
      const png = await save(page, 'PNG');
      assert.deepEqual([svg.name, png.name], ['slice-13.svg', 'slice-13.png']);
      const seen = await page.evaluate(
        async ([text, base64]) => {
          const { documentElement: root } = new DOMParser().parseFromString(text, 'image/svg+xml');
          const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
            canvas.getContext('2d', { willReadFrequently: true })
          );
          context.drawImage(bitmap, 0, 0);
          const rgb = (/** @type {string} */ colour) => {
            context.fillStyle = colour;
            context.fillRect(0, 0, 1, 1);
            return [...context.getImageData(0, 0, 1, 1).data];
          };
          const cells = [...root.querySelectorAll('rect[height="30"]')].map((rect) => {
            const [x, y] = ['x', 'y'].map((name) => Number(rect.getAttribute(name)));
            const pixel = [...context.getImageData(2 * x + 6, 2 * y + 30, 1, 1).data];
            const fill = rgb(rect.getAttribute('fill') ?? '');
            return { fill: `rgb(${fill.slice(0, 3).join(', ')})`, isPainted: String(pixel) === String(fill) };
          });
          const onPage = [...document.querySelectorAll('.io .cell')].map(
            (cell) => getComputedStyle(cell).backgroundColor,
          );
          return {
            title: root.querySelector('title')?.textContent,
            size: [bitmap.width, bitmap.height],
            written: [Number(root.getAttribute('width')), Number(root.getAttribute('height'))],
            cells,
            onPage,
            values: [...root.querySelectorAll('text')].map(({ textContent }) => textContent),
          };
        },
        [svg.bytes.toString(), png.bytes.toString('base64')],
      );
      assert.match(seen.title ?? '', /^Slice-13 ::-1,1:5: Takes all of axis 0 backwards/);
      assert.deepEqual(
        seen.size,
        seen.written.map((side) => 2 * side),
      );
      assert.equal(seen.cells.length, 24 + 16);
      assert.deepEqual(
        seen.cells.map(({ fill }) => fill),
        seen.onPage,
      );
      assert.ok(seen.cells.every(({ isPainted }) => isPainted));
      assert.ok(['23', 'data', 'output', '[4, 4]'].every((text) => seen.values.includes(text)));
    });
  }

  it('has no picture of what is drawn as pixels', async () => {
    await show('#op=Slice&opset=13&dims=100,100&s=1:');
    assert.equal(await page.getByRole('button', { name: 'Save SVG' }).isVisible(), false);
  });

  it('is a frame that shows the result alone, as tall as it is', async () => {
    await show(SLICE);
    const code = await copyBy(page, page.getByRole('button', { name: 'Copy embed code' }));
    const host = await place.browser.newPage({ viewport: { width: 700, height: 900 }, bypassCSP: true });
    const body = `<!doctype html><html lang="en"><title>a blog</title><main><h1>A blog</h1>${code}</main>`;
    await host.route(`${place.site.url}blog`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await host.goto(`${place.site.url}blog`);
    const frame = host.frameLocator('iframe');
    await frame.locator('.part .cell').nth(15).waitFor();
    assert.match(
      (await host.locator('iframe').getAttribute('title')) ?? '',
      /^Slice-13: Takes all of axis 0 backwards/,
    );
    for (const hidden of ['.masthead', '#cut-form', '.folds', '.photo', '.bar', '.walk', 'footer'])
      assert.equal(await frame.locator(hidden).isVisible(), false, hidden);
    assert.match((await frame.locator('.said').textContent()) ?? '', /^Takes all of axis 0 backwards/);
    const isFitting = () =>
      frame
        .locator('html')
        .evaluate(({ scrollHeight, clientHeight }) => scrollHeight === clientHeight && clientHeight !== 400);
    while (!(await isFitting())) await host.waitForTimeout(20);
    assert.deepEqual(await violationsOf(host), []);
    const [other] = await Promise.all([
      host.waitForEvent('popup'),
      frame.getByRole('link', { name: "Open in Microtome's playground" }).click(),
    ]);
    await other.locator('#cut-form').waitFor();
    assert.equal(other.url(), `${place.site.url}${SLICE}`);
    await host.context().close();
  });

  it('says in a frame what is wrong', async () => {
    const { page: frame } = await openPage(
      place.browser,
      `${place.site.url}?embed#op=Slice&opset=13&dims=4&starts=0&ends=9&steps=0`,
    );
    assert.match(
      (await frame.locator('.status').textContent()) ?? '',
      /^There is nothing to show yet: .*steps: the step of axis 0 is 0/,
    );
    assert.equal(await frame.locator('.status').isVisible(), true);
    await frame.context().close();
  });

  it('without a complaint', () => assert.deepEqual(place.complaints, []));
});
