// What is built: little to load, and no network needed after the first visit.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { isKept, isReady, KEEPING, listen, openPage, serveBuilt, useSite } from '../page.js';
import { fill, readResult } from '../reading.js';

/** What is loaded until the page can be used, compressed. */
const MOST_BYTES = 140_000;

describe('what is built', () => {
  const place = useSite();

  it(`needs less than ${MOST_BYTES} bytes, compressed, until it can be used`, async () => {
    const context = await place.browser.newContext({ serviceWorkers: 'block' });
    context.setDefaultTimeout(HANGS_AFTER_MS);
    const page = await context.newPage();
    /** @type {Promise<[string, number]>[]} */
    const loaded = [];
    const weigh = (/** @type {import('playwright-core').Response} */ response) => {
      loaded.push(response.body().then((body) => [response.url(), gzipSync(body, { level: 9 }).length]));
    };
    page.on('response', weigh);
    await page.route(/assets\/later/, () => {}); // the page can be used before these are there
    await page.goto(place.site.url);
    await page.locator('html[data-ready]').waitFor();
    await page.getByLabel('operator', { exact: true }).selectOption('Split');
    await page.locator('.said').filter({ hasText: 'Splits axis 1' }).waitFor();
    page.off('response', weigh); // what comes later is not weighed
    const sizes = await Promise.all(loaded);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    assert.ok(total < MOST_BYTES, `${total}: ${JSON.stringify(sizes)}`);
    await context.close();
  });

  it('has no script that imports the own script of a worker: WebKit would execute it once more', async () => {
    const get = async (/** @type {string} */ name) => (await fetch(new URL(name, place.site.url))).text();
    const names = [...(await get('service_worker.js')).matchAll(/assets\/([\w.-]+\.js)/g)].map(
      ([, name]) => name,
    );
    assert.equal(names.filter((name) => name.startsWith('worker-')).length, 2);
    for (const name of names)
      assert.doesNotMatch(await get(`assets/${name}`), /(from|import\()\s*["'`]\.\/worker-/, name);
  });

  it('works without a network after the first visit, all of it', async () => {
    const site = await serveBuilt();
    const { page: first } = await openPage(place.browser, site.url, KEEPING);
    await isKept(first);
    await first.context().setOffline(true);
    await site.close();
    // a reload would abort the request for the tab's icon, which Chromium makes anew with every change of the hash
    const page = await first.context().newPage();
    const complaints = listen(page);
    await page.goto(`${site.url}#op=Split&opset=18&dims=2,6&axis=1&num_outputs=2`);
    await isReady(page);
    assert.deepEqual(
      (await readResult(page)).outputs.map(({ shape }) => shape),
      ['[2, 3]', '[2, 3]'],
    );
    await page.locator('.hljs-keyword').first().waitFor({ state: 'attached' });
    await fill(page, { dims: '1000, 1000', num_outputs: '4' }); // a canvas
    await page.locator('.whole canvas').waitFor();
    await page.getByRole('tab', { name: 'ONNX node' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download .onnx' }).click();
    assert.equal((await download).suggestedFilename(), 'split-18.onnx');
    for (const [view, selector] of [
      ['Examples', '.card'],
      ['Real data', '#media *'],
    ]) {
      await page.getByRole('link', { name: view, exact: true }).click();
      await page.locator(selector).first().waitFor();
    }
    const icon = page.locator('header img').first();
    assert.ok(await icon.evaluate((img) => /** @type {any} */ (img).naturalWidth > 0));
    assert.deepEqual(complaints, []);
    await page.context().close();
  });
});
