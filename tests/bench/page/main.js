// `npm run bench:browser -- page`: how long it takes until the playground can be used on a phone, how many frames it draws of a
// million cells, and how long it stands still while it loads and while somebody types. One row per question.
import { build } from 'vite';
import { inRoot } from '../../../tools/common/paths.js';
import { printTable } from '../../../tools/common/table.js';
import { serveCompressed } from './site.js';
import { STANDSTILLS } from './standstills.js';

/** @import { Browser, Page } from 'playwright-core' */

const ROUNDS = 5;
const SITE = 'build/bench/site';
const MILLION = '#op=Slice&opset=13&dims=1000,1000&s=::2,::-3';

/** A processor that is so many times as slow. */
const SLOWER = 4;

/** Chromium's words: bytes per second, and milliseconds. */
const PHONES = [
  { name: 'usable on a phone, 4G (9 Mbit/s, 60 ms, processor / 4)', bytes: 9e6 / 8, latency: 60 },
  { name: 'usable on a phone, slow 4G (1.6 Mbit/s, 150 ms, processor / 4)', bytes: 1.6e6 / 8, latency: 150 },
];

/** @param {Browser} browser */
export async function measurePage(browser) {
  await build({
    configFile: inRoot('web/playground/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: inRoot(SITE) },
  });
  const site = await serveCompressed(SITE);
  const rows = [];
  for (const phone of PHONES) rows.push([phone.name, await untilReady(browser, site.url, phone)]);
  rows.push(['again, without a network', await untilReadyAgain(browser, site.url)]);
  for (const [name, zoom] of /** @type {const} */ ([
    ['all of it', 0],
    ['some thousand cells', 6],
    ['some dozen cells', 14],
  ]))
    rows.push([`a million cells, ${name} in sight, while panning`, await framesOf(browser, site.url, zoom)]);
  for (const { name, begin, act } of STANDSTILLS)
    rows.push([
      `longest standstill, processor / 4: ${name}`,
      await standstillOf(browser, site.url, begin, act),
    ]);
  printTable([['the playground', 'measured'], ...rows]);
  site.close();
}

/** @param {Page} page */
const readyAt = async (page) => {
  await page.locator('html[data-ready]').waitFor();
  return page.evaluate(() => performance.getEntriesByName('ready: cut')[0].startTime);
};

/** Waits until all is there and drawn. @param {Page} page */
async function isDrawn(page) {
  await page.locator('html[data-ready]').waitFor();
  if (await page.locator('#view-cut').isVisible()) await page.locator('.code').waitFor({ state: 'attached' });
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
}

/** @param {Page} page */
async function slowDown(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return session;
}

/**
 * @param {Browser} browser
 * @param {string} url
 * @param {typeof PHONES[number]} phone
 */
async function untilReady(browser, url, { bytes, latency }) {
  const times = [];
  for (let i = 0; i < ROUNDS; ++i) {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    const session = await slowDown(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    });
    await page.goto(url, { waitUntil: 'commit' });
    times.push(await readyAt(page));
    await context.close();
  }
  return `${Math.round(middle(times))} ms`;
}

/**
 * @param {Browser} browser
 * @param {string} url
 */
async function untilReadyAgain(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await context.setOffline(true);
  await page.reload();
  const time = await readyAt(page);
  await context.close();
  return `${Math.round(time)} ms`;
}

/**
 * @param {Browser} browser
 * @param {string} url
 * @param {number} zoom steps in from all of it
 */
async function framesOf(browser, url, zoom) {
  const page = await browser.newPage();
  await page.goto(url + MILLION);
  const viewport = page.locator('.whole .viewport');
  await viewport.waitFor();
  await isDrawn(page);
  await viewport.focus();
  await page.keyboard.press('0');
  for (let i = 0; i < zoom; ++i) await page.keyboard.press('+');
  const { perSecond, worst } = await viewport.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const gaps = [];
    let before = await frame();
    for (let i = 0; i < 120; ++i) {
      const way = i % 40 < 20 ? 25 : -25;
      element.dispatchEvent(new WheelEvent('wheel', { deltaX: way, deltaY: way, cancelable: true }));
      if (i % 40 === 0) element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
      const now = await frame();
      gaps.push(now - before);
      before = now;
    }
    const sum = gaps.reduce((a, b) => a + b, 0);
    return { perSecond: (1000 * gaps.length) / sum, worst: Math.max(...gaps) };
  });
  await page.close();
  return `${perSecond.toFixed(0)} frames/s, the longest ${worst.toFixed(0)} ms`;
}

/**
 * Of several rounds, the one in the middle: something else may want the processor.
 * @param {Browser} browser
 * @param {string} url
 * @param {string} begin the hash
 * @param {(page: Page) => Promise<void>} [act] null: what is measured is the loading
 */
async function standstillOf(browser, url, begin, act) {
  const times = [];
  for (let i = 0; i < ROUNDS; ++i) {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await slowDown(page);
    await page.goto(url + begin, { waitUntil: 'commit' });
    if (act) await isDrawn(page);
    const tasks = page.evaluateHandle(observeTasks, act === undefined);
    await isDrawn(page);
    await act?.(page);
    await isDrawn(page);
    await page.waitForTimeout(500);
    times.push(await (await tasks).evaluate((durations) => Math.max(0, ...durations)));
    await page.close();
  }
  const longest = middle(times);
  return longest === 0 ? 'less than 50 ms' : `${Math.round(longest)} ms`;
}

/** In the page: how long its long tasks are. @param {boolean} fromTheStart */
function observeTasks(fromTheStart) {
  /** @type {number[]} */
  const durations = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) durations.push(duration);
  });
  observer.observe({ type: 'longtask', buffered: fromTheStart });
  return durations;
}

/** @param {number[]} list */
const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
