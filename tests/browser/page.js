// Serves the playground as `npm start` does, or as it is built, and opens it in a real Chromium. A test file begins with
// `useSite` or `usePage`. `npm test` runs the files of a folder in one process, so that they share a browser, servers and pages.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { HANGS_AFTER_MS } from '../../tools/common/limits.js';
import { inRoot, ROOT } from '../../tools/common/paths.js';
import { startRangeServer } from '../support/range_server.js';
import { fileIn, sendFile, startServer } from '../support/serve.js';
import { isDrawn } from './bench.js';
import { withEmptyStyle } from './documentation_pages.js';

/** @import { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core' */
/** @import { RangeServer } from '../support/range_server.js' */

/** @typedef {{ url: string, close: () => Promise<void> }} Site */
/** @typedef {{ browser: Browser, site: Site }} Place */
/** @typedef {{ page: Page, complaints: string[], leave: () => Promise<void> }} Opened `leave` gives the page to the next test */

/** The policy under which the built page must work. */
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; worker-src 'self'";

const CONFIG = fileURLToPath(new URL('../../tools/page/vite.config.ts', import.meta.url));

/** Where `npm run build -- page` puts the page. */
const BUILT = inRoot('build/page');

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const DESKTOP = { width: 1280, height: 900 };

/** How Chromium is started. @param {readonly string[]} [args] more of them */
export const launchOptions = (args = []) => ({
  executablePath: process.env.MICROTOME_CHROMIUM ?? '/usr/bin/chromium',
  headless: true,
  timeout: HANGS_AFTER_MS,
  args: [...ARGUMENTS, ...args],
});

/**
 * @param {readonly string[]} [args] more of them
 * @param {string} [executablePath]
 * @returns {Promise<Browser>} with a user-data-dir of its own
 */
export const openBrowser = (args, executablePath) =>
  chromium.launch({ ...launchOptions(args), ...(executablePath && { executablePath }) });

/** What suites share, by how it is made. @type {Map<() => Promise<any>, { users: number, made?: Promise<any> }>} */
const shared = new Map();

/**
 * Makes something for the tests of the suite that calls this, and closes it after the last suite of the process that shares it.
 * @template {{ close: () => Promise<void> }} T
 * @param {() => Promise<T>} make
 * @param {(made: T) => void} take
 */
function share(make, take) {
  const thing = shared.get(make) ?? { users: 0 };
  shared.set(make, thing);
  thing.users += 1;
  before(async () => {
    thing.made ??= make();
    take(await thing.made);
  });
  after(async () => {
    thing.users -= 1;
    if (thing.users > 0) return;
    shared.delete(make);
    await (await thing.made)?.close();
  });
}

const openSharedBrowser = () => openBrowser();

/**
 * A browser and a server, for the tests of the suite that calls this.
 * @param {() => Promise<Site>} [start] suites that give the same function have the same server
 * @returns {Place} filled before the first of them
 */
export function useSite(start = serveBuilt) {
  const place = /** @type {Place} */ ({});
  share(openSharedBrowser, (browser) => {
    place.browser = browser;
  });
  share(start, (site) => {
    place.site = site;
  });
  return place;
}

/**
 * The same, and a page for all tests of the suite; `show` leads it to another hash, scrolled to its top.
 * @param {() => Promise<Site>} [start]
 * @param {string} [hash]
 * @param {BrowserContextOptions} [options]
 */
export function usePage(start, hash = '', options = {}) {
  const opened = /** @type {Place & Opened & { show: (hash: string) => Promise<void> }} */ ({});
  after(() => opened.leave?.()); // before the browser may be closed
  const place = useSite(start);
  before(async () => {
    Object.assign(opened, place, await openPage(place.browser, place.site.url + hash, options));
  });
  opened.show = async (next) => {
    await opened.page.goto(place.site.url + next);
    await isDrawn(opened.page);
    await opened.page.evaluate(() => document.documentElement.scrollTo(0, 0));
  };
  return opened;
}

/**
 * The same, and a context that no other suite has, and a server of a file.
 * @param {() => Promise<Site>} start
 * @param {Parameters<typeof startRangeServer>} served
 * @returns {Place & { context: BrowserContext, server: RangeServer }}
 */
export function useContext(start, ...served) {
  const place = /** @type {ReturnType<typeof useContext>} */ (useSite(start));
  before(async () => {
    place.context = await place.browser.newContext();
    place.context.setDefaultTimeout(HANGS_AFTER_MS);
    place.server = await startRangeServer(...served);
  });
  after(async () => {
    await place.context?.close();
    await place.server?.close();
  });
  return place;
}

/** The page as `npm start` serves it. @returns {Promise<Site>} */
export async function serveSources() {
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: CONFIG,
    logLevel: 'error',
    server: { port: 0, watch: null },
  });
  await server.listen();
  return { url: /** @type {string} */ (server.resolvedUrls?.local[0]), close: () => server.close() };
}

/** The page as `npm run build -- page` has built it. @returns {Promise<Site>} */
export const serveBuilt = () => serveFolder(BUILT, POLICY);

