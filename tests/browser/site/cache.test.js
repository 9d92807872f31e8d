// `cached` with the origin's private file system, in Chromium: what one page has fetched, the next one has, and two may write at once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSite } from '../../support/site.js';
import { useContext } from '../page.js';

/** @import { Page } from 'playwright-core' */
/** @import { Answer } from '../../support/range_server.js' */

const FILE = new Uint8Array(1_000_000).map((_, i) => (i * 2654435761) >>> 9);
const ROWS = ['100:700'];
/** 200 windows of rows, each near the one before it. */
const WINDOWS = Array.from({ length: 200 }, (_, i) => `${i * 3}:${i * 3 + 100 + (i % 50)}`);

/** What `cutIn` gives for these rows: a sum that depends on the order. @param {readonly string[]} specs */
const sumOf = (specs) =>
  specs.reduce((before, spec) => {
    const [begin, end] = spec.split(':').map((row) => Number(row) * 1000);
    return FILE.subarray(begin, end).reduce((sum, byte) => (sum * 31 + byte) >>> 0, before);
  }, 0);
const WANTED = sumOf(ROWS);

/** Bytes of a block, and of what `open` reads. */
const FIRST = 65_536;
const showTags = (/** @type {Answer} */ { headers }) => {
  headers['access-control-expose-headers'] = 'Content-Range, ETag';
};

/** Runs in a page: cuts rows, and says what that should cost. @param {{ url: string, specs: string[] }} what */
async function cutIn({ url, specs }) {
  const load = (/** @type {string} */ name) =>
    import(new URL(`/one/web/dist/${name}.js`, location.href).href);
  const { init } = await load('index');
  const { cached } = await load('cached');
  const { cost, open, slice } = await load('source');
  await init();
  const store = await (await navigator.storage.getDirectory()).getDirectoryHandle('cache', { create: true });
  const stored = (
    await open(cached(url, { store }), { layout: { type: 'uint8', dims: [1000, 1000] }, maxRequest: 200_000 })
  ).tensor();
  let [sum, requests, bytes] = [0, 0, 0];
  for (const spec of specs) {
    const expected = cost(stored, spec);
    requests += expected.requests;
    bytes += expected.bytes;
    for (const byte of (await slice(stored, spec)).data) sum = (sum * 31 + byte) >>> 0;
  }
  return { sum, requests, bytes };
}

describe('files that are cached', () => {
  const place = useContext(startSite, FILE, showTags);

  /** @param {Page} page @param {string[]} [specs] @param {string} [url] */
  const cut = (page, specs = ROWS, url = place.server.url) => page.evaluate(cutIn, { url, specs });

  async function openPage() {
    const page = await place.context.newPage();
    await page.goto(`${place.site.url}/page`);
    return page;
  }

  it('two pages at once get the right bytes, and a page that comes later fetches none', async () => {
    const pages = await Promise.all([openPage(), openPage()]);
    for (const { sum } of await Promise.all(pages.map((page) => cut(page)))) assert.equal(sum, WANTED);
    place.server.count();
    await pages[0].reload();
    assert.deepEqual(await cut(pages[0]), { sum: WANTED, requests: 0, bytes: 0 });
    assert.deepEqual(place.server.count(), { requests: 1, bytes: 65_536 }, 'of `open`');
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
    assert.equal((await cut(page)).sum, WANTED);
    place.server.count();
    assert.deepEqual(await cut(page), { sum: WANTED, requests: 0, bytes: 0 });
    place.server.fault = (answer) => {
      showTags(answer);
      answer.headers.etag = '"2"';
    };
    assert.ok((await cut(page)).requests > 0);
  });

  it('200 neighbouring cuts fetch no byte twice, and after a reload none', async () => {
    const page = await openPage();
    const url = `${place.server.url}?windows`;
    place.server.fault = showTags;
    place.server.count();
    const { sum, ...cost } = await cut(page, WINDOWS, url);
    assert.equal(sum, sumOf(WINDOWS));
    const { bytes } = place.server.count();
    assert.equal(bytes, FIRST + cost.bytes);
    assert.equal(bytes, Math.ceil(746_000 / FIRST) * FIRST, 'each block up to the last row once');
    await page.reload();
    assert.deepEqual(await cut(page, WINDOWS, url), { sum, requests: 0, bytes: 0 });
    assert.deepEqual(place.server.count(), { requests: 1, bytes: FIRST }, 'of `open`');
    await page.close();
  });

  it('beyond the quota, blocks stay in memory', async () => {
    const page = await openPage();
    const session = await place.context.newCDPSession(page);
    // less than the rows alone: what the origin uses by then is known to the browser only later
    await session.send('Storage.overrideQuotaForOrigin', { origin: place.site.url, quotaSize: 200_000 });
    const url = `${place.server.url}?other`;
    place.server.count();
    const { sum, ...cost } = await cut(page, [...ROWS, ...ROWS], url);
    assert.equal(sum, sumOf([...ROWS, ...ROWS]));
    assert.equal(place.server.count().bytes, FIRST + cost.bytes);
    assert.equal((await cut(page, ROWS, url)).bytes > 0, true, 'the disk has taken all of it');
    assert.ok(cost.bytes < 700_000, 'nothing is fetched twice');
  });
});
