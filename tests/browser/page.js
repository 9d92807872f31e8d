// Serves the playground as `npm start` does, or as it is built, and opens it in a real Chromium. A test file begins with
// `useSite`, which starts a browser and a server for its tests and ends both.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { inRoot, ROOT } from '../../tools/common/paths.js';
import { fileIn, sendFile, startServer } from '../support/serve.js';
import { isDrawn } from './reading.js';

/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */

/** @typedef {{ url: string, close: () => Promise<void> }} Site */
/** @typedef {{ browser: Browser, site: Site }} Place */
/** @typedef {{ page: Page, complaints: string[] }} Opened */

/** The policy under which the built page must work. */
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'";

const CONFIG = fileURLToPath(new URL('../../web/playground/vite.config.ts', import.meta.url));

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

/** How Chromium is started. @param {readonly string[]} [args] more of them */
export const launchOptions = (args = []) => ({
  executablePath: process.env.MICROTOME_CHROMIUM ?? '/usr/bin/chromium',
  headless: true,
  args: [...ARGUMENTS, ...args],
});

/**
 * @param {readonly string[]} [args] more of them
 * @param {string} [executablePath]
 * @returns {Promise<Browser>} with a user-data-dir of its own
 */
export const openBrowser = (args, executablePath) =>
  chromium.launch({ ...launchOptions(args), ...(executablePath && { executablePath }) });

/**
 * A browser and a server, for the tests of the suite that calls this.
 * @param {() => Promise<Site>} start
 * @param {readonly string[]} [args] more of them, for the browser
 * @returns {Place} filled before the first of them
 */
export function useSite(start, args) {
  const place = /** @type {Place} */ ({});
  before(async () => {
    place.browser = await openBrowser(args);
    place.site = await start();
  });
  after(async () => {
    await place.browser?.close();
    await place.site?.close();
  });
  return place;
}

/**
 * The same, and a page for all tests of the suite; `show` leads it to another hash, scrolled to its top.
 * @param {() => Promise<Site>} start
 * @param {string} [hash]
 * @param {BrowserContextOptions} [options]
 */
export function usePage(start, hash = '', options = {}) {
  const place = useSite(start);
  const opened = /** @type {Place & Opened & { show: (hash: string) => Promise<void> }} */ (place);
  before(async () => {
    Object.assign(opened, await openPage(place.browser, place.site.url + hash, options));
  });
  opened.show = async (next) => {
    await opened.page.goto(place.site.url + next);
    await isDrawn(opened.page);
    await opened.page.evaluate(() => document.documentElement.scrollTo(0, 0));
  };
  return opened;
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

/**
 * The page as `npm run build -- page` has built it, or with plugins, which take another build.
 * @param {import('vite').Plugin[]} [plugins]
 * @param {{ policy?: string }} [options] the policy that it is served with
 * @returns {Promise<Site>}
 */
export async function serveBuilt(plugins = [], { policy = POLICY } = {}) {
  const isOwn = plugins.length > 0;
  const folder = isOwn ? mkdtempSync(join(tmpdir(), 'microtome-page-')) : BUILT;
  if (isOwn) {
    const { build } = await import('vite');
    await build({ configFile: CONFIG, logLevel: 'error', build: { outDir: folder }, plugins });
  }
  const { url, close } = await startServer((path, response) => {
    response.setHeader('content-security-policy', policy);
    sendFile(fileIn([folder], path.endsWith('/') ? `${path}index.html` : path), response);
  });
  return {
    url: `${url}/`,
    close: async () => {
      await close();
      if (isOwn) rmSync(folder, { recursive: true });
    },
  };
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
    resolve: { alias },
    server: { port: 0, headers, hmr: false, watch: null },
  });
  return server.listen();
}

/** For a page that keeps itself for a visit without a network: a context that keeps nothing loads much less. */
export const KEEPING = /** @type {const} */ ({ serviceWorkers: 'allow' });

/**
 * Opens the page and waits until all of its view can be used. `complaints` collects what the console and the page complain about.
 * @param {Browser} browser
 * @param {string} url with or without a hash
 * @param {BrowserContextOptions} [options]
 * @returns {Promise<Opened>}
 */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(60_000); // a busy machine takes its time
  const page = await context.newPage();
  const complaints = listen(page);
  await page.goto(url);
  await isReady(page);
  return { page, complaints };
}

/** @param {Page} page */
export async function isReady(page) {
  const view = await page.evaluate(() => /^#(examples|media)/.exec(location.hash)?.[1] ?? 'cut');
  await page.locator(`html[data-ready=${view}]`).waitFor();
  const isCut = await page.locator('html:not(.embedded) #view-cut').isVisible();
  if (isCut) await page.locator('.code').waitFor({ state: 'attached' });
  await isDrawn(page);
}

/** Waits until every file is kept for a visit without a network. @param {Page} page */
export const isKept = (page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
  });

/** @param {Page} page */
export function listen(page) {
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().endsWith('blocked by Playwright'))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) =>
    complaints.push(`failed: ${request.url()}: ${request.failure()?.errorText}`),
  );
  return complaints;
}
