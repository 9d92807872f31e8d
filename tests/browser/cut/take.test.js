// Saving the diagram as a file, and embedding the result in another page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { violationsOf } from '../axe.js';
import { openPage, serveBuilt, usePage } from '../page.js';
import { copyBy } from '../reading.js';

/** @import { Page } from 'playwright-core' */

const SLICE = '#op=Slice&opset=13&dims=4,6&s=::-1,1:5';

describe('what is taken along', () => {
  const place = usePage(serveBuilt, SLICE);
  const { show } = place;
  /** @type {Page} */ let page;

  before(async () => {
    ({ page } = place);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  it('a picture as SVG has the cells of the page, in light and dark', async () => {
    await show(SLICE);
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save SVG' }).click();
      const download = await waiting;
      assert.equal(download.suggestedFilename(), 'slice-13.svg');
      const text = readFileSync(await download.path(), 'utf8');
      const seen = await page.evaluate((markup) => {
        const { documentElement: root } = new DOMParser().parseFromString(markup, 'image/svg+xml');
        return {
          title: root.querySelector('title')?.textContent,
          cells: [...root.querySelectorAll('rect[height="30"]')].map((rect) => rect.getAttribute('fill')),
          onPage: [...document.querySelectorAll('.io .cell')].map(
            (cell) => getComputedStyle(cell).backgroundColor,
          ),
          values: [...root.querySelectorAll('text')].map(({ textContent }) => textContent),
        };
      }, text);
      assert.match(seen.title ?? '', /^Slice-13 ::-1,1:5: Takes all of axis 0 backwards/);
      assert.equal(seen.cells.length, 24 + 16);
      assert.deepEqual(seen.cells, seen.onPage, colorScheme);
      assert.ok(['23', 'data', 'output', '[4, 4]'].every((each) => seen.values.includes(each)));
    }
  });

  it('has no picture of what is drawn as pixels', async () => {
    await show('#op=Slice&opset=13&dims=100,100&s=1:');
    assert.equal(await page.getByRole('button', { name: 'Save SVG' }).isVisible(), false);
  });

  it('is a frame that shows the result alone, as tall as it is', async () => {
    await show(SLICE);
    const code = await copyBy(page, page.getByRole('button', { name: 'Copy embed code' }));
    const host = await place.browser.newPage({ viewport: { width: 700, height: 900 }, bypassCSP: true });
    host.setDefaultTimeout(HANGS_AFTER_MS);
    const body = `<!doctype html><html lang="en"><title>a blog</title><main><h1>A blog</h1>${code}</main>`;
    await host.route(`${place.site.url}blog`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await host.goto(`${place.site.url}blog`);
    const frame = host.frameLocator('iframe');
    await frame.locator('.part .cell').nth(15).waitFor();
    assert.match(
      (await host.locator('iframe').getAttribute('title')) ?? '',
      /^Slice-13: Takes all of axis 0 backwards/,
    );
    for (const hidden of ['.masthead', '#cut-form', '.folds', '.photo', '.bar', 'footer'])
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
    const { page: frame, leave } = await openPage(
      place.browser,
      `${place.site.url}?embed#op=Slice&opset=13&dims=4&starts=0&ends=9&steps=0`,
    );
    assert.match(
      (await frame.locator('.status').textContent()) ?? '',
      /^There is nothing to show yet: .*steps: the step of axis 0 is 0/,
    );
    assert.equal(await frame.locator('.status').isVisible(), true);
    await leave();
  });

  it('without a complaint', () => assert.deepEqual(place.complaints, []));
});
