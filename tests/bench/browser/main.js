// `npm run bench:browser`: the same workloads in headless Chromium, without peers. A page per row, served by Vite.
//   npm run bench:browser -- W5 --rounds=9
//   npm run bench:browser -- arena [W3]         source and outputs in the arena, or not
//   npm run bench:browser -- tournament         random jobs against programs by hand; --jobs=N --seed=S --job=K --browser=firefox
import { readArguments } from '../../../tools/common/commands.js';
import { Failure, runTool } from '../../../tools/common/failure.js';
import { startProgress } from '../../../tools/common/progress.js';
import { CHROMIUM_VARIABLE, findChromium } from '../../../tools/setup/browser.js';
import { openBrowser, serveCheckout } from '../../browser/page.js';
import { measureArena } from '../arena/main.js';
import { saveResults } from '../report/results.js';
import { printRows } from '../report/table.js';
import { askedFor } from '../rows/asked.js';
import { tournamentIn } from './tournament.js';

/** @typedef {import('../measure/measure.js').RowResult} RowResult */

/** With these a page is isolated, and its clock is 20 times as fine. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

await runTool(async () => {
  const { values, words } = readArguments('bench:browser');
  const { jobs, seed, job } = values;
  const [command] = words;
  const server = await serveCheckout({ headers: ISOLATION });
  const url = `${server.resolvedUrls?.local[0]}tests/bench/browser/index.html`;
  try {
    if (command === 'tournament')
      await tournamentIn(url, values.browser, { jobs, seed, job, publish: values.save });
    else await inChromium(url, words, values);
  } finally {
    await server.close();
  }
});

/** @param {string} url @param {string[]} words @param {Record<string, any>} options */
async function inChromium(url, words, { rounds, cold, save }) {
  const [command, ...ids] = words;
  const executablePath = findChromium();
  if (!executablePath)
    throw new Failure(`Chromium is missing; install it, or set ${CHROMIUM_VARIABLE} to its program.`);
  const browser = await openBrowser(['--js-flags=--expose-gc'], executablePath);
  try {
    console.log(`Chromium ${browser.version()}`);
    if (command === 'arena') {
      const measure = pageMeasurer(browser, url);
      return await measureArena(ids, { rounds, cold }, measure, 'chromium');
    }
    const results = await measureRows(browser, url, words, { rounds, cold });
    printRows(results, 'chromium');
    await saveResults(results, { publish: save, rounds, cold, host: 'chromium' });
  } finally {
    await browser.close();
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {string[]} ids
 * @param {{ rounds: number, cold: boolean }} options
 */
async function measureRows(browser, url, ids, options) {
  const asked = askedFor(ids);
  const progress = startProgress(`Measuring ${asked.length} rows in Chromium ${browser.version()}`);
  /** @type {RowResult[]} */
  const rows = [];
  const measure = pageMeasurer(browser, url);
  for (const { id } of asked) rows.push(await measure({ id, ...options }, progress.update));
  progress.done();
  return rows;
}

/**
 * Measures a row in a page of its own.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @returns {typeof import('../measure/fork.js').measureInProcess}
 */
function pageMeasurer(browser, url) {
  return async (request, update) => {
    const page = await browser.newPage();
    page.on('console', (message) => update(message.text()));
    await page.goto(url);
    await page.waitForFunction('globalThis.measure !== undefined');
    /** @type {RowResult} */
    const row = await page.evaluate(`measure(${JSON.stringify(request)})`);
    await page.close();
    return row;
  };
}
