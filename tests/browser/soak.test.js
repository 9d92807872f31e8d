// A short life of the library in a real browser: on a page, in a dedicated worker, in 8 of them at once, and with two copies of
// the module in one page. The calls are those of tests/node/tools/soak.test.js.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSite } from '../support/site.js';
import { listen, openBrowser } from './page.js';

/** @import { Browser, Page } from 'playwright-core' */

const LIMITS = { bytes: 1 << 16, pieces: 300, arena: 1 << 20, forget: 0 };
const CALLS = 1500;

describe('a short life in Chromium', () => {
  /** @type {Awaited<ReturnType<typeof startSite>>} */ let site;
  /** @type {Browser} */ let browser;
  /** @type {Page} */ let page;
  /** @type {string[]} */ let complaints;

  before(async () => {
    site = await startSite();
    browser = await openBrowser();
    page = await browser.newPage();
    complaints = listen(page);
    await page.goto(`${site.url}/page`);
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** On the page, by a copy of the library. @param {number} seed @param {string} [copy] */
  const liveHere = (seed, copy = 'one') =>
    page.evaluate(
      async ({ seed, calls, limits, copy }) => {
        const library = await import(`/${copy}/web/dist/index.js`);
        const { live } = await import(`/${copy}/tests/soak/soak.js`);
        await library.init({ arena: limits.arena });
        return live(library, seed, calls, limits);
      },
      { seed, calls: CALLS, limits: LIMITS, copy },
    );

  /** In a worker each, all at once. @param {readonly number[]} seeds */
  const liveInWorkers = (seeds) =>
    page.evaluate(
      ({ seeds, calls, limits }) => {
        const lives = seeds.map(async (seed) => {
          const worker = new Worker('/one/tests/browser/soak_worker.js', { type: 'module' });
          const counts = await new Promise((resolve, reject) => {
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = ({ message }) => reject(new Error(message));
            worker.postMessage({ seed, calls, limits });
          });
          worker.terminate();
          return counts;
        });
        return Promise.all(lives);
      },
      { seeds, calls: CALLS, limits: LIMITS },
    );

  it('on a page', async () => {
    const counts = await liveHere(1);
    assert.equal(counts.calls, CALLS);
    assert.ok(counts.mistakes > 0 && counts.bytes > 0);
    assert.deepEqual(await liveHere(1), counts, 'the same calls every time');
  });

  it('in a worker', async () => assert.deepEqual(await liveInWorkers([2]), [await liveHere(2)]));

  it('in 8 workers at once, while the page goes on', { timeout: 300_000 }, async () => {
    const [counts, here] = await Promise.all([liveInWorkers([3, 4, 5, 6, 7, 8, 9, 3]), liveHere(4)]);
    assert.equal(counts.length, 8);
    assert.deepEqual(counts[7], counts[0]);
    assert.deepEqual(counts[1], here);
  });

  it('in two copies on one page, which take turns', async () => {
    const outcome = await page.evaluate(
      async ({ calls, limits }) => {
        const copies = ['/one/', '/two/'];
        const libraries = await Promise.all(copies.map((copy) => import(`${copy}web/dist/index.js`)));
        await libraries[1].init({ arena: limits.arena });
        await libraries[0].init();
        const { Soak } = await import(`${copies[0]}tests/soak/soak.js`);
        const soaks = libraries.map(
          (library, i) => new Soak(library, 11, { ...limits, arena: i * limits.arena }),
        );
        for (let i = 0; i < calls; ++i) {
          if (i === 99) soaks[0].stretch();
          for (const soak of soaks) soak.step();
        }
        for (const soak of soaks) soak.checkInputs();
        return {
          same: libraries[0].slice === libraries[1].slice,
          calls: soaks.map(({ counts }) => counts.calls),
        };
      },
      { calls: CALLS, limits: LIMITS },
    );
    assert.deepEqual(outcome, { same: false, calls: [CALLS, CALLS] });
  });

  it('without a complaint', () => assert.deepEqual(complaints, []));
});
