// The page without a network, and over a deployment: an open tab keeps the files of its version, and a part that cannot be loaded
// offers a reload and hides nothing.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';
import { fileIn, sendFile, startServer } from '../../support/serve.js';
import { read, STATES } from '../bench.js';
import { isKept, isReady, KEEPING, openPage, useSite } from '../page.js';

/** A copy of the built page that can be deployed again. */
async function deployable() {
  const folder = mkdtempSync(join(tmpdir(), 'microtome-deployed-'));
  cpSync(inRoot('build/page'), folder, { recursive: true });
  const { url, close } = await startServer((path, response) => {
    response.setHeader('cache-control', 'no-store');
    sendFile(fileIn([folder], path.endsWith('/') ? `${path}index.html` : path), response);
  });
  /** A version whose chunks have other names: what the old ones have is gone. */
  const deploy = () => {
    const assets = join(folder, 'assets');
    const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
    const files = [
      ...names.map((name) => join(assets, name)),
      join(folder, 'index.html'),
      join(folder, 'service_worker.js'),
    ];
    for (const path of files) {
      let text = readFileSync(path, 'utf8');
      for (const name of names) text = text.replaceAll(name, name.replace('.js', 'x.js'));
      text = text.replace(/("version":")\w{4}/, '$1next').replace('<title>', '<title>Second: ');
      writeFileSync(path, text);
    }
    for (const name of names) renameSync(join(assets, name), join(assets, name.replace('.js', 'x.js')));
  };
  return { url: `${url}/`, close, deploy };
}

describe('without a network', () => {
  const place = useSite();

  it('all of the page works after the first visit, and it has kept the page only', async (test) => {
    const site = await deployable();
    test.after(() => site.close());
    const { page } = await openPage(place.browser, site.url, KEEPING);
    await isKept(page);
    const kept = await page.evaluate(async () =>
      (await (await caches.open((await caches.keys())[0])).keys()).map(({ url }) => url),
    );
    assert.ok(kept.length < 56 && kept.every((url) => !/docs\/|preview\.|sample/.test(url)), kept.join());
    const bytes = await page.evaluate(async () =>
      (
        await Promise.all(
          (await (await caches.open((await caches.keys())[0])).matchAll()).map((each) => each.blob()),
        )
      ).reduce((sum, { size }) => sum + size, 0),
    );
    assert.ok(bytes < 592_000, `${bytes}`);
    await site.close();
    await page.context().setOffline(true);
    const other = await page.context().newPage();
    await other.goto(`${site.url}#${STATES.cells}`);
    await isReady(other);
    assert.equal((await read(other)).cells.length, 1);
    await other.getByRole('tab', { name: 'NumPy' }).click();
    await other.locator('#program').filter({ hasText: 'import numpy' }).waitFor();
    await page.context().close();
  });

  it('a tab that stays open over a deployment keeps its parts; the next visit has the new version', async (test) => {
    const site = await deployable();
    test.after(() => site.close());
    const { page } = await openPage(place.browser, site.url, KEEPING);
    await isKept(page);
    await page.reload();
    await isReady(page);
    site.deploy();
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((each) => each?.update()));
    await page.waitForFunction(() =>
      navigator.serviceWorker.getRegistration().then((each) => Boolean(each?.waiting)),
    );
    await page.locator('#on a').nth(2).click();
    await page.locator('.find').waitFor();
    await page.getByRole('tab', { name: 'ONNX' }).click();
    assert.equal(await page.locator('#failure').isVisible(), false);
    const { context } = { context: page.context() };
    await page.close();
    const next = await context.newPage();
    await next.waitForTimeout(300);
    await next.goto(site.url);
    await isReady(next);
    await next.waitForFunction(async () => (await caches.keys()).length === 1);
    const html = await next.evaluate(() => fetch('./').then((response) => response.text()));
    assert.match(html, /<title>Second: /);
    await context.close();
  });

  it('a part that cannot be loaded offers a reload, and hides nothing', async () => {
    const { page, leave } = await openPage(place.browser, place.site.url);
    await page.route(/assets\/file-/, (route) => route.abort());
    await page.locator('#on a').nth(2).click();
    await page.locator('#failure').filter({ hasText: 'could not be loaded' }).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Reload' }).isVisible());
    assert.ok(await page.locator('#bench').isVisible());
    await page.locator('#on a').nth(1).click();
    assert.match((await read(page)).call, /^slice\(x/);
    await page.unroute(/assets\/file-/);
    await leave();
  });
});