/** The same, where it may fetch files of any server. */
export const serveReaching = () =>
  serveFolder(BUILT, POLICY.replace("connect-src 'self'", "connect-src 'self' http:"));

/** The same, with the documentation, whose pages have the style element without content. */
export const serveDocumented = () => serveFolder(BUILT, withEmptyStyle(POLICY));

/** The page, built with plugins. @param {import('vite').Plugin[]} plugins @returns {Promise<Site>} */
export async function serveWith(plugins) {
  const folder = mkdtempSync(join(tmpdir(), 'microtome-page-'));
  const { build } = await import('vite');
  await build({ configFile: CONFIG, logLevel: 'error', build: { outDir: folder }, plugins });
  const { url, close } = await serveFolder(folder, POLICY);
  return {
    url,
    close: async () => {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** @param {string} folder @param {string} policy */
async function serveFolder(folder, policy) {
  const { url, close } = await startServer((path, response) => {
    response.setHeader('content-security-policy', policy);
    const file = fileIn([folder], path.endsWith('/') ? `${path}index.html` : path);
    const range = response.req.headers.range;
    if (file && range) sendRange(file, range, response);
    else sendFile(file, response);
  });
  return { url: `${url}/`, close };
}

/** A part of a file, as `microtome/source` asks for it. @param {string} file @param {string} range @param {import('node:http').ServerResponse} response */
function sendRange(file, range, response) {
  const bytes = readFileSync(file);
  const [first, last] = range.replace('bytes=', '').split('-').map(Number);
  const part = bytes.subarray(first, Math.min(last || bytes.length, bytes.length - 1) + 1);
  const place = `bytes ${first}-${first + part.length - 1}/${bytes.length}`;
  response.writeHead(206, { 'content-range': place, 'content-length': part.length }).end(part);
}

/**
 * Serves all of the checkout, as a bundler sees it.
 * @param {{ alias?: { find: RegExp, replacement: string }[], headers?: Record<string, string> }} [options]
 */
export async function serveCheckout({ alias = [], headers = {} } = {}) {
  const { createServer } = await import('vite');
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    appType: 'mpa',
    optimizeDeps: { noDiscovery: true },
    cacheDir: inRoot('build/vite'), // not that of the page as it is served, whose packages would be dropped
    resolve: { alias },
    server: { port: 0, headers, hmr: false, watch: null },
  });
  return server.listen();
}

/** For a page that keeps itself for a visit without a network: a context that keeps nothing loads much less. */
export const KEEPING = /** @type {const} */ ({ serviceWorkers: 'allow' });

/** Pages that tests have left, by the options of their contexts. @type {WeakMap<Browser, Map<string, Omit<Opened, 'leave'>[]>>} */
const left = new WeakMap();

/**
 * A page, empty. `complaints` collects what the console and the page complain about. A test that `leave`s its page, having changed
 * nothing of its context, saves the next one most of the time that opening takes.
 * @param {Browser} browser
 * @param {BrowserContextOptions} [options]
 * @returns {Promise<Opened>}
 */
export async function takePage(browser, options = {}) {
  const {
    viewport = DESKTOP,
    colorScheme = null,
    forcedColors = null,
    reducedMotion = 'reduce', // otherwise the first frame glides
    ...rest
  } = options;
  const key = JSON.stringify(rest);
  const pages = left.get(browser) ?? new Map();
  left.set(browser, pages.set(key, pages.get(key) ?? []));
  const opened = pages.get(key).pop() ?? (await openEmpty(browser, rest));
  const { page, complaints } = opened;
  complaints.length = 0; // of what was under way when the page was left
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, forcedColors, reducedMotion });
  const leave = async () => {
    await page.goto('about:blank');
    pages.get(key).push(opened);
  };
  return { page, complaints, leave };
}

/**
 * Opens the page and waits until all of its view can be used.
 * @param {Browser} browser
 * @param {string} url with or without a hash
 * @param {BrowserContextOptions} [options]
 * @returns {Promise<Opened>}
 */
export async function openPage(browser, url, options) {
  const opened = await takePage(browser, options);
  await opened.page.goto(url);
  await isReady(opened.page);
  return opened;
}

/** @param {Browser} browser @param {BrowserContextOptions} options */
async function openEmpty(browser, options) {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(HANGS_AFTER_MS);
  const page = await context.newPage();
  return { page, complaints: listen(page) };
}

/** @param {Page} page */
export async function isReady(page) {
  await page.locator('html[data-ready]').waitFor();
  await isDrawn(page);
}

/** Waits until every file is kept for a visit without a network. @param {Page} page */
export const isKept = (page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
  });

/**
 * What a page complains about from now on. That the icon of a page was not loaded because the page was left does not count.
 * @param {Page} page
 */
export function listen(page) {
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().endsWith('blocked by Playwright'))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    const what = `failed: ${request.url()}: ${request.failure()?.errorText}`;
    if (!/favicon\.svg: net::ERR_ABORTED$/.test(what)) complaints.push(what);
  });
  return complaints;
}
