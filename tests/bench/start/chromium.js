// Starts in Chromium, each in a fresh page from a local server: the package bundled, as people ship it, and as it is installed. Cold: a
// context of its own, which has cached nothing; warm: a context that has loaded the page three times before. A browser is busy for a
// third of a second with a page that has just opened, so each is left alone for a while; `at once`: without that.
import { setTimeout } from 'node:timers/promises';
import { inRoot } from '../../../tools/common/paths.js';
import { openBrowser } from '../../browser/page.js';
import { sendFile, startServer } from '../../support/serve.js';
import { bundle } from './bundle.js';

/** @import { Browser, BrowserContext } from 'playwright-core' */
/** @import { Row, Times } from './probe.js' */

/** With these a page is isolated, and its clock is 20 times as fine. */
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cache-control': 'max-age=3600',
};
const TARGET = 20;
const WARM_UP = 3;
const SETTLE_MS = 500;
const CACHES = /** @type {const} */ (['cold', 'warm']);

/** What is imported, and how the module is loaded. @type {{ title: string, library: string, url?: string, settle?: number }[]} */
const KINDS = [
  { title: 'bundle', library: '/bundle.js' },
  { title: 'bundle and microtome.wasm', library: '/bundle.js', url: '/web/dist/microtome.wasm' },
  { title: 'package', library: '/web/dist/index.js' },
  { title: 'package, at once', library: '/web/dist/index.js', settle: 0 },
];

/**
 * @param {string} program
 * @param {number} rounds
 * @param {(detail: string) => void} update
 * @returns {Promise<Row[]>}
 */
export async function startInChromium(program, rounds, update) {
  const server = await serve();
  const browser = await openBrowser([], program);
  try {
    /** @type {Row[]} */
    const rows = [];
    for (const kind of KINDS)
      for (const cache of CACHES)
        rows.push(await startOften(browser, server.url, { ...kind, cache }, rounds, update));
    return rows;
  } finally {
    await browser.close();
    await server.close();
  }
}

/**
 * @param {Browser} browser
 * @param {string} site
 * @param {typeof KINDS[number] & { cache: typeof CACHES[number] }} kind
 * @param {number} rounds
 * @param {(detail: string) => void} update
 * @returns {Promise<Row>}
 */
async function startOften(browser, site, { title, library, url, settle, cache }, rounds, update) {
  const shared = await browser.newContext();
  const load = async () => {
    const context = cache === 'cold' ? await browser.newContext() : shared;
    const start = { library, init: url ? { url } : undefined };
    const times = await openPage(context, site, start, settle);
    if (cache === 'cold') await context.close();
    return times;
  };
  /** @type {Row} */
  const row = { title: `Chromium, ${title}, ${cache}`, target: TARGET, starts: [] };
  for (let i = 0; i < WARM_UP; ++i) await load();
  for (let round = 0; round < rounds; ++round) {
    row.starts.push(await load());
    update(`${row.title}: ${round + 1}`);
  }
  await shared.close();
  return row;
}

async function serve() {
  const bundled = await bundle();
  return startServer((path, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (path === '/') return response.setHeader('content-type', 'text/html').end('<!doctype html>');
    if (path === '/bundle.js') return response.setHeader('content-type', 'text/javascript').end(bundled);
    return sendFile(inRoot(path), response);
  });
}

/**
 * @param {BrowserContext} context
 * @param {string} url
 * @param {{ library: string, init?: { url: string } }} start
 * @param {number} [settle] milliseconds
 * @returns {Promise<Times>}
 */
async function openPage(context, url, start, settle = SETTLE_MS) {
  const page = await context.newPage();
  await page.goto(url);
  await setTimeout(settle);
  const times = await page.evaluate(async ({ library, init }) => {
    const { probe } = await import(`${location.origin}/tests/bench/start/probe.js`);
    return probe(() => import(library), init);
  }, start);
  await page.close();
  return times;
}
