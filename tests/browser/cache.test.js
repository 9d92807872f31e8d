// `cached` with the origin's private file system, in Chromium: what one page has fetched, the next one has, and two may write at once.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startRangeServer } from '../support/range_server.js';
import { startSite } from '../support/site.js';
import { openBrowser } from './page.js';

/** @import { Browser, BrowserContext } from 'playwright-core' */
/** @import { RangeServer } from '../support/range_server.js' */

const FILE = new Uint8Array(1_000_000).map((_, i) => (i * 2654435761) >>> 9);
/** A sum that depends on the order. */
const WANTED = FILE.slice(100_000, 700_000).reduce((sum, byte) => (sum * 31 + byte) >>> 0, 0);

/** @type {Awaited<ReturnType<typeof startSite>>} */ let site;
/** @type {Browser} */ let browser;
/** @type {BrowserContext} */ let context;
/** @type {RangeServer} */ let server;

before(async () => {
  site = await startSite();
  browser = await openBrowser();
  context = await browser.newContext();
  server = await startRangeServer(FILE, ({ headers }) => {
    headers['access-control-expose-headers'] = 'Content-Range, ETag';
  });
});
after(async () => {
  await browser?.close();
  await site?.close();
  await server?.close();
});

/** Runs in a page: cuts the same rows, and says what that should cost. @param {string} url */
async function cutIn(url) {
  const load = (/** @type {string} */ name) =>
    import(new URL(`/one/web/dist/${name}.js`, location.href).href);
  const { init } = await load('index');
  const { cached, cost, open, slice } = await load('source');
  await init();
  const store = await (await navigator.storage.getDirectory()).getDirectoryHandle('cache', { create: true });
  const stored = (
    await open(cached(url, { store }), { layout: { type: 'uint8', dims: [1000, 1000] }, maxRequest: 200_000 })
  ).tensor();
  const { requests, bytes } = cost(stored, '100:700');
  const { data } = await slice(stored, '100:700');
  let sum = 0;
  for (const byte of data) sum = (sum * 31 + byte) >>> 0;
  return { sum, requests, bytes };
}

async function openPage() {
  const page = await context.newPage();
  await page.goto(`${site.url}/page`);
  return page;
}

it('two pages at once get the right bytes, and a page that comes later fetches none', async () => {
  const pages = await Promise.all([openPage(), openPage()]);
  for (const { sum } of await Promise.all(pages.map((page) => page.evaluate(cutIn, server.url))))
    assert.equal(sum, WANTED);
  server.count();
  await pages[0].reload();
  assert.deepEqual(await pages[0].evaluate(cutIn, server.url), { sum: WANTED, requests: 0, bytes: 0 });
  assert.deepEqual(server.count(), { requests: 1, bytes: 65_536 }, 'of `open`');
  await pages[1].close();
});

it('damaged blocks are fetched again, and those of another version are dropped', async () => {
  const page = await openPage();
  const damage = async () => {
    const cache = await (await navigator.storage.getDirectory()).getDirectoryHandle('cache');
    for await (const folder of /** @type {any} */ (cache).values())
      for await (const file of folder.values())
        if (/\.[45]$/.test(file.name)) {
          const writable = await file.createWritable();
          await writable.write(new Uint8Array(9));
          await writable.close();
        }
  };
  await page.evaluate(damage);
  assert.equal((await page.evaluate(cutIn, server.url)).sum, WANTED);
  server.count();
  assert.deepEqual(await page.evaluate(cutIn, server.url), { sum: WANTED, requests: 0, bytes: 0 });
  server.fault = ({ headers }) => {
    headers.etag = '"2"';
    headers['access-control-expose-headers'] = 'Content-Range, ETag';
  };
  assert.ok((await page.evaluate(cutIn, server.url)).requests > 0);
});

it('a full disk is no failure', async () => {
  const page = await openPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 200_000 });
  const { sum } = await page.evaluate(cutIn, `${server.url}?other`);
  assert.equal(sum, WANTED);
});
